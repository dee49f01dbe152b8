import Caches
import Drawings
import Foundation
import NotebookDocument
import Processes
import Reports

/// What a report is exported from.
package struct ExportSource {
  package let report: Report
  /// The figures of each cell that has any, by its index.
  package let drawn: [Int: [Result<FigureDrawing, FigureFailure>]]
  package let formulas: Formulas
  /// Where temporary files lie.
  package let store: Store
  /// Stops the programs when requested.
  package let interrupt: Interrupt?
  /// Makes other slides of a report than it has by itself, as with controls; nil for none.
  let slides: (Report, Formulas) throws -> String?

  package init(
    report: Report, drawn: [Int: [Result<FigureDrawing, FigureFailure>]], formulas: Formulas, store: Store,
    interrupt: Interrupt?, slides: @escaping (Report, Formulas) throws -> String? = { _, _ in nil }
  ) {
    var formulas = formulas
    if let interrupt { formulas.interrupt = interrupt }
    (self.report, self.drawn, self.formulas, self.store, self.interrupt) = (report, drawn, formulas, store, interrupt)
    self.slides = slides
  }

  private var drawings: [FigureDrawing] { drawn.values.joined().compactMap { try? $0.get() } }

  /// The figures' files by name.
  package var pictures: [String: Data] {
    var files: [String: Data] = [:]
    for drawing in drawings { for (format, data) in drawing.files { files[drawing.fileNames[format]!] = data } }
    return files
  }

  /// The figures' files by label and format.
  var picturesByLabel: [String: [String: Data]] {
    Dictionary(drawings.map { ($0.label, $0.files) }, uniquingKeysWith: { $1 })
  }

  /// The same with figures that are drawn for slides, where neither their cell nor they themselves nor the notebook say how large they are.
  ///
  /// - Throws: `Interrupted`.
  func forSlides() throws -> ExportSource {
    var execution = report.execution
    var figures = execution.notebook.frontMatter.figures
    guard figures.place == nil, figures.width == nil, figures.height == nil else { return self }
    figures.place = .slide
    let queue = DrawingQueue(drawer: FigureDrawer(store: store), formats: ["svg", "pdf"], interrupt: interrupt)
    for index in execution.notebook.cells.indices {
      execution.notebook.cells[index].options.notebookFigures = figures
      if drawn[index] != nil {
        queue.add(execution.spoken(execution.notebook.cells[index]), execution.outcomes[index])
      }
    }
    let drawn = queue.finish()
    if drawn.values.joined().contains(where: \.wasStopped) { throw Interrupted() }
    var builder = ReportBuilder(execution, drawings: drawn)
    var report = builder.build()
    (report.folder, report.citations, report.elsewhere) = (
      self.report.folder, self.report.citations, self.report.elsewhere
    )
    return ExportSource(
      report: report, drawn: drawn, formulas: formulas, store: store, interrupt: interrupt, slides: slides)
  }
}
