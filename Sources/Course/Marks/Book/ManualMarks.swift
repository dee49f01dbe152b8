import Assignments
import Basics
import Files
import Foundation
import NotebookDocument

/// What people gave: points for answers in prose, points in place of a task's, and comments. The table is a text with tabs, which
/// any spreadsheet edits; grading never touches it.
package struct ManualMarks: Hashable, Sendable {
  /// A line of the table.
  package struct Entry: Hashable, Sendable {
    package var student: String
    /// The name of a question, or of a task.
    package var item: String
    /// Nil as long as nobody has given any.
    package var points: Double?
    package var comment: String
    /// The answer for which they were given, by its hash: a later one is another.
    package var answer: String

    package init(student: String, item: String, points: Double?, comment: String, answer: String) {
      (self.student, self.item, self.points) = (student, item, points)
      (self.comment, self.answer) = (comment, answer)
    }
  }

  package static let columns = ["student", "item", "points", "comment", "answer"]

  package var entries: [Entry]
  /// Texts by their keys; `{key}` in a comment stands for one.
  package var comments: [String: String]

  package init(entries: [Entry] = [], comments: [String: String] = [:]) {
    (self.entries, self.comments) = (entries, comments)
  }

  /// The hash of an answer, short enough for a column.
  package static func hash(_ text: String) -> String {
    text.isEmpty ? "-" : String("\(ContentHash([text]))".prefix(8))
  }

  /// What was given for an item of a student.
  package func entry(_ student: String, _ item: String) -> Entry? {
    entries.first { $0.student == student && $0.item == item }
  }

  /// A comment with the texts of its keys.
  package func words(_ comment: String) -> String {
    comment.replacing(compiled(/\{([\w-]+)\}/)) { comments[String($0.output.1)] ?? String($0.output.0) }
  }

  /// The table of entries as text, with a line for each question of each student that is worth points; what is there stays in its order.
  package func table(for marks: [Mark]) -> String {
    var all = entries
    var known = Set(entries.map { [$0.student, $0.item] })
    for mark in marks {
      for answer in mark.answers where answer.possible > 0 && known.insert([mark.student, answer.question]).inserted {
        all.append(
          Entry(
            student: mark.student, item: answer.question, points: nil, comment: "", answer: Self.hash(answer.text)))
      }
    }
    let lines = all.map { entry in
      [entry.student, entry.item, entry.points.map(PointsText.number) ?? "", entry.comment, entry.answer]
        .map(TabSeparated.field).joined(separator: "\t")
    }
    return ([Self.columns.joined(separator: "\t")] + lines).joined(separator: "\n") + "\n"
  }
}

extension ManualMarks {
  /// Reads the two tables of a folder; an empty one where there is none.
  ///
  /// - Throws: `MarksError` with file and line for an entry that cannot be followed.
  package init(_ folder: MarksFolder, for marks: [Mark]) throws(MarksError) {
    self.init()
    for line in try TabSeparated.lines(of: folder.commentsFile) where line.fields.count > 1 {
      comments[line.fields[0]] = line.fields[1]
    }
    var places: [[String]: Int] = [:]
    let students = Dictionary(uniqueKeysWithValues: marks.map { ($0.student, $0) })
    for line in try TabSeparated.lines(of: folder.manualFile) where line.fields.first != Self.columns[0] {
      func fail(_ reason: MarksReason) -> MarksError {
        MarksError(reason, file: folder.manualFile, position: Position(line: line.number))
      }
      guard (3...5).contains(line.fields.count) else { throw fail(.wrongColumns(line.fields.count)) }
      let fields = line.fields + Array(repeating: "", count: 5 - line.fields.count)
      guard let mark = students[fields[0]] else { throw fail(.unknownStudent) }
      let possible =
        mark.answers.first { $0.question == fields[1] }?.possible
        ?? mark.tasks.first { $0.name == fields[1] }?.possible
      guard let possible else {
        throw fail(.unknownItem(fields[1], known: mark.tasks.map(\.name) + mark.answers.map(\.question)))
      }
      if let first = places.updateValue(line.number, forKey: [fields[0], fields[1]]) {
        throw fail(.twice(firstLine: first))
      }
      var points: Double?
      if !fields[2].isEmpty {
        // Spreadsheets write a comma where their language has one.
        guard let number = Double(fields[2].replacing(",", with: ".")), number >= 0, number <= possible else {
          throw fail(.badPoints(fields[2], most: PointsText.number(possible)))
        }
        points = number
      }
      for match in fields[3].matches(of: compiled(/\{([\w-]+)\}/)) where comments[String(match.output.1)] == nil {
        throw fail(.unknownComment(String(match.output.1), known: comments.keys.sorted()))
      }
      entries.append(
        Entry(student: fields[0], item: fields[1], points: points, comment: fields[3], answer: fields[4]))
    }
  }
}

extension ManualMarks {
  /// The table with another entry for an item of a student.
  ///
  /// - Throws: `MarksError` for a student, an item or points that the marks do not know.
  package func setting(
    student: String, item: String, points: Double?, comment: String?, in marks: [Mark], folder: MarksFolder
  ) throws(MarksError) -> ManualMarks {
    guard let mark = marks.first(where: { $0.student == student }) else {
      throw MarksError(.unknownStudent, file: folder.path)
    }
    let answer = mark.answers.first { $0.question == item }
    guard let possible = answer?.possible ?? mark.tasks.first(where: { $0.name == item })?.possible else {
      throw MarksError(
        .unknownItem(item, known: mark.tasks.map(\.name) + mark.answers.map(\.question)), file: folder.path)
    }
    if let points, !(points >= 0 && points <= possible) {
      throw MarksError(
        .badPoints(PointsText.number(points), most: PointsText.number(possible)), file: folder.path)
    }
    var result = self
    let place = entries.firstIndex { $0.student == student && $0.item == item }
    var entry =
      place.map { entries[$0] } ?? Entry(student: student, item: item, points: nil, comment: "", answer: "")
    if let points { entry.points = points }
    if let comment { entry.comment = comment }
    entry.answer = answer.map { Self.hash($0.text) } ?? "-"
    if let place { result.entries[place] = entry } else { result.entries.append(entry) }
    return result
  }
}
