import Assignments
import CellKernel
import NotebookDocument
import NotebookRunning
import Processes
import Reports

/// What a student learns before handing in: what the visible checks say, and what is still open.
package struct SelfCheck: Sendable {
  /// A task, as far as the student has come.
  package struct Task: Sendable {
    package var name: String
    /// The hints of blanks that are still there.
    package var blanks: [String]
    /// Why the student's code does not run, as a compiler says it.
    package var failure: String?
    package var checks: [CheckedCell]
    /// What the task may call; anything when nil.
    var allowedCalls: [String]?
    /// That the code calls what the task does not allow: in grading, it gives no points.
    package fileprivate(set) var forbiddenCalls: String?

    /// Points of the visible checks.
    package var earned: Double { forbiddenCalls == nil ? checks.map(\.earned).reduce(0, +) : 0 }
  }

  /// A question to answer in prose.
  package struct Question: Sendable {
    package var label: String
    package var points: Double?
    package var isAnswered: Bool
  }

  package var record: ReleaseRecord
  package var tasks: [Task]
  package var questions: [Question]
  /// What is changed in locked cells, and will be put right.
  package var changes: [CellChange]
  /// Failures of cells that belong to no task.
  package var failures: [String]

  /// The visible checks of all tasks.
  package var checks: [CheckedCell] { tasks.flatMap(\.checks) }

  /// Whether there is nothing left to do that a program can see.
  package var isComplete: Bool {
    checks.allSatisfy(\.hasPassed) && changes.isEmpty && failures.isEmpty
      && tasks.allSatisfy { $0.blanks.isEmpty && $0.failure == nil && $0.forbiddenCalls == nil }
      && questions.allSatisfy(\.isAnswered)
  }

  /// Runs a student's notebook and looks at what came.
  ///
  /// - Parameters:
  ///   - assignments: `name=value` for parameters that differ from the notebook's.
  ///   - runner: one that goes on after a cell has failed.
  /// - Throws: `PlacedError` for what cannot be read or run, and for a notebook that is not a student's version.
  package init(
    of notebook: Notebook, assignments: [String] = [], with runner: NotebookRunner, interrupt: Interrupt = Interrupt(),
    onEvent: (Event) -> Void = { _ in }
  ) throws {
    guard let record = notebook.frontMatter.release else { throw AssignmentError(.notReleased, file: notebook.path) }
    let parameters = try ParameterAssignments.apply(assignments, to: notebook)
    let execution = try runner.execute(notebook, parameters: parameters, interrupt: interrupt, onEvent: onEvent)
    if execution.wasInterrupted { throw Interrupted() }
    self.record = record
    changes = record.changes(in: notebook)
    questions = notebook.questions.map {
      Question(label: $0.label, points: $0.points, isAnswered: notebook.isAnswered($0))
    }
    let handedOut = Set(record.locked.map(\.label))
    (tasks, failures) = ([], [])
    for (cell, outcome) in zip(notebook.cells, execution.outcomes) {
      var failure: String?
      if case .failed(let why) = outcome.status, !why.isMeant(by: cell.options) {
        failure = FailureText(why, of: cell, in: notebook).text
      }
      switch cell.options.role {
      case .exercise(let name):
        let blanks: [String] = if case .blank(let hints) = outcome.status { hints } else { [] }
        tasks.append(Task(name: name, blanks: blanks, failure: failure, checks: [], allowedCalls: cell.options.calls))
      case .check(let name):
        // A check of the student's own is for the student alone.
        guard let label = cell.options.label, handedOut.contains(label),
          let task = tasks.firstIndex(where: { $0.name == name })
        else { continue }
        tasks[task].checks.append(CheckedCell(cell, outcome, label: label, task: name, in: notebook))
      case .plain, .solution: failure.map { failures.append($0) }
      }
    }
  }

  /// Adds what tasks call and may not, by their names.
  package mutating func add(forbidden calls: [String: [String]]) {
    for index in tasks.indices {
      guard let calls = calls[tasks[index].name] else { continue }
      tasks[index].forbiddenCalls = ForbiddenCalls.words(calls, allowed: tasks[index].allowedCalls ?? [])
    }
  }
}
