import Assignments
import Display
import Foundation

@testable import Marks

/// Marks of a small class: right, wrong, blank, forbidden, and one that could not be graded.
enum SampleMarks {
  static func task(_ code: String, _ results: [CheckedResult], hidden: [CheckedResult]) -> TaskMark {
    func check(_ label: String, _ results: [CheckedResult], _ points: Double, isHidden: Bool) -> CheckMark {
      let share = results.isEmpty ? 0 : Double(results.count(where: \.hasPassed)) / Double(results.count)
      return CheckMark(label: label, isHidden: isHidden, possible: points, earned: points * share, results: results)
    }
    return TaskMark(
      name: "step", status: .graded, code: code,
      checks: [check("check-step", results, 2, isHidden: false), check("check-step-2", hidden, 3, isHidden: true)])
  }

  static let right = CheckedResult(hasPassed: true, "from rest: 1", title: "from rest")
  static let wrong = CheckedResult(
    hasPassed: false, "from rest: 1 was expected, and 2 came; the factor dt is missing.", title: "from rest",
    mistake: "the factor dt is missing")
  static let secret = CheckedResult(
    hasPassed: false, "drawn: for v = 0.4711, 0.4712 was expected, and 2 came; the factor dt is missing.",
    title: "drawn", mistake: "the factor dt is missing")

  static func mark(_ student: String, _ tasks: [TaskMark], answer: String = "", failure: String? = nil) -> Mark {
    Mark(
      assignment: "lab3", student: student, submission: "abcdef0123456789", basis: "b", tasks: tasks,
      answers: [AnswerMark(question: "growth", possible: 4, text: answer)], failure: failure, seconds: 1)
  }

  static let all: [Mark] = {
    var blank = task("blank", [], hidden: [])
    blank.status = .blank
    var forbidden = task("ExponentialDamping(rate: 1)", [], hidden: [])
    (forbidden.status, forbidden.forbiddenCalls) = (.forbidden, ["ExponentialDamping"])
    var changed = mark("eve", [forbidden])
    changed.changes = [CellChange(label: "check-step", kind: .changed)]
    return [
      mark(
        "ada", [task("v + a * dt", [right], hidden: [right])], answer: "With its square, <script>alert(1)</script>."),
      mark("bob", [task("v + a", [wrong], hidden: [secret])], answer: "It grows."),
      mark("cyn", [task("v + a * 1", [wrong, right], hidden: [secret])]),
      mark("dan", [blank], failure: nil), changed,
    ]
  }()

  static func book(_ manual: ManualMarks = ManualMarks()) -> Gradebook { Gradebook(all, manual) }
}

/// A folder for the time of a test.
final class Folder {
  let path = "\(NSTemporaryDirectory())gimbal-marks-\(UUID().uuidString)"

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  func write(_ marks: [Mark]) throws {
    for mark in marks { try JSONEncoder().encode(mark).write(to: URL(fileURLWithPath: "\(path)/\(mark.student).json")) }
  }

  func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
  }
}
