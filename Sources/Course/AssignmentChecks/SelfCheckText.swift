import Assignments
import NotebookDocument

/// What a student reads of a check before handing in.
package enum SelfCheckText {
  /// Lines, the summary last.
  package static func lines(_ check: SelfCheck) -> [String] {
    var lines: [String] = []
    for task in check.tasks {
      let possible = task.checks.map(\.possible).reduce(0, +)
      let passed = task.checks.count(where: \.hasPassed)
      let state =
        !task.blanks.isEmpty
        ? "not done yet" : task.failure != nil ? "does not run" : "\(passed) of \(task.checks.count) checks"
      let points = possible > 0 ? ", \(PointsText.number(task.earned)) of \(PointsText.words(possible))" : ""
      lines.append("\(task.name): \(state)\(points)")
      lines += task.blanks.filter { !$0.isEmpty }.map { "  in the blank belongs: \($0)" }
      lines += indented(task.failure) + indented(task.forbiddenCalls)
      for cell in task.checks {
        lines += cell.results.filter { !$0.hasPassed }.map { "  ✗ \($0.words)" }
        lines += indented(cell.failure)
      }
    }
    if !check.failures.isEmpty { lines.append("cells that belong to no task:") }
    for failure in check.failures { lines += indented(failure) }
    for question in check.questions where !question.isAnswered {
      lines.append("question \(question.label): not answered yet\(PointsText.behind(question.points))")
    }
    lines += check.changes.map(\.wordsBeforeHandIn)
    return lines + [summary(check)]
  }

  private static func indented(_ text: String?) -> [String] {
    text?.split(separator: "\n").map { "  \($0)" } ?? []
  }

  private static func summary(_ check: SelfCheck) -> String {
    let (checks, record) = (check.checks, check.record)
    let possible = checks.map(\.possible).reduce(0, +)
    let points =
      possible > 0
      ? ", \(PointsText.number(check.tasks.map(\.earned).reduce(0, +))) of \(PointsText.words(possible))" : ""
    let words = "visible checks: \(checks.count(where: \.hasPassed)) of \(checks.count)\(points)"
    let more =
      record.hiddenChecks > 0
      ? "; \(record.hiddenChecks) more (\(PointsText.words(record.hiddenPoints))) run after hand-in" : ""
    let answered = check.questions.count(where: \.isAnswered)
    return words + more + (check.questions.isEmpty ? "" : "; answers: \(answered) of \(check.questions.count)")
  }
}
