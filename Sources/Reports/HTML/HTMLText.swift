import Basics
import Foundation
import NotebookDocument

/// Text as HTML: escaped, from Markdown, or as Swift in colours.
package enum HTMLText {
  /// Whether the part stands in the text, byte for byte. About 1 GB/s: a page holds megabytes of figures.
  static func holds(_ part: String, _ text: String) -> Bool {
    var text = text
    return text.withUTF8 { $0.position(of: Array(part.utf8), from: 0) != nil }
  }

  package static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 38 || $0 == 60 || $0 == 62 || $0 == 34 }) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 64)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += "&amp;".utf8
      case UInt8(ascii: "<"): result += "&lt;".utf8
      case UInt8(ascii: ">"): result += "&gt;".utf8
      case UInt8(ascii: "\""): result += "&quot;".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text that such HTML shows.
  package static func unescape(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }

  /// Markdown in GitHub's dialect as HTML, with the author's own HTML kept but for what acts. O(length).
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
        let escaped = escape(String(part))
        html += kind.map { "<span class=\"\($0)\">\(escaped)</span>" } ?? escaped
      }
    }
    return html.hasSuffix("<span class=\"line\">") ? String(html.dropLast(19)) : html + "</span>"
  }
}
