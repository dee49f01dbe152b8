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
  package static func inline(_ text: String) -> String {
    let tree = MarkdownTree(started(text))
    tree.disarm()
    return withoutStart(tree.line)
  }

  /// The words of a line of Markdown, as a reader sees them. O(length).
  package static func words(of text: String) -> String { withoutStart(MarkdownTree.words(of: started(text))) }

  /// Markdown on one line behind a word, so that it begins no list and no heading.
  package static func started(_ text: String) -> String { "x " + text.replacing(compiled(/\s*\R\s*/), with: " ") }

  /// The same without that word, as HTML or as words.
  package static func withoutStart(_ line: String) -> String { String(line.dropFirst(2)) }

  /// Text that keeps its lines, each an element: one that is too long for the page goes on behind a mark. O(length).
  package static func lines(_ text: String) -> String { lines([(nil, text)]) }

  /// Swift code likewise, with a class for each kind of word. O(length).
  package static func swift(_ code: String) -> String { highlighted(code, highlight) }

  private static let highlighted = Memo<String>(bytes: 1 << 20)

  private static func highlight(_ code: String) -> String { lines(CodeColors.words(of: code)) }

  /// The line ends stay in their lines, so that what is copied has them.
  private static func lines(_ words: [CodeColors.Word]) -> String {
    let start = "<span class=\"line\">"
    var (html, isAtStart) = (start, true)
    for (kind, text) in words where !text.isEmpty {
      for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { (html, isAtStart) = (html + "\n</span>" + start, true) }
        guard !part.isEmpty else { continue }
        isAtStart = false
        let escaped = MarkupText.escape(String(part))
        html += kind.map { "<span class=\"\($0)\">\(escaped)</span>" } ?? escaped
      }
    }
    // What ends with a line end begins no other line.
    return isAtStart ? String(html.dropLast(start.utf8.count)) : html + "</span>"
  }
}
