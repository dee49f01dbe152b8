import Assignments
import Basics
import Foundation
import NotebookDocument
import Reports

/// What a teacher gets of a whole course: how points are spread, what was hard, which mistakes are how frequent, who answered alike.
package struct SummaryPage {
  let book: Gradebook
  let alike: [Likeness]

  package init(_ book: Gradebook, alike: [Likeness]) { (self.book, self.alike) = (book, alike) }

  private var marks: [Mark] { book.students.map(\.mark) }

  /// The page, which needs nothing else.
  package var text: String {
    let count = book.students.count
    var main =
      "<header><h1>\(MarkupText.escape(book.assignment))</h1>\n"
      + "<p class=\"subtitle\">\(count) submission\(count == 1 ? "" : "s")</p></header>\n"
    main += opening + distribution + tasks + mistakes + groups + likeness + changes
    return HTMLPage.page(
      title: "\(book.assignment): summary", language: "en", main: main, head: MarksStyle.element)
  }

  private var opening: String {
    let shares = book.students.map { $0.possible > 0 ? $0.earned / $0.possible : 0 }.sorted()
    let possible = book.students.map(\.possible).max() ?? 0
    let middle = shares.isEmpty ? 0 : (shares[(shares.count - 1) / 2] + shares[shares.count / 2]) / 2
    var text =
      "<p class=\"total\">Median \(PointsText.number(middle * possible)) of \(PointsText.words(possible))</p>\n"
    let failed = marks.count { $0.failure != nil }
    if failed > 0 { text += "<p>\(failed) could not be graded as a whole; their pages say why.</p>\n" }
    if book.open > 0 {
      text +=
        "<p>\(book.open) answer\(book.open == 1 ? " waits" : "s wait") for points: “gimbal assignment mark” lists them.</p>\n"
    }
    if book.outdated > 0 {
      text +=
        "<p>\(book.outdated) answer\(book.outdated == 1 ? " has" : "s have") changed since points were given; look again.</p>\n"
    }
    return text
  }

  private static func bar(_ share: Double) -> String {
    "<td class=\"bar\"><span style=\"width: \(String(format: "%.1f", 100 * min(max(share, 0), 1)))%\"></span></td>"
  }

  private var distribution: String {
    var bins = Array(repeating: 0, count: 10)
    for student in book.students {
      let share = student.possible > 0 ? student.earned / student.possible : 0
      bins[min(Int(share * 10), 9)] += 1
    }
    let most = Double(max(bins.max() ?? 1, 1))
    let rows = bins.enumerated().map { index, count in
      "<tr><td>\(index * 10) to \(index * 10 + 10) %</td><td class=\"number\">\(count)</td>\(Self.bar(Double(count) / most))</tr>"
    }.joined(separator: "\n")
    return Self.section("Distribution", "<tr><th>points</th><th class=\"number\">students</th><td></td></tr>", rows)
  }

  private var tasks: String {
    let rows = book.items.enumerated().filter { $0.element.possible > 0 }.map { index, item -> (Double, String) in
      let given = book.students.compactMap { $0.items.indices.contains(index) ? $0.items[index].earned : nil }
      let mean = given.isEmpty ? 0 : given.reduce(0, +) / Double(given.count)
      let share = mean / item.possible
      let full = given.count { $0 >= item.possible }
      return (
        share,
        "<tr><td>\(MarkupText.escape(item.name))</td><td class=\"number\">\(PointsText.number(mean)) of \(PointsText.number(item.possible))</td>"
          + "<td class=\"number\">\(full)</td>\(Self.bar(share))</tr>"
      )
    }.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: "\n")
    return Self.section(
      "Tasks, the hardest first",
      "<tr><th>task</th><th class=\"number\">mean</th><th class=\"number\">full points</th><td></td></tr>", rows)
  }

  private var mistakes: String {
    let counts = MistakeCount.all(marks)
    guard !counts.isEmpty else { return "" }
    let rows = counts.map {
      "<tr><td>\(MarkupText.escape($0.mistake))</td><td>\(MarkupText.escape($0.task))</td><td class=\"number\">\($0.students)</td></tr>"
    }.joined(separator: "\n")
    return Self.section(
      "Mistakes", "<tr><th>mistake</th><th>task</th><th class=\"number\">students</th></tr>", rows)
  }

  private var groups: String {
    let all = AnswerGroup.all(marks)
    guard !all.isEmpty else { return "" }
    var (html, task) = ("<h2>Answers, by what went wrong</h2>\n", "")
    for group in all {
      if group.task != task {
        task = group.task
        html += "<h3>\(MarkupText.escape(task))</h3>\n"
      }
      let names = group.students.map(MarkupText.escape).joined(separator: ", ")
      html +=
        "<details><summary>\(group.students.count) × \(MarkupText.escape(group.reason.words))</summary>\n"
        + (group.words.isEmpty ? "" : "<p class=\"finding failed\">\(MarkupText.escape(group.words))</p>\n")
        + "<pre class=\"submitted\"><code>\(HTMLText.swift(group.example))</code></pre>\n"
        + "<p class=\"students\">\(names)</p></details>\n"
    }
    return html
  }

  private var likeness: String {
    let caution =
      "<p>Two submissions are listed when they share at least \(Int((Likeness.least.share * 100).rounded())) % of what few others have; "
      + "names, spaces and remarks do not count. That is a reason to read both, and not a proof: a short solution has few forms, students may "
      + "work together where that is allowed, and both may have the same source.</p>\n"
    guard !alike.isEmpty else { return "<h2>Alike</h2>\n<p>No two submissions share much that few others have.</p>\n" }
    let rows = alike.map { pair in
      "<tr><td>\(MarkupText.escape(pair.first))</td><td>\(MarkupText.escape(pair.second))</td>"
        + "<td class=\"number\">\(Int((pair.share * 100).rounded())) %</td><td>\(pair.items.map(MarkupText.escape).joined(separator: ", "))</td></tr>"
    }.joined(separator: "\n")
    return Self.section(
      "Alike", "<tr><th>one</th><th>other</th><th class=\"number\">shared</th><th>where</th></tr>", rows, above: caution
    )
  }

  private var changes: String {
    let changed = marks.filter { !$0.changes.isEmpty }
    guard !changed.isEmpty else { return "" }
    let rows = changed.map { mark in
      "<tr><td>\(MarkupText.escape(mark.student))</td><td>\(mark.changes.map { MarkupText.escape("\($0.label) \($0.kind.rawValue)") }.joined(separator: ", "))</td></tr>"
    }.joined(separator: "\n")
    return Self.section("Cells that were put right", "<tr><th>student</th><th>cells</th></tr>", rows)
  }

  private static func section(_ title: String, _ head: String, _ rows: String, above: String = "") -> String {
    "<h2>\(title)</h2>\n\(above)<div class=\"overflowing\" tabindex=\"0\"><table class=\"marks\"><thead>\(head)</thead><tbody>\n\(rows)\n</tbody></table></div>\n"
  }
}
