import Basics
import Foundation
import NotebookDocument

extension Guess {
  /// What a browser keeps the guess under.
  func key(in notebook: Notebook) -> String { "\(notebook.name)/\(label)" }
}

/// How a page says a guess: the question, the answer, and for its script what is right.
struct GuessMarkup {
  let report: Report
  /// Whether a script asks for the guess; otherwise, on slides, a click opens the answer.
  var isAsked = true

  /// What the script compares guesses with, as an element that shows nothing: by itself, so that it can be exchanged where the
  /// page shows another state. What cannot be compared is not asked for. Empty for a notebook without guesses.
  var answers: String {
    guard isAsked, !report.notebook.guesses.isEmpty else { return "" }
    let elements = report.notebook.guesses.compactMap { guess -> String? in
      guard let right = (try? report.rightAnswer(guess)) ?? nil else { return nil }
      let data = data(right, of: guess).map { " data-\($0)=\"\(MarkupText.escape($1))\"" }.joined()
      return "<data data-guess=\"\(guess.label)\"\(data)></data>"
    }
    return "<div class=\"guess-answers\" hidden>\(elements.joined())</div>"
  }

  private func data(_ right: RightAnswer, of guess: Guess) -> [(String, String)] {
    switch right {
    case .number(let value):
      guard case .number(let unit, let tolerance) = guess.kind else { return [] }
      return [("kind", "number"), ("right", "\(value)"), ("tolerance", "\(tolerance.value)")]
        + (tolerance.isShare ? [("share", "true")] : []) + (unit.map { [("unit", $0)] } ?? [])
    case .choice(let item): return [("kind", "choice"), ("right", "\(item)")]
    case .order(let items): return [("kind", "order"), ("right", items.map(String.init).joined(separator: ","))]
    case .curve(let anchor, let series): return [("kind", "curve"), ("figure", anchor), ("series", series)]
    }
  }

  /// The beginning of a guess, the same whatever is right.
  func opening(_ index: Int) -> String {
    let guess = report.notebook.guesses[index]
    let label = guess.label
    let key = isAsked ? " data-key=\"\(MarkupText.escape(guess.key(in: report.notebook)))\"" : ""
    return "<div class=\"guess\" role=\"group\" id=\"\(label)\" aria-labelledby=\"\(label)-title\"\(key)"
      + (guess.isCheck ? " data-check>\n" : ">\n")
      + "<p class=\"guess-title\" id=\"\(label)-title\">\(guess.title)</p>"
  }

  var answer: String { isAsked ? "<div class=\"answer\">" : "<details class=\"answer\"><summary>Answer</summary>" }
  var end: String { isAsked ? "</div>\n</div>" : "</details>\n</div>" }
}
