import Drawings
import Exchange
import Foundation
import NotebookDocument
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

  /// Writes the report, in these formats too.
  ///
  /// - Throws: `NotebookError` when it cannot be written, or when one of the formats cannot be made: the report is then
  ///   written without it. `Interrupted` when a stop was asked for: nothing is written then.
  func write(_ formats: [ExportFormat], to folder: OutputFolder) throws {
    var files = pictures
    let texts = Parallel.map(2, threads: 2) { [report, formulas] in
      $0 == 0 ? MarkdownReport.text(of: report) : HTMLReport(report: report, formulas: formulas).text()
    }
    (files["README.md"], files["index.html"]) = (Data(texts[0].utf8), Data(texts[1].utf8))
    var failure: (any Error)?
    for format in formats {
      do {
        files[name(of: format)] = try data(format)
      } catch let error as NotebookError {
        failure = failure ?? error
      }
    }
    let names = Set(files.keys).union(formats.map(name)).union([ResultsFile.name])
    files[ResultsFile.name] = try ResultsFile(report, drawn, files: names.sorted()).json()
    if interrupt?.isRequested == true { throw Interrupted() }
    let written = files
    try folder.replace(with: files, removing: { obsolete(in: folder, beside: names) }, interrupt: interrupt)
    note(written, in: folder)
    if let failure { throw failure }
  }

  private func name(of format: ExportFormat) -> String { "\(report.notebook.name).\(format.rawValue)" }

  private var pictures: [String: Data] {
    var files: [String: Data] = [:]
    for case .success(let drawing) in drawn.values.joined() {
      for (format, data) in drawing.files { files[drawing.fileNames[format]!] = data }
    }
    return files
  }

  private func data(_ format: ExportFormat) throws -> Data {
    if format == .pdf {
      return try TypstExport(report: report, pictures: pictures, store: store, interrupt: interrupt).data()
    }
    guard format == .ipynb else {
      return try PandocExport(report: report, pictures: pictures, store: store, interrupt: interrupt).data(format)
    }
    var pictures: [String: [String: Data]] = [:]
    for case .success(let drawing) in drawn.values.joined() { pictures[drawing.label] = drawing.files }
    return try JupyterExport(report: report, pictures: pictures).notebook().json()
  }

  // MARK: What earlier runs left

  /// The files that the earlier report had and this one has not. One that has changed since a run wrote it is somebody
  /// else's by now.
  private func obsolete(in folder: OutputFolder, beside names: Set<String>) -> Set<String> {
    let before = Set(ResultsFile.read(folder.path)?.files ?? []).subtracting(names)
    guard !before.isEmpty else { return [] }
    let written = hashes(of: folder)
    return before.filter { name in
      guard let hash = written[name] else { return written.isEmpty }
      return FileManager.default.contents(atPath: "\(folder.path)/\(name)").map { "\(ContentHash($0))" } == hash
    }
  }

  /// What a run wrote last into this folder, as far as the store still knows: a hash for each name.
  private func hashes(of folder: OutputFolder) -> [String: String] {
    let data = store.entry(.report, Self.key(folder))?.files[Self.list]
    return data.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:]
  }

  private func note(_ files: [String: Data], in folder: OutputFolder) {
    let hashes = files.mapValues { "\(ContentHash($0))" }
    guard hashes != self.hashes(of: folder), let data = try? JSONEncoder().encode(hashes) else { return }
    store.keep(.report, Self.key(folder), [Self.list: data])
  }

  private static func key(_ folder: OutputFolder) -> ContentHash {
    ContentHash([URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path])
  }

  private static let list = "files.json"
}
