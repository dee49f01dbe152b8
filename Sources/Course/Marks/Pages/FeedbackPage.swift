import Assignments
import Basics
import Display
import Foundation
import NotebookDocument
import Reports

/// What a student gets: the points, what each check said, and what people wrote. It names nobody else, and of hidden checks neither
/// what they expect nor of which input.
package struct FeedbackPage {
  let book: Gradebook
  let prose: HTMLProse
  /// The questions, by name, as they were asked.
  let questions: [String: String]

  /// Pages of a gradebook; `questions` are Markdown.
  package init(_ book: Gradebook, prose: HTMLProse, questions: [String: String] = [:]) {
    (self.book, self.prose, self.questions) = (book, prose, questions)
  }

  /// The page of a student, which needs nothing else. O(length).
  package func text(_ student: Gradebook.Student) -> String {
    let mark = student.mark
    var main =
      "<header><h1>\(MarkupText.escape(book.assignment))</h1>\n"
      + "<p class=\"subtitle\">\(MarkupText.escape(student.name))</p></header>\n"
    let rest = student.items.count { $0.earned == nil }
    main +=
      "<p class=\"total\">\(PointsText.number(student.earned)) of \(PointsText.words(student.possible))"
      + (rest > 0 ? "; \(rest) still to be marked" : "") + "</p>\n"
    if let failure = mark.failure { main += Self.remark(failure) }
    for change in mark.changes { main += Self.remark(change.words) }
    for item in student.items {
      main += "<section>\n<h2>\(MarkupText.escape(item.name))\(MarksStyle.points(Self.points(item)))</h2>\n"
      if let task = mark.tasks.first(where: { item.kind == .task && $0.name == item.name }) {
        main += text(of: task)
      } else if let answer = mark.answers.first(where: { item.kind == .answer && $0.question == item.name }) {
        if let question = questions[item.name] { main += prose.blocks(question) + "\n" }
        main +=
          "<div class=\"written\">\(answer.text.isEmpty ? "<p>Nothing was written.</p>" : prose.blocks(answer.text))</div>\n"
      }
      if item.isManual, item.kind == .task { main += Self.remark("A person gave these points.") }
      if !item.comment.isEmpty { main += "<div class=\"remark\">\(prose.blocks(item.comment))</div>\n" }
      main += "</section>\n"
    }
    if mark.tasks.contains(where: { $0.checks.contains(where: \.isHidden) }) {
      main += "<p class=\"students\">What was expected is shown for the checks that you have yourself.</p>\n"
    }
    return HTMLPage.page(
      title: "\(book.assignment): marks", language: "en", main: main, head: MarksStyle.head(for: main, prose))
  }

  private static func points(_ item: Gradebook.Item) -> String? {
    guard item.isMarked else { return nil }
    return "\(item.earned.map(PointsText.number) ?? "–") of \(PointsText.words(item.possible))"
  }

  private static func remark(_ words: String) -> String { "<p class=\"remark\">\(MarkupText.escape(words))</p>\n" }

  private func text(of task: TaskMark) -> String {
    var html = ""
    switch task.status {
    case .graded: break
    case .blank: html += Self.remark("It still has a blank, so that there was nothing to check.")
    case .failed: html += Self.remark("The code did not run.")
    case .stopped: html += Self.remark("The code was stopped, because it took more than it may.")
    case .forbidden:
      let calls = task.forbiddenCalls.map { "“\($0)”" }.joined(separator: ", ")
      // Grading says what the task allows instead.
      html += Self.remark(
        task.failure ?? "The code calls \(calls), which this task does not allow: write it yourself.")
    }
    if let failure = task.failure, task.status != .forbidden {
      html += "<div class=\"output said\">\(MarkupText.escape(failure))</div>\n"
    }
    // If the code did not run, every check says the same again.
    let isSilent = task.failure != nil && !task.checks.contains { $0.results.contains(where: \.hasPassed) }
    let shown = isSilent ? [] : task.checks.filter { !$0.isHidden }
    for check in shown { for result in check.results { html += Self.finding(result, words: result.words) } }
    for check in shown { html += Self.ended(check) }
    let hidden = task.checks.filter(\.isHidden)
    if !hidden.isEmpty, task.status == .graded {
      html +=
        "<h3>After hand-in\(MarksStyle.points("\(PointsText.number(hidden.map(\.earned).reduce(0, +))) of \(PointsText.words(hidden.map(\.possible).reduce(0, +)))"))</h3>\n"
      for check in hidden {
        for result in check.results { html += Self.finding(result, words: Self.veiled(result)) }
        html += Self.ended(check)
      }
    }
    guard task.status != .blank else { return html }
    return html + "<details><summary>Your code</summary><pre class=\"submitted\"><code>"
      + HTMLText.swift(task.code) + "</code></pre></details>\n"
  }

  /// What students see of a hidden check: its title and the mistake, but no value.
  package static func veiled(_ result: CheckedResult) -> String {
    let title = result.title ?? "a check"
    guard !result.hasPassed else { return title }
    return "\(title): not as expected\(result.mistake.map { "; \($0)" } ?? "")."
  }

  private static func finding(_ result: CheckedResult, words: String) -> String {
    "<p class=\"finding \(result.hasPassed ? "passed" : "failed")\"><span aria-hidden=\"true\">\(result.hasPassed ? "✓" : "✗")</span> "
      + "<strong>\(result.hasPassed ? "right" : "wrong")</strong>: \(MarkupText.escape(words))</p>\n"
  }

  private static func ended(_ check: CheckMark) -> String {
    guard let failure = check.failure else { return "" }
    // What a hidden check was doing when it ended is its own.
    let words = check.isHidden ? "Your code ended in a check." : failure
    return
      "<p class=\"finding failed\"><span aria-hidden=\"true\">✗</span> <strong>ended early</strong>: \(MarkupText.escape(words))</p>\n"
  }
}
