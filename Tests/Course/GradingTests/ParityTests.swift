import Foundation
import Sandboxes
import TestTiers
import Testing

@testable import Assignments
@testable import Grading

/// A mark says what a submission does, not which sandbox it was graded in, nor when.
@Suite(.serialized) struct ParityTests {
  private static func step(_ body: String) -> String {
    "import Foundation\nfunc step(_ v: Double, _ a: Double, dt: Double) -> Double { \(body) }"
  }
  private static let split = "@_silgen_name(\"fork\") func split() -> Int32\n"

  private static let raw = "@_silgen_name(\"syscall\") func raw(_: Int, _: Int, _: Int) -> Int\n"
  private static let crash = "let none: [Int] = []; print(none[none.count + 2])"
  /// A submission with a cell that leaves something running.
  private static func left(_ code: String) -> String { Course.submission(before: ["import Foundation\n\(code)"]) }

  /// Submissions that use much of something, or give values at the edge, with what they earn. None of them is stopped by a limit of time
  /// from which it is not far away.
  static let submissions: [(name: String, text: String, earned: [Double])] = [
    (
      "eight threads",
      Course.submission(before: ["import Foundation\nfor _ in 0..<8 { Thread.detachNewThread { while true {} } }"]),
      [5, 4, 1]
    ),
    (
      "a tick",
      Course.submission(before: ["import Foundation\nThread.detachNewThread { while true { usleep(1000) } }"]),
      [5, 4, 1]
    ),
    (
      "children that end",
      Course.submission(before: ["import Foundation\n" + split + "for _ in 0..<20 where split() == 0 { _exit(0) }"]),
      [5, 0, 1]
    ),
    (
      "children that sleep",
      Course.submission(before: [
        "import Foundation\n" + split + "for _ in 0..<20 where split() == 0 { while true { sleep(60) } }"
      ]), [5, 0, 1]
    ),
    (
      "too many children",
      Course.submission(before: [
        "import Foundation\n" + split + "for _ in 0..<500 where split() == 0 { while true { sleep(60) } }"
      ]), [0, 0, 0]
    ),
    (
      "much memory", Course.submission(before: ["var much = [UInt8](repeating: 1, count: 300 << 20)\nmuch[7] = 2"]),
      [5, 4, 1]
    ),
    (
      "too much memory", Course.submission(before: ["var much = [UInt8](repeating: 1, count: 3 << 30)\nmuch[7] = 2"]),
      [0, 0, 0]
    ),
    (
      "files",
      Course.submission(before: [
        "import Foundation\nfor i in 0..<50 { try Data(count: 1 << 20).write(to: URL(fileURLWithPath: \"f\\(i)\")) }"
      ]), [5, 4, 1]
    ),
    (
      "too many files",
      Course.submission(before: [
        "import Foundation\nfor i in 0..<6000 { try Data().write(to: URL(fileURLWithPath: \"f\\(i)\")) }\nsleep(1)"
      ]), [0, 0, 0]
    ),
    ("a short sleep", Course.submission(step: step("if dt == 0.5 { sleep(2) }; return v + a * dt")), [5, 4, 1]),
    ("a call without end", Course.submission(step: step("while true {}")), [0, 4, 1]),
    ("a crash", Course.submission(step: step("[1.0][Int(dt) + 1]")), [0, 4, 1]),
    ("an exit", Course.submission(step: step("exit(0)")), [0, 4, 1]),
    ("an exit in a cell", Course.submission(before: ["import Foundation\nexit(3)"]), [5, 4, 1]),
    (
      "kills everybody",
      Course.submission(before: [
        "import Foundation\n@_silgen_name(\"syscall\") func raw(_: Int, _: Int, _: Int) -> Int\nfor p in 1..<70 where p != Int(getpid()) { _ = raw(62, p, 9) }; _ = raw(62, -1, 9)"
      ]), [5, 0, 1]
    ),
    (
      "a call kills its parent", Course.submission(step: step("kill(getppid(), SIGKILL); return v + a * dt")),
      [5, 4, 1]
    ),
    ("a call kills its group", Course.submission(step: step("kill(0, SIGKILL); return v + a * dt")), [5, 4, 1]),
    (
      "a call kills around the host",
      Course.submission(
        step:
          "\(raw)\(step("let p = Int(getppid()); for n in [p, -p, 0, -1] { _ = raw(62, n, 9) }; return v + a * dt"))"),
      [5, 0, 1]
    ),
    (
      "a cell kills around the host",
      Course.submission(before: [
        "import Foundation\n\(raw)let p = Int(getppid()); for n in [p, -p, 0, -1] { _ = raw(62, n, 9) }; _ = raw(200, p, 9)"
      ]), [5, 0, 1]
    ),
    (
      "memory in a call", Course.submission(step: step("[Double](repeating: v, count: 1 << 29)[7] + a * dt")),
      [0, 0, 0]
    ),
    ("a queue without end", left("DispatchQueue.global().async { while true {} }"), [5, 4, 1]),
    ("a queue that crashes", left("DispatchQueue.global().async { fatalError() }"), [5, 4, 1]),
    ("a thread that crashes later", left("Thread.detachNewThread { usleep(50_000); \(crash) }"), [5, 4, 1]),
    ("a task without end", left("Task.detached { while true {} }"), [5, 4, 1]),
    ("a task that crashes", left("Task.detached { usleep(20_000); \(crash) }"), [5, 4, 1]),
    ("a queue that ends the program", left("DispatchQueue.global().async { exit(3) }"), [5, 4, 1]),
    (
      "a thread that prints, and a crash below",
      Course.submission(before: [
        "import Foundation\nThread.detachNewThread { var i = 0; while true { i += 1; print(i); usleep(1000) } }", crash,
      ]), [5, 4, 1]
    ),
    (
      "a crash that the cell waits for",
      left("let all = DispatchGroup()\nDispatchQueue.global().async(group: all) { \(crash) }\nall.wait()"), [5, 4, 1]
    ),
    ("a signal's handler", left("signal(SIGUSR1) { _ in }; signal(SIGPROF, SIG_IGN)"), [5, 4, 1]),
    ("not a number", Course.submission(step: step(".nan")), [0, 4, 1]),
    ("infinite", Course.submission(step: step("dt == 0 ? v : .infinity")), [1, 4, 1]),
    ("negative zero", Course.submission(step: step("let r = v + a * dt; return r == 0 ? -0.0 : r")), [5, 4, 1]),
    (
      "a long word", Course.submission(loot: "func loot() -> String { String(repeating: \"x\", count: 15 << 20) }"),
      [5, 4, 0]
    ),
    (
      "too long a word", Course.submission(loot: "func loot() -> String { String(repeating: \"x\", count: 17 << 20) }"),
      [5, 4, 0]
    ),
    (
      "marks on a letter",
      Course.submission(loot: "func loot() -> String { \"a\" + String(repeating: \"\\u{301}\", count: 1 << 20) }"),
      [5, 4, 0]
    ),
    (
      "a flood",
      Course.submission(before: [
        "let line = String(repeating: \"x\", count: 1 << 16)\nfor _ in 0..<200 { print(line) }"
      ]), [5, 4, 1]
    ),
  ]

