import Basics
import CellKernel
import Foundation
import NotebookDocument

/// A cell's failure in words, as the terminal and the reports say it.
package struct FailureText {
  package let notebook: Notebook
  package let cell: Cell
  package let failure: CellFailure

  /// A failure of a cell of a notebook.
  package init(_ failure: CellFailure, of cell: Cell, in notebook: Notebook) {
    (self.failure, self.cell, self.notebook) = (failure, cell, notebook)
  }

  /// The failure's own place if it has one, otherwise the cell's.
  package var position: Position { failure.position ?? missingSymbol ?? Position(line: cell.lines.lowerBound) }

  /// Where a symbol is declared that no library has. Cells are loaded together, so that another cell than the one that fails may declare it.
  private var missingSymbol: Position? {
    guard case .notLoaded(let why) = failure,
      let symbol = why.firstMatch(of: compiled(/undefined symbol: (\w+)/))?.output.1
    else { return nil }
    for cell in notebook.cells {
      let lines = cell.code.split(separator: "\n", omittingEmptySubsequences: false)
      if let index = lines.firstIndex(where: { $0.contains(symbol) }) { return Position(line: cell.codeLine + index) }
    }
    return nil
  }

  /// The remarks, one message for each error, with the line of code and a caret: what compilers print.
  package var messages: [RunMessage] {
    if case .compile(let diagnostics) = failure {
      return diagnostics.filter { $0.severity != .warning }.map { diagnostic in
        RunMessage(
          severity: .init(rawValue: diagnostic.severity.rawValue) ?? .error, position: diagnostic.position ?? position,
          message: diagnostic.message,
          more: diagnostic.position.map(excerpt) ?? "")
      }
    }
    let more =
      (failure.position != nil ? excerpt(position) : "") + failure.calls(notebook.place).map { $0 + "\n" }.joined()
    return [RunMessage(severity: .error, position: position, message: failure.message, more: more)]
  }

  /// The same as a text.
  package var text: String { messages.map { $0.text(in: notebook) }.joined() }

  private func excerpt(_ position: Position) -> String {
    guard notebook.lines.indices.contains(position.line - 1) else { return "" }
    let line = notebook.lines[position.line - 1]
    let before = line.utf8.prefix(max(position.column - 1, 0))
    let padding = String(decoding: Array(before), as: UTF8.self).map { $0 == "\t" ? "\t" : " " }.joined()
    return "  \(line)\n  \(padding)^\n"
  }
}
