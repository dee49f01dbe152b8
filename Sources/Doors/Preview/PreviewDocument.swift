import CellCompiler
import CellKernel
import Display
import Drawings
import Foundation
import NotebookDocument
import Reports

/// What a preview shows at one moment: the notebook with the outcome of its cells so far.
///
/// After an edit each cell keeps its earlier result until the new one is there, so that the page does not jump.
package struct PreviewDocument {
  package private(set) var execution: Execution
  package private(set) var states: [PreviewEvent.CellProgress]
  /// The drawn figures by cell, and what they were drawn from.
  private var drawings: [Int: [Result<FigureDrawing, FigureFailure>]] = [:]
  private var sources: [Int: DrawingSource] = [:]
  /// What the prose cites; nil also where that cannot be read.
  package var citations: Citations?
  /// Why what the prose cites cannot be read.
  package var citationProblem: String?

  /// A notebook of which nothing has run yet.
  package init(_ notebook: Notebook, parameters: [Parameter]) {
    let fates = notebook.fates
    execution = Execution(
      notebook: notebook, parameters: parameters,
      outcomes: fates.map { CellOutcome($0.doesRun ? .done : .init($0)) },
      inlines: notebook.inlines.map { _ in nil })
    states = zip(notebook.cells, fates).map { Self.progress($0, $1.doesRun ? .waiting : .skipped) }
  }

  /// The document after an edit: the results that still have a place are kept until they are replaced.
  package func edited(to notebook: Notebook, parameters: [Parameter]) -> PreviewDocument {
    var next = PreviewDocument(notebook, parameters: parameters)
    let old = execution.notebook
    // A cell is known again by its code; where as many cells are there as before, also by its place.
    var places: [String: [Int]] = [:]
    for (index, cell) in old.cells.enumerated() { places[cell.code, default: []].append(index) }
    for (index, cell) in notebook.cells.enumerated() where next.states[index].state == .waiting {
      var source: Int?
      if let first = places[cell.code]?.first {
        places[cell.code]!.removeFirst()
        source = first
      } else if old.cells.count == notebook.cells.count {
        source = index
      }
      guard let source else { continue }
      next.execution.outcomes[index] = execution.outcomes[source]
      next.drawings[index] = drawings[source]?.enumerated().map { place, drawing in
        // The old picture under its new name, until it is drawn again.
        drawing.map { $0.named(cell.figureName(place, of: drawings[source]!.count)) }
      }
      next.sources[index] = sources[source]
    }
    var values: [String: InlineOutcome] = [:]
    for (inline, outcome) in zip(old.inlines, execution.inlines) { values[inline.expression] = outcome }
    next.execution.inlines = notebook.inlines.map { values[$0.expression] }
    return next
  }

  private static func progress(
    _ cell: Cell, _ state: PreviewEvent.CellProgress.State, _ seconds: Double = 0
  ) -> PreviewEvent.CellProgress {
    PreviewEvent.CellProgress(anchor: cell.anchor, state: state, seconds: seconds)
  }

  /// Notes that a cell is compiling or running; the progress to tell.
  package mutating func note(_ state: PreviewEvent.CellProgress.State, _ cell: Cell) -> PreviewEvent.CellProgress {
    states[cell.number - 1] = Self.progress(cell, state)
    return states[cell.number - 1]
  }

  /// Whether the figures of a cell with this outcome have been drawn already.
  package func hasDrawn(_ outcome: CellOutcome, of cell: Cell) -> Bool {
    sources[cell.number - 1] == DrawingSource(outcome, of: cell)
  }

  /// Notes the outcome of a cell, with its figures where they are new.
  package mutating func finish(
    _ cell: Cell, _ outcome: CellOutcome, drawings drawn: [Result<FigureDrawing, FigureFailure>]?
  ) {
    let index = cell.number - 1
    execution.outcomes[index] = outcome
    // What was stopped is drawn in the next run.
    if let drawn {
      (drawings[index], sources[index]) =
        (drawn, drawn.contains(where: \.wasStopped) ? nil : DrawingSource(outcome, of: cell))
    }
    let figuresFailed = (drawings[index] ?? []).contains { if case .failure = $0 { true } else { false } }
    states[index] = Self.progress(cell, Self.state(outcome, cell, figuresFailed), outcome.runSeconds)
  }

  /// Takes all that a run has given.
  package mutating func finish(_ execution: Execution) {
    self.execution = execution
    for (cell, outcome) in zip(execution.notebook.cells, execution.outcomes) where outcome.status == .notRun {
      states[cell.number - 1] = Self.progress(cell, .notRun)
    }
  }

  private static func state(
    _ outcome: CellOutcome, _ cell: Cell, _ figuresFailed: Bool
  ) -> PreviewEvent.CellProgress.State {
    switch outcome.status {
    case .done: figuresFailed ? .failed : .done
    case .failed(.lacking): .notRun
    case .failed(let failure): failure.isMeant(by: cell.options) ? .done : .failed
    case .notRun: .notRun
    case .skipped, .blank, .waiting: .skipped
    }
  }

  /// Whether all that has run has run as it should.
  package var isSuccess: Bool {
    states.allSatisfy { $0.state == .done || $0.state == .skipped }
      && execution.inlines.allSatisfy { if case .waiting? = $0 { true } else { $0?.isValue == true } }
  }

  /// The document as a report. O(length).
  package func report(formulas: Formulas) -> HTMLReport {
    var builder = ReportBuilder(execution, drawings: drawings)
    var report = builder.build()
    report.citations = citations
    return HTMLReport(report: report, formulas: formulas, isLive: true)
  }
}

/// All that decides how the figures of a cell are drawn.
private struct DrawingSource: Hashable {
  private var label: String
  private var pictures: [MIMEBundle]
  private var words: [[String]]
  private var figures: [FigureOptions]
  private var columns: Int?

  init(_ outcome: CellOutcome, of cell: Cell) {
    let options = cell.options
    (label, pictures, columns) = (cell.anchor, outcome.pictures, options.layoutColumns)
    words = [options.figureAlternatives, options.figureCaptions]
    figures = [options.figures, options.notebookFigures]
  }
}

extension FigureDrawing {
  fileprivate func named(_ label: String) -> FigureDrawing {
    var drawing = self
    drawing.label = label
    return drawing
  }
}
