import NotebookDocument
import Testing

@testable import Assignments

struct AssignmentTests {
  @Test("An assignment has its tasks, checks, points and fixed cells, in order")
  func parts() throws {
    let assignment = try Sample.assignment()
    #expect(assignment.name == "lab3")
    #expect(assignment.tasks.map(\.name) == ["step", "twice"])
    #expect(assignment.tasks[0].calls == ["Vector3"] && assignment.tasks[1].calls == nil)
    #expect(assignment.checks.map(\.label) == ["check-step", "check-step-2", "check-step-3", "twice-it"])
    #expect(assignment.checks.map(\.points) == [2, 3, 0, 1])
    #expect(assignment.checks.map(\.isHidden) == [false, true, false, false])
    #expect(assignment.points == 10)
    #expect(assignment.fixed.map(\.label) == ["given", "step", "check-step", "check-step-3", "twice", "twice-it"])
  }

  @Test("A notebook without a name for the assignment gives it its own; one that asks nothing is refused")
  func names() throws {
    let text = "---\nnotebook: {}\n---\n::: {.answer #why}\nWhy?\n:::\n"
    #expect(try Assignment(NotebookParser.parse(text, path: "a/drift.md")).name == "drift")
    let nothing = try NotebookParser.parse("---\nnotebook: {}\n---\nText.\n", path: "n.md")
    #expect(throws: AssignmentError(.asksNothing, file: "n.md")) { try Assignment(nothing) }
    let shared =
      "---\nnotebook: {}\n---\n```swift\n//| exercise: step\nblank(\"a step\")\n```\n\n"
      + "::: {.answer #step}\nWhy?\n:::\n"
    #expect(throws: AssignmentError(.sharedName("step"), file: "s.md", position: .init(line: 9))) {
      try Assignment(NotebookParser.parse(shared, path: "s.md"))
    }
    let released = try NotebookParser.parse(Sample.assignment().release().text, path: "r.md")
    #expect(throws: AssignmentError(.isReleased, file: "r.md")) { try Assignment(released) }
  }

  @Test("Points are the share of a cell's checks that pass, of all that the solution shows")
  func shares() throws {
    let check = try Sample.assignment().checks[1]
    #expect(check.earned(passed: 3, of: 4, expected: 4) == 2.25)
    #expect(check.earned(passed: 1, of: 1, expected: 4) == 0.75)
    #expect(check.earned(passed: 9, of: 9, expected: 4) == 3)
    #expect(check.earned(passed: 0, of: 0, expected: 0) == 0)
  }

  @Test(
    "Options that mean nothing where they are are refused with their line",
    arguments: [
      ("points: 1", "“points” belongs to a check, which has “//| check: name”; remove it here"),
      ("hidden: true", "“hidden” belongs to a check, which has “//| check: name”; remove it here"),
      ("calls: [a]", "“calls” belongs to an exercise, which has “//| exercise: name”; remove it here"),
      (
        "exercise: a\n//| locked: true",
        "students write in an exercise, so that it cannot be locked; remove “locked”"
      ),
      ("check: a\n//| points: -1", "“points” must be a number of points from 0 to 1000, but is “-1”"),
      (
        "exercise: a\n//| calls: [a b]",
        "“calls” must be a list of names, such as [Vector3, Trace.samples, Quaternion.*], but is a list"
      ),
    ])
  func strays(_ options: String, _ message: String) throws {
    let text = "---\nnotebook: {}\n---\n```swift\n//| \(options)\nlet x = 1\n```\n"
    do {
      _ = try NotebookParser.parse(text, path: "n.md")
      Issue.record("not refused")
    } catch let error as NotebookError {
      #expect(error.message == message)
      #expect(error.position != nil)
    }
  }

  @Test(
    "Questions that cannot be followed are refused",
    arguments: [
      ("::: {.answer}\nWhy?\n:::", NotebookReason.asking(.answer, .noName)),
      ("::: {.answer #a}\nWhy?\n", .asking(.answer, .unclosed)),
      ("::: {.answer #a}\n\n:::", .question(.noQuestion)),
      ("::: {.answer #a point=\"1\"}\nWhy?\n:::", .asking(.answer, .unknownAttribute("point"))),
      ("::: {.answer #a points=\"many\"}\nWhy?\n:::", .question(.badPoints("many"))),
      ("::: {.answer #a}\nWhy?\n\n```swift\nlet x = 1\n```\n:::", .asking(.answer, .holds("a cell"))),
      ("::: {.answer #a}\nWhy?\n\n::: columns\n:::\n:::", .asking(.answer, .holds("“::: columns”"))),
      ("::: columns\n::: {.answer #a}\nWhy?\n:::\n:::", .asking(.answer, .inside("columns"))),
    ])
  func questions(_ body: String, _ reason: NotebookReason) {
    #expect {
      try NotebookParser.parse("---\nnotebook: {}\n---\n\(body)\n", path: "n.md")
    } throws: {
      ($0 as? NotebookError)?.reason == reason
    }
  }
}
