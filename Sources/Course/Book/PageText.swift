import Basics
import Foundation
import Reports

/// The text of a page for those who look for something: its prose, section by section, without code, pictures, formulas and
/// captions, and without solutions and the answers to guesses.
enum PageText {
  struct Section: Equatable {
    /// The anchor of the section's heading; empty before the first heading.
    var anchor: String
    var title: String
    var text: String
  }

  /// Elements of which nothing is found.
  private static let silent: Set<String> = [
    "svg", "pre", "style", "script", "math", "nav", "details", "button", "figcaption", "caption", "header", "h1",
    "table",
  ]
  /// Elements that end a word.
  private static let blocks: Set<String> = [
    "p", "li", "ul", "ol", "div", "section", "figure", "h2", "h3", "h4", "h5", "h6", "blockquote", "br", "dd", "dt",
    "hr",
  ]
  private static let headings: Set<String> = ["h2", "h3", "h4", "h5", "h6"]

  /// The sections of what a page shows. O(length).
  ///
  /// - Parameter keepsFormulas: whether signs of formulas are text, as they are in headings.
  static func sections(of html: String, keepsFormulas: Bool = false) -> [Section] {
    var sections = [Section(anchor: "", title: "", text: "")]
    var isTitle = false
    /// The element that is passed over, and how many of its name are open.
    var passed: (name: String, depth: Int)?
    var html = html
    html.withUTF8 { bytes in
      var place = 0
      while place < bytes.count {
        guard bytes[place] == UInt8(ascii: "<") else {
          let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
          if passed == nil {
            let text = MarkupText.unescape(String(decoding: bytes[place..<end], as: UTF8.self))
            let last = sections.count - 1
            if isTitle { sections[last].title += text } else { sections[last].text += text }
          }
          place = end
          continue
        }
        let end = Self.end(ofTagAt: place, bytes)
        let tag = String(decoding: bytes[place..<end], as: UTF8.self)
        place = end
        let isEnd = tag.hasPrefix("</")
        let name = String(tag.dropFirst(isEnd ? 2 : 1).prefix { $0.isLetter || $0.isNumber }).lowercased()
        if let open = passed {
          if name == open.name, !tag.hasSuffix("/>") { passed!.depth += isEnd ? -1 : 1 }
          if passed!.depth == 0 { passed = nil }
          continue
        }
        let isFormula = name == "math" && (keepsFormulas || isTitle)
        if !isEnd, silent.contains(name) && !isFormula || ["div", "p"].contains(name) && isForGuess(tag),
          !tag.hasSuffix("/>")
        {
          passed = (name, 1)
          continue
        }
        if headings.contains(name) {
          isTitle = !isEnd
          if !isEnd {
            let anchor =
              tag.firstMatch(of: compiled(/\sid="([^"]*)"/)).map { MarkupText.unescape(String($0.output.1)) } ?? ""
            sections.append(Section(anchor: anchor, title: "", text: ""))
          }
        } else if blocks.contains(name) {
          sections[sections.count - 1].text += " "
        }
      }
    }
    return sections.map {
      Section(anchor: $0.anchor, title: tidy($0.title), text: tidy($0.text))
    }
  }

  /// The text of a piece of HTML, with the signs of its formulas. O(length).
  static func plain(_ html: String) -> String {
    let sections = sections(of: html, keepsFormulas: true)
    return tidy(sections.map { $0.title + " " + $0.text }.joined(separator: " "))
  }

  /// What a guess waits for, and what it says of itself.
  private static func isForGuess(_ tag: String) -> Bool {
    ["class=\"answer\"", "class=\"guess-title\"", " hidden"].contains(where: tag.contains)
  }

  private static func end(ofTagAt start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    // A comment ends with its own sign.
    if start + 3 < bytes.count, bytes[start + 1] == UInt8(ascii: "!") {
      var place = start + 4
      while place < bytes.count, !(bytes[place] == UInt8(ascii: ">") && bytes[place - 1] == UInt8(ascii: "-")) {
        place += 1
      }
      return min(place + 1, bytes.count)
    }
    var isQuoted = false
    var place = start + 1
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[place] == UInt8(ascii: ">"), !isQuoted { return place + 1 }
      place += 1
    }
    return bytes.count
  }

  private static func tidy(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
