import Foundation
import NotebookDocument
import Processes
import Sandboxes
import Testing

@testable import Assignments
@testable import Grading

/// A small assignment on the disk, with submissions to it.
final class Course {
  let folder = "\(NSTemporaryDirectory())gimbal-course-\(UUID().uuidString)"
  var submissions: String { "\(folder)/submissions" }
  var grades: String { "\(folder)/grades" }
  var source: String { "\(folder)/lab.md" }
  let assignment: Assignment

  /// The assignment of ``text``, or another one.
  init(_ text: String = Course.text) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/submissions", withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/lab.md"))
    assignment = try Assignment(NotebookParser.parse(text, path: "\(folder)/lab.md"))
  }

  deinit { ScratchFolder.remove(folder) }

  /// Sees to it that the program's own C modules are there, as they are where somebody has run the source before: a judge's compiler
  /// fills them, a submission's never.
  func fillModules(_ base: SharedBase, _ sandbox: any Sandbox) throws {
    _ = try Grader(
      GradingTerms(assignment, sandbox: sandbox, base: base, secret: "s", cacheFolder: "\(folder)/cache"),
      interrupt: Interrupt())
  }

  func handIn(_ student: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(submissions)/\(student).md"))
  }

  /// The student's version with this code in the exercises.
  func filledIn(_ code: [String: String]) throws -> String {
    var text = try assignment.release().text
    for (task, code) in code {
      let blank = assignment.source.cells[try #require(assignment.task(task)).exercise].code
      #expect(text.contains(blank), "\(task)")
      text = text.replacing(blank, with: code.hasSuffix("\n") ? code : code + "\n")
    }
    return text
  }

  /// Limits under which hostile submissions end soon, and honest ones on a busy machine do not: processor time is what ends a loop.
  static var limits: TreeLimits {
    var limits = TreeLimits()
    (limits.wall, limits.cpu, limits.memory) = (300, 20, 1 << 30)
    // One file holds what a run records: see RunRecord.
    (limits.disk, limits.file, limits.processes, limits.files) = (128 << 20, 64 << 20, 96, 4000)
    return limits
  }

  /// Seconds that a submission may take in all.
  static let total = 600.0

  @discardableResult
  func grade(
    in sandbox: String? = nil, jobs: Int = 2, limits: TreeLimits = Course.limits, total: Double = Course.total,
    interrupt: Interrupt = Interrupt(), progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> GradingRun.Summary {
    var request = GradingRun.Request(
      submissions: submissions, source: source, output: grades, jobs: jobs, sandbox: sandbox)
    (request.limits, request.total) = (limits, total)
    let summary = try GradingRun(request).run(assignment, interrupt: interrupt, progress: progress)
    #expect(summary.failures == [] && summary.skipped == [])
    return summary
  }

  func mark(_ student: String) throws -> Mark {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(grades)/\(student).json"))
    return try JSONDecoder().decode(Mark.self, from: data)
  }

  /// What was earned, by task.
  func earned(_ student: String) throws -> [String: Double] {
    Dictionary(uniqueKeysWithValues: try mark(student).tasks.map { ($0.name, $0.earned) })
  }

  // MARK: The assignment

  /// A submission with this code for the tasks, and cells of the student's own before the first task and before the last.
  static func submission(
    step: String = rightStep, turn: String = rightTurn, loot: String = emptyLoot, before: [String] = [],
    after: [String] = []
  ) -> String {
    func cells(_ codes: [String]) -> String { codes.map { "```swift\n\($0)\n```\n\n" }.joined() }
    return """
      ---
      title: A small lab
      notebook:
        assignment: small
      ---
      ```swift
      //| label: setup
      //| locked: true
      import Gimbal
      let rate = 2.0
      ```

      \(cells(before))```swift
      //| exercise: step
      \(step)
      ```

      ```swift
      //| exercise: turn
      \(turn)
      ```

      ```swift
      //| label: wrapper
      //| locked: true
      func turned(_ q: Quaternion, _ vs: [Vector3]) -> [Vector3] { vs.map { turn(q, $0) } }
      ```

      \(cells(after))```swift
      //| exercise: loot
      \(loot)
      ```

      """
  }

  static let rightStep = "func step(_ v: Double, _ a: Double, dt: Double) -> Double { v + a * dt }"
  static let wrongStep = "func step(_ v: Double, _ a: Double, dt: Double) -> Double { 12345 }"
  static let rightTurn = """
    func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 {
      func cross(_ a: Vector3, _ b: Vector3) -> Vector3 {
        Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
      }
      let u = Vector3(q.x, q.y, q.z)
      let t = 2 * cross(u, v)
      return v + q.w * t + cross(u, t)
    }
    """
  static let wrongTurn = "func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { Vector3(7, 7, 7) }"
  static let emptyLoot = "func loot() -> String { \"\" }"

  /// `step` is worth 2 and 3 points, `turn` 4, and `loot`, which says what an attack has got, 1.
  static let text = """
    ---
    title: A small lab
    notebook:
      assignment: small
    ---
    ```swift
    //| label: setup
    //| locked: true
    import Gimbal
    let rate = 2.0
    ```

    ```swift
    //| exercise: step
    func step(_ v: Double, _ a: Double, dt: Double) -> Double { blank("the new velocity") }
    ```

    ```swift
    //| solution: step
    \(rightStep)
    ```

    ```swift
    //| check: step
    //| points: 2
    try check(step(0, 2, dt: 0.5), is: 1, within: 1e-12, dt: 0.5, "0 + 2·0.5")
    try check("no time, no change", over: .number("v"), .number("a"), holds: { v, a in step(v, a, dt: 0) == v })
    ```

    ```swift
    //| check: step
    //| hidden: true
    //| points: 3
    let sentinel = "SENTINEL-of-the-hidden-check"
    try check("a step", { step($0, $1, dt: $2) }, like: { v, a, dt in v + a * dt }, over: .number("v"), .number("a"), .timeStep())
    ```

    ```swift
    //| exercise: turn
    //| calls: [Vector3]
    func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { blank("q v q*") }
    ```

    ```swift
    //| solution: turn
    \(rightTurn)
    ```

    ```swift
    //| label: wrapper
    //| locked: true
    func turned(_ q: Quaternion, _ vs: [Vector3]) -> [Vector3] { vs.map { turn(q, $0) } }
    ```

    ```swift
    //| check: turn
    //| hidden: true
    //| points: 4
    try check("a turned vector", turn, like: { q, v in q.act(on: v) }, over: .rotation("q"), .vector("v"))
    try check(turned(.identity, [Vector3(1, 2, 3)]), is: [Vector3(1, 2, 3)], "nothing turned")
    ```

    ```swift
    //| exercise: loot
    func loot() -> String { blank("nothing") }
    ```

    ```swift
    //| solution: loot
    \(emptyLoot)
    ```

    ```swift
    //| check: loot
    //| points: 1
    try check(loot(), is: "", "the loot")
    ```

    """
}
