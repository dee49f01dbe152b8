import Assignments
import CellKernel
import Display
import NotebookDocument
import Reports

/// What a cell of checks said when it ran.
package struct CheckedCell: Sendable {
  /// By which the cell is known.
  package var label: String
  package var task: String
  package var possible: Double
  package var isHidden: Bool
  package var results: [CheckedResult]
  /// Why the cell ended early, as a compiler says it; nil where it ran to its end or waits for its exercise.
  package var failure: String?
  /// Whether it waits for an exercise that is not done.
  package var isWaiting: Bool

  /// Whether all that it looks at is right.
  package var hasPassed: Bool { failure == nil && !results.isEmpty && results.allSatisfy(\.hasPassed) }

  /// What it gives: the share of its checks that pass; of one that ended early, nobody here knows how many it has.
  package var earned: Double {
    guard failure == nil, !results.isEmpty else { return 0 }
    return possible * Double(results.count(where: \.hasPassed)) / Double(results.count)
  }

  /// The outcome of a cell.
  init(_ cell: Cell, _ outcome: CellOutcome, label: String, task: String, in notebook: Notebook) {
    (self.label, self.task) = (label, task)
    (possible, isHidden) = (cell.options.points ?? 0, cell.options.isHidden)
    results = outcome.checks
    isWaiting = if case .waiting = outcome.status { true } else { false }
    if case .failed(let failure) = outcome.status {
      self.failure = FailureText(failure, of: cell, in: notebook).text
    } else if case .notRun = outcome.status {
      failure = "\(notebook.place(Position(line: cell.lines.lowerBound))): error: it did not run\n"
    }
  }
}
