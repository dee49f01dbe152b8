import Assignments
import Foundation
import NotebookDocument
import Results

import enum Basics.CommaSeparated
import enum Basics.SystemReason

/// The gradebook as tables for other programs.
package struct MarksTable {
  package let book: Gradebook

  package init(_ book: Gradebook) { self.book = book }

  /// A row for each student: the sum, what is possible, whether it is final, and a column for each task and question that is worth something.
  package var commaSeparated: String {
    let head =
      ["student", "earned", "possible", "complete"]
      + book.markedItems.map { "\($0.name) (\(PointsText.number($0.possible)))" }
    let rows = book.students.map { student in
      [
        student.name, Self.exact(student.earned), Self.exact(student.possible), student.isComplete ? "yes" : "no",
      ] + student.items.filter(\.isMarked).map { $0.earned.map(Self.exact) ?? "" }
    }
    return ([head] + rows).map { CommaSeparated.line($0) + "\r\n" }.joined()
  }

  /// With all digits that distinguish the number from others.
  static func exact(_ points: Double) -> String {
    points == points.rounded() && abs(points) < 1e15 ? "\(Int(points))" : "\(points)"
  }

  /// The same as a database: students, items, checks with what each said, and changes of locked cells.
  ///
  /// - Throws: `MarksError` where it cannot be written.
  package func write(to path: String) throws(MarksError) {
    do {
      let database = try Database(making: path)
      defer { database.close() }
      try database.run("BEGIN")
      try database.run(
        "CREATE TABLE students (student TEXT PRIMARY KEY, earned REAL, possible REAL, complete INTEGER, failure TEXT, seconds REAL)"
      )
      try database.run(
        "CREATE TABLE items (student TEXT, item TEXT, kind TEXT, status TEXT, earned REAL, possible REAL, manual INTEGER, comment TEXT)"
      )
      try database.run(
        "CREATE TABLE checks (student TEXT, task TEXT, label TEXT, hidden INTEGER, earned REAL, possible REAL, failure TEXT)"
      )
      try database.run(
        "CREATE TABLE results (student TEXT, label TEXT, place INTEGER, passed INTEGER, words TEXT, title TEXT, mistake TEXT)"
      )
      try database.run("CREATE TABLE changes (student TEXT, label TEXT, kind TEXT)")
      for student in book.students { try add(student, to: database) }
      try database.run("COMMIT")
    } catch {
      throw MarksError(.unwritable(SystemReason.words(error)), file: path)
    }
  }

  private func add(_ student: Gradebook.Student, to database: Database) throws {
    func text(_ value: String?) -> Database.Value { value.map { .text($0) } ?? .null }
    func flag(_ value: Bool) -> Database.Value { .integer(value ? 1 : 0) }
    let (name, mark) = (Database.Value.text(student.name), student.mark)
    try database.run(
      "INSERT INTO students VALUES (?, ?, ?, ?, ?, ?)",
      [
        name, .real(student.earned), .real(student.possible), flag(student.isComplete), text(mark.failure),
        .real(mark.seconds),
      ])
    for item in student.items {
      let status = mark.tasks.first { item.kind == .task && $0.name == item.name }?.status.rawValue
      try database.run(
        "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
          name, .text(item.name), .text(item.kind.rawValue), text(status), item.earned.map { .real($0) } ?? .null,
          .real(item.possible), flag(item.isManual), .text(item.comment),
        ])
    }
    for task in mark.tasks {
      for check in task.checks {
        try database.run(
          "INSERT INTO checks VALUES (?, ?, ?, ?, ?, ?, ?)",
          [
            name, .text(task.name), .text(check.label), flag(check.isHidden), .real(check.earned),
            .real(check.possible), text(check.failure),
          ])
        for (place, result) in check.results.enumerated() {
          try database.run(
            "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
              name, .text(check.label), .integer(Int64(place)), flag(result.hasPassed), .text(result.words),
              text(result.title), text(result.mistake),
            ])
        }
      }
    }
    for change in mark.changes {
      try database.run(
        "INSERT INTO changes VALUES (?, ?, ?)", [name, .text(change.label), .text(change.kind.rawValue)])
    }
  }
}
