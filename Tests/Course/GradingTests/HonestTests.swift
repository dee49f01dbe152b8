import Foundation
import Processes
import Sandboxes
import TestTiers
import Testing

@testable import Assignments
@testable import Grading

/// A correct solution gets all points, in whatever style, and on a busy machine, too.
@Suite(.serialized) struct HonestTests {
  static let names = Sandboxes.all.map { $0.name }
  /// How many variations of correct submissions are tried; `make honest` asks for all 6 000.
  static let count = ProcessInfo.processInfo.environment["GIMBAL_HONEST"].flatMap(Int.init) ?? 20
  /// The first of them, to look at some again.
  static let first = ProcessInfo.processInfo.environment["GIMBAL_HONEST_FROM"].flatMap(Int.init) ?? 0

  /// Grades submissions to an assignment, and records each that has less than these points.
  private func expectAll(
    _ points: [String: Double], _ text: String, _ submissions: [(name: String, text: String)], in sandbox: String
  ) throws {
    let course = try Course(text)
    for (name, text) in submissions { try course.handIn(name, text) }
    try course.grade(in: sandbox) { done, all in
      if all > 100, done % 50 == 0 { print("\(sandbox): \(done) of \(all)") }
    }
    for (name, text) in submissions {
      let mark = try course.mark(name)
      #expect(try course.earned(name) == points, "\(name): \(mark.tasks)\n\(text)")
    }
  }

  @Test(arguments: names) func `variations of correct submissions lose no point`(_ sandbox: String) throws {
    let all = (Self.first..<Self.first + Self.count).map { index in
      // A few are spread over all submissions, and as far apart as possible.
      let (submission, variation) = (index % Honest.submissions, index * 7 / Honest.submissions % Honest.variations)
      return ("honest \(submission)-\(variation)", Honest.variation(variation, of: submission))
    }
    try expectAll(Honest.points, Honest.text, AttackTests.share(all, in: sandbox), in: sandbox)
  }

  @Test(arguments: names) func `one's own code may be called in all ways`(_ sandbox: String) throws {
    let packs = Ground.packs(AttackTests.share((0..<Hostile.kinds).map(Hostile.honest), in: sandbox))
    let points = (1...Ground.turns).reduce(into: ["twice": 1.0]) { $0["turn\($1)"] = 4 }
    try expectAll(points, Ground.manyTurns, packs.map { ($0.name, $0.text) }, in: sandbox)
  }

  @Test(arguments: names) func `a variable may be looked at, and the time, too`(_ sandbox: String) throws {
    let look = "print(reach, Quaternion(.z, 1).act(on: Vector3(1, 0, 0)))\nlet sum = reach + 1"
    let all = [
      ("a variable", Ground.submission(reach: Ground.reach.replacing("let reach", with: "var reach"), after: [look])),
      (
        "variables",
        Ground.submission(
          reach:
            "var speed = 0.0, way = 0.0\nfor a in given { speed += a * 0.1; way += speed * 0.1 }\nlet reach: Double = way",
          after: ["print(speed, way)\n\(look)"])
      ),
      (
        "a count of calls",
        Ground.submission(
          turn: "var asked = 0\n" + Ground.turn.replacing("let u", with: "asked += 1\n  let u"),
          between: [
            "let v = Vector3(1, 0, 0), q = Quaternion(.z, 1)\nprint(asked, (turn(v, by: q) - q.act(on: v)).length)"
          ])
      ),
      (
        "a clock",
        Ground.submission(reach: "let start = Date()\n\(Ground.reach)\nprint(Date().timeIntervalSince(start) >= 0)")
      ),
    ]
    try expectAll(["turn": 4, "reach": 3, "twice": 1], Ground.text, all, in: sandbox)
  }

