import Foundation
import NotebookDocument

/// Something that compiles to one module: the parameters, a cell, or the inline expressions between two cells.
package struct CellUnit: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case parameters
    /// The index of the cell in the notebook.
    case cell(Int)
    /// The indices of the inline expressions.
    case inlines(Range<Int>)
  }

  package var kind: Kind
  /// The name of the Swift module.
  package var module: String
  /// The name that stands for the notebook in `#sourceLocation`: lines under it count from the cell's first line, so that
  /// prose above a cell can grow without the cell being compiled again.
  package var fileName: String
  package var analysis: CellAnalysis
  /// The generated source.
  package var source: String
  /// The modules of earlier units that the source imports.
  package var dependencies: [String]
  package var optimize: Bool
  /// Where `async let` stands at the cell's top level, in lines of the cell.
  package var asyncLet: Position?
}

extension CellUnit {
  /// The unit as an explanation names it.
  package var nameInWords: String {
    switch kind {
    case .parameters: "the parameters"
    case .cell(let index): "cell \(index + 1)"
    case .inlines(let indices): "expression \(indices.lowerBound + 1)"
    }
  }
}

/// Generates the source of each unit of a notebook.
package struct SourceGenerator {
  /// Which module defines a name last, so far.
  private var definers: [String: (module: String, importKind: String)] = [:]
  private var imports: [String] = []
  /// Modules that every later unit imports: they extend types or declare operators.
  private var always: [String] = []
  package private(set) var units: [CellUnit] = []

  /// The units of a notebook in the order in which they run.
  package static func units(of notebook: Notebook, parameters: [Parameter]) -> [CellUnit] {
    var generator = SourceGenerator()
    if !parameters.isEmpty { generator.add(parameters) }
    generator.addInlines(of: notebook, after: 0)
    for (index, cell) in notebook.cells.enumerated() {
      if cell.options.eval { generator.add(cell, index: index) }
      generator.addInlines(of: notebook, after: index + 1)
    }
    return generator.units
  }

  /// The constant that holds the parameters.
  package static func source(of parameters: [Parameter]) -> String {
    let members = parameters.map { "  let \($0.name): \($0.value.swiftType)\n" }.joined()
    let values = parameters.map { "\($0.name): \($0.value.swiftLiteral)" }.joined(separator: ", ")
    return """
      struct Parameters: Sendable {
      \(members)}
      let params = Parameters(\(values))

      """
  }

  private mutating func add(_ parameters: [Parameter]) {
    let source = Self.source(of: parameters)
    append(
      CellUnit(
        kind: .parameters, module: "NotebookParameters", fileName: "parameters", analysis: CellAnalysis(source),
        source: source, dependencies: [], optimize: false))
  }

  private mutating func add(_ cell: Cell, index: Int) {
    let module = "Cell\(cell.number)"
    let fileName = CellUnitNames.file(cell: cell.number)
    let waiting = TopLevelAwait(cell.code)
    let analysis = CellAnalysis(waiting.code)
    let (head, dependencies) = header(for: analysis)
    let body = CellUnitNames.location(fileName, line: 1) + Self.showingLastValue(waiting.code, analysis, fileName)
    var unit = CellUnit(
      kind: .cell(index), module: module, fileName: fileName, analysis: analysis, source: head + body + "\n",
      dependencies: dependencies, optimize: cell.options.optimize)
    if let offset = waiting.asyncLet {
      let before = cell.code.utf8.prefix(offset)
      unit.asyncLet = Position(
        line: before.count { $0 == 10 } + 1, column: before.reversed().prefix { $0 != 10 }.count + 1)
    }
    // A cell that must fail leaves nothing behind.
    if cell.options.error { return units.append(unit) }
    append(unit)
    for line in analysis.imports where !imports.contains(line) { imports.append(line) }
  }

  private mutating func addInlines(of notebook: Notebook, after cells: Int) {
    let indices = notebook.inlines.indices.filter { notebook.inlines[$0].cellsBefore == cells }
    guard let first = indices.first, let last = indices.last else { return }
    let expressions = indices.map { TopLevelAwait(notebook.inlines[$0].expression).code }
    let analysis = CellAnalysis(expressions.joined(separator: "\n"))
    let (head, dependencies) = header(for: analysis)
    let calls = zip(indices, expressions).map { index, expression in
      CellUnitNames.location(CellUnitNames.file(inline: index + 1), line: 0)
        + "gimbalInlineValue(\n\(expression)\n)\n"
    }
    units.append(
      CellUnit(
        kind: .inlines(first..<(last + 1)), module: "Inline\(first + 1)",
        fileName: CellUnitNames.file(inline: first + 1), analysis: analysis,
        source: head + calls.joined(), dependencies: dependencies, optimize: false))
  }

  /// The code with a call around its last expression, which shows the value. The call stands on the line above, so that
  /// the expression keeps its line and its column.
  private static func showingLastValue(_ code: String, _ analysis: CellAnalysis, _ fileName: String) -> String {
    guard let last = analysis.lastExpression else { return code }
    let bytes = Array(code.utf8)
    let before = bytes[..<last.lowerBound]
    let line = before.count { $0 == 10 } + 1
    let column = before.reversed().prefix { $0 != 10 }.count
    func text(_ part: some Sequence<UInt8>) -> String { String(decoding: Array(part), as: UTF8.self) }
    return text(before) + "\n" + CellUnitNames.location(fileName, line: line - 1) + "gimbalShowValue(\n"
      + String(repeating: " ", count: column) + text(bytes[last]) + "\n)" + text(bytes[last.upperBound...])
  }

  /// The imports that a unit needs: those of the cells above, and the earlier units whose names it uses. Each name is
  /// imported by itself as well: that picks the latest definition, and puts it before a library's.
  private func header(for analysis: CellAnalysis) -> (text: String, dependencies: [String]) {
    var modules = always
    var scoped: [String] = []
    let own = Set(analysis.definitions.map(\.name))
    for name in analysis.usedNames.sorted() where !own.contains(name) {
      guard let definer = definers[name] else { continue }
      modules.append(definer.module)
      scoped.append("import \(definer.importKind) \(definer.module).\(name)\n")
    }
    // A definition may rest on types of earlier cells: their members are seen only where their module is imported.
    var needed = Set(modules)
    for unit in units.reversed() where needed.contains(unit.module) { needed.formUnion(unit.dependencies) }
    let dependencies = units.map(\.module).filter(needed.contains)
    let text =
      "import Display\n" + imports.map { $0 + "\n" }.joined()
      + dependencies.map { "@testable import \($0)\n" }.joined() + scoped.joined()
    return (text, dependencies)
  }

  private mutating func append(_ unit: CellUnit) {
    units.append(unit)
    for definition in unit.analysis.definitions {
      definers[definition.name] = (unit.module, definition.importKind)
    }
    if unit.analysis.extendsOthers { always.append(unit.module) }
  }
}

/// The names under which generated sources stand in compiler messages and debug information.
package enum CellUnitNames {
  package static func file(cell number: Int) -> String { "gimbal-cell-\(number).swift" }
  package static func file(inline number: Int) -> String { "gimbal-inline-\(number).swift" }

  /// A directive that gives the next line this number, counted from the unit's first line as 1. The compiler takes no
  /// line 0, which is where the call around a first line's expression stands: what it sees is one more.
  package static func location(_ fileName: String, line: Int) -> String {
    "#sourceLocation(file: \"\(fileName)\", line: \(line + shift))\n"
  }

  /// What the compiler's line numbers have too much.
  package static let shift = 1
}
