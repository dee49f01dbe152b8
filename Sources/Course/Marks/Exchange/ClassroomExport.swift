import Assignments
import Foundation
import NotebookDocument

/// Results for Classroom 50, one `STUDENT/result.json` each, in its format `classroom50/result/v1`.
///
/// Scores are whole numbers there, so that ours are hundredths of a point; each test says the points, too. What a classroom's own runner
/// knows better, such as the links to the commit, it puts in place of ours.
package struct ClassroomExport {
  let book: Gradebook
  /// The classroom's short name.
  let classroom: String
  /// When the marks were made, as `2026-06-01T14:33:11Z`.
  let date: String

  package init(_ book: Gradebook, classroom: String, date: String) {
    (self.book, self.classroom, self.date) = (book, classroom, date)
  }

  /// What the format calls our properties, where it has another spelling.
  private static let spelling = ["testName": "test-name", "maxScore": "max-score", "assignmentType": "assignment_type"]

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = ClassroomExport.spelling[stringValue] ?? stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Result: Encodable {
    struct Test: Encodable {
      var testName: String
      var passed: Bool
      var score: Int
      var maxScore: Int
      var output: String
      var points: Double
    }

    var schema = "classroom50/result/v1"
    var classroom: String
    var assignment: String
    var assignmentType = "individual"
    var owner: String
    var submission: String
    var commit: String
    var release: String
    var review: String
    var datetime: String
    var score: Int
    var maxScore: Int
    var tests: [Test]
  }

  /// Hundredths of a point; of what was earned never more than is possible.
  private static func hundredths(_ points: Double) -> Int { Int((100 * points).rounded()) }

  /// The files by their paths.
  package func files() throws -> [String: Data] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .custom { Key(stringValue: $0[$0.count - 1].stringValue) }
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var files: [String: Data] = [:]
    for student in book.students {
      let tests = student.items.filter(\.isMarked).map { item in
        Result.Test(
          testName: item.name, passed: item.earned.map { $0 >= item.possible } ?? false,
          score: Self.hundredths(min(item.earned ?? 0, item.possible)), maxScore: Self.hundredths(item.possible),
          output: output(of: item, student.mark), points: item.earned ?? 0)
      }
      // The tag has the form that the format asks for; the hash is where a commit's does.
      let stamp = date.replacing(":", with: "-")
      let hash = String(student.mark.submission.prefix(7))
      let place = "submissions/\(hash)"
      let result = Result(
        classroom: classroom, assignment: book.assignment, owner: student.name,
        submission: "submit/\(stamp)-\(hash)", commit: place, release: place, review: place, datetime: date,
        score: tests.map(\.score).reduce(0, +), maxScore: tests.map(\.maxScore).reduce(0, +), tests: tests)
      files["\(student.name)/result.json"] = try encoder.encode(result)
    }
    return files
  }

  /// What a student may read: of hidden checks no values.
  private func output(of item: Gradebook.Item, _ mark: Mark) -> String {
    guard item.kind == .task, let task = mark.tasks.first(where: { $0.name == item.name }) else {
      return item.comment
    }
    let wrong = task.checks.flatMap { check in
      check.results.filter { !$0.hasPassed }.map { check.isHidden ? FeedbackPage.veiled($0) : $0.words }
    }
    return ([item.comment, task.failure ?? ""] + wrong).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
