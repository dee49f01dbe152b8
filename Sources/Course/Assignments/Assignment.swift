import Foundation
import NotebookDocument

/// An assignment: a notebook whose exercises are tasks that students solve, with checks that are worth points, and questions
/// that they answer in prose.
package struct Assignment: Hashable, Sendable {
  package var name: String
  /// The teacher's notebook, with solutions and hidden checks.
  package var source: Notebook
  /// In the order of the notebook.
  package var tasks: [AssignmentTask]
  package var questions: [WrittenQuestion] { source.questions }
  /// The cells that every student's notebook has exactly once, in this order: exercises, and locked ones.
  package var fixed: [FixedCell]

  /// What can be earned.
  package var points: Double { tasks.map(\.points).reduce(0, +) + questions.compactMap(\.points).reduce(0, +) }
  /// All checks, in the order of the tasks.
  package var checks: [AssignmentCheck] { tasks.flatMap(\.checks) }

  /// The task of this name.
  package func task(_ name: String) -> AssignmentTask? { tasks.first { $0.name == name } }
}

/// An exercise with its parts.
package struct AssignmentTask: Hashable, Sendable {
  package var name: String
  /// The index of the exercise among the source's cells.
  package var exercise: Int
  /// The index of its solution; nil where there is none.
  package var solution: Int?
  /// In the order of the notebook, hidden ones included.
  package var checks: [AssignmentCheck]
  /// Which names of the kit its code may use; nil for all.
  package var calls: [String]?

  /// What its checks are worth.
  package var points: Double { checks.map(\.points).reduce(0, +) }
}

/// A cell that checks a task.
package struct AssignmentCheck: Hashable, Sendable {
  /// By which the cell is known in every version.
  package var label: String
  package var task: String
  /// The index among the source's cells.
  package var cell: Int
  /// What it is worth; 0 if not given.
  package var points: Double
  /// Whether it runs only after hand-in.
  package var isHidden: Bool

  /// The points earned if this many of a cell's checks have passed: that share of its points. A cell that has failed
  /// on the way, or shows fewer checks than with the solution, is measured by the larger number.
  ///
  /// - Parameters:
  ///   - passed: How many checks of the cell passed.
  ///   - count: How many it showed.
  ///   - expected: How many it shows with the solution.
  package func earned(passed: Int, of count: Int, expected: Int) -> Double {
    let all = max(count, expected)
    return all > 0 ? points * Double(min(passed, all)) / Double(all) : 0
  }
}

/// A cell that is in every student's notebook.
package struct FixedCell: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Students write in it.
    case exercise(String)
    /// Students must not change it.
    case locked
  }

  package var kind: Kind
  /// By which it is known: the exercise's name, or the cell's label.
  package var label: String
  /// The index among the source's cells.
  package var cell: Int
  /// What a student's version holds between the fences: option lines and code.
  package var content: [String]
  /// How many of these lines are options.
  package var optionCount: Int

  package var isLocked: Bool { kind == .locked }
  var options: ArraySlice<String> { content[..<optionCount] }
  var code: ArraySlice<String> { content[optionCount...] }
}

extension Assignment {
  /// Reads an assignment from its source.
  ///
  /// - Throws: `AssignmentError` for a student's version, for a notebook without tasks or questions, and for a
  ///   question that has the name of a task. O(cells²).
  package init(_ source: Notebook) throws(AssignmentError) {
    self.source = source
    name = source.frontMatter.assignment ?? source.name
    if source.frontMatter.release != nil { throw AssignmentError(.isReleased, file: source.path) }
    let labels = StableLabels(source)
    tasks = source.cells.enumerated().compactMap { index, cell in
      guard case .exercise(let name) = cell.options.role else { return nil }
      let checks = source.cells.enumerated().compactMap { place, check -> AssignmentCheck? in
        guard check.options.role == .check(name), check.options.eval else { return nil }
        return AssignmentCheck(
          label: labels[place], task: name, cell: place, points: check.options.points ?? 0,
          isHidden: check.options.isHidden)
      }
      return AssignmentTask(
        name: name, exercise: index, solution: source.solution(of: name), checks: checks, calls: cell.options.calls)
    }
    fixed = FixedCell.all(of: source, labels)
    if tasks.isEmpty, source.questions.isEmpty { throw AssignmentError(.asksNothing, file: source.path) }
    if let question = source.questions.first(where: { task($0.label) != nil }) {
      throw AssignmentError(
        .sharedName(question.label), file: source.path, position: Position(line: question.lines.lowerBound))
    }
  }
}
