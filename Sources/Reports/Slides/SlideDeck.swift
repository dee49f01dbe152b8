import CCommonMark
import Foundation
import NotebookDocument

/// How a notebook divides into slides: one rule for the page and for paper.
///
/// The title is a slide. A heading of the first or the second level begins one, and so does a rule (`---`); smaller headings
/// stand on the slide that they are on. A heading with nothing below it is the title of a part.
package struct SlideDeck {
  /// One slide.
  package struct Slide: Hashable, Sendable {
    /// The notebook's line on which it begins, counted from 1.
    package var line: Int
    /// What its heading says, as it is written; nil for a slide without.
    package var heading: String?
    /// Whether a rule begins it, which is not shown.
    package var beginsWithRule = false
    /// Whether there is something on it beside its heading.
    package var hasContent = false

    /// What messages call it.
    package func name(_ number: Int) -> String { heading.map { "“\($0)”" } ?? "\(number)" }
  }

  /// All slides but those of the title and of the footnotes, in order.
  package let slides: [Slide]
  /// What a speaker says to each slide, as indices of the notebook's notes; the first are those of the title.
  package let notes: [[Int]]
  /// The lines of all rules, which are not shown.
  package let rules: Set<Int>
  /// Whether there are footnotes, which a page has on a last slide.
  package let hasFootnotes: Bool

  /// The slides of a report. O(length).
  package init(_ report: Report) {
    let notebook = report.notebook
    let spoken = notebook.speakerNotes
    var lines = Array(repeating: "", count: notebook.frontMatterLength)
    lines += notebook.lines.dropFirst(notebook.frontMatterLength)
    for note in spoken { for line in note.lines { lines[line - 1] = "" } }
    // A line of a formula is neither a rule nor a heading.
    let literal = Set(CodeBlocks.find(in: lines).flatMap(\.lines))
    lines = Formulas.protect(lines, literal: { literal.contains($0 + 1) }, mark: { _, _ in "x" })
    let silent = Set(
      notebook.cells.indices.filter { report.isSilent($0) }.map { notebook.cells[$0].lines.lowerBound })
    let tree = MarkdownTree(lines.joined(separator: "\n") + "\n")
    var slides: [Slide] = []
    for block in tree.blocks {
      let line = Int(cmark_node_get_start_line(block))
      let type = cmark_node_get_type(block)
      if type == CMARK_NODE_HEADING, cmark_node_get_heading_level(block) <= 2 {
        // A rule above a heading begins the same slide.
        if let last = slides.last, last.beginsWithRule, !last.hasContent { slides.removeLast() }
        slides.append(Slide(line: line, heading: tree.text(of: block)))
      } else if type == CMARK_NODE_THEMATIC_BREAK {
        if let last = slides.last, last.beginsWithRule, !last.hasContent { slides.removeLast() }
        slides.append(Slide(line: line, beginsWithRule: true))
      } else if type != CMARK_NODE_FOOTNOTE_DEFINITION, !silent.contains(line) {
        if slides.isEmpty { slides.append(Slide(line: line)) }
        slides[slides.count - 1].hasContent = true
      }
    }
    if let last = slides.last, last.beginsWithRule, !last.hasContent { slides.removeLast() }
    self.slides = slides
    var notes = Array(repeating: [Int](), count: slides.count + 1)
    for (index, note) in spoken.enumerated() {
      notes[slides.lastIndex { $0.line <= note.lines.lowerBound }.map { $0 + 1 } ?? 0].append(index)
    }
    self.notes = notes
    hasFootnotes = tree.blocks.contains { cmark_node_get_type($0) == CMARK_NODE_FOOTNOTE_DEFINITION }
    rules = Set(
      tree.blocks.filter { cmark_node_get_type($0) == CMARK_NODE_THEMATIC_BREAK }.map {
        Int(cmark_node_get_start_line($0))
      })
  }
}
