import Assignments
import CellKernel
import Foundation
import NotebookDocument
import NotebookRunning
import Processes
import Reports

/// Whether an assignment can be handed out: its solutions get full marks, its blanks none, the student's version runs, and an answer
/// that is always zero is found out.
package struct Validation: Sendable {
  /// What is wrong with an assignment, or deserves a look.
  package struct Remark: Hashable, Sendable {
    package var isError: Bool
    package var position: Position
    package var message: String
  }

  package var assignment: Assignment
  /// In the order of the notebook.
  package private(set) var remarks: [Remark] = []
  /// What each check said of the solutions.
  package private(set) var solved: [CheckedCell] = []
  /// What each check said of answers that are always zero.
  package private(set) var zeroed: [CheckedCell] = []

  package var isValid: Bool { !remarks.contains(where: \.isError) }

  /// Runs an assignment with its solutions, also on a thousand inputs, with its blanks, and with zeros in place of its blanks.
  ///
  /// - Parameter runner: one that goes on after a cell has failed.
  /// - Throws: `PlacedError` for what cannot be run at all.
  package init(
    _ assignment: Assignment, with runner: NotebookRunner, interrupt: Interrupt = Interrupt(),
    onEvent: (Event) -> Void = { _ in }
  ) throws {
    self.assignment = assignment
    let release = try assignment.release()
    func run(_ notebook: Notebook) throws -> Execution {
      let execution = try runner.execute(
        notebook, parameters: notebook.frontMatter.parameters, interrupt: interrupt, onEvent: onEvent)
      if execution.wasInterrupted { throw Interrupted() }
      return execution
    }
    var source = assignment.source
    source.takesSolutions = true
    lookAtTasks()
    lookAtSolutions(try run(source))
    lookAtManyInputs(try run(Unsolved.manyInputs(source)))
    lookAtRelease(try run(try NotebookParser.parse(release.text, path: source.path)))
    lookAtBlanks(try run(Unsolved(assignment).notebook()))
    lookAtZeros(try run(Unsolved(assignment).notebook(withZeros: true)))
    remarks.sort { $0.position < $1.position }
  }

  private mutating func say(_ message: String, at cell: Int, isError: Bool = true) {
    let line = assignment.source.cells[cell].lines.lowerBound
    remarks.append(Remark(isError: isError, position: Position(line: line), message: message))
  }

  private mutating func lookAtTasks() {
    for task in assignment.tasks {
      if task.solution == nil {
        say(
          "the task “\(task.name)” has no solution that proves it can be solved; write one into the next cell",
          at: task.exercise)
      }
      if task.points == 0 {
        say(
          "the task “\(task.name)” is worth nothing: none of its checks has points", at: task.exercise, isError: false)
      }
    }
    for question in assignment.questions where question.points == nil {
      remarks.append(
        Remark(
          isError: false, position: Position(line: question.lines.lowerBound),
          message: "the question “\(question.label)” is worth nothing; write points=\"…\" behind its name"))
    }
  }

  /// What the checks of a run of the source said, by the checks of the assignment.
  private func checked(_ execution: Execution, cell: (AssignmentCheck) -> Int?) -> [CheckedCell] {
    assignment.checks.compactMap { check in
      cell(check).map { index in
        CheckedCell(
          execution.notebook.cells[index], execution.outcomes[index], label: check.label, task: check.task,
          in: execution.notebook)
      }
    }
  }

  private mutating func lookAtSolutions(_ execution: Execution) {
    solved = checked(execution) { $0.cell }
    for (check, cell) in zip(assignment.checks, solved) {
      if let failure = cell.failure {
        say("with the solution, this check ends early: \(Self.first(failure))", at: check.cell)
      } else if let wrong = cell.results.first(where: { !$0.hasPassed }) {
        say("the solution of “\(check.task)” does not pass this check: \(wrong.words)", at: check.cell)
      } else if cell.results.isEmpty, !cell.isWaiting {
        say("this check looks at nothing: it calls “check” nowhere", at: check.cell)
      }
    }
    for (index, cell) in execution.notebook.cells.enumerated() {
      guard case .failed(let failure) = execution.outcomes[index].status, !failure.isMeant(by: cell.options)
      else { continue }
      if case .check = cell.options.role { continue }
      say("with the solutions, this cell fails: \(failure.message)", at: index)
    }
  }

  /// If a check contradicts its own solution, this many inputs show it before a student finds out.
  private mutating func lookAtManyInputs(_ execution: Execution) {
    let many = checked(execution) { $0.cell + 1 }
    for (check, (cell, few)) in zip(assignment.checks, zip(many, solved)) where few.hasPassed && !cell.hasPassed {
      let words = cell.results.first { !$0.hasPassed }?.words ?? cell.failure.map(Self.first) ?? "it ends early"
      say(
        "with \(Unsolved.inputs) inputs, this check contradicts the solution of “\(check.task)”: \(words)",
        at: check.cell)
    }
  }

  private mutating func lookAtRelease(_ execution: Execution) {
    let notebook = execution.notebook
    for (cell, outcome) in zip(notebook.cells, execution.outcomes) {
      guard case .failed(let failure) = outcome.status, !failure.isMeant(by: cell.options) else { continue }
      if case .lacking = failure { continue }
      // The same cell of the source, where it has the same code.
      let place = assignment.source.cells.firstIndex { $0.code == cell.code } ?? 0
      say("in the student's version, this cell fails: \(failure.message)", at: place)
    }
  }

  private mutating func lookAtBlanks(_ execution: Execution) {
    let places = Unsolved(assignment).places
    for (check, cell) in zip(assignment.checks, checked(execution) { places[$0.cell] }) where cell.earned > 0 {
      say("this check gives points for a blank: it does not look at “\(check.task)”", at: check.cell)
    }
  }

  private mutating func lookAtZeros(_ execution: Execution) {
    let places = Unsolved(assignment).places
    zeroed = checked(execution) { places[$0.cell].map { $0 + 1 } }
    for task in assignment.tasks where task.points > 0 {
      let cells = zeroed.filter { $0.task == task.name }
      if cells.map(\.earned).reduce(0, +) >= task.points {
        say(
          "an answer that is always zero gets all \(PointsText.words(task.points)) of “\(task.name)”; check a value that differs from 0",
          at: task.exercise)
        continue
      }
      for (check, cell) in zip(assignment.checks, zeroed)
      where check.task == task.name && check.points > 0 && cell.earned >= check.points {
        say(
          "an answer that is always zero passes this check of “\(task.name)” (\(PointsText.words(check.points)))",
          at: check.cell, isError: false)
      }
    }
  }

  private static func first(_ text: String) -> String {
    String(text.split(separator: "\n").first ?? "")
  }
}
