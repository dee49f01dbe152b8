import Basics
import CCommonMark
import Foundation
import NotebookDocument

extension HTMLProse {
  /// The words of a caption, with the signs of its formulas. O(length).
  package func words(_ text: String) -> String {
    var notes = PageNotes(keepsFormulas: true)
    note(blocks: HTMLText.started(text), in: &notes)
    return HTMLText.withoutStart(notes.finished.sections.map(\.text).joined(separator: " "))
  }

  /// Notes Markdown that a cell gave.
  func note(blocks text: String, in notes: inout PageNotes) {
    let tree = tree(text)
    note(tree, [:], in: &notes)
  }

  /// The text and the places of a notebook's body.
  func note(
    _ tree: MarkdownTree, _ headings: [(node: MarkdownTree.Node, heading: HTMLPage.Heading)], of report: Report,
    isAsked: Bool, cell: (Int, inout PageNotes) -> Void
  ) -> PageOutline {
    var notes = PageNotes()
    let names = Dictionary(uniqueKeysWithValues: headings.map { ($0.node, $0.heading.slug) })
    note(tree, names, in: &notes) { directive, notes in
      switch directive {
      case .guess(let index): notes.add(anchor: report.notebook.guesses[index].label)
      case .answer: notes.isHidden = true
      case .endOfGuess(let index):
        let guess = report.notebook.guesses[index]
        notes.isHidden = false
        if isAsked, !guess.isCheck { notes.veil(by: guess.key(in: report.notebook)) }
      case .question(let index):
        notes.add(anchor: report.notebook.questions[index].label)
        notes.add(report.notebook.questions[index].title)
      default: break
      }
      notes.addBreak()
    } cell: {
      cell($0, &$1)
    }
    return notes.finished
  }

  private func note(
    _ tree: MarkdownTree, _ names: [MarkdownTree.Node: String], in notes: inout PageNotes,
    directive: (Directives.Line, inout PageNotes) -> Void = { _, _ in },
    cell: (Int, inout PageNotes) -> Void = { _, _ in }
  ) {
    // What veils the places that refer to a footnote, by its number.
    var (veils, number): ([String: [[String]?]], Int) = ([:], 0)
    func noteReferences() {
      notes.endVeils()
      notes.add(foreign: citations?.html ?? "")
    }
    func noteReference(_ node: MarkdownTree.Node) {
      guard cmark_node_get_type(node) == CMARK_NODE_FOOTNOTE_REFERENCE else { return }
      veils[MarkdownTree.literal(node), default: []].append(notes.veils)
    }
    func notePlaces(_ node: MarkdownTree.Node) {
      guard cmark_node_get_type(node) == CMARK_NODE_HTML_INLINE else { return }
      if case .mark(let mark)? = tree.meanings[node] {
        if let anchor = mark.anchor { notes.add(anchor: anchor) }
      } else {
        notes.add(placesOf: MarkdownTree.literal(node))
      }
    }
    tree.walk { node, isEntered in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT, CMARK_NODE_CODE: notes.add(MarkdownTree.literal(node))
      case CMARK_NODE_HEADING where isEntered:
        notes.begin(min(Int(cmark_node_get_heading_level(node)) + 1, 6), anchor: names[node] ?? "")
      case CMARK_NODE_HEADING: notes.endHeading()
      case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE:
        switch tree.meanings[node] {
        case .mark(let mark):
          if let line = mark.directive { directive(line, &notes) } else { notes.add(mark) }
          if mark.directive == .references { noteReferences() }
        case .cell(let index):
          for node in tree.captions[index]?.flatMap({ tree.nodes(of: $0) }) ?? [] { noteReference(node) }
          cell(index, &notes)
        case .references: noteReferences()
        case .frame: break
        case nil: notes.add(foreign: MarkdownTree.literal(node))
        }
      case CMARK_NODE_EMPH, CMARK_NODE_STRONG, CMARK_NODE_LINK, CMARK_NODE_CODE_BLOCK: break
      case CMARK_NODE_FOOTNOTE_REFERENCE: noteReference(node)
      case CMARK_NODE_FOOTNOTE_DEFINITION:
        if isEntered {
          number += 1
          notes.beginNote(veils["\(number)"] ?? [[]])
        } else {
          notes.endNote()
        }
        notes.addBreak()
      case CMARK_NODE_IMAGE: return true
      default:
        let kind = cmark_node_get_type_string(node).map { String(cString: $0) }
        if kind == "table" {
          // Its places are found, and its words are not.
          if isEntered { for node in tree.nodes(of: node) { notePlaces(node) } }
          return true
        }
        if kind != "strikethrough" { notes.addBreak() }
      }
      return false
    }
  }
}

extension HTMLReport {
  /// Notes the text and the places that the page has in place of a cell.
  func note(_ index: Int, in notes: inout PageNotes) {
    guard !report.isSilent(index) else { return }
    notes.add(anchor: report.notebook.cells[index].anchor)
    for block in report.cells[index] { note(block, in: &notes) }
    let wasHidden = notes.isHidden
    notes.isHidden = true
    for block in report.folded[index]?.blocks ?? [] { note(block, in: &notes) }
    notes.isHidden = wasHidden
  }

  private func note(_ block: ReportBlock, in notes: inout PageNotes) {
    switch block {
    case .markdown(let text): prose.note(blocks: text, in: &notes)
    case .html(let html, _): notes.add(foreign: html)
    case .figure(let figure): notes.add(anchor: figure.anchor)
    case .figures(let row): for anchor in [row.anchor] + row.parts.map(\.anchor) { notes.add(anchor: anchor) }
    case .table(_, _, let label?, _): notes.add(anchor: ReportBlock.tableAnchor(label))
    default: break
    }
    notes.addBreak()
  }
}
