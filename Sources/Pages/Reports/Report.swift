import Basics
import CellKernel
import Display
import Drawings
import Figures
import Foundation
import NotebookDocument

/// An executed notebook, ready to be set as Markdown or HTML: what is in place of each cell.
package struct Report: Sendable {
  package var execution: Execution
  /// What is in place of each cell, in order.
  package var cells: [[ReportBlock]]
  /// The pictures and tables of the prose that have a number, in order, and their numbers.
  var numbered: [NumberedProse] = []
  var proseNumbers: [ItemNumber] = []
  /// What a reader is not to see at once, by cell: it is folded in a page, and is at the end on paper.
  package var folded: [Int: Fold] = [:]
  /// What the prose cites; nil where it names no bibliography.
  package var citations: Citations?
  /// What the prose refers to elsewhere, in other chapters of a book, by label as it is written.
  package var elsewhere: [String: Reference] = [:]
  /// The attribute for an address of the page, by its name, `href` or `src`; nil where addresses are as they are.
  package var attribute: (@Sendable (_ name: String, _ address: String) -> String)?
  /// The folder in which the report is written; nil for a report that is not written, whose links stay as they are.
  package var folder: String?

  /// The links of the prose, as they are in the report's folder.
  package var links: RelativeLinks? { folder.map { RelativeLinks(from: notebook.folder, to: $0) } }

  package var notebook: Notebook { execution.notebook }

  /// Whether nothing is in place of a cell.
  package func isSilent(_ index: Int) -> Bool { cells[index].isEmpty && folded[index] == nil }

  /// The parameters as a report's head shows them: with label and unit if “labels” or “explore” gives them, only the end of a long absolute
  /// path, and without empty texts.
  package var shownParameters: [(name: String, short: String, full: String)] {
    let front = notebook.frontMatter
    return execution.parameters.compactMap { parameter in
      let value = parameter.value.description
      guard !value.isEmpty else { return nil }
      let control = front.explored.first { $0.name == parameter.name }
      let words = front.labels[parameter.name]
      let unit = (control?.unit ?? words?.unit).map { $0 == "°" ? $0 : "\u{A0}\($0)" } ?? ""
      return (control?.label ?? words?.label ?? parameter.name, Self.shortened(value) + unit, value + unit)
    }
  }

  /// The last two names of an absolute path that would take most of a line; anything else as it is.
  static func shortened(_ text: String) -> String {
    guard text.hasPrefix("/"), text.count > 40 else { return text }
    let names = text.split(separator: "/")
    return names.count > 2 ? "…/" + names.suffix(2).joined(separator: "/") : text
  }
}

/// Pieces under a word that opens them: a solution, and what it gives.
package struct Fold: Sendable {
  package var title: String
  package var blocks: [ReportBlock]
}

/// A piece of what is in a report in place of a cell.
package enum ReportBlock: Sendable {
  case code(String)
  case text(String)
  case errorText(String)
  case omitted(Omission)
  case table(Table, number: ItemNumber?, label: String?, caption: String?)
  case figure(ReportFigure)
  /// Several figures of one cell under one number.
  case figures(FigureRow)
  case markdown(String)
  case html(String, fallback: String)
  /// A failure; `expected` where the cell was meant to fail.
  case failure(CellFailure, expected: Bool)
  /// Why the cell has not run.
  case notRun(String)
}

