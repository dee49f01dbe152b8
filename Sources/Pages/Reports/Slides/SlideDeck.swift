import Foundation
import NotebookDocument

/// How a notebook divides into slides: one rule for the page and for paper.
///
/// The title is a slide. A heading of the first or the second level begins one, and so does a rule (`---`); smaller
/// headings stay on their slide, and so does all that is in a division, or in an author's element of HTML. A heading with
/// nothing below it is the title of a part.
package struct SlideDeck {
  /// One slide.
  package struct Slide: Hashable, Sendable {
    /// The notebook's line on which it begins, counted from 1.
    package var line: Int
    /// What its heading says, as it is written; nil for a slide without.
    package var heading: String?
    /// Whether there is something on it next to its heading.
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

  /// The slides of a report. O(length).
  package init(_ report: Report) {
    let notebook = report.notebook
    let spoken = notebook.speakerNotes
    let spokenLines = Set(spoken.flatMap(\.lines))
    let silent = Set(
      notebook.cells.indices.filter { report.isSilent($0) }.map { notebook.cells[$0].lines.lowerBound })
    let blocks = notebook.document.blocks.filter { !spokenLines.contains($0.lines.lowerBound) }
    let directives = Directives(notebook).lines.filter { [.pause, .incremental, .endOfIncremental].contains($0.value) }
    // What a heading has of formulas is no word of it.
    let words = notebook.document.rewriting { inline, _, _ in
      if case .formula = inline.kind { "x" } else { nil }
    }
    let enclosed = EnclosedLines(notebook.document)
    func begins(_ block: Document.Block) -> Bool {
      block.containers.isEmpty && !enclosed.contains(block.lines.lowerBound)
    }
    var slides: [Slide] = []
    for block in blocks {
      let line = block.lines.lowerBound
      switch block.kind {
      case .blank, .definition: continue
      case .heading(1...2) where begins(block):
        // A rule above a heading begins the same slide.
        if let last = slides.last, last.heading == nil, !last.hasContent { slides.removeLast() }
        let text = block.lines.compactMap { words[$0 - 1] }.joined(separator: "\n")
        slides.append(Slide(line: line, heading: MarkdownTree.words(of: text)))
      case .rule where begins(block):
        if let last = slides.last, last.heading == nil, !last.hasContent { slides.removeLast() }
        slides.append(Slide(line: line))
      default:
        guard block.containers.first != .footnote, !silent.contains(line) else { continue }
        let directive = directives[line]
        // The first slide holds all of a list whose items come one by one.
        if slides.isEmpty, directive == nil || directive == .incremental { slides.append(Slide(line: line)) }
        if directive == nil { slides[slides.count - 1].hasContent = true }
      }
    }
    if let last = slides.last, last.heading == nil, !last.hasContent { slides.removeLast() }
    self.slides = slides
    var notes = Array(repeating: [Int](), count: slides.count + 1)
    for (index, note) in spoken.enumerated() {
      notes[slides.lastIndex { $0.line <= note.lines.lowerBound }.map { $0 + 1 } ?? 0].append(index)
    }
    self.notes = notes
    rules = Set(blocks.filter { $0.kind == .rule && begins($0) }.map(\.lines.lowerBound))
  }
}
