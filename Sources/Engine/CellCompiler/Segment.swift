import Basics
import Files
import Foundation

/// Consecutive units that are compiled into one library, with a call of the host between them.
///
/// Most of the time that a cell takes to compile is the compiler's start and its reading of the libraries' modules. So as
/// many cells as mean the same together as apart share one compilation; `Segmentation` says which.
package struct Segment: Hashable, Codable, Sendable {
  /// An expression of the prose that the library holds as a function, and how many units of the segment come before it.
  package struct Expression: Hashable, Codable, Sendable {
    var identity: ContentHash
    var function: String
    var position: Int
    var context: Context
  }

  /// The name of the Swift module: another for every content.
  package var module: String
  /// The names of the files that stand for the units in messages; their content's hash.
  package var units: [ContentHash]
  /// What each unit's names mean.
  package var contexts: [Context]
  package var expressions: [Expression]
  /// The modules of earlier segments that this one imports.
  package var dependencies: [String]
  /// The kit and the compiler that it was made with: with others it is another one.
  package var surroundings: ContentHash

  /// The function in the library that runs the segment.
  package var entryPoint: String { "\(module)_main" }
}

/// What is to be compiled as one segment, from its units and the scope in which it is.
package struct SegmentDraft: Sendable {
  package private(set) var units: [CodeUnit] = []
  package private(set) var expressions: [(unit: CodeUnit, position: Int)] = []
  let scope: Scope
  private var contexts: [Context] = []
  private var expressionContexts: [Context] = []
  /// The names that the units so far define, and every identifier that they and the expressions between them use.
  private var defined: Set<String> = []
  private var used: Set<String> = []

  /// A draft without units.
  package init(in scope: Scope) { self.scope = scope }

  /// Lines of code in one segment at most, and units: none of a segment shows before all of it is compiled.
  static let limits = (lines: 240, units: 16)

  /// Whether a unit means here what it would mean by itself behind the units and expressions so far, and they what they
  /// meant without it.
  package func admits(_ unit: CodeUnit) -> Bool {
    if units.isEmpty && expressions.isEmpty { return true }
    let analysis = unit.analysis
    if analysis.standsAlone || unit.leavesNothing || unit.options.optimize || unit.options.isApart { return false }
    if ends || units.last?.options.optimize == true || units.last?.options.isApart == true { return false }
    // An import holds for a whole file: it would reach what is above it. The parameters have names for everything.
    let first = units.first { $0.role != .parameters }
    let known = scope.imports + (first?.analysis.imports ?? (expressions.isEmpty ? analysis.imports : []))
    guard analysis.imports.allSatisfy(known.contains), units.count < Self.limits.units,
      units.reduce(0, { $0 + $1.lines }) + unit.lines <= Self.limits.lines
    else { return false }
    return analysis.definitions.allSatisfy { !used.contains($0.name) && !defined.contains($0.name) }
  }

  /// Whether what comes behind the last unit, be it an expression, could mean something else in one file with it: the unit
  /// reaches beyond its lines, names the types of literals, has something private, or must fail and leaves nothing.
  package var ends: Bool {
    guard let last = units.last else { return false }
    return last.analysis.standsAlone || last.leavesNothing || last.analysis.hidesDefinitions
  }

  /// Adds a unit at the end.
  package mutating func add(_ unit: CodeUnit) {
    let context = scope.context(of: unit.analysis, hiding: defined)
    contexts.append(context)
    units.append(unit.calling(context))
    defined.formUnion(unit.analysis.definitions.map(\.name))
    used.formUnion(unit.role == .parameters ? Self.usedByParameters : unit.analysis.usedNames)
  }

  /// What the declaration of parameters uses: its other names are those of members.
  private static let usedByParameters: Set<String> = ["Display", "Swift"]

  /// Adds an expression of the prose behind the units so far.
  package mutating func add(expression: CodeUnit) {
    let context = scope.context(of: expression.analysis, hiding: defined)
    expressionContexts.append(context)
    expressions.append((expression.calling(context), units.count))
    used.formUnion(expression.analysis.usedNames)
  }

  /// The draft without those expressions that do not compile.
  func removing(_ isFaulty: (CodeUnit) -> Bool) -> SegmentDraft {
    var draft = SegmentDraft(in: scope)
    for position in 0...units.count {
      for expression in expressions where expression.position == position && !isFaulty(expression.unit) {
        draft.add(expression: expression.unit)
      }
      if position < units.count { draft.add(units[position]) }
    }
    return draft
  }

  /// The modules that the units and the cells above import by name.
  var importedModules: [String] { Scope.modules(of: scope.imports + units.flatMap(\.analysis.imports)) }

  // MARK: Source

  var optimizes: Bool { units.contains(where: \.options.optimize) }
  /// Whether a unit makes types of earlier cells, which count as another module's, conform to protocols.
  var conformsOthers: Bool { units.contains(where: \.analysis.conformsOthers) }

  /// The segment under the name that follows from its content and from what it is compiled with, and its source.
  func segment(with surroundings: ContentHash) -> (segment: Segment, source: String) {
    let needs = scope.modules(for: contexts + expressionContexts)
    let text = source(importing: needs)
    let key = ContentHash(["2", "\(surroundings)", "\(optimizes)", text])
    let segment = Segment(
      module: ModuleName.make(key), units: units.map(\.identity), contexts: contexts,
      expressions: zip(expressions, expressionContexts).map { expression, context in
        Segment.Expression(
          identity: expression.unit.identity, function: expression.unit.function, position: expression.position,
          context: context)
      }, dependencies: needs, surroundings: surroundings)
    return (segment, text)
  }

  private func source(importing needs: [String]) -> String {
    var text = header(importing: needs)
    for position in 0...units.count {
      for expression in expressions where expression.position == position { text += expression.unit.functionSource }
      guard position < units.count else { break }
      if position > 0 { text += Self.boundary(position) }
      text += units[position].source
    }
    return text
  }

  /// Imports. From earlier segments, only the names that are used are imported, each by itself: that picks the latest
  /// definition, puts it before a library's, and hides what is in a segment behind the cell that was edited. The
  /// segment's mark makes the members of its types visible.
  private func header(importing needs: [String]) -> String {
    let names = (contexts + expressionContexts).reduce(into: [String: [Scope.Definition]]()) { all, context in
      for (name, definitions) in context.names {
        all[name, default: []] += definitions.filter { all[name]?.contains($0) != true }
      }
    }
    return
      (Self.imports(of: names, needs, in: scope)
      + ["enum GimbalSegment {}", "@_silgen_name(\"gimbal_boundary\") func gimbalBoundary(_: Int32)", ""])
      .joined(separator: "\n")
  }

  static func imports(of names: [String: [Scope.Definition]], _ needs: [String], in scope: Scope) -> [String] {
    var lines = ["import Display"]
    lines += scope.imports
    for module in needs {
      lines.append(
        scope.always.contains(module) ? "@testable import \(module)" : "@testable import enum \(module).GimbalSegment")
    }
    lines += names.sorted { $0.key < $1.key }.flatMap { name, definitions in
      definitions.map { "@testable import \($0.importKind) \($0.module).`\(name)`" }.sorted()
    }
    return lines
  }

  /// The file name under which the host's call between two units is.
  package static let boundaryFile = "gimbal-boundary"

  private static func boundary(_ next: Int) -> String {
    "\n#sourceLocation(file: \"\(boundaryFile)\", line: 1)\ngimbalBoundary(\(next))\n"
  }
}

/// The names of compiled modules.
package enum ModuleName {
  /// What is in their place wherever a program can see a module's name: in printed types, in `#fileID`.
  static let shown = "Notebook"

  /// A name for this content, always of the same length.
  static func make(_ key: ContentHash) -> String { "\(shown)_" + "\(key)".prefix(12) }

  /// What a program has written, with a script's own name for its top level where `#function` gave the module's: the
  /// name that is shown is shorter, and zeros fill it up.
  package static func spoken(in text: String) -> String {
    guard text.contains("\(shown)\0") else { return text }
    return text.replacing(compiled(/Notebook\x00{13}/), with: "main")
  }

  /// A compiler's text without the names of modules, which do not help a reader.
  static func hidden(in text: String) -> String {
    guard text.contains("\(shown)_") else { return text }
    return text.replacing(compiled(/Notebook_[0-9a-f]{12}\./), with: "")
  }
}