  /// One supervisor measures the processor time in all sandboxes; `make prove` asks both.
  @Test(arguments: Tier.proves ? names : [names[0]]) func `a busy machine costs nobody a point`(
    _ sandbox: String
  ) throws {
    let isOver = Flag()
    for _ in 0..<4 * ProcessInfo.processInfo.activeProcessorCount {
      Thread.detachNewThread { while !isOver.isSet { for _ in 0..<10_000 where isOver.isSet {} } }
    }
    defer { isOver.set() }
    let course = try Course()
    try course.handIn("honest", Course.submission(before: ["let own = 1"]))
    // It computes for two of the four seconds that a call may, and waits longer than that by the clock.
    try course.handIn(
      "slow",
      Course.submission(
        step:
          "import Foundation\nfunc step(_ v: Double, _ a: Double, dt: Double) -> Double { if dt == 0.5 { let begin = clock(); while clock() - begin < 2_000_000 {} }; return v + a * dt }"
      ))
    // As much as `gimbal assignment grade` allows by default.
    try course.grade(in: sandbox, limits: TreeLimits(), total: GradingTerms.standardTotal)
    for student in ["honest", "slow"] {
      let mark = try course.mark(student)
      #expect(try course.earned(student) == ["step": 5, "turn": 4, "loot": 1], "\(mark)")
    }
  }

  @Test(arguments: names) func `who waits and does not compute is stopped with a sentence, and loses only that`(
    _ sandbox: String
  ) throws {
    let sleeping =
      "import Foundation\nfunc step(_ v: Double, _ a: Double, dt: Double) -> Double { while true { sleep(60) } }"
    let stubborn = sleeping.replacing(
      "while true", with: "signal(SIGTERM, SIG_IGN); signal(SIGALRM, SIG_IGN); while true")
    let course = try Course()
    try course.handIn("call", Course.submission(step: sleeping))
    try course.handIn("stubborn", Course.submission(step: stubborn))
    try course.handIn("cell", Course.submission(before: ["import Foundation\nwhile true { sleep(60) }"]))
    try course.grade(in: sandbox, total: 30)
    for student in ["call", "stubborn"] {
      let mark = try course.mark(student)
      #expect(try course.earned(student) == ["step": 0, "turn": 4, "loot": 1], "\(mark)")
      #expect(mark.tasks[0].checks[0].results[0].words.contains("was stopped after it had waited for 5 s"), "\(mark)")
    }
    let cell = try course.mark("cell")
    #expect(cell.tasks.allSatisfy { $0.earned == 0 && $0.status == .stopped })
    #expect(
      cell.tasks[0].failure == "It was stopped: it kept the grading waiting for 10 s in all without computing.",
      "\(cell.tasks[0])")
  }

  @Test func `a result with names, and stand-ins that do not compile`() throws {
    let pair = Ground.text.replacing(
      "func twice(_ x: Double) -> Double { blank(\"2x\") }",
      with: "func twice(_ x: Double) -> (x: Double, n: Int) { blank(\"2x\") }"
    )
    .replacing(
      "func twice(_ x: Double) -> Double { 2 * x }",
      with: "func twice(_ x: Double) -> (x: Double, n: Int) { (2 * x, 2) }"
    )
    .replacing("check(twice(2), is: 4, \"four\")", with: "check(twice(2).x, is: 4, \"four\")")
    let course = try Course(pair)
    let own = "func twice(_ x: Double) -> (x: Double, n: Int) { (x + x, 2) }"
    try course.handIn("a", Ground.submission().replacing("func twice(_ x: Double) -> Double { x + x }", with: own))
    try course.grade()
    let mark = try course.mark("a")
    #expect(mark.tasks.map(\.earned) == [4, 3, 1], "\(mark)")
    // A name for a pair: the judge cannot take it apart, and nobody is marked.
    let named = try Course(
      pair.replacing("-> (x: Double, n: Int)", with: "-> Pair").replacing(
        "import Gimbal\n", with: "import Gimbal\ntypealias Pair = (x: Double, n: Int)\n"))
    try named.handIn("a", Ground.submission())
    var request = GradingRun.Request(
      submissions: named.submissions, source: named.source, output: named.grades, jobs: 1)
    (request.limits, request.total) = (Course.limits, Course.total)
    let summary = try GradingRun(request).run(named.assignment, interrupt: Interrupt())
    #expect(
      summary.graded == 0 && summary.failures.count == 1 && summary.failures[0].contains("stand-ins"), "\(summary)")
  }
}

/// Something that happens once.
private final class Flag: @unchecked Sendable {
  private let condition = NSLock()
  private var value = false
  var isSet: Bool { condition.withLock { value } }
  func set() { condition.withLock { value = true } }
}
