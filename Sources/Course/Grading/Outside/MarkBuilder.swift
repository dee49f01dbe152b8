import Assignments
import NotebookDocument

/// Makes marks of what was seen.
struct MarkBuilder {
  let terms: GradingTerms
  let prepared: PreparedSubmission
  let received: Received
  let seen: Grader.Seen
  /// How many results each check shows with the solutions.
  let expected: [Int]

  init(
    _ terms: GradingTerms, _ prepared: PreparedSubmission, _ received: Received, _ seen: Grader.Seen, expected: [Int]
  ) {
    (self.terms, self.prepared, self.received) = (terms, prepared, received)
    (self.seen, self.expected) = (seen, expected)
  }

  func tasks() -> [TaskMark] { terms.assignment.tasks.map(mark) }

  private func mark(_ task: AssignmentTask) -> TaskMark {
    let forbidden = seen.forbidden[task.name] ?? []
    var mark = TaskMark(name: task.name, status: .graded, code: received.code[task.name] ?? "")
    let failure =
      prepared.exercises[task.name].flatMap { unit in seen.failures[unit].map { words($0, of: unit) } }
      ?? mismatch(task)
    if prepared.blanks.contains(task.name) {
      mark.status = .blank
    } else if seen.verdicts.isEmpty, let obstacle = seen.obstacle {
      mark.status = seen.wasStopped ? .stopped : .failed
      mark.failure = failure ?? obstacle
    } else if !forbidden.isEmpty {
      mark.status = .forbidden
      mark.forbiddenCalls = forbidden
      mark.failure = ForbiddenCalls.words(forbidden, allowed: task.calls ?? [])
    } else if let failure {
      mark.status = .failed
      mark.failure = failure
    }
    mark.checks = task.checks.map { check in
      let index = terms.program.checks.firstIndex { $0.check.label == check.label && $0.check.cell == check.cell }
      var result = CheckMark(label: check.label, isHidden: check.isHidden, possible: check.points)
      guard mark.status == .graded || mark.status == .failed, let index, seen.verdicts.indices.contains(index) else {
        return result
      }
      let verdict = seen.verdicts[index]
      result.results = verdict.results
      result.failure = verdict.failure
      let passed = verdict.results.count { $0.hasPassed }
      result.earned = check.earned(passed: passed, of: verdict.results.count, expected: expected[index])
      return result
    }
    return mark
  }

  /// What of a task is there, but cannot be called as the task has it.
  private func mismatch(_ task: AssignmentTask) -> String? {
    let names = terms.program.namesOfTask[task.name] ?? []
    let probes = prepared.job.units.indices.filter { prepared.job.units[$0].kind == .probe }
    // The first imports, the last answers.
    for (served, unit) in zip(terms.program.served, probes.dropFirst()) where names.contains(served.name) {
      guard let failure = seen.failures[unit], failure.isCompilers else { continue }
      return "“\(served.key)” cannot be called as the task has it: \(failure.words)"
    }
    return nil
  }

  private func words(_ failure: ConfinedFailure, of unit: Int) -> String {
    let place = failure.line.flatMap { line in
      prepared.codeLines[unit].flatMap { received.submittedLine($0 + line - 1) }
    }
    return (place.map { "Line \($0): " } ?? "") + failure.words
  }
}
