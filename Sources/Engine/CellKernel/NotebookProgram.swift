import Basics
import CellCompiler
import Files
import Foundation
import NotebookDocument

/// A notebook as a program of units, and the way back from units to the notebook's places.
struct NotebookProgram {
  /// What a unit of the program is in the notebook.
  enum Source: Hashable {
    case parameters
    /// The index of the cell.
    case cell(Int)
    /// The index of the inline expression.
    case inline(Int)
  }

  let notebook: Notebook
  private(set) var units: [CodeUnit] = []
  private(set) var sources: [Source] = []
  private var files: [String: Source] = [:]
  private var occurrences: [String: Int] = [:]
  /// The indices of the expressions that are looked at behind so many cells.
  private let inlinesAfter: [Int: [Int]]

  /// The program of a notebook: its parameters, and cells and expressions in their order. O(length).
  init(_ notebook: Notebook, parameters: [Parameter]) {
    self.notebook = notebook
    inlinesAfter = Dictionary(grouping: notebook.inlines.indices) { notebook.inlines[$0].cellsBefore }
    if !parameters.isEmpty { add(.parameters, ParameterDeclaration.source(of: parameters), .parameters) }
    let (fates, waiting) = (notebook.fates, notebook.waitingInlines)
    addInlines(after: 0, except: waiting)
    for (index, cell) in notebook.cells.enumerated() {
      if fates[index].doesRun {
        add(.cell, cell.code, .cell(index), .init(cell, in: notebook))
      }
      addInlines(after: index + 1, except: waiting)
    }
  }

  private mutating func addInlines(after cells: Int, except waiting: [Int: String]) {
    let first = units.count
    for index in inlinesAfter[cells] ?? [] where waiting[index] == nil {
      add(
        .expression, notebook.inlines[index].expression, .inline(index), .init(timeout: notebook.frontMatter.timeout))
    }
    let group = ContentHash(units[first...].map { "\($0.identity)" })
    for index in first..<units.count { units[index].group = group }
  }

  private mutating func add(
    _ role: CodeUnit.Role, _ code: String, _ source: Source, _ options: CodeUnit.Options = .init()
  ) {
    let name = "\(role) \(options.mustFail) \(options.optimize) \(code)"
    let unit = CodeUnit(
      role, code: code, options: options, occurrence: occurrences[name, default: 0], origin: origin(of: source))
    occurrences[name, default: 0] += 1
    units.append(unit)
    sources.append(source)
    files[unit.fileName] = source
  }

  // MARK: Places

  /// Where a unit's code is in the notebook; nil for what no reader sees.
  private func origin(of source: Source) -> CodeOrigin? {
    let path = URL(fileURLWithPath: notebook.path).standardizedFileURL.path
    switch source {
    case .cell(let index):
      let cell = notebook.cells[index]
      return CodeOrigin(path: path, line: cell.codeLine, column: cell.indent + 1)
    case .inline(let index):
      let inline = notebook.inlines[index]
      return CodeOrigin(path: path, line: inline.code.line, column: inline.code.column + 1)
    case .parameters: return nil
    }
  }

  /// The notebook's place of a place in a unit; nil for what no reader sees.
  func position(_ place: UnitPosition) -> Position? {
    switch files[place.file] {
    case .cell(let index)?:
      let cell = notebook.cells[index]
      // A message may be behind the last line, where the end is missing: say the last line.
      let last = max(cell.lines.upperBound - cell.codeLine, 0)
      return Position(
        line: cell.codeLine + min(max(place.line - 1, 0), last), column: max(place.column, 1) + cell.indent)
    case .inline(let index)?:
      let inline = notebook.inlines[index]
      let found = notebook.place(in: inline, byte: max(place.column, 1) - 1)
      return Position(line: found.line, column: found.column + 1)
    case .parameters?, nil: return nil
    }
  }

  /// A text of the runtime with the notebook's name and line in place of the generated file's.
  func translate(_ text: String) -> String {
    guard text.contains(CodeUnit.prefix) else { return text }
    return text.replacing(compiled(/(?:\w+\/+)?(gimbal-[0-9a-f]{16}\.swift):(\d+)/)) { match in
      let place = UnitPosition(
        file: String(match.output.1), line: (Int(match.output.2) ?? 1) - CodeUnit.lineShift, column: 1)
      guard let position = position(place) else { return String(match.output.0) }
      // Without the column, which the runtime does not say.
      let shown = notebook.place(position)
      return String(shown[..<(shown.lastIndex(of: ":") ?? shown.endIndex)])
    }
  }

  func translate(_ outputs: [Output]) -> [Output] {
    outputs.map { output in
      switch output {
      case .errorText(let text): .errorText(translate(ModuleName.spoken(in: text)))
      case .text(let text): .text(ModuleName.spoken(in: text))
      case .bundle, .omitted: output
      }
    }
  }
}

/// The declaration of a notebook's parameters. It says their names and types only: the values are handed to the process, and
/// read where a cell reads them, so that another value compiles nothing.
///
/// Every library name is qualified by its module, except where a parameter has the module's name. So no definition or
/// import of a cell can change its meaning, and it can be compiled together with cells.
package enum ParameterDeclaration {
  /// The declaration of parameters with these names and types.
  package static func source(of parameters: [Parameter]) -> String {
    var (stored, members) = ("", "")
    for parameter in parameters {
      let type = parameter.value.swiftType.replacing(compiled(/\w+/)) { "Swift.\($0.output)" }
      stored += "  static let gimbal_\(parameter.name) = Display.GimbalParameter<\(type)>(\"\(parameter.name)\")\n"
      members += "  var \(parameter.name): \(type) { GimbalParameterStore.gimbal_\(parameter.name).value }\n"
    }
    let values = parameters.map { "(\"\($0.name)\", self.\($0.name))" }.joined(separator: ", ")
    return """
      enum GimbalParameterStore {
      \(stored)}
      struct Parameters: Display.GimbalParameters {
      \(members)  var gimbalValues: [(name: Swift.String, value: Any)] { [\(values)] }
      }
      let params = Parameters()

      """
  }
}

extension CodeUnit.Options {
  /// What of a cell's options decides the outcome of it.
  package init(_ cell: Cell, in notebook: Notebook) {
    self.init(
      mustFail: cell.options.error, optimize: cell.options.optimize,
      timeout: cell.options.timeout ?? notebook.frontMatter.timeout)
  }
}
