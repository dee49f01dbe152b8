import Basics
import Foundation
import NotebookDocument

/// A figure, a table or a formula that prose refers to by its label, as in `@fig-drift`.
package struct Reference: Hashable, Sendable, Codable {
  /// What the reader sees: “Figure 2”, “Figure 2 (a)”, “Table 1”, “Equation 3”.
  package var text: String
  /// Where it stands in a page.
  package var anchor: String

  package init(text: String, anchor: String) { (self.text, self.anchor) = (text, anchor) }
}

extension Report {
  /// Numbered figures, tables and formulas by label. The parts of a figure are known by letter and by number: `fig-x-a`, `fig-x-1`.
  package var references: [String: Reference] {
    var found: [String: Reference] = [:]
    var parts: [String: Reference] = [:]
    for block in (cells + folded.values.map(\.blocks)).joined() {
      switch block {
      case .figure(let figure): found[figure.label] = Reference(text: figure.name, anchor: figure.anchor)
      case .figures(let row):
        found[row.label] = Reference(text: "Figure \(row.number)", anchor: row.anchor)
        for part in row.parts {
          let reference = Reference(text: part.name, anchor: part.anchor)
          parts[part.label] = reference
          parts["\(row.label)-\(part.letter ?? "")"] = reference
        }
      case .table(_, let number?, let label?, _):
        found[label] = Reference(text: "Table \(number)", anchor: ReportBlock.tableAnchor(label))
      default: break
      }
    }
    for equation in Equation.find(in: notebook) {
      found[equation.label] = Reference(text: "Equation \(equation.number)", anchor: equation.label)
    }
    // A label that the author gave goes before one that was made, and one of this notebook before another chapter's.
    return found.merging(parts) { own, _ in own }.merging(elsewhere) { own, _ in own }
  }
}

extension Report {
  /// A caption with what it cites, and with what the body makes of its references.
  package func resolved(_ text: String, _ body: (Reference) -> String = \.text) -> String {
    ReferenceMarks.resolve(citations?.resolve(text, \.markdown) ?? text, references, body)
  }
}

extension ReportFigure {
  package var anchor: String { "figure-\(label)" }
}

extension FigureRow {
  package var anchor: String { "figure-\(label)" }
}

extension ReportBlock {
  package static func tableAnchor(_ label: String) -> String { "\(label)-table" }
}

/// The places of `@fig-…`, `@tbl-…` and `@eq-…` in a line of prose, and of those in another chapter of a book: `@rest/fig-…`.
package enum ReferenceMarks {
  package struct Mark {
    /// As it is written, with the chapter's name where it has one.
    package var label: String
    /// In UTF-8 bytes from the line's start, with the @.
    package var columns: Range<Int>
  }

  /// All references of a line that stand outside code spans, in order. O(length).
  package static func find(in line: String) -> [Mark] {
    guard line.utf8.contains(UInt8(ascii: "@")) else { return [] }
    let bytes = Array(line.utf8)
    let spans = CodeSpans.find(in: bytes).map(\.whole)
    return line.matches(of: compiled(/@((?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)?(?:fig|tbl|eq)-[A-Za-z0-9_-]*[A-Za-z0-9_])/))
      .compactMap { match in
        let start = line.utf8.distance(from: line.startIndex, to: match.range.lowerBound)
        let isInWord = start > 0 && (isWord(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "\\"))
        guard !isInWord, !spans.contains(where: { $0.contains(start) }) else { return nil }
        return Mark(label: String(match.output.1), columns: start..<start + match.output.0.utf8.count)
      }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
  }

  /// Whether a key names a figure, a table or a formula, of this notebook or of another.
  static func isLabel(_ key: String) -> Bool {
    key.wholeMatch(of: compiled(/(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)?(?:fig|tbl|eq)-.*/)) != nil
  }

  /// What stands for a label of another chapter where its number is not known, outside of the book: the figure “drift” of the chapter “rest”.
  private static func words(_ label: String) -> String? {
    guard let match = label.wholeMatch(of: compiled(/(.+)\/(fig|tbl|eq)-(.+)/)) else { return nil }
    let (_, chapter, kind, name) = match.output
    let noun = kind == "fig" ? "the figure" : kind == "tbl" ? "the table" : "the formula"
    return "\(noun) “\(name)” of the chapter “\(chapter)”"
  }

  /// The line with every reference to something known replaced by what the body makes of it.
  package static func resolve(
    _ line: String, _ references: @autoclosure () -> [String: Reference], _ body: (Reference) -> String = \.text
  ) -> String {
    let marks = find(in: line)
    guard !marks.isEmpty else { return line }
    var bytes = Array(line.utf8)
    let references = references()
    for mark in marks.reversed() {
      guard let text = references[mark.label].map(body) ?? words(mark.label) else { continue }
      bytes.replaceSubrange(mark.columns, with: Array(text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