/// A figure in its place, with the files that show it.
package struct ReportFigure: Sendable {
  package var label: String
  package var number: ItemNumber
  package var caption: String?
  package var alternative: String?
  /// File names in the report's folder, by format: `svg`, `pdf`, `png`.
  package var files: [String: String]
  /// The picture for light and for dark pages, for inlining.
  package var svg: String
  /// The same for a page as narrow as a telephone; nil where the other serves there, too.
  package var narrow: String?
  /// The figure as a value, in JSON; nil for a picture that the cell's own code made.
  package var source: String?

  /// What its data has that it cannot show, in words.
  package var doubts: [String]
  /// Whether it is set as large as it is drawn, because the size of its words was asked for.
  package var isExact: Bool
  /// Where it may be on paper.
  package var position = FigurePosition.auto

  /// Which part of a figure it is, “a” for the first; nil for its own figure.
  package var letter: String?

  package init(
    _ drawing: FigureDrawing, number: ItemNumber, caption: String?, alternative: String?, letter: String? = nil
  ) {
    (label, self.number, self.caption, self.alternative) = (drawing.label, number, caption, alternative)
    (files, svg, narrow, self.letter) = (drawing.fileNames, drawing.svg, drawing.narrow, letter)
    source = drawing.source
    (doubts, isExact) = (drawing.doubts, drawing.isExact)
  }

  /// The description for a reader who does not see the figure.
  package var spoken: String { alternative ?? caption.map { MarkdownText.spoken($0) } ?? name }
  /// Its width in centimetres as drawn; nil for a picture that is not drawn here.
  package var width: Double? {
    let head = svg.prefix(2000)
    guard head.contains("gimbal-figure") || head.contains("class=\"gimbal-scene\" viewBox"),
      let box = head.range(of: "viewBox=\"0 0 ")
    else { return nil }
    return Double(head[box.upperBound...].prefix { $0 != " " }).map { $0 / 72 * 2.54 }
  }
  /// How prose calls it: “Figure 3”, or “Figure 3 (a)”.
  package var name: String { "Figure \(number)" + (letter.map { " (\($0))" } ?? "") }
}

/// Several figures of one cell that are parts of one: they share a number, and are side by side where there is room.
package struct FigureRow: Sendable {
  /// The cell's anchor.
  package var label: String
  package var number: ItemNumber
  /// The caption of the whole.
  package var caption: String?
  /// How many parts are side by side; the last row may have fewer.
  package var columns: Int
  /// The parts, row by row.
  package var parts: [ReportFigure]

  /// The parts in rows. O(parts).
  package var rows: [[ReportFigure]] {
    stride(from: 0, to: parts.count, by: columns).map { Array(parts[$0..<min($0 + columns, parts.count)]) }
  }

  /// The letters of the parts: a to z, then numbers.
  package static func letter(_ index: Int) -> String {
    index < 26 ? String(UnicodeScalar(UInt8(97 + index))) : "\(index + 1)"
  }
}

