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
    /// The keys of the guesses that veil it.
    var guesses: [String] = []
    /// Whether this is the rest of the section before, behind a guess.
    var isRest = false
  }

  /// The sections of what a page shows. O(length).
  ///
  /// - Parameter keepsFormulas: whether signs of formulas are text, as they are in headings.
  static func sections(of html: String, keepsFormulas: Bool = false) -> [Section] {
    parts(of: html, keepsFormulas: keepsFormulas).sections
  }

  /// The sections, and for each part of the page with a name that guesses veil, their keys. O(length).
  static func parts(of html: String, keepsFormulas: Bool = false) -> (
    sections: [Section], veiled: [String: [String]]
  ) {
    var reader = Reader(keepsFormulas: keepsFormulas)
    var html = html
    html.withUTF8 { bytes in
      var place = 0
      while place < bytes.count {
        if bytes[place] == UInt8(ascii: "<") {
          let end = end(ofTagAt: place, bytes)
          reader.take(tag: String(decoding: bytes[place..<end], as: UTF8.self))
          place = end
        } else {
          let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
          reader.take(text: bytes[place..<end])
          place = end
        }
      }
    }
    let sections = reader.sections.map { section in
      var section = section
      (section.title, section.text) = (tidy(section.title), tidy(section.text))
      return section
    }
    return (sections.filter { !$0.isRest || !$0.text.isEmpty }, reader.veiled)
  }

  /// The text of a piece of HTML, with the signs of its formulas. O(length).
  static func plain(_ html: String) -> String {
    let sections = sections(of: html, keepsFormulas: true)
    return tidy(sections.map { $0.title + " " + $0.text }.joined(separator: " "))
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

/// Takes a page's tags and texts as they come.
private struct Reader {
  let keepsFormulas: Bool
  var sections = [PageText.Section(anchor: "", title: "", text: "")]
  var veiled: [String: [String]] = [:]

  private var isTitle = false
  /// The element that is passed over, and how many of its name are open.
  private var passed: (name: String, depth: Int)?
  /// The level of the last heading; that of a guess' section ends what it veils.
  private var level = 6
  /// The guess that is open, and how many `div`s are in it.
  private var guess: (key: String, depth: Int)?
  /// The guesses that veil what comes now, and the level of their sections.
  private var guesses: [(key: String, level: Int)] = []

  init(keepsFormulas: Bool) { self.keepsFormulas = keepsFormulas }

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
  private static let headings = ["h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6]

  mutating func take(text: Slice<UnsafeBufferPointer<UInt8>>) {
    if passed != nil { return }
    let text = MarkupText.unescape(String(decoding: text, as: UTF8.self))
    let last = sections.count - 1
    if isTitle { sections[last].title += text } else { sections[last].text += text }
  }

  mutating func take(tag: String) {
    let isEnd = tag.hasPrefix("</")
    let name = String(tag.dropFirst(isEnd ? 2 : 1).prefix { $0.isLetter || $0.isNumber }).lowercased()
    if name == "div" { noteGuess(tag, isEnd: isEnd) }
    if let open = passed {
      if name == open.name, !tag.hasSuffix("/>") { passed!.depth += isEnd ? -1 : 1 }
      if passed!.depth == 0 { passed = nil }
      return
    }
    if ["footnotes", "references"].contains(where: { tag.contains("class=\"\($0)\"") }) { endVeil(at: 0) }
    if !isEnd, let level = Self.headings[name] { endVeil(at: level) }
    if !isEnd, !guesses.isEmpty, let anchor = Self.value("id", in: tag) { veiled[anchor] = guesses.map(\.key) }
    let isFormula = name == "math" && (keepsFormulas || isTitle)
    if !isEnd, Self.silent.contains(name) && !isFormula || ["div", "p"].contains(name) && Self.isForGuess(tag),
      !tag.hasSuffix("/>")
    {
      passed = (name, 1)
    } else if let level = Self.headings[name] {
      isTitle = !isEnd
      if !isEnd { begin(level, anchor: Self.value("id", in: tag) ?? "") }
    } else if Self.blocks.contains(name) {
      sections[sections.count - 1].text += " "
    }
  }

  private mutating func begin(_ level: Int, anchor: String) {
    self.level = level
    sections.append(.init(anchor: anchor, title: "", text: "", guesses: guesses.map(\.key)))
  }

  private mutating func endVeil(at level: Int) { guesses.removeAll { level <= $0.level } }

  /// A guess veils what follows it in its section; one that asks after the result, as a check, veils its answer alone.
  private mutating func noteGuess(_ tag: String, isEnd: Bool) {
    if let open = guess {
      guess!.depth += isEnd ? -1 : 1
      guard guess!.depth == 0 else { return }
      guess = nil
      guesses.append((open.key, level))
      let anchor = sections[sections.count - 1].anchor
      sections.append(.init(anchor: anchor, title: "", text: "", guesses: guesses.map(\.key), isRest: true))
    } else if !isEnd, tag.contains("class=\"guess\""), !tag.contains(" data-check"),
      let key = Self.value("data-key", in: tag)
    {
      guess = (key, 1)
    }
  }

  /// What a guess waits for, and what it says of itself.
  private static func isForGuess(_ tag: String) -> Bool {
    ["class=\"answer\"", "class=\"guess-title\"", " hidden"].contains(where: tag.contains)
  }

  private static func value(_ name: String, in tag: String) -> String? {
    guard let start = tag.range(of: " \(name)=\"")?.upperBound, let end = tag[start...].firstIndex(of: "\"") else {
      return nil
    }
    return MarkupText.unescape(String(tag[start..<end]))
  }
}
