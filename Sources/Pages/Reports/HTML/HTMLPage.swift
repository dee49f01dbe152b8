import Basics
import EmbeddedFiles
import Foundation

/// The frame of a report's page: head, style, title, contents.
package enum HTMLPage {
  package struct Heading: Hashable, Sendable, Codable {
    package var level: Int
    package var slug: String
    package var html: String
  }

  /// The names of the parts around what a page shows, the preview's included.
  package static let ownNames: Set<String> = Set(
    ["bar", "status", "clock", "stop", "run", "problem"].map { "preview-\($0)" })

  /// The page around what it shows. `head` and `tail` are for pages that do more than show.
  package static func page(
    title: String, language: String, main: String, style: String = HTMLStyle.text, head: String = "", tail: String = "",
    policy: PagePolicy = .handedOut, scripts: PageScripts = []
  ) -> String {
    let (opening, end) = frame(
      title: title, language: language, style: style + LessonStyle.text(for: main), head: head, tail: tail,
      policy: policy, scripts: scripts)
    return opening + main + end
  }

  /// The same before and after what it shows, for a page that is written piece by piece.
  package static func frame(
    title: String, language: String, style: String = HTMLStyle.text, head: String = "", tail: String = "",
    policy: PagePolicy = .handedOut, scripts: PageScripts = []
  ) -> (opening: String, end: String) {
    // What a guess is about must not show before the script at the end has come.
    let opening = scripts.contains(.guesses) ? [veiling] : []
    let scripts = [script] + scripts.texts
    let elements = opening.map(policy.element).joined()
    let beginning =
      Self.head(
        title: title, language: language, policy: policy.head(scripts: opening + scripts),
        "<style>\n\(style)</style>\n\(elements)\(head)") + "<body>\n<main>\n"
    let end = """

      </main>
      \(tail)\(scripts.map(policy.element).joined())</body>
      </html>

      """
    return (beginning, end)
  }

  /// What every page begins with, up to its body: what it may do, what browsers call it, and what else is in its head.
  package static func head(title: String, language: String, policy: String, _ rest: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="\(MarkupText.escape(language))">
    <head>
    <meta charset="utf-8">
    \(policy)\
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="generator" content="Gimbal">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <title>\(MarkupText.escape(title))</title>
    \(rest)</head>

    """
  }

  /// Veils answers, and what follows guesses, until the script that asks for them has the page. A page that comes without
  /// it shows all.
  private static let veiling = "\n" + EmbeddedFile.text("Reports/veiling.js")

  /// The buttons that copy code. Without a script they do not show, and the page lacks nothing else.
  static let script = "\n" + EmbeddedFile.text("Reports/copying.js")

  /// What a report's page shows: title, contents, body. `cut` is where parts of the head can be exchanged.
  package static func main(
    chapter: String? = nil, title: String, subtitle: String?, byline: [[String]],
    parameters: [(name: String, short: String, full: String)],
    contents: [Heading], body: String, cut: String = ""
  ) -> String {
    // A date does not break at its hyphens.
    func part(_ text: String) -> String {
      let whole = MarkupText.escape(text)
      return text.allSatisfy { $0.isNumber || $0 == "-" } ? "<span class=\"whole\">\(whole)</span>" : whole
    }
    let bylines = byline.map { "<p class=\"byline\">\($0.map(part).joined(separator: " · "))</p>\n" }.joined()
    let listed = contents.filter { $0.level <= 2 }
    let navigation =
      listed.count < 3
      ? ""
      : "<nav aria-label=\"Contents\"><ol>\n"
        + listed.map { "<li class=\"level\($0.level)\"><a href=\"#\($0.slug)\">\($0.html)</a></li>\n" }.joined()
        + "</ol></nav>\n"
    let values = parameters.map { name, short, full in
      let title = short == full || full.isEmpty ? "" : " title=\"\(MarkupText.escape(full))\""
      return "\(cut)<div><dt>\(MarkupText.escape(name))</dt><dd\(title)>\(MarkupText.escape(short))</dd></div>"
    }.joined()
    return """
      <header>
      \(chapter.map { "<p class=\"chapter\">Chapter \(MarkupText.escape($0))</p>\n" } ?? "")\
      <h1>\(MarkupText.escape(title))</h1>
      \(subtitle.map { "<p class=\"subtitle\">\(MarkupText.escape($0))</p>\n" } ?? "")\
      \(bylines)\
      \(values.isEmpty ? "" : "<dl class=\"parameters\" aria-label=\"Parameters\">\(values)\(cut)</dl>\n")\
      </header>\(cut)
      \(navigation)\(cut)\(body)
      """
  }
}

/// The look of a report's page, light and dark, on screen and on paper.
package enum HTMLStyle {
  package static let text = looks + pages

  /// What things look like, wherever they are.
  static let looks = EmbeddedFile.text("Reports/page.css")

  /// What a narrow page and paper change.
  private static let pages = EmbeddedFile.text("Reports/paper.css")
}
