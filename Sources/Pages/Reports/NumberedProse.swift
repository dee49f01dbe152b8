import Basics
import Foundation
import NotebookDocument

/// Pictures and tables of the prose that have a label, as pandoc and Quarto write it: `![A desk](photo.png){#fig-desk width=30%}` as a
/// paragraph, and `: Three runs {#tbl-runs}` next to a table. They are numbered with the figures and the tables of cells.
package struct NumberedProse: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case figure, table }

  package var kind: Kind
  package var label: String
  /// The paragraph's lines, counted from 1.
  package var lines: ClosedRange<Int>
  package var line: Int { lines.lowerBound }

  /// All of a notebook, in order. O(length).
  package static func all(in notebook: Notebook) -> [NumberedProse] {
    let blocks = notebook.document.blocks.filter { $0.kind != .blank }
    return blocks.indices.compactMap { index in
      let block = blocks[index]
      guard block.kind == .paragraph, block.containers.isEmpty else { return nil }
      let text = notebook.document.joined(block.lines)
      if let mark = PictureMark(text), let label = PictureBraces(mark.braces)?.label {
        return NumberedProse(kind: .figure, label: label, lines: block.lines)
      }
      guard let caption = TableCaption(text) else { return nil }
      let neighbours = [index - 1, index + 1].filter(blocks.indices.contains).map { blocks[$0] }
      guard neighbours.contains(where: { $0.kind == .table && $0.containers.isEmpty }) else { return nil }
      return NumberedProse(kind: .table, label: caption.label, lines: block.lines)
    }
  }

  /// A warning for each label that a cell, a picture or a table has before.
  private static func twice(in notebook: Notebook) -> [ReportRemark] {
    var firsts = [String: Int]()
    for cell in notebook.cells {
      if let label = cell.options.label { firsts[label] = firsts[label] ?? cell.lines.lowerBound }
    }
    return all(in: notebook).compactMap { prose in
      guard let first = firsts[prose.label] else {
        firsts[prose.label] = prose.line
        return nil
      }
      return ReportRemark(
        severity: .warning, position: Position(line: prose.line),
        message:
          "the label “\(prose.label)” is in line \(first) already: references would mean both; give one another label")
    }
  }

  /// A warning for each label that cannot have a number, or is there twice. O(length).
  static func remarks(of notebook: Notebook) -> [ReportRemark] {
    let numbered = Set(all(in: notebook).flatMap(\.lines))
    let pictures = notebook.document.inlines.compactMap { inline -> ReportRemark? in
      guard case .picture(_, _, let braces) = inline.kind, let label = PictureBraces(braces)?.label,
        !numbered.contains(inline.start.line)
      else { return nil }
      return ReportRemark(
        severity: .warning, position: Position(line: inline.start.line, column: inline.start.column + 1),
        message: "the picture “\(label)” has no number: write it as a paragraph, outside of lists and quotations")
    }
    let captions = notebook.document.blocks.flatMap { block -> [ReportRemark] in
      // Its label is at the paragraph's end, from whichever line it goes on to there.
      guard block.kind == .paragraph, !numbered.contains(block.lines.lowerBound),
        let label = TableCaption.label(endingIn: notebook.document.lines[block.lines.upperBound - 1])
      else { return [] }
      return block.lines.filter { TableCaption.begins(in: notebook.document.lines[$0 - 1]) }.map { line in
        ReportRemark(
          severity: .warning, position: Position(line: line),
          message: "the caption of “\(label)” belongs to no table: write it as a paragraph next to one")
      }
    }
    return pictures + captions + twice(in: notebook)
  }
}

extension Document {
  /// A paragraph on one line, however an editor has wrapped it.
  fileprivate func joined(_ range: ClosedRange<Int>) -> String {
    lines[(range.lowerBound - 1)...(range.upperBound - 1)].map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: " ")
  }
}

extension Report {
  /// The lines in which the captions of the prose's tables have their numbers; of one that is wrapped, the first has all of it.
  func captioned(_ lines: [String?], _ caption: (String) -> String?) -> [String?] {
    numbered.reduce(into: lines) { lines, item in
      let place = (item.lines.lowerBound - 1)...(item.lines.upperBound - 1)
      let text = lines[place].compactMap { $0?.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
      guard item.kind == .table, let caption = caption(text) else { return }
      lines.replaceSubrange(place, with: [caption] + place.dropFirst().map { _ in nil })
    }
  }
}

/// How a format writes the anchor, the number and the line break of a numbered picture or table of the prose, all on one line.
struct NumberedMarks {
  /// The target of references; empty if they are not links.
  var anchor: (String) -> String
  /// Where a line ends within a paragraph.
  var lineBreak: String

  /// A picture with its number and its words below it.
  func picture(_ picture: String, _ words: String, _ reference: Reference) -> String {
    anchor(reference.anchor) + picture + lineBreak + title(words, reference)
  }

  /// The caption of a table.
  func table(_ words: String, _ reference: Reference) -> String {
    anchor(reference.anchor) + title(words, reference)
  }

  /// “Figure 1.” before a caption.
  private func title(_ words: String, _ reference: Reference) -> String {
    MarkdownText.strong("\(reference.text).") + (words.isEmpty ? "" : " \(words)")
  }

  /// A text that is a table's caption, with the number in place of the label; nil for any other.
  func caption(_ line: String, _ references: [String: Reference]) -> String? {
    TableCaption(line).flatMap { caption in references[caption.label].map { table(caption.words, $0) } }
  }
}

extension NumberedMarks {
  /// Those of Markdown, whose readers show an author's HTML.
  static var markdown: NumberedMarks {
    NumberedMarks(anchor: { "<a id=\"\(MarkupText.escape($0))\"></a>" }, lineBreak: "<br>")
  }
}
