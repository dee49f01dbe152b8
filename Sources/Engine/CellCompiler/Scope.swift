/// What names mean at one place of a notebook, as far as the cells above define them.
package struct Scope: Hashable, Sendable {
  /// A module that defines a name, the keyword that imports it, and what tells a function from others of its name.
  package struct Definition: Hashable, Codable, Sendable {
    var module: String
    var importKind: String
    var signature: String?
    /// How a function is called where it is named by its labels.
    var call: LabelledName.Call?
  }

  /// What each name means: what was defined last, and before it functions that it overloads.
  private var definitions = LayeredNames<[Definition]>()
  /// The import declarations of the cells above, in order.
  private(set) var imports: [String] = []
  /// Modules that every later cell imports whole: they extend types or declare operators.
  private(set) var always: [String] = []
  /// What the types of the cells above call their members.
  private(set) var members: Set<String> = []
  /// The modules so far, each with those that its definitions rest on.
  private var dependencies: [Dependency] = []

  private struct Dependency: Hashable {
    var module: String
    var needs: [String]
  }

  /// The scope of a notebook's first cell.
  package init() {}

  /// What all names mean here.
  var context: Context { Context(names: definitions.all, imports: imports, always: always) }

  /// The names of the variables, sorted: those that hold values.
  package var variables: [String] {
    definitions.all.filter { name, all in
      all.last.map { ["let", "var"].contains($0.importKind) } == true && name != "_"
    }.keys.sorted()
  }

  /// The modules that the cells above import by name.
  var importedModules: [String] { Self.modules(of: imports) }

  /// The modules that these declarations import.
  static func modules(of imports: [String]) -> [String] {
    imports.compactMap { line in line.split(separator: " ").last.map { String($0.prefix { $0 != "." && $0 != ";" }) } }
  }

  /// Whether something of this name is defined.
  package func defines(_ name: String) -> Bool { definitions[name] != nil }

  /// Whether a unit above was compiled in this module.
  func holds(_ module: String) -> Bool { dependencies.contains { $0.module == module } }

  /// What the identifiers of a unit mean here, those left out that units between here and there define.
  func context(of analysis: CellAnalysis, hiding hidden: Set<String> = []) -> Context {
    var context = Context(names: [:], imports: imports, always: always)
    for name in analysis.usedNames where !hidden.contains(name) {
      let own = analysis.definitions.filter { $0.name == name }
      context.names[name] = own.reduce(definitions[name] ?? []) { Self.overloads(in: $0, beside: $1) }.nonEmpty
    }
    return context
  }

  /// The rest of a name's definitions when there is another one: functions with other parameters. What a module defines
  /// comes and goes as a whole.
  private static func overloads(in known: [Definition], beside new: CellAnalysis.Definition) -> [Definition] {
    guard let signature = new.signature else { return [] }
    let replaced = Set(known.filter { $0.signature == nil || $0.signature == signature }.map(\.module))
    return known.filter { !replaced.contains($0.module) }
  }

  /// The names that are defined in this module, alone or next to others.
  func names(in module: String) -> Set<String> {
    Set(definitions.all.lazy.filter { $0.value.contains { $0.module == module } }.map(\.key))
  }

  /// The modules that a unit has to import: those of its context, and those that the definitions in them rest on, in order.
  func modules(for contexts: [Context]) -> [String] {
    var needed = Set(contexts.flatMap { $0.always + $0.names.values.joined().map(\.module) })
    for module in dependencies.reversed() where needed.contains(module.module) { needed.formUnion(module.needs) }
    return dependencies.map(\.module).filter(needed.contains)
  }

  /// The scope after a unit that was compiled in this module, which imports these.
  package func adding(_ unit: CodeUnit, in module: String, importing needs: [String]) -> Scope {
    var scope = self
    if scope.dependencies.last?.module != module { scope.dependencies.append(.init(module: module, needs: needs)) }
    for definition in unit.analysis.definitions {
      // What is in the same module is of this unit: a library never defines a name for two units.
      let known = definitions[definition.name] ?? []
      let own = scope.definitions[definition.name]?.filter { $0.module == module } ?? []
      let before = scope.definitions[definition.name]?.filter(known.contains) ?? []
      let new = Definition(
        module: module, importKind: definition.importKind, signature: definition.signature, call: definition.call)
      scope.definitions.set(definition.name, Self.overloads(in: before, beside: definition) + own + [new])
    }
    if unit.analysis.extendsOthers { scope.always.append(module) }
    scope.members.formUnion(unit.analysis.members)
    return scope.importing(unit.analysis.imports)
  }

  /// The scope behind these import declarations as well.
  package func importing(_ lines: [String]) -> Scope {
    var scope = self
    for line in lines where !scope.imports.contains(line) { scope.imports.append(line) }
    return scope
  }
}

/// What decides the meaning of a unit's code next to the code: where this is the same, so is the meaning.
package struct Context: Hashable, Codable, Sendable {
  /// The definitions that the unit's identifiers may mean.
  var names: [String: [Scope.Definition]]
  var imports: [String]
  var always: [String]
}

extension Context {
  /// The names that mean something else than in another context, sorted.
  package func changes(since earlier: Context) -> [String] {
    Set(names.keys).union(earlier.names.keys).filter { names[$0] != earlier.names[$0] }.sorted()
  }
}

extension Array {
  /// The array, or nil where it is empty.
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
