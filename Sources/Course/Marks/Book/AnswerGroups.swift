import Assignments
import Display

/// Students whose answer to a task went the same way: by the mistake that explains it, else by the check that did not pass.
package struct AnswerGroup: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case right
    case mistake(String)
    case failedCheck(String)
    case status(TaskMark.Status)

    /// What a teacher reads.
    package var words: String {
      switch self {
      case .right: "right"
      case .mistake(let words): words
      case .failedCheck(let title): "does not pass “\(title)”"
      case .status(.blank): "not done"
      case .status(.failed): "does not run"
      case .status(.stopped): "was stopped: time, memory or output"
      case .status(.forbidden): "calls what the task does not allow"
      case .status(.graded): "graded"
      }
    }
  }

  package var task: String
  package var reason: Reason
  /// By name.
  package var students: [String]
  /// The code of one of them.
  package var example: String
  /// What a check said of it.
  package var words: String

  /// The groups of each task, in the order of the tasks, the largest first. O(marks · checks).
  package static func all(_ marks: [Mark]) -> [AnswerGroup] {
    let tasks = marks.first?.tasks.map(\.name) ?? []
    return tasks.flatMap { name -> [AnswerGroup] in
      var groups: [Reason: AnswerGroup] = [:]
      for mark in marks {
        guard let task = mark.tasks.first(where: { $0.name == name }) else { continue }
        let (reason, words) = reason(task)
        groups[
          reason, default: AnswerGroup(task: name, reason: reason, students: [], example: task.code, words: words)
        ].students.append(mark.student)
      }
      return groups.values.sorted { ($1.students.count, $0.reason.words) < ($0.students.count, $1.reason.words) }
    }
  }

  private static func reason(_ task: TaskMark) -> (Reason, String) {
    guard task.status == .graded else {
      let calls = task.forbiddenCalls.isEmpty ? "" : task.forbiddenCalls.joined(separator: ", ")
      return (.status(task.status), task.failure ?? calls)
    }
    let wrong = task.checks.flatMap(\.results).filter { !$0.hasPassed }
    if let named = wrong.first(where: { $0.mistake != nil }), let mistake = named.mistake {
      return (.mistake(MistakeCount.plain(mistake)), named.words)
    }
    if let first = wrong.first { return (.failedCheck(first.title ?? "a check without a name"), first.words) }
    if let failed = task.checks.first(where: { $0.failure != nil }) {
      return (.failedCheck(failed.label), failed.failure ?? "")
    }
    return (.right, "")
  }
}

/// A mistake that checks named, and how many students made it.
package struct MistakeCount: Hashable, Sendable {
  package var task: String
  package var mistake: String
  package var students: Int

  /// A mistake's words without quotation marks: a check of values says “dt” as a word, and one of functions as an input's name.
  static func plain(_ words: String) -> String { words.filter { $0 != "“" && $0 != "”" } }

  /// The most frequent first. O(marks · checks).
  package static func all(_ marks: [Mark]) -> [MistakeCount] {
    var counts: [[String]: Int] = [:]
    for task in marks.flatMap(\.tasks) {
      for mistake in Set(task.checks.flatMap(\.results).compactMap(\.mistake).map(plain)) {
        counts[[task.name, mistake], default: 0] += 1
      }
    }
    return counts.map { MistakeCount(task: $0.key[0], mistake: $0.key[1], students: $0.value) }
      .sorted { ($1.students, $0.task, $0.mistake) < ($0.students, $1.task, $1.mistake) }
  }
}
