import Display
import Figures
import Foundation

/// An executed notebook, ready to be set as Markdown or HTML: what stands in the place of each cell.
public struct Report: Sendable {
  public var execution: Execution
  /// What stands in the place of each cell, in order.
  public var cells: [[ReportBlock]]

  public var notebook: Notebook { execution.notebook }
}

/// A piece of what stands in a report in the place of a cell.
public enum ReportBlock: Sendable {
  case code(String)
  case text(String)
  case errorText(String)
  case omitted(bytes: Int)
  case table(Table, number: Int?, label: String?, caption: String?)
  case figure(ReportFigure)
  case markdown(String)
  case html(String, fallback: String)
  /// A failure; `expected` where the cell was meant to fail.
  case failure(CellFailure, expected: Bool)
  case notRun
}

/// A figure in its place, with the files that show it.
public struct ReportFigure: Sendable {
  public var label: String
  public var number: Int
  public var caption: String?
  public var alternative: String?
  /// File names in the report's folder, by format: `svg`, `pdf`, `png`.
  public var files: [String: String]
  /// The picture for light and for dark pages, for inlining.
  public var svg: String

  /// What a reader who does not see the figure is told.
  public var spoken: String { alternative ?? caption ?? "Figure \(number)" }
}

/// Puts reports together: numbers figures and tables, and says what a cell's outputs become.
struct ReportBuilder {
  let execution: Execution
  /// The drawn figures by cell index, in the order in which the cell showed them.
  let drawings: [Int: [Result<FigureDrawing, FigureFailure>]]

  private var figureNumber = 0
  private var tableNumber = 0

  init(_ execution: Execution, drawings: [Int: [Result<FigureDrawing, FigureFailure>]]) {
    (self.execution, self.drawings) = (execution, drawings)
  }

  mutating func build() -> Report {
    var cells: [[ReportBlock]] = []
    for (index, cell) in execution.notebook.cells.enumerated() { cells.append(blocks(index, cell)) }
    return Report(execution: execution, cells: cells)
  }

  private mutating func blocks(_ index: Int, _ cell: Cell) -> [ReportBlock] {
    let outcome = execution.outcomes[index]
    var blocks: [ReportBlock] = []
    if cell.options.echo { blocks.append(.code(cell.code)) }
    var shownFailure: ReportBlock?
    switch outcome.status {
    case .failed(let failure): shownFailure = .failure(failure, expected: cell.options.error && failure != .didNotFail)
    case .notRun: shownFailure = .notRun
    case .done, .skipped: break
    }
    if cell.options.output {
      var figures = drawings[index] ?? []
      for output in outcome.outputs {
        switch output {
        case .text(let text): blocks.append(.text(text))
        case .errorText(let text): blocks.append(.errorText(text))
        case .omitted(let bytes): blocks.append(.omitted(bytes: bytes))
        case .bundle(let bundle): blocks.append(contentsOf: show(bundle, cell, &figures))
        }
      }
    }
    // What goes wrong is always shown, even where nothing else of the cell is.
    if !cell.options.include { blocks = [] }
    if let shownFailure, cell.options.include || outcome.status != .notRun { blocks.append(shownFailure) }
    return blocks
  }

  private mutating func show(
    _ bundle: MIMEBundle, _ cell: Cell, _ figures: inout [Result<FigureDrawing, FigureFailure>]
  ) -> [ReportBlock] {
    if bundle.isPicture, !figures.isEmpty {
      switch figures.removeFirst() {
      case .success(let drawing):
        figureNumber += 1
        return [
          .figure(
            ReportFigure(
              label: drawing.label, number: figureNumber,
              caption: text(cell.options.figureCaptions, drawing.index),
              alternative: text(cell.options.figureAlternatives, drawing.index) ?? bundle.spoken,
              files: drawing.fileNames,
              svg: drawing.svg))
        ]
      case .failure(let failure): return [.failure(.figure(failure.message), expected: false)]
      }
    }
    if let json = bundle.contents[MediaType.table],
      let table = try? JSONDecoder().decode(Table.self, from: Data(json.utf8))
    {
      let isNumbered = cell.options.tableCaption != nil || cell.options.label?.hasPrefix("tbl-") == true
      if isNumbered { tableNumber += 1 }
      return [
        .table(
          table, number: isNumbered ? tableNumber : nil, label: cell.options.label, caption: cell.options.tableCaption)
      ]
    }
    let plain = bundle.contents[MediaType.plain] ?? ""
    if let html = bundle.contents[MediaType.html] {
      return [.html(html, fallback: bundle.contents[MediaType.markdown] ?? plain)]
    }
    if let markdown = bundle.contents[MediaType.markdown] { return [.markdown(markdown)] }
    return [.text(plain + "\n")]
  }

  private func text(_ texts: [String], _ index: Int) -> String? {
    texts.indices.contains(index) ? texts[index] : index == 0 ? nil : texts.count == 1 ? texts[0] : nil
  }
}

extension Report {
  /// Numbered figures and tables by label, for references such as `@fig-drift`.
  var references: [String: String] {
    var found: [String: String] = [:]
    for block in cells.joined() {
      switch block {
      case .figure(let figure): found[figure.label] = "Figure \(figure.number)"
      case .table(_, let number?, let label?, _): found[label] = "Table \(number)"
      default: break
      }
    }
    return found
  }
}
