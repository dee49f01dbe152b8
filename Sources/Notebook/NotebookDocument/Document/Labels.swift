import Basics
import Foundation

/// How wide a picture of the prose is: `![words](photo.png){width=30%}`, as pandoc writes it; in cm, mm, in, pt or px, too.
package struct PictureSize: Hashable, Sendable {
  package var value: Double
  package var unit: String

  /// The size in the braces behind a picture; nil if they contain no width that can be set.
  init?(braces: String) {
    guard
      let match = braces.wholeMatch(of: compiled(/\s*width\s*=\s*"?\s*(\d+(?:\.\d+)?)\s*(%|cm|mm|in|pt|px)?\s*"?\s*/)),
      let value = Double(match.output.1), value > 0
    else { return nil }
    (self.value, unit) = (value, match.output.2.map(String.init) ?? "px")
  }

  /// As style sheets and pandoc write it.
  package var text: String { "\(value == value.rounded() ? "\(Int(value))" : "\(value)")\(unit)" }

  /// In the pixels of a page, 96 an inch; a share of the page stays one.
  package var pixels: String {
    let inches = ["cm": 1 / 2.54, "mm": 1 / 25.4, "in": 1, "pt": 1 / 72.0]
    return inches[unit].map { "\(Int((value * $0 * 96).rounded()))" }
      ?? (unit == "px" ? "\(Int(value.rounded()))" : text)
  }
}

/// What the braces behind a picture say: a label, a width, or both.
package struct PictureBraces {
  /// `fig-desk`, without the sign.
  package var label: String?
  package var size: PictureSize?

  /// nil where they say anything else, or nothing.
  package init?(_ braces: String) {
    var rest = braces
    if let match = braces.firstMatch(of: compiled(/(?:^|\s)#(fig-[A-Za-z0-9_-]*[A-Za-z0-9_])(?=\s|$)/)) {
      label = String(match.output.1)
      rest.removeSubrange(match.range)
    }
    size = PictureSize(braces: rest)
    guard size != nil || label != nil && rest.allSatisfy(\.isWhitespace) else { return nil }
  }
}

/// A line that gives a table its caption and its label: `: Three runs {#tbl-runs}`, or `Table: …`.
package struct TableCaption {
  /// Markdown.
  package var words: String
  package var label: String

  package init?(_ line: String) {
    guard line.contains("{#tbl-"),
      let match = line.wholeMatch(of: compiled(/\s*(?:[Tt]able)?:\s*(.*?)\s*\{#(tbl-[A-Za-z0-9_-]*[A-Za-z0-9_])\}\s*/))
    else { return nil }
    (words, label) = (String(match.output.1), String(match.output.2))
  }

  /// Whether a caption may begin in a line, which ends in that or another.
  package static func begins(in line: String) -> Bool {
    line.prefixMatch(of: compiled(/\s*(?:[Tt]able)?:/)) != nil
  }

  /// The label of a caption that ends in a line.
  package static func label(endingIn line: String) -> String? {
    guard line.contains("{#tbl-") else { return nil }
    return line.firstMatch(of: compiled(/\{#(tbl-[A-Za-z0-9_-]*[A-Za-z0-9_])\}\s*$/)).map { String($0.output.1) }
  }
}

extension Document {
  /// All that looks like the label of a formula, `{#eq-slip}`, and where it is, outside of code and HTML. O(length).
  package var formulaLabels: [(label: String, place: Place)] {
    lines.enumerated().flatMap { index, line -> [(label: String, place: Place)] in
      guard line.holds("{#eq-") else { return [] }
      return line.matches(of: compiled(/\{#(eq-[^}\s]*)\}/)).compactMap { match in
        let place = Place(line: index + 1, column: line[..<match.range.lowerBound].utf8.count)
        return isHidden(place) ? nil : (String(match.output.1), place)
      }
    }
  }

  /// The place in a line that gives this label to a formula, a picture or a table, in bytes.
  package static func columns(ofLabel label: String, in line: String) -> Range<Int>? {
    line.matches(of: compiled(/\{[^{}#]*#([A-Za-z0-9_-]+)(?=[\s}])/)).first { $0.output.1 == label }.map { match in
      let start = line[..<match.output.1.startIndex].utf8.count
      return start..<start + label.utf8.count
    }
  }

  /// What asks for a new page in a line, counted from 1, in the middle of a text; nil where nothing does, or where it is code or HTML.
  package func strayNewPage(in line: Int) -> String? {
    let text = lines[line - 1]
    guard text.holds("page") else { return nil }
    return DocumentParser.newPages.first { mark in
      text.ranges(of: mark).contains { range in
        // “\newpagestyle” is another command.
        text[range.upperBound...].first?.isLetter != true
          && !isHidden(.init(line: line, column: text[..<range.lowerBound].utf8.count))
      }
    }
  }

  /// What a block gives a target or a text by its name, which is elsewhere: `[name]` of `[name]: address` and `[^name]: note`; nil for
  /// any other.
  package func definedName(by block: Block) -> String? {
    guard !block.isLiteral else { return nil }
    return lines[block.lines.lowerBound - 1].prefixMatch(of: compiled(/\s{0,3}(\[[^\]]+\]):/)).map {
      String($0.output.1)
    }
  }

  /// The words of a heading, without its marks and its name.
  package func words(of heading: Heading) -> String {
    lines[heading.line - 1].replacing(compiled(/^\s*#{1,6}\s+|\s+#+\s*$/), with: "")
      .replacing(compiled(/\s*\{[^{}]*\}\s*$/), with: "").replacing(compiled(/[*`]/), with: "")
      .trimmingCharacters(in: .whitespaces)
  }
}
