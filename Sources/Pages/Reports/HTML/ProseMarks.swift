import Basics
import Foundation

/// What is in a text for itself while Markdown is read, and takes its place in the parsed tree: a formula, a value, a
/// reference.
package protocol ConstructMark: Sendable {
  /// As characters, where only these can be: in an address, in the words for a picture.
  var text: String { get }
  /// What the author wrote, for code.
  var source: String { get }
  /// What a reader sees of it, for search and for headings elsewhere.
  var words: String { get }
  /// The directive that a separate line holds.
  var directive: Directives.Line? { get set }
}

/// A mark as a page has it.
package struct ProseMark: ConstructMark, Hashable {
  /// As HTML, in running text.
  var html: String
  /// The same in a link, which holds no other link.
  var unlinked: String
  package var text: String
  package var source: String
  package var words: String
  /// The formula that it is.
  var formula: Formulas.Found?
  /// The place that it is, for links.
  var anchor: String?
  package var directive: Directives.Line?

  init(
    html: String, unlinked: String? = nil, text: String, source: String? = nil, words: String? = nil,
    formula: Formulas.Found? = nil
  ) {
    (self.html, self.text, self.source, self.words) = (html, text, source ?? text, words ?? text)
    (self.unlinked, self.formula) = (unlinked ?? html, formula)
  }
}

/// The marks of one text. No text of an author can look like one: the sign that encloses a mark's number is a private
/// character that the text does not have.
package struct ProseMarks<Mark: ConstructMark> {
  /// In the order in which they were added.
  package private(set) var marks: [Mark] = []
  private let sign: Unicode.Scalar

  /// No marks yet, for this text. O(length).
  package init(for lines: [String]) {
    var used = Set<UInt32>()
    for line in lines where line.utf8.contains(where: { $0 >= 0xEE }) {
      for scalar in line.unicodeScalars where scalar.properties.generalCategory == .privateUse {
        used.insert(scalar.value)
      }
    }
    // A character may also be given by its number.
    for line in lines where line.holds("&#") {
      for reference in line.matches(of: compiled(/&#(?:[xX]([0-9a-fA-F]{1,6})|([0-9]{1,7}));/)) {
        let (_, hexadecimal, decimal) = reference.output
        used.insert(hexadecimal.flatMap { UInt32($0, radix: 16) } ?? decimal.flatMap { UInt32($0) } ?? 0)
      }
    }
    let free = [0xE000...0xF8FF, 0xF_0000...0xF_FFFD].lazy.joined().first { !used.contains($0) }
    sign = free.flatMap(Unicode.Scalar.init) ?? "\u{10FFFD}"
  }

  /// The text that stands for a mark while Markdown is read.
  package mutating func add(_ mark: Mark) -> String {
    marks.append(mark)
    return "\(Character(sign))\(marks.count - 1)\(Character(sign))"
  }

  /// The line that stands for a directive: a comment, which ends the paragraph above it and takes no line.
  package mutating func line(of directive: Directives.Line, _ mark: Mark) -> String {
    var mark = mark
    mark.directive = directive
    return "<!--\(add(mark))-->"
  }

  package enum Piece {
    case text(String)
    case mark(Mark)
  }

  /// A text taken apart at its marks; nil where it has none. O(length).
  package func pieces(of text: String) -> [Piece]? {
    guard !marks.isEmpty, text.unicodeScalars.contains(sign) else { return nil }
    var pieces: [Piece] = []
    for (index, part) in text.unicodeScalars.split(separator: sign, omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1, let number = Int(String(part)), marks.indices.contains(number) {
        pieces.append(.mark(marks[number]))
      } else if !part.isEmpty {
        pieces.append(.text(String(part)))
      }
    }
    return pieces
  }

  /// The mark of a directive, if a comment holds it and nothing else; nil for any other HTML.
  package func directive(in html: String) -> Mark? {
    guard html.hasPrefix("<!--"), let pieces = pieces(of: html), pieces.count == 3, case .text("<!--") = pieces[0],
      case .mark(let mark) = pieces[1], mark.directive != nil, case .text(let end) = pieces[2],
      end.trimmingCharacters(in: .whitespacesAndNewlines) == "-->"
    else { return nil }
    return mark
  }

  /// The text with a part of each of its marks in the mark's place. O(length).
  package func filled(_ text: String, _ part: KeyPath<Mark, String>) -> String {
    pieces(of: text)?.map { piece in
      switch piece {
      case .text(let text): text
      case .mark(let mark): mark[keyPath: part]
      }
    }.joined() ?? text
  }
}

extension ProseMarks<ProseMark>.Piece {
  /// The same in a link.
  var unlinked: Self {
    guard case .mark(var mark) = self else { return self }
    mark.html = mark.unlinked
    return .mark(mark)
  }
}