  /// The points, states and words that a student gets, without times and hashes.
  private func facts(_ mark: Mark) -> [String] {
    mark.tasks.map { task in
      "\(task.name) \(task.earned) \(task.status) \(task.failure ?? "") "
        + task.checks.map { $0.failure ?? "" }.joined(separator: "; ")
    } + [mark.failure ?? ""]
  }

  @Test func `both sandboxes give the same marks with the same words, and so does grading again`() throws {
    let all = Tier.proves ? Self.submissions : Self.submissions.filter { !$0.name.contains("too many") }
    var found: [String: [String: [String]]] = [:]
    for sandbox in Sandboxes.all.map({ $0.name }) {
      let course = try Course()
      for (name, text, _) in all { try course.handIn(name, text) }
      var limits = TreeLimits()
      (limits.memory, limits.files) = (1 << 30, 4000)
      try course.grade(in: sandbox, limits: limits, total: GradingTerms.standardTotal)
      for (name, _, earned) in all {
        let mark = try course.mark(name)
        #expect(mark.tasks.map(\.earned) == earned, "\(name) in \(sandbox): \(mark.tasks)")
        // One sentence says what happened to a submission that has ended; the tasks do not repeat that they were not run.
        let words = mark.tasks.flatMap(\.checks).flatMap { [$0.failure ?? ""] + $0.results.map(\.words) }
        #expect(!words.contains { $0.contains("has ended") || $0.contains("does not run") }, "\(name): \(words)")
        if name == "memory in a call" {
          #expect(
            mark.failure
              == "Nothing could be asked after “step” was called. It was stopped: it needed more than 1024 MB of memory."
          )
        }
        found[name, default: [:]][sandbox] = facts(mark)
      }
      let again = all.map(\.name).prefix(4)
      for name in again { try FileManager.default.removeItem(atPath: "\(course.grades)/\(name).json") }
      try course.grade(in: sandbox, limits: limits, total: GradingTerms.standardTotal)
      for name in again {
        let (first, second) = (found[name]?[sandbox] ?? [], facts(try course.mark(name)))
        #expect(second == first, "\(name) again in \(sandbox): \(second) after \(first)")
      }
    }
    for (name, marks) in found { #expect(Set(marks.values).count == 1, "\(name): \(marks)") }
  }
}
