import Basics
import SafeMarkup

/// A page's text and places as values, for those who look for something in it or link to it: its sections with their prose, without
/// code, pictures, formulas and captions, and without solutions and the answers to guesses.
package struct PageOutline: Hashable, Sendable, Codable {
  package struct Section: Hashable, Sendable, Codable {
    /// The anchor of the section's heading; empty before the first heading.
    package var anchor: String
    package var title: String
    package var text: String
    /// The keys of the guesses that veil it.
    package var guesses: [String] = []
    /// Whether this is the rest of the section before, behind a guess.
    package var isRest = false
  }

  package var sections = [Section(anchor: "", title: "", text: "")]
  /// By each place to which links can lead, the keys of the guesses that veil it.
  package var anchors: [String: [String]] = [:]
}

/// Notes what a page shows, in the order of the page.
struct PageNotes {
  /// Whether signs of formulas are text everywhere, as they are in headings.
  let keepsFormulas: Bool
  /// Whether what comes now is an answer or folded: nobody finds it.
  var isHidden = false

  private var outline = PageOutline()
  private var isTitle = false
  /// The author's element that is passed over, and how many of its name are open.
  private var passed: (name: String, depth: Int)?
  /// The level of the last heading; that of a guess' section ends what it veils.
  private var level = 6
  /// The guesses that veil what comes now, and the level of their sections.
  private var guesses: [(key: String, level: Int)] = []
  private var keys: [String] { guesses.map(\.key) }
  /// What was so before the footnote that is being noted.
  private var aroundNote: (isHidden: Bool, guesses: [(key: String, level: Int)]) = (false, [])

  init(keepsFormulas: Bool = false) { self.keepsFormulas = keepsFormulas }

  /// All that was noted, with single spaces. O(length).
  var finished: PageOutline {
    var result = outline
    for index in result.sections.indices {
      result.sections[index].title = Self.tidy(result.sections[index].title)
      result.sections[index].text = Self.tidy(result.sections[index].text)
    }
    result.sections.removeAll { $0.isRest && $0.text.isEmpty }
    return result
  }

  private static func tidy(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  mutating func add(_ text: String) {
    guard passed == nil, !isHidden else { return }
    let last = outline.sections.count - 1
    if isTitle { outline.sections[last].title += text } else { outline.sections[last].text += text }
  }

  /// The end of a word, where a block begins or ends.
  mutating func addBreak() { if !isTitle { add(" ") } }

  mutating func add(_ mark: ProseMark) {
    if let anchor = mark.anchor { add(anchor: anchor) }
    if mark.formula == nil || keepsFormulas || isTitle { add(mark.words) }
  }

  /// A place to which links can lead.
  mutating func add(anchor: String) { outline.anchors[anchor] = keys }

  /// A heading of this level begins, 2 to 6.
  mutating func begin(_ level: Int, anchor: String) {
    let isFound = passed == nil && !isHidden
    if isFound { endVeils(at: level) }
    if !anchor.isEmpty { add(anchor: anchor) }
    guard isFound else { return }
    self.level = level
    outline.sections.append(.init(anchor: anchor, title: "", text: "", guesses: keys))
    isTitle = true
  }

  mutating func endHeading() { isTitle = false }

  /// A guess veils what follows it in its section.
  mutating func veil(by key: String) {
    guesses.append((key, level))
    let anchor = outline.sections.last?.anchor ?? ""
    outline.sections.append(.init(anchor: anchor, title: "", text: "", guesses: keys, isRest: true))
  }

  /// Nothing veils headings of this level, nor what is at the foot.
  mutating func endVeils(at level: Int = 0) { guesses.removeAll { level <= $0.level } }

  /// What refers to a footnote, whose text is elsewhere, is veiled by these guesses; nil for an answer, which nobody finds.
  var veils: [String]? { isHidden ? nil : keys }

  /// A footnote begins, of which this is known from all places that refer to it: it is veiled as long as all of them are.
  mutating func beginNote(_ veils: [[String]?]) {
    aroundNote = (isHidden, guesses)
    isHidden = veils.allSatisfy { $0 == nil }
    let veiling = veils.contains([]) ? [] : veils.lazy.compactMap(\.self).first ?? []
    guesses = veiling.map { ($0, 0) }
    guard !isHidden, let last = outline.sections.last, last.guesses != veiling else { return }
    outline.sections.append(.init(anchor: last.anchor, title: "", text: "", guesses: veiling, isRest: true))
  }

  mutating func endNote() { (isHidden, guesses) = aroundNote }

  // MARK: HTML of authors and cells

  /// Elements of which nothing is found.
  private static let silent: Set<String> = [
    "svg", "pre", "math", "nav", "details", "button", "figcaption", "caption", "header", "h1", "table",
  ]
  /// Elements that end a word.
  private static let blocks: Set<String> = [
    "p", "li", "ul", "ol", "div", "section", "figure", "blockquote", "br", "dd", "dt", "hr",
  ]
  private static let headings = ["h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6]

  /// HTML as an author or a cell wrote it; an element may go on in the next. O(length).
  mutating func add(foreign html: String) {
    var tokens = MarkupTokens(html)
    while let token = tokens.next() {
      switch token {
      case .unseen: break
      case .text(let bytes): add(MarkupText.unescape(String(decoding: bytes, as: UTF8.self)))
      case .start(let tag) where ["script", "style"].contains(tag.name): _ = tokens.content(of: tag.name)
      case .start(let tag): start(tag)
      case .end(let name): end(name)
      }
    }
  }

  /// Notes the places in HTML alone.
  mutating func add(placesOf html: String) {
    for case .start(let tag) in MarkupTokens(html) { if let anchor = Self.anchor(of: tag) { add(anchor: anchor) } }
  }

  private static func anchor(of tag: MarkupTag) -> String? {
    tag.attributes.first { $0.name.lowercased() == "id" }?.value.map(MarkupText.unescape)
  }

  private mutating func start(_ tag: MarkupTag) {
    let anchor = Self.anchor(of: tag)
    if tag.name != "svg", passed?.name != "svg", let anchor { add(anchor: anchor) }
    if let open = passed {
      if tag.name == open.name, !tag.closesItself { passed?.depth += 1 }
    } else if Self.silent.contains(tag.name) {
      if !tag.closesItself { passed = (tag.name, 1) }
    } else if let level = Self.headings[tag.name] {
      begin(level, anchor: anchor ?? "")
    } else if Self.blocks.contains(tag.name) {
      addBreak()
    }
  }

  private mutating func end(_ name: String) {
    if let open = passed {
      if name == open.name { passed = open.depth > 1 ? (name, open.depth - 1) : nil }
    } else if Self.headings[name] != nil {
      endHeading()
    } else if Self.blocks.contains(name) {
      addBreak()
    }
  }
}
