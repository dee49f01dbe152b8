import CellKernel
import Drawings
import Foundation
import NotebookDocument
import Reports

/// The remarks on a notebook: the same for the terminal, which says it when the notebook has run, and for an editor,
/// which says it before.
extension Report {
  /// The remarks on cells and expressions, in the order of the notebook.
  ///
  /// - Parameter drawn: the figures of each cell.
  package func messages(
    drawn: [Int: [Result<FigureDrawing, FigureFailure>]], isStrict: Bool
  ) -> [RunMessage] {
    var messages: [RunMessage] = []
    for (index, cell) in notebook.cells.enumerated() {
      let outcome = execution.outcomes[index]
      for warning in outcome.warnings {
        let severity: RunMessage.Severity = warning.severity == .note ? .note : isStrict ? .error : .warning
        let place = warning.position ?? Position(line: cell.codeLine)
        messages.append(RunMessage(severity: severity, position: place, message: warning.message))
      }
      if case .failed(let failure) = outcome.status, !failure.isMeant(by: cell.options) {
        if case .lacking = failure {} else { messages += FailureText(failure, of: cell, in: notebook).messages }
      }
      for case .failure(let failure) in drawn[index] ?? [] where !failure.wasStopped && !cell.options.error {
        messages += FailureText(.figure(failure.message), of: cell, in: notebook).messages
      }
    }
    for (inline, outcome) in zip(notebook.inlines, execution.inlines) {
      guard case .failed(let failure)? = outcome else { continue }
      if case .lacking = failure { continue }
      let place = failure.position ?? Position(line: inline.code.line, column: inline.code.column + 1)
      messages.append(RunMessage(severity: .error, position: place, message: failure.message))
    }
    return messages + LackingText.messages(of: execution)
  }

  /// The remarks on the report and its formulas, by line.
  package func remarks(formulas: Formulas) -> [ReportRemark] {
    (remarks() + formulas.remarks(of: notebook) + HTMLReport(report: self, formulas: formulas).placeRemarks()).sorted {
      $0.position < $1.position
    }
  }
}
