import Basics
import Foundation
import NotebookDocument

/// A notebook's lines as Markdown, with something in place of each cell and of each inline expression.
package struct ProseSplicer {
  package let report: Report
  /// The reader that the prose is written for.
  package let dialect: ProseDialect

  package init(report: Report, dialect: ProseDialect) { (self.report, self.dialect) = (report, dialect) }

  /// What is in place of some lines of the body.
  package struct Piece {
    /// nil for a cell, and where nothing is.
    package var text: String?
    /// The index of the cell.
    package var cell: Int?
    /// Lines of the notebook, counted from 1; empty for what is added to them.
    package var lines: Range<Int>
    fileprivate var kind = Kind.written

    fileprivate enum Kind {
      /// A line of the notebook, or one that is joined to it.
      case written
      /// In place of lines, or nothing where they are left out.
      case own
      /// The same above a paragraph, in which it is.
      case opening
    }

    fileprivate init(_ text: String?, cell: Int? = nil, _ lines: Range<Int> = 1..<1, _ kind: Kind = .written) {
      (self.text, self.cell, self.lines, self.kind) = (text, cell, lines, kind)
    }
  }

  /// The lines of the body, without front matter; `cellText` says what is in place of a cell, and an empty text
  /// removes the cell. Inside a list or a quotation it stays there. References such as `@fig-drift` become the figure's number.
  package func lines(cellText: (Int, Cell) -> String) -> [String] {
    joined(pieces, cellText: cellText)
  }

  /// The lines of some pieces: what was apart in the notebook stays apart.
  package func joined(_ pieces: [Piece], cellText: (Int, Cell) -> String = { _, _ in "" }) -> [String] {
    var joiner = BlockJoiner(report.notebook.document)
    for piece in pieces {
      let line = piece.lines.lowerBound
      if let index = piece.cell {
        let cell = report.notebook.cells[index]
        let fence = report.notebook.lines[line - 1].utf8
        let marks = String(decoding: fence.prefix(cell.indent), as: UTF8.self)
        let text = cellText(index, cell)
        if text.isEmpty {
          joiner.skip(line: line, marks: marks, isCell: true)
        } else {
          joiner.put(text, line: line, marks: marks)
        }
        continue
      }
      switch (piece.kind, piece.text) {
      case (.written, let text?): joiner.add(text, line: piece.lines.isEmpty ? nil : line)
      case (.written, nil): break
      case (_, nil): joiner.skip(line: line)
      case (.own, let text?): joiner.put(text, line: line)
      case (.opening, let text?): joiner.put(text, aboveLine: piece.lines.upperBound)
      }
    }
    return joiner.lines
  }

  /// The body without front matter, in order, and what is added at its end. O(length).
  package var pieces: [Piece] {
    let notebook = report.notebook
    func byLine<T>(_ values: [T], _ line: (T) -> Int) -> [Int: T] {
      Dictionary(values.map { (line($0), $0) }, uniquingKeysWith: { first, _ in first })
    }
    let cells = byLine(Array(notebook.cells.indices)) { notebook.cells[$0].lines.lowerBound }
    let notes = byLine(notebook.speakerNotes, \.lines.lowerBound)
    let equations = byLine(Equation.find(in: notebook), \.lines.lowerBound)
    let shown = Set(notebook.shownBlocks.map(\.lines.lowerBound))
    let directives = Directives(notebook).lines
    let texts = report.rearranged(rewritten(equations))
    let list = report.citations?.markdown ?? ""
    var result: [Piece] = []
    // What is in columns and in none of them, from the outermost inwards, comes below them.
    var columns: [(isInOne: Bool, strays: [Piece])] = []
    func add(_ lines: [String]) { result += lines.map { Piece($0) } }
    var line = notebook.frontMatterLength + 1
    while line <= notebook.lines.count {
      var piece = Piece(texts[line - 1], line..<line + 1)
      if let note = notes[line] {
        piece = Piece(nil, line..<note.lines.upperBound + 1, .own)
      } else if let directive = directives[line] {
        let text = dialect.text(directive, references: list, of: notebook)
        // An answer is its own paragraph; in Jupyter all that blank lines take apart.
        let isKept = if case .written = directive { true } else { dialect == .jupyter }
        piece.text = text.isEmpty && !isKept ? nil : text
        switch directive {
        case .guess, .question: piece.kind = .opening
        default: piece.kind = .own
        }
      } else if let equation = equations[line] {
        piece.lines = line..<equation.lines.upperBound + 1
      } else if let index = cells[line] {
        piece = Piece(nil, cell: index, line..<notebook.cells[index].lines.upperBound + 1)
      } else if shown.contains(line) {
        piece.text = piece.text?.replacing(compiled(/\s+noeval.*$/), with: "")
      }
      // Directives of the columns themselves are where they are; those of columns in no column go with them.
      var place = columns.indices.first { !columns[$0].isInOne }
      var strays: [Piece] = []
      switch directives[line] {
      case .columns: columns.append((false, []))
      case .column, .endOfColumn, .endOfColumns:
        if place == columns.count - 1 { place = nil }
        if case .endOfColumns = directives[line] {
          strays = columns.popLast()?.strays ?? []
        } else if !columns.isEmpty {
          columns[columns.count - 1].isInOne.toggle()
        }
      default: break
      }
      if let place {
        let isApart = columns[place].strays.last.map { $0.lines.upperBound != line } ?? true
        columns[place].strays += (isApart ? [Piece("")] : []) + [piece] + strays
        line = piece.lines.upperBound
        continue
      }
      result.append(piece)
      if !strays.isEmpty { result += strays + [Piece("")] }
      line = piece.lines.upperBound
    }
    if let last = result.last(where: { $0.kind == .written && $0.text.map(MarkdownText.isBlank) == false }) {
      add(notebook.document.ending(ofBlockAt: last.lines.lowerBound))
    }
    if let citations = report.citations {
      if !directives.values.contains(.references) { add(["", list]) }
      add(citations.notes.flatMap { ["", $0] })
    }
    return result
  }

  /// The notebook's lines with what they refer to, and with values. A line is nil that was joined to the one above.
  private func rewritten(_ equations: [Int: Equation]) -> [String?] {
    let document = report.notebook.document
    let places = report.notebook.inlinePlaces
    let references = report.references
    let links = report.links
    let lines = document.rewriting(
      formula: { block, tex in
        equations[block.lines.lowerBound].map { ProseDialect.equation(tex, number: $0.number) }
      },
      { inline, text, surroundings in
        switch inline.kind {
        case .expression:
          guard let index = places[inline.start] else { return nil }
          let outcome = report.execution.inlines[index]
          switch surroundings {
          case .formula: return InlineText.tex(outcome)
          case .address: return MarkdownText.address(InlineText.bare(outcome))
          case .words:
            let before = document.text(from: .init(line: inline.start.line, column: 0), to: inline.start)
            let text = InlineText.markdown(outcome, isFirst: MarkdownText.isContainers(before))
            return document.block(at: inline.start.line)?.kind == .table ? MarkdownText.entry(text) : text
          }
        case .picture:
          return PictureSetting.resolve(text, asElement: true, references, .markdown)
        case .citation(let written): return report.citations?.text(for: written, \.markdown)
        case .reference(let label): return ReferenceMarks.text(for: label, references) { $0.text }
        case .target: return links?.address(text)
        case .code, .rawHTML, .formula, .address: return nil
        }
      })
    return report.captioned(lines) { NumberedMarks.markdown.caption($0, references) }
  }
}
