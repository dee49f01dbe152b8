import Assignments
import Foundation
import NotebookDocument
import Sandboxes
import Testing

@testable import Grading

/// The lab, graded as a class would be.
@Suite struct LabGradingTests {
  static let sources = ["1-letters", "2-tracking", "3-air"].map { "notebooks/lab/\($0).md" }

  @Test(arguments: sources) func `solutions get all points, and blanks none`(_ source: String) throws {
    let course = try Course(try String(contentsOfFile: source, encoding: .utf8))
    let solutions = Dictionary(
      uniqueKeysWithValues: try course.assignment.tasks.map {
        ($0.name, course.assignment.source.cells[try #require($0.solution)].code)
      })
    let text = try course.filledIn(solutions)
    try course.handIn("solved", text)
    #expect(try StudentsCalls.forbidden(in: NotebookParser.parse(text, path: "student.md")).isEmpty)
    try course.handIn("blank", course.assignment.release().text)
    var limits = TreeLimits()
    (limits.wall, limits.cpu) = (600, 600)
    try course.grade(limits: limits)
    let solved = try course.mark("solved")
    for task in solved.tasks {
      #expect(task.earned == course.assignment.task(task.name)?.points, "\(task.name): \(task)")
      #expect(task.status == .graded && task.failure == nil && task.forbiddenCalls == [], "\(task.name): \(task)")
    }
    #expect(try course.mark("blank").tasks.allSatisfy { $0.earned == 0 && $0.status == .blank })
  }
}
