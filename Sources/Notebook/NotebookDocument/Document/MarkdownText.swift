import Basics
import Foundation

/// Writes Markdown: the signs that the parser of a document reads are written here, and nowhere else.
package enum MarkdownText {
  // MARK: In a line

  package static func strong(_ words: String) -> String { "**\(words)**" }

  package static func emphasis(_ words: String) -> String { "*\(words)*" }

  package static func link(_ words: String, to address: String) -> String { "[\(words)](\(address))" }

  package static func picture(_ words: String, _ address: String, title: String? = nil) -> String {
    "!" + link(words, to: address + (title.map { " \"\($0)\"" } ?? ""))
  }

  /// A text as code inside of a line. O(length).
  package static func code(_ text: String) -> String {
    let fence = String(repeating: "`", count: longestRun(in: text) + 1)
    let isPadded = text.hasPrefix(" ") && text.hasSuffix(" ") && text.contains { $0 != " " }
    let pad = text.hasPrefix("`") || text.hasSuffix("`") || isPadded ? " " : ""
    return fence + pad + text.onOneLine + pad + fence
  }

  /// A comment in which nothing is.
  package static let emptyComment = nothing

  /// Whether a text is a comment by CommonMark 0.31, and none by 0.29: in that, a comment neither begins with an angle bracket nor ends
  /// with a hyphen, and two hyphens end it.
  static func isOddComment(_ text: String) -> Bool {
    guard text.hasPrefix("<!--") else { return false }
    let words = text.dropFirst(4).dropLast(3)
    return text.utf8.count < 8 || words.hasPrefix(">") || words.hasPrefix("->") || words.hasSuffix("-")
      || words.contains("--")
  }

  /// A formula that is set by itself, from its TeX.
  package static func formula(_ tex: String) -> String { "$$\(tex)$$" }

  /// A text with the formulas of GitHub's other notation, dollar signs around code, as formulas between dollar signs. O(length).
  package static func withPlainFormulas(_ text: String) -> String {
    text.replacing(compiled(/\$`([^`\n]+)`\$/)) { "$\($0.output.1)$" }
  }

  // MARK: Blocks

  /// A heading of a level from 1 to 6.
  package static func heading(_ level: Int, _ words: String) -> String {
    "\(String(repeating: "#", count: level)) \(words)"
  }

  /// A quotation of one paragraph.
  package static func quotation(_ words: String) -> String { "> \(words)" }

  /// An item of a list.
  package static func item(_ words: String) -> String { "- \(words)" }

  /// Code in a language: its fence is longer than any run of backticks inside. O(length).
  package static func fenced(_ text: String, _ language: String) -> String {
    let fence = String(repeating: "`", count: max(3, longestRun(in: text) + 1))
    var body = text
    while body.hasSuffix("\n") { body.removeLast() }
    return "\(fence)\(language)\n\(body)\n\(fence)"
  }

  package enum Side: Sendable { case leading, center, trailing }

  /// A row of a table.
  package static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  /// The row below the head of a table.
  package static func rule(_ sides: [Side]) -> String {
    row(
      sides.map { side in
        switch side {
        case .leading: "---"
        case .center: ":---:"
        case .trailing: "---:"
        }
      })
  }

  /// Markdown as an entry of a row, which it must not end.
  package static func entry(_ markdown: String) -> String { markdown.replacing(bytes: "|", with: "\\|").onOneLine }

  /// A text behind the marks of the lists and quotations that it is in. O(length).
  package static func contained(_ text: String, behind first: String) -> String {
    guard !first.isEmpty else { return text }
    // A list's mark is before its first line only; a quotation's before each.
    let others = marks(below: first)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      let start = index == 0 ? first : others
      return line.isEmpty ? start.replacing(compiled(/[ ]+$/), with: "") : start + line
    }.joined(separator: "\n")
  }

  /// What is before the second line of a block whose first is behind these marks of lists and quotations.
  package static func marks(below first: String) -> String {
    String(first.map { $0 == ">" || $0 == "\t" ? $0 : " " })
  }

  /// Whether a line holds only the marks of quotations.
  package static func isBlank(_ line: String) -> Bool {
    line.utf8.allSatisfy { $0 == UInt8(ascii: ">") || ByteReader.isSpace($0) }
  }

  /// A block that shows nothing, between two that empty lines do not part.
  package static let nothing = "<!-- -->"

  /// Whether this is what is before a block in its line: quotations, lists, indentation.
  package static func isContainers(_ text: String) -> Bool {
    DocumentParser.contentStart(of: text) == text.utf8.count
  }

  /// Whether a line begins a heading or fenced code, which no line of Swift does.
  package static func beginsBlock(_ line: Substring) -> Bool {
    line.prefixMatch(of: compiled(/\s*(?:```|~~~|# )/)) != nil
  }

  // MARK: Characters

  /// A text as Markdown that shows its characters: what would mean something to Markdown is escaped. `isFirst` where it begins a
  /// block. O(length).
  package static func escaped(_ text: String, isFirst: Bool = false) -> String {
    var result = ""
    for character in text {
      if marks.contains(character) { result.append("\\") }
      // Its own line could begin a list, a heading or a block.
      result.append(character.isNewline ? " " : character)
    }
    // What looks like an address would become one, with its escapes; “:smile:” would be a face; and the signs at a heading's
    // end would go.
    result = result.replacing("://", with: "\\://").replacing("www.", with: "www\\.")
    if result.utf8.contains(58) { result = result.replacing(compiled(/:(?=[a-z0-9_+\-]+:)/), with: "\\:") }
    if result.utf8.contains(35) {
      result = result.replacing(compiled(/(^|\s)(#+)(?=\s*$)/)) { "\($0.output.1)\\\($0.output.2)" }
    }
    guard isFirst else { return result }
    // An indented line would be code.
    result.removeFirst(result.prefix { $0 == " " || $0 == "\t" }.count)
    guard let first = result.first else { return result }
    if "#+-=".contains(first), Double(text) == nil { return "\\" + result }
    guard first.isNumber else { return result }
    return result.replacing(compiled(/^(\d+)([.)])(?=\s|$)/)) { "\($0.output.1)\\\($0.output.2)" }
  }

  /// A written text as it is read: without the marks around words, but with those that are escaped, and with single spaces.
  package static func plain(_ text: String) -> String {
    text.replacing(compiled(/\\([!-\/:-@\[-`{-~])|[*`$]/)) { $0.output.1 ?? "" }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// A text that stands by itself without comments of HTML, and with a mark of omission for each expression that has no value yet. O(length).
  package static func spoken(_ text: String, omitsExpressions: Bool = false) -> String {
    guard text.holds("<!--") || omitsExpressions && text.holds("`{swift}") else { return text }
    var bytes = Array(text.utf8)
    for span in Span.find(in: bytes).reversed() {
      if span.kind == .rawHTML, bytes[span.whole].starts(with: "<!--".utf8) {
        bytes.removeSubrange(span.whole)
      } else if omitsExpressions, span.kind == .code, InlineScanner.expression(bytes, span) != nil {
        bytes.replaceSubrange(span.whole, with: "…".utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
  }

  /// A text inside of an author's HTML, where escapes would be as they are: by numbers of characters. O(length).
  package static func entities(_ text: String) -> String {
    var result = ""
    for character in text {
      if marks.contains(character) || character == "\"", let scalar = character.unicodeScalars.first {
        result += "&#\(scalar.value);"
      } else {
        result.append(character.isNewline ? " " : character)
      }
    }
    return result
  }

  /// An address with everything escaped that would end it, or mean something in Markdown.
  package static func address(_ address: String) -> String {
    address.addingPercentEncoding(
      withAllowedCharacters: .urlFragmentAllowed.union(["#", "%", "[", "]"]).subtracting(["(", ")", "*", "'"]))
      ?? address
  }

  /// What means something to Markdown inside of a line.
  private static let marks = Set("\\`*_[]<>&$|~{")

  /// How many backticks are side by side in a text at most.
  private static func longestRun(in text: String) -> Int {
    text.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
  }
}
