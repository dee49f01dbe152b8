import Drawings
import Foundation
import NotebookDocument
import ReportExport
import Reports
import Surroundings

import enum Basics.Parallel

/// Makes the files of a report and puts them into its folder, all at once.
struct ReportOutput {
  let report: Report
  let drawn: [Int: [Swift.Result<FigureDrawing, FigureFailure>]]
  let store: Store
  var formulas: Formulas
  let interrupt: Interrupt?

  init(
    report: Report, drawn: [Int: [Swift.Result<FigureDrawing, FigureFailure>]], store: Store, formulas: Formulas,
    interrupt: Interrupt?
  ) {
    (self.report, self.drawn, self.store, self.formulas) = (report, drawn, store, formulas)
    self.interrupt = interrupt
    if let interrupt { self.formulas.interrupt = interrupt }
  }

  /// Writes the report, in these formats too, by force also over files that somebody else has written or changed.
  ///
  /// - Returns: What is to be said of the formats.
  /// - Throws: `NotebookError` when it cannot be written, or when one of the formats cannot be made: the report is then
  ///   written without it. `Interrupted` when a stop was asked for: nothing is written then.
  func write(
    _ formats: [ExportFormat], to folder: OutputFolder, force: Bool = false
  ) throws -> [ReportRemark] {
    var files = pictures
    let texts = Parallel.map(2, threads: 2) { [report, formulas] in
      $0 == 0 ? MarkdownReport.text(of: report) : HTMLReport(report: report, formulas: formulas).text()
    }
    (files["README.md"], files["index.html"]) = (Data(texts[0].utf8), Data(texts[1].utf8))
    var failure: (any Error)?
    var remarks: [ReportRemark] = []
    for format in formats {
      do {
        if files[name(of: format)] != nil { throw replacedFigure(format) }
        files[name(of: format)] = try data(format, &remarks)
      } catch let error as NotebookError {
        failure = failure ?? error
      }
    }
    let names = Set(files.keys).union(formats.map(name)).union([ResultsFile.name])
    if interrupt?.isRequested == true { throw Interrupted() }
    let results = ResultsFile(report, drawn, files: names.sorted())
    try folder.replace(with: files, of: results, force: force, interrupt: interrupt)
    if let failure { throw failure }
    return remarks
  }

  private func name(of format: ExportFormat) -> String { format.file(of: report.notebook.name) }

  /// The files that every report of a notebook has, in these formats.
  static func names(_ notebook: Notebook, _ formats: [ExportFormat]) -> [String] {
    ["README.md", "index.html", ResultsFile.name] + formats.map { $0.file(of: notebook.name) }
  }

  private func replacedFigure(_ format: ExportFormat) -> NotebookError {
    let notebook = report.notebook
    let label = URL(fileURLWithPath: name(of: format)).deletingPathExtension().lastPathComponent
    let line = notebook.cells.first { $0.anchor == label }?.lines.lowerBound
    return NotebookError(
      .labelOfReport(label, file: name(of: format)), file: notebook.path,
      position: line.map { Position(line: $0) })
  }

  private var pictures: [String: Data] {
    var files: [String: Data] = [:]
    for case .success(let drawing) in drawn.values.joined() {
      for (format, data) in drawing.files { files[drawing.fileNames[format]!] = data }
    }
    return files
  }

  private func data(_ format: ExportFormat, _ remarks: inout [ReportRemark]) throws -> Data {
    switch format {
    case .pdf:
      return try TypstExport(report: report, pictures: pictures, store: store, interrupt: interrupt).data()
    case .slidesPDF:
      let slides = try TypstExport(report: report, pictures: pictures, store: store, interrupt: interrupt).slides()
      remarks += slides.remarks
      return slides.data
    case .slidesHTML: return Data(HTMLReport(report: report, formulas: formulas).slides().utf8)
    case .tex, .docx:
      return try PandocExport(report: report, pictures: pictures, store: store, interrupt: interrupt).data(format)
    case .ipynb:
      var pictures: [String: [String: Data]] = [:]
      for case .success(let drawing) in drawn.values.joined() { pictures[drawing.label] = drawing.files }
      return try JupyterExport(report: report, pictures: pictures).notebook().json()
    }
  }
}
