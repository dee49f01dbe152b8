import Assignments
import Foundation
import Sandboxes
import Testing

@testable import Grading

/// The lab, graded as a class would be.
@Suite struct LabGradingTests {
  static let sources = ["1-letters", "2-tracking", "3-air"].map { "notebooks/lab/\($0).md" }

  /// A source as a student hands it in who has solved everything as the solutions do.
  private static func solved(_ assignment: Assignment) throws -> String {
    var text = try assignment.release().text
    for task in assignment.tasks {
      let exercise = assignment.source.cells[task.exercise].code
      let solution = assignment.source.cells[try #require(task.solution)].code
      #expect(text.contains(exercise), "\(task.name)")
      text = text.replacing(exercise, with: solution)
    }
    return text
  }

  @Test(arguments: sources) func `solutions get all points, and blanks none`(_ source: String) throws {
    let course = try Course(try String(contentsOfFile: source, encoding: .utf8))
    try course.handIn("solved", Self.solved(course.assignment))
    try course.handIn("blank", course.assignment.release().text)
    try course.grade(limits: TreeLimits())
    let solved = try course.mark("solved")
    for task in solved.tasks {
      #expect(task.earned == course.assignment.task(task.name)?.points, "\(task.name): \(task)")
      #expect(task.status == .graded && task.failure == nil && task.forbiddenCalls == [], "\(task.name): \(task)")
    }
    #expect(try course.mark("blank").tasks.allSatisfy { $0.earned == 0 && $0.status == .blank })
  }
}