/// Puts reports together: numbers figures and tables, and says what a cell's outputs become.
package struct ReportBuilder {
  package let execution: Execution
  /// The drawn figures by cell index, in the order in which the cell showed them.
  package let drawings: [Int: [Result<FigureDrawing, FigureFailure>]]

  private var folded: [Int: Fold] = [:]
  private var figureNumber = 0
  private var tableNumber = 0
  private var proseNumbers: [ItemNumber] = []

  package init(_ execution: Execution, drawings: [Int: [Result<FigureDrawing, FigureFailure>]]) {
    (self.execution, self.drawings) = (execution.settled(by: drawings), drawings)
  }

  package mutating func build() -> Report {
    var cells: [[ReportBlock]] = []
    var last = (words: "", line: 0)
    let numbered = NumberedProse.all(in: execution.notebook)
    for (index, cell) in execution.notebook.cells.enumerated() {
      number(numbered, above: cell.lines.lowerBound)
      var blocks = blocks(index, cell)
      if case .notRun(let words)? = blocks.last {
        // Among consecutive cells that show nothing else, only one shows the note.
        let between = execution.notebook.lines[min(last.line, cell.lines.lowerBound - 1)..<(cell.lines.lowerBound - 1)]
        if blocks.count == 1, words == last.words, between.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { blocks = [] }
        last = (words, cell.lines.upperBound)
      }
      cells.append(blocks)
    }
    number(numbered, above: .max)
    var report = Report(execution: execution, cells: cells, folded: folded)
    (report.numbered, report.proseNumbers) = (numbered, proseNumbers)
    report.writeOrders()
    return report
  }

  /// Gives numbers to what the prose has above a line and has none yet.
  private mutating func number(_ numbered: [NumberedProse], above line: Int) {
    for item in numbered[proseNumbers.count...].prefix(while: { $0.line < line }) {
      switch item.kind {
      case .figure:
        figureNumber += 1
        proseNumbers.append(number(figureNumber))
      case .table:
        tableNumber += 1
        proseNumbers.append(number(tableNumber))
      }
    }
  }

  private mutating func blocks(_ index: Int, _ cell: Cell) -> [ReportBlock] {
    let outcome = execution.outcomes[index]
    var blocks: [ReportBlock] = []
    if cell.options.echo { blocks.append(.code(cell.code)) }
    var shownFailure: ReportBlock?
    switch outcome.status {
    case .failed(.lacking(let name, let place)):
      shownFailure = .notRun(LackingText.words(name, since: place, in: execution.notebook))
    case .failed(let failure): shownFailure = .failure(failure, expected: failure.isMeant(by: cell.options))
    case .notRun: shownFailure = .notRun("Not run: a cell above failed.")
    case .waiting(let exercise): shownFailure = .notRun("Waits for exercise “\(exercise)”.")
    case .blank(let hints): shownFailure = ExerciseText.hint(hints)
    case .done, .skipped: break
    }
    let codeCount = blocks.count
    if cell.options.output, cell.options.include {
      var figures = drawings[index] ?? []
      var row = figureRow(of: figures, outcome, in: cell)
      let isGrouped = !row.isEmpty
      for output in outcome.outputs {
        switch output {
        case .text(let text): blocks.append(.text(ShownText.plain(text)))
        case .errorText(let text): blocks.append(.errorText(ShownText.plain(text)))
        case .omitted(let omission): blocks.append(.omitted(omission))
        case .bundle(let bundle) where bundle.isPicture && isGrouped:
          // The parts are together, in place of the first.
          blocks += row
          row = []
        case .bundle(let bundle): blocks.append(contentsOf: show(bundle, cell, &figures))
        }
      }
    }
    // What goes wrong is always shown, even where nothing else of the cell is.
    if !cell.options.include { blocks = [] }
    fold(&blocks, of: index, behind: codeCount)
    if let shownFailure, cell.options.include || outcome.status != .notRun { blocks.append(shownFailure) }
    return blocks
  }

  /// Folds a solution, and what it gives where the reader is still to find one.
  private mutating func fold(_ blocks: inout [ReportBlock], of index: Int, behind codeCount: Int) {
    let notebook = execution.notebook
    switch notebook.cells[index].options.role {
    case .solution where !blocks.isEmpty:
      folded[index] = Fold(title: "Solution", blocks: blocks)
      blocks = []
    case .check(let name) where execution.isOpen(name):
      let outputs = Array(blocks.dropFirst(codeCount))
      if !outputs.isEmpty { folded[index] = Fold(title: "What the solution gives", blocks: outputs) }
      blocks = Array(blocks.prefix(codeCount)) + [.notRun("Not done yet: exercise “\(name)” has a blank.")]
    default: break
    }
  }

  /// The figures of a cell as the parts of one, and what could not be drawn; empty where each stands for itself.
  private mutating func figureRow(
    of drawings: [Result<FigureDrawing, FigureFailure>], _ outcome: CellOutcome, in cell: Cell
  ) -> [ReportBlock] {
    let options = cell.options
    guard options.groupsFigures, drawings.count > 1 else { return [] }
    figureNumber += 1
    var row = FigureRow(
      label: cell.anchor, number: number(figureNumber), caption: nil, columns: options.layoutColumns ?? 1, parts: [])
    var captions = options.figureSubcaptions
    if captions.isEmpty, options.figureCaptions.count > 1 {
      captions = options.figureCaptions
    } else {
      row.caption = options.figureCaptions.first.map { caption($0, of: cell) }
    }
    var failures: [ReportBlock] = []
    let bundles = outcome.pictures
    // One text for several parts would describe none of them.
    let alternatives = options.figureAlternatives
    for (index, drawing) in drawings.enumerated() {
      switch drawing {
      case .success(let drawing):
        var figure = ReportFigure(
          drawing, number: number(figureNumber),
          caption: captions.indices.contains(index) ? caption(captions[index], of: cell) : nil,
          alternative: alternatives.indices.contains(index)
            ? alternative(alternatives[index], of: cell) : bundles[index].spoken,
          letter: FigureRow.letter(index))
        figure.position = options.position(ofFigure: index)
        row.parts.append(figure)
      case .failure(let failure): failures.append(.failure(.figure(failure.message), expected: options.error))
      }
    }
    return (row.parts.isEmpty ? [] : [.figures(row)]) + failures
  }

  private mutating func show(
    _ bundle: MIMEBundle, _ cell: Cell, _ figures: inout [Result<FigureDrawing, FigureFailure>]
  ) -> [ReportBlock] {
    if bundle.isRecord { return [] }
    if bundle.isPicture, !figures.isEmpty {
      switch figures.removeFirst() {
      case .success(let drawing):
        figureNumber += 1
        var figure = ReportFigure(
          drawing, number: number(figureNumber),
          caption: text(cell.options.figureCaptions, drawing.index).map { caption($0, of: cell) },
          alternative: text(cell.options.figureAlternatives, drawing.index).map { alternative($0, of: cell) }
            ?? bundle.spoken)
        figure.position = cell.options.position(ofFigure: drawing.index)
        return [.figure(figure)]
      case .failure(let failure): return [.failure(.figure(failure.message), expected: cell.options.error)]
      }
    }
    if let warning = bundle.contents[MediaType.warning] { return [.errorText("warning: \(warning)\n")] }
    if let json = bundle.contents[MediaType.table],
      let table = try? JSONDecoder().decode(Table.self, from: Data(json.utf8))
    {
      let isNumbered = cell.options.tableCaption != nil || cell.options.label?.hasPrefix("tbl-") == true
      if isNumbered { tableNumber += 1 }
      return [
        .table(
          table, number: isNumbered ? number(tableNumber) : nil, label: cell.options.label,
          caption: cell.options.tableCaption.map { caption($0, of: cell) })
      ]
    }
    let plain = bundle.contents[MediaType.plain] ?? ""
    if let html = bundle.contents[MediaType.html] {
      return [.html(html, fallback: bundle.contents[MediaType.markdown] ?? plain)]
    }
    if let markdown = bundle.contents[MediaType.markdown] { return [.markdown(markdown)] }
    return [.text(ShownText.plain(plain) + "\n")]
  }

  private func number(_ index: Int) -> ItemNumber { ItemNumber(index, chapter: execution.notebook.chapter) }

  /// A caption with its values, as one line: a line of it must begin neither a list nor its own paragraph.
  private func caption(_ caption: String, of cell: Cell) -> String {
    execution.notebook.filled(caption, ofCell: cell.number - 1) {
      InlineText.markdown(execution.inlines[$0], isFirst: false)
    }.replacing(compiled(/\s*\n\s*/), with: " ")
  }

  private func alternative(_ words: String, of cell: Cell) -> String { execution.alternative(words, of: cell) }

  private func text(_ texts: [String], _ index: Int) -> String? {
    texts.indices.contains(index) ? texts[index] : index == 0 ? nil : texts.count == 1 ? texts[0] : nil
  }
}

extension Execution {
  /// The words for those who do not see a figure, with their values.
  fileprivate func alternative(_ words: String, of cell: Cell) -> String {
    notebook.filled(MarkdownText.spoken(words), ofCell: cell.number - 1) { InlineText.plain(inlines[$0]) }
  }

  /// A cell whose words for those who do not see its figures have their values.
  package func spoken(_ cell: Cell) -> Cell {
    var cell = cell
    cell.options.figureAlternatives = cell.options.figureAlternatives.map { alternative($0, of: cell) }
    return cell
  }

  /// The execution in which cells that must fail have done so where one of their figures could not be drawn, and have failed to where all
  /// could.
  fileprivate func settled(by drawings: [Int: [Result<FigureDrawing, FigureFailure>]]) -> Execution {
    var settled = self
    for (index, drawn) in drawings where notebook.cells[index].options.error && outcomes[index].status == .done {
      let areDrawn = drawn.allSatisfy { if case .success = $0 { true } else { false } }
      if areDrawn, !drawn.isEmpty { settled.outcomes[index].status = .failed(.didNotFail) }
    }
    return settled
  }
}
