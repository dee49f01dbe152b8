import Basics
import Foundation
import NotebookDocument

/// Text as HTML: escaped, from Markdown, or as Swift in colours.
package enum HTMLText {
  /// Markdown in GitHub's dialect as HTML. The author's own HTML is kept without scripts and forms. O(length).
  package static func markdown(_ text: String) -> String {
    let tree = MarkdownTree(text)
    tree.disarm()
    return tree.html
  }

  /// A line of Markdown, without the paragraph around it. O(length).
  package static func inline(_ text: String) -> String { inline(text, by: markdown) }

  /// A line of Markdown, by who sets Markdown: behind a word, so that it begins no list and no heading.
  package static func inline(_ text: String, by setter: (String) -> String) -> String {
    String(withoutParagraph(setter("x " + text.replacing(compiled(/\s*\n\s*/), with: " "))).dropFirst(2))
  }

  /// HTML without the paragraph that encloses it.
  package static func withoutParagraph(_ html: String) -> String {
    var html = html[...]
    while html.last?.isWhitespace == true { html.removeLast() }
    if html.hasPrefix("<p>") { html.removeFirst(3) }
    if html.hasSuffix("</p>") { html.removeLast(4) }
    return String(html)
  }

  /// Text that keeps its lines, each an element: one that is too long for the page goes on behind a mark. O(length).
  package static func lines(_ text: String) -> String { lines([(nil, text)]) }

  /// Swift code likewise, with a class for each kind of word. O(length).
  package static func swift(_ code: String) -> String { highlighted(code, highlight) }

  private static let highlighted = Memo<String>(bytes: 1 << 20)

  private static func highlight(_ code: String) -> String { lines(CodeColors.words(of: code)) }

  /// The line ends stay in their lines, so that what is copied has them.
  private static func lines(_ words: [CodeColors.Word]) -> String {
    var html = "<span class=\"line\">"
    for (kind, text) in words where !text.isEmpty {
      for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { html += "\n</span><span class=\"line\">" }
        guard !part.isEmpty else { continue }
        let escaped = MarkupText.escape(String(part))
        html += kind.map { "<span class=\"\($0)\">\(escaped)</span>" } ?? escaped
      }
    }
    return html.hasSuffix("<span class=\"line\">") ? String(html.dropLast(19)) : html + "</span>"
  }
}
