import Assignments
import Basics
import Foundation
import NotebookDocument
import Reports

/// What a person reads to mark answers in prose: question by question, without names; each answer has the line of the table in which
/// its points belong.
package struct AnswersPage {
  let marks: [Mark]
  let manual: ManualMarks
  let prose: HTMLProse
  let questions: [String: String]
  let model: [String: String]

  /// - Parameters:
  ///   - questions: as they were asked, by name: Markdown.
  ///   - model: the source's own answers.
  package init(
    _ marks: [Mark], _ manual: ManualMarks, prose: HTMLProse, questions: [String: String] = [:],
    model: [String: String] = [:]
  ) {
    (self.marks, self.manual, self.prose) = (marks, manual, prose)
    (self.questions, self.model) = (questions, model)
  }

  /// The page; `table` is what `manual.tsv` holds. O(length).
  package func text(table: String) -> String {
    var lines: [[String]: Int] = [:]
    for (index, line) in table.split(separator: "\n").enumerated() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if fields.count > 1 { lines[[fields[0], fields[1]]] = index + 1 }
    }
    var main =
      "<header><h1>Answers</h1>\n<p class=\"subtitle\">\(MarkupText.escape(marks.first?.assignment ?? ""))</p></header>\n"
      + "<p>Write points and comments into manual.tsv, in the line given with each answer.</p>\n"
    for question in marks.first?.answers ?? [] {
      main +=
        "<h2>\(MarkupText.escape(question.question))\(MarksStyle.points(question.possible > 0 ? PointsText.words(question.possible) : nil))</h2>\n"
      if let text = questions[question.question] { main += prose.blocks(text) + "\n" }
      if let text = model[question.question], !text.isEmpty {
        main +=
          "<details><summary>The source's answer</summary><div class=\"written\">\(prose.blocks(text))</div></details>\n"
      }
      // The same answer is once, and the order does not reveal names.
      let answers = Dictionary(
        grouping: marks.compactMap { mark in
          mark.answers.first { $0.question == question.question && !$0.text.isEmpty }.map { (mark.student, $0.text) }
        }, by: \.1
      ).sorted { (ManualMarks.hash($0.key), $0.key) < (ManualMarks.hash($1.key), $1.key) }
      for (text, students) in answers {
        let places = students.map { student, _ in
          place(of: student, question.question, text, lines[[TabSeparated.field(student), question.question]])
        }
        if question.possible > 0 { main += "<h3>\(places.joined(separator: "; "))</h3>\n" }
        main += "<div class=\"written\">\(prose.blocks(text))</div>\n"
      }
      if answers.isEmpty { main += "<p>Nobody has written anything.</p>\n" }
    }
    return HTMLPage.page(title: "Answers", language: "en", main: main, head: MarksStyle.head(for: main, prose))
  }

  /// The fields for an answer's points, with the points that it has.
  private func place(of student: String, _ question: String, _ text: String, _ line: Int?) -> String {
    let entry = manual.entry(student, question)
    let given = entry?.points.map { ": \(PointsText.words($0))" } ?? ""
    let isLater = entry.map { $0.points != nil && !$0.answer.isEmpty && $0.answer != ManualMarks.hash(text) } ?? false
    return (line.map { "line \($0)" } ?? "no line yet") + given + (isLater ? ", changed since" : "")
  }
}
