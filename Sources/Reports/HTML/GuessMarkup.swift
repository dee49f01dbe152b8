import Foundation
import NotebookDocument

/// How a page says a guess: the question, the answer, and for its script what is right.
struct GuessMarkup {
  let report: Report
  /// Whether a script asks for the guess; otherwise, on slides, a click opens the answer.
  var isAsked = true

  /// The beginning of a guess. What cannot be compared with one is shown without being asked for.
  func opening(_ index: Int) -> String {
    let guess = report.notebook.guesses[index]
    var data = ""
    func say(_ name: String, _ value: String) { data += " data-\(name)=\"\(HTMLText.escape(value))\"" }
    if isAsked, let right = (try? report.rightAnswer(guess)) ?? nil {
      switch right {
      case .number(let value):
        say("kind", "number")
        say("right", "\(value)")
        if case .number(let unit, let tolerance) = guess.kind {
          if let unit { say("unit", unit) }
          say("tolerance", "\(tolerance.value)")
          if tolerance.isShare { say("share", "true") }
        }
      case .choice(let item):
        say("kind", "choice")
        say("right", "\(item)")
      case .order(let items):
        say("kind", "order")
        say("right", items.map(String.init).joined(separator: ","))
      case .curve(let anchor, let series):
        say("kind", "curve")
        say("figure", anchor)
        say("series", series)
      }
      say("key", "\(report.notebook.name)/\(guess.label)")
    }
    return "<div class=\"guess\" role=\"group\" id=\"\(guess.label)\" "
      + "aria-labelledby=\"\(guess.label)-title\"\(data)>\n"
      + "<p class=\"guess-title\" id=\"\(guess.label)-title\">Guess first</p>"
  }

  var answer: String { isAsked ? "<div class=\"answer\">" : "<details class=\"answer\"><summary>Answer</summary>" }
  var end: String { isAsked ? "</div>\n</div>" : "</details>\n</div>" }
}
