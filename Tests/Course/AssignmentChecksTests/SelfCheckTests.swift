import AssignmentChecks
import Assignments
import NotebookBench
import NotebookDocument
import Testing

@testable import NotebookRunning

@Suite("A student's own check")
struct SelfCheckTests {
  static let source = """
    ---
    notebook: {assignment: lab3}
    ---
    ```swift
    //| locked: true
    import Gimbal
    ```

    ```swift
    //| exercise: step
    func step(_ v: Double, _ a: Double, _ dt: Double) -> Double { blank("add a·dt") }
    ```

    ```swift
    //| solution: step
    func step(_ v: Double, _ a: Double, _ dt: Double) -> Double { v + a * dt }
    ```

    ```swift
    //| check: step
    //| points: 2
    try check(step(0, 2, 0.5), is: 1, dt: 0.5, "from rest")
    try check(step(1, 0, 0.5), is: 1, "at constant speed")
    ```

    ```swift
    //| check: step
    //| points: 3
    //| hidden: true
    try check("drawn", step, like: { v, a, dt in v + a * dt }, over: .number("v"), .number("a"), .timeStep())
    ```

    ::: {.answer #why points="1"}
    Why?

    So.
    :::

    """

  private func check(_ edit: (String) -> String) throws -> SelfCheck {
    let bench = try Workbench()
    let assignment = try Assignment(NotebookParser.parse(Self.source, path: "lab.md"))
    let path = try bench.write(edit(try assignment.release().text), to: "lab.md")
    return try SelfCheck(
      of: try NotebookParser.read(path), with: NotebookRunner(cacheFolder: Workbench.cache, keepGoing: true))
  }

  private static let blank = "blank(\"add a·dt\")"

  @Test("As it was handed out, everything is open")
  func untouched() throws {
    let check = try check { $0 }
    #expect(!check.isComplete && check.changes.isEmpty)
    #expect(
      SelfCheckText.lines(check) == [
        "step: not done yet, 0 of 2 points", "  in the blank belongs: add a·dt",
        "question why: not answered yet (1 point)",
        "visible checks: 0 of 1, 0 of 2 points; 1 more (3 points) run after hand-in; answers: 0 of 1",
      ])
  }

  @Test("A right answer passes, and a wrong one gets part of the points and the mistake's name")
  func answers() throws {
    let right = try check {
      $0.replacing(Self.blank, with: "v + a * dt").replacing(Release.invitationOfAll, with: "Therefore.")
    }
    #expect(right.isComplete)
    #expect(
      SelfCheckText.lines(right).last
        == "visible checks: 1 of 1, 2 of 2 points; 1 more (3 points) run after hand-in; answers: 1 of 1")
    let lines = SelfCheckText.lines(try check { $0.replacing(Self.blank, with: "v + a") })
    #expect(lines[0] == "step: 0 of 1 checks, 1 of 2 points")
    #expect(lines[1].hasPrefix("  ✗ from rest: 1 was expected, and 2 came; the factor dt is missing"))
  }

  @Test("A call that a task does not allow is reported, and takes the points")
  func forbiddenCalls() throws {
    var check = try check {
      $0.replacing(Self.blank, with: "v + a * dt").replacing(Release.invitationOfAll, with: "Therefore.")
    }
    check.add(forbidden: ["step": ["Quaternion.act"], "other": ["x"]])
    let lines = SelfCheckText.lines(check)
    #expect(!check.isComplete && lines[0] == "step: 1 of 1 checks, 0 of 2 points")
    #expect(lines[1] == "  It uses “Quaternion.act”, which this task does not allow.")
    #expect(lines.last?.hasPrefix("visible checks: 1 of 1, 0 of 2 points") == true)
  }

  @Test("Code that does not compile and code that ends cost their task, and are reported with the file's line")
  func failures() throws {
    let broken = try check { $0.replacing(Self.blank, with: "v +") }
    #expect(broken.tasks[0].failure?.contains("lab.md:13:") == true && broken.checks[0].earned == 0)
    let ended = try check { $0.replacing(Self.blank, with: "[v][1]") }
    #expect(ended.checks[0].failure != nil && ended.checks[0].earned == 0 && !ended.isComplete)
  }

  @Test("Locked cells that were changed or deleted are named; your own checks are nobody else's")
  func locked() throws {
    let changed = try check {
      $0.replacing("is: 1, dt: 0.5", with: "is: 2, dt: 0.5").replacing(Self.blank, with: "v + 2 * a * dt")
    }
    #expect(changed.changes == [CellChange(label: "check-step", kind: .changed)] && !changed.isComplete)
    let deleted = try check { $0.replacing("//| label: check-step\n", with: "//| label: mine\n") }
    #expect(deleted.changes == [CellChange(label: "check-step", kind: .deleted)] && deleted.checks.isEmpty)
  }

  @Test("What is not a student's version is refused")
  func source() throws {
    let bench = try Workbench()
    let path = try bench.write(Self.source, to: "lab.md")
    #expect(throws: AssignmentError(.notReleased, file: path)) {
      try SelfCheck(of: try NotebookParser.read(path), with: bench.runner)
    }
  }
}
