import Basics
import Foundation
import NotebookDocument

/// A figure, a table or a formula that prose refers to by its label, as in `@fig-drift`.
package struct Reference: Hashable, Sendable, Codable {
  /// What the reader sees: “Figure 2”, “Figure 2 (a)”, “Table 1”, “Equation 3”.
  package var text: String
  /// Where it is in a page.
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
    for (item, number) in zip(numbered, proseNumbers) where found[item.label] == nil {
      switch item.kind {
      case .figure: found[item.label] = Reference(text: "Figure \(number)", anchor: "figure-\(item.label)")
      case .table:
        found[item.label] = Reference(text: "Table \(number)", anchor: ReportBlock.tableAnchor(item.label))
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
  /// The captions of each cell, in the order in which a page shows them.
  var captions: [[String]] {
    cells.enumerated().map { index, blocks in
      (blocks + (folded[index]?.blocks ?? [])).flatMap { block -> [String?] in
        switch block {
        case .table(_, _, _, let caption): [caption]
        case .figure(let figure): [figure.caption]
        case .figures(let row): row.parts.map(\.caption) + [row.caption]
        default: []
        }
      }.compactMap(\.self)
    }
  }

  /// A caption with what it cites and refers to.
  package func resolved(_ text: String) -> String {
    ReferenceMarks.resolve(citations?.resolve(text, \.markdown) ?? text, references)
  }

  /// What is with a part of a figure: “(a) The caption of the part.”
  package func legend(_ part: ReportFigure) -> String {
    "(\(part.letter ?? ""))" + (part.caption.map { " \(resolved($0))" } ?? "")
  }

  /// What is with a figure or a table, “Figure 1. The caption.”: empty without number and caption.
  package func title(_ noun: String, _ number: ItemNumber?, _ caption: String?) -> String {
    [number.map { MarkdownText.strong("\(noun) \($0).") }, caption.map(resolved)].compactMap(\.self)
      .joined(separator: " ")
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

extension ReferenceMarks {
  /// What stands for a label of another chapter where its number is not known, outside of the book: the figure “drift” of the chapter “rest”.
  private static func words(_ label: String) -> String? {
    guard let match = label.wholeMatch(of: compiled(/(.+)\/(fig|tbl|eq)-(.+)/)) else { return nil }
    let (_, chapter, kind, name) = match.output
    let noun = kind == "fig" ? "the figure" : kind == "tbl" ? "the table" : "the formula"
    return "\(noun) “\(name)” of the chapter “\(chapter)”"
  }

  /// What stands for a reference; nil where it stays.
  static func text(
    for label: String, _ references: [String: Reference], _ body: (Reference) -> String
  ) -> String? {
    references[label].map(body) ?? words(label)
  }

  /// The line with the words of every reference to something known in its place.
  package static func resolve(_ line: String, _ references: @autoclosure () -> [String: Reference]) -> String {
    let marks = find(in: line)
    guard !marks.isEmpty else { return line }
    var bytes = Array(line.utf8)
    let references = references()
    for mark in marks.reversed() {
      guard let text = text(for: mark.label, references, \.text) else { continue }
      bytes.replaceSubrange(mark.columns, with: Array(text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
