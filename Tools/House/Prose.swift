import Foundation

/// A text that a person reads, in a document or a source: a paragraph, a caption, a comment, a test's name.
struct Prose: Hashable {
  /// What kind of text it is.
  enum Kind: String, CaseIterable {
    case prose, heading, row, caption, comment, testName
  }

  let kind: Kind
  /// Its first line, counted from 1.
  let line: Int
  /// With `x` in place of code.
  let text: String

  /// The texts of a Markdown document or notebook: paragraphs, headings, rows of tables, captions and comments of cells. Front
  /// matter and code are left out. O(length).
  static func all(inMarkdown document: String) -> [Prose] {
    var found = Collector()
    var fence: Substring?
    var isMatter = document.hasPrefix("---\n")
    for (index, line) in document.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.drop { $0 == " " || $0 == ">" }
      if isMatter {
        isMatter = index == 0 || line != "---"
      } else if let open = fence {
        if words.hasPrefix(open), words.allSatisfy({ $0 == open.first }) {
          fence = nil
        } else if words.hasPrefix("//|"), let colon = words.firstIndex(of: ":") {
          found.add(.caption, words[words.index(after: colon)...], line: index + 1)
        } else if let comment = words.comment {
          found.add(.comment, comment, line: index + 1)
        }
      } else if words.hasPrefix("```") || words.hasPrefix("~~~") {
        fence = words.prefix { $0 == words.first }
      } else if words.hasPrefix("#") {
        found.add(.heading, words, line: index + 1)
      } else if words.hasPrefix("|") {
        for cell in words.split(separator: "|") { found.add(.row, cell, line: index + 1) }
      } else if words.isEmpty || words.hasPrefix(":::") {
        found.end()
      } else {
        if words.hasPrefix("- ") || words.first?.isNumber == true { found.end() }
        found.extend(.prose, words, line: index + 1)
      }
    }
    found.end()
    return found.texts
  }

  /// The comments of a Swift source, those in consecutive lines as one, and the names of its tests. O(length).
  static func all(inSwift source: String) -> [Prose] {
    var found = Collector()
    for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("//|") {
        found.end()
      } else if words.hasPrefix("//") {
        let text = words.drop { $0 == "/" }.drop { $0 == " " }
        if text.isEmpty || text.hasPrefix("- ") { found.end() }
        found.extend(.comment, text, line: index + 1)
      } else {
        found.end()
        if let name = words.testName {
          found.add(.testName, name, line: index + 1)
        } else if let comment = words.comment {
          found.add(.comment, comment, line: index + 1)
        }
      }
    }
    found.end()
    return found.texts
  }

  /// Joins lines of one kind.
  private struct Collector {
    var texts: [Prose] = []
    private var open: (kind: Kind, line: Int, text: String)?

    mutating func add(_ kind: Kind, _ text: Substring, line: Int) {
      end()
      texts.append(Prose(kind: kind, line: line, text: text.withoutCode))
    }

    mutating func extend(_ kind: Kind, _ text: Substring, line: Int) {
      open = (kind, open?.line ?? line, open.map { "\($0.text) \(text)" } ?? String(text))
    }

    mutating func end() {
      if let open { texts.append(Prose(kind: open.kind, line: open.line, text: open.text[...].withoutCode)) }
      open = nil
    }
  }
}

extension Substring {
  /// A comment at the end of a line of code; nil where there is none, or `//` may be in a literal.
  fileprivate var comment: Substring? {
    guard let mark = range(of: "// ") else { return nil }
    let before = self[..<mark.lowerBound]
    guard before.isEmpty || before.last == " ", !before.contains("\"") else { return nil }
    return self[mark.upperBound...]
  }

  /// The name of a test or a suite on this line.
  fileprivate var testName: Substring? {
    for (mark, end) in [("func `", "`"), ("@Test(\"", "\""), ("@Suite(\"", "\"")] {
      guard let start = range(of: mark) else { continue }
      return self[start.upperBound...].prefix { String($0) != end }
    }
    return nil
  }

  /// With `x` in place of what is between backticks.
  fileprivate var withoutCode: String {
    let pieces = split(separator: "`", omittingEmptySubsequences: false)
    return pieces.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "`x`" }.joined()
  }
}
