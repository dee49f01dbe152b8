import Assignments
import Foundation

import enum Basics.CommaSeparated

/// The folders and the table of nbgrader: `feedback/STUDENT/ASSIGNMENT/NOTEBOOK.html` and `grades.csv` with nbgrader's
/// own columns.
///
/// `nbgrader release_feedback` returns a page only next to the files that it laid down with the submission: when that
/// came, and its secret.
package struct NbgraderExport {
  let book: Gradebook

  package init(_ book: Gradebook) { self.book = book }

  static let columns = [
    "assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email", "raw_score",
    "late_submission_penalty", "score", "max_score",
  ]

  /// What is known of a student next to the marks: a row of nbgrader's list of students.
  package struct Person: Hashable, Sendable {
    package var lastName = ""
    package var firstName = ""
    package var email = ""
  }

  /// The files by their paths.
  ///
  /// - Parameters:
  ///   - people: by the students' names.
  ///   - collected: what nbgrader collected, by the students' names: a page has the name of the notebook.
  ///   - page: the feedback page of a student.
  package func files(
    people: [String: Person] = [:], collected: [String: NbgraderImport.Found] = [:],
    page: (Gradebook.Student) -> String
  ) -> [String: Data] {
    var files: [String: Data] = [:]
    for student in book.students {
      let folder = "feedback/\(student.name)/\(book.assignment)"
      let submission = collected[student.name]
      files["\(folder)/\(submission?.notebook ?? book.assignment).html"] = Data(page(student).utf8)
      for (name, data) in submission?.slips ?? [:] { files["\(folder)/\(name)"] = data }
    }
    let rows = book.students.map { student in
      let person = people[student.name] ?? Person()
      let score = MarksTable.exact(student.earned)
      return [
        book.assignment, "", "", student.name, person.lastName, person.firstName, person.email, score, "0", score,
        MarksTable.exact(student.possible),
      ]
    }
    files["grades.csv"] = Data(([Self.columns] + rows).map { CommaSeparated.line($0) + "\n" }.joined().utf8)
    return files
  }

  /// nbgrader's list of students: columns `id`, `last_name`, `first_name`, `email` in any order.
  package static func people(_ text: String) -> [String: Person] {
    let lines = CommaSeparated.lines(text)
    guard let head = lines.first?.fields, let id = head.firstIndex(of: "id") ?? head.firstIndex(of: "student_id")
    else { return [:] }
    func field(_ name: String, _ fields: [String]) -> String {
      head.firstIndex(of: name).flatMap { fields.indices.contains($0) ? fields[$0] : nil } ?? ""
    }
    return Dictionary(
      lines.dropFirst().filter { $0.fields.indices.contains(id) }.map { line in
        (
          line.fields[id],
          Person(
            lastName: field("last_name", line.fields), firstName: field("first_name", line.fields),
            email: field("email", line.fields))
        )
      }, uniquingKeysWith: { first, _ in first })
  }
}
