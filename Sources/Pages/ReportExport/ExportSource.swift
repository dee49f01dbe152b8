import Caches
import Drawings
import Foundation
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

  package init(
    report: Report, drawn: [Int: [Result<FigureDrawing, FigureFailure>]], formulas: Formulas, store: Store,
    interrupt: Interrupt?
  ) {
    var formulas = formulas
    if let interrupt { formulas.interrupt = interrupt }
    (self.report, self.drawn, self.formulas, self.store, self.interrupt) = (report, drawn, formulas, store, interrupt)
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
}
