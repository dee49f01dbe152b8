import Basics
import Caches
import Drawings
import Foundation
import NotebookDocument
import Processes
import ReportExport
import Reports

import enum Basics.Parallel

/// Makes the files of a report and puts them into its folder, all at once.
struct ReportOutput {
  private let source: ExportSource
  private var report: Report { source.report }

  init(_ source: ExportSource) { self.source = source }

  /// Writes the report, with this page for its own where there is one, in these formats too, by force also over files that somebody else has written or changed.
  ///
  /// - Returns: The remarks on the formats.
  /// - Throws: `PlacedError` when it cannot be written, or when one of the formats cannot be made: the report is then
  ///   written without it. `Interrupted` when a stop was asked for: nothing is written then.
  func write(
    _ formats: [ExportFormat], to folder: OutputFolder, page: String? = nil, force: Bool = false
  ) throws -> [ReportRemark] {
    var files = source.pictures
    let texts = Parallel.map(2, threads: 2) { [report, formulas = source.formulas] in
      $0 == 0 ? MarkdownReport.text(of: report) : page ?? HTMLReport(report: report, formulas: formulas).text()
    }
    (files["README.md"], files["index.html"]) = (Data(texts[0].utf8), Data(texts[1].utf8))
    var failure: (any Error)?
    var remarks: [ReportRemark] = []
    for format in formats {
      do {
        if files[name(of: format)] != nil { throw replacedFigure(format) }
        let made = try format.data(of: source)
        files[name(of: format)] = made.data
        remarks += made.remarks
      } catch let error as any PlacedError {
        failure = failure ?? error
      }
    }
    let names = Set(files.keys).union(formats.map(name)).union([ResultsFile.name])
    if source.interrupt?.isRequested == true { throw Interrupted() }
    let results = ResultsFile(report, source.drawn, files: names.sorted())
    try folder.replace(
      with: files, of: results, force: force, keeping: Set(ExportFormat.allCases.map(name)),
      newerThan: newestPicture, interrupt: source.interrupt)
    if let failure { throw failure }
    return remarks
  }

  /// When the author last changed a picture that the prose shows: the report names it, and says none of what it holds.
  private var newestPicture: Date? {
    let notebook = report.notebook
    return notebook.document.targets.filter(\.isPicture).compactMap { picture in
      let path = URL(
        filePath: picture.address, relativeTo: URL(filePath: notebook.folder, directoryHint: .isDirectory)
      ).path
      return try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }.max()
  }

  private func name(of format: ExportFormat) -> String { format.file(of: report.notebook.name) }

  /// The files that every report of a notebook has, in these formats.
  static func names(_ notebook: Notebook, _ formats: [ExportFormat]) -> [String] {
    ["README.md", "index.html", ResultsFile.name] + formats.map { $0.file(of: notebook.name) }
  }

  private func replacedFigure(_ format: ExportFormat) -> RunError {
    let notebook = report.notebook
    let label = URL(fileURLWithPath: name(of: format)).deletingPathExtension().lastPathComponent
    let line = notebook.cells.first { $0.anchor == label }?.lines.lowerBound
    return RunError(
      .labelOfReport(label, file: name(of: format)), file: notebook.path,
      position: line.map { Position(line: $0) })
  }
}
