import Basics
import CellCompiler
import CellKernel
import NotebookDocument

/// The cells' places and the notebook's problems, by the notebook's own lines.
package struct PreviewPlaces: Codable, Sendable {
  package struct CellPlace: Codable, Sendable {
    package var anchor: String
    package var first: Int
    package var last: Int
  }

  package struct Problem: Codable, Sendable {
    package var line: Int
    package var column: Int
    package var severity: String
    package var message: String
  }

  package var cells: [CellPlace] = []
  package var problems: [Problem] = []

  /// The places as of an execution, and what is wrong with the file.
  init(_ execution: Execution?, problem: String?) {
    if let problem { problems.append(Self.problem(in: problem)) }
    guard let execution else { return }
    for (cell, outcome) in zip(execution.notebook.cells, execution.outcomes) {
      cells.append(.init(anchor: cell.anchor, first: cell.lines.lowerBound, last: cell.lines.upperBound))
      problems += outcome.warnings.map { Self.problem($0, cell) }
      guard case .failed(let failure) = outcome.status, !cell.options.error else { continue }
      if case .compile(let diagnostics) = failure {
        problems += diagnostics.map { Self.problem($0, cell) }
      } else {
        let position = failure.position ?? Position(line: cell.codeLine)
        problems.append(
          .init(line: position.line, column: position.column, severity: "error", message: failure.message))
      }
    }
    for (inline, outcome) in zip(execution.notebook.inlines, execution.inlines) {
      guard case .failed(let failure)? = outcome else { continue }
      problems.append(
        .init(line: inline.code.line, column: inline.code.column, severity: "error", message: failure.message))
    }
  }

  private static func problem(_ diagnostic: Diagnostic<Position>, _ cell: Cell) -> Problem {
    let position = diagnostic.position ?? Position(line: cell.codeLine)
    return .init(
      line: position.line, column: position.column, severity: diagnostic.severity.rawValue, message: diagnostic.message)
  }

  /// A message in a compiler's form, at its place.
  private static func problem(in text: String) -> Problem {
    let match = text.firstMatch(of: compiled(/:(\d+):(\d+): error: (.*)/))
    return .init(
      line: match.flatMap { Int($0.output.1) } ?? 1, column: match.flatMap { Int($0.output.2) } ?? 1, severity: "error",
      message: match.map { String($0.output.3) } ?? text)
  }
}
