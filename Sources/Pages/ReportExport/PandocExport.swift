import Caches
import Drawings
import Files
import Foundation
import NotebookDocument
import Processes
import Reports
import Toolchains

/// A report as LaTeX or Word, through pandoc.
package struct PandocExport {
  package let report: Report
  /// The figures' files by name.
  package let pictures: [String: Data]
  /// Where temporary files lie.
  package let store: Store
  /// Stops pandoc when requested.
  package var interrupt: Interrupt?
  /// What says whether formulas can be set.
  private let formulas: Formulas

  package init(
    report: Report, pictures: [String: Data], store: Store, interrupt: Interrupt? = nil, formulas: Formulas? = nil
  ) {
    (self.report, self.pictures, self.store, self.interrupt) = (report, pictures, store, interrupt)
    self.formulas = formulas ?? Formulas(store: store)
  }

  init(_ source: ExportSource) {
    self.init(
      report: source.report, pictures: source.pictures, store: source.store, interrupt: source.interrupt,
      formulas: source.formulas)
  }

  /// The file's content.
  ///
  /// - Throws: `ExportError` with pandoc's own words, `Interrupted`.
  package func data(_ format: ExportFormat) throws -> Data {
    let tools = TypesettingTools()
    guard let pandoc = tools.pandoc else {
      throw ProcessError(
        .needsTools("pandoc", purpose: format.rawValue, remedy: TypesettingTools.remedy))
    }
    // Its own folder: typesetters leave logs where they run, and temporary files.
    return try store.withScratch { workplace in
      let (figures, temporary) = ("\(workplace)/figures", "\(workplace)/tmp")
      let (filter, start) = ("\(workplace)/filter.lua", "\(workplace)/reader.lua")
      let reader: PaperReader = format == .docx ? .word : .latex
      do {
        for folder in [figures, temporary] {
          try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let text =
          PandocFilter.tables(columns: reader.tableColumns, folder: format == .docx ? folder : nil)
          + PandocFilter.boxes(for: format)
        try Data(PandocFilter.reader.utf8).write(to: URL(fileURLWithPath: start))
        try Data(text.utf8).write(to: URL(fileURLWithPath: filter))
        for (name, data) in pictures { try data.write(to: URL(fileURLWithPath: "\(figures)/\(name)")) }
      } catch {
        throw OutputError(.unwritable(SystemReason.words(error)), file: workplace)
      }
      let made = "\(workplace)/report.\(format.rawValue)"
      let blocks = PaperSetter.blocks(of: report, for: .init(report, reader, formulas))
      func run(_ program: String, _ arguments: [String], input: String? = nil) throws -> String {
        try TypesettingTools.run(
          program, arguments, for: report.notebook.path, to: format, input: input, in: workplace, temporary: temporary,
          interrupt: interrupt)
      }
      let output = try run(
        pandoc,
        ["--from", start, "--lua-filter", filter] + arguments(format, figures: figures, output: made),
        input: PandocTree.document(blocks, about: about))
      if format == .docx, let python = tools.python ?? Program.find("python3") {
        _ = try run(python, ["-c", WordStyle.program, made])
      }
      guard let data = FileManager.default.contents(atPath: made) else {
        throw ExportError(.exportFailed(format.rawValue, String(output.suffix(2000))), file: report.notebook.path)
      }
      return data
    }
  }

  /// Where the report's links begin.
  private var folder: String? {
    report.folder.map { URL(fileURLWithPath: $0).standardizedFileURL.resolvingSymlinksInPath().path }
  }

  /// The texts about the document, whatever words they are.
  private var about: [(name: String, texts: [String])] {
    let (notebook, matter) = (report.notebook, report.notebook.frontMatter)
    let origins = matter.origins.joined(separator: " · ")
    return [
      ("title", [notebook.title]), ("lang", [matter.language ?? "en"]), ("author", matter.names),
      ("date", origins.isEmpty ? [] : [origins]), ("subtitle", [matter.subtitle].compactMap { $0 }),
    ].filter { !$0.1.isEmpty }
  }

  private func arguments(_ format: ExportFormat, figures: String, output: String) -> [String] {
    let notebook = report.notebook
    let folders = [figures, URL(fileURLWithPath: notebook.folder).standardizedFileURL.path]
    var arguments = [
      "--standalone", "--output", output,
      "--resource-path", folders.joined(separator: ":"),
    ]
    if format == .tex {
      // Characters are those of the notebook, not LaTeX's: neither two hyphens nor a backtick becomes another sign.
      arguments += ["--to", "latex-smart", "--variable", "mainfontoptions=Ligatures=TeXOff"]
      arguments += ["--variable", "header-includes=\\usepackage{framed}"]
      arguments += ["--variable", "geometry:margin=2.5cm", "--variable", "colorlinks=true"]
      arguments += ["--variable", "mainfont=DejaVu Serif", "--variable", "monofont=DejaVu Sans Mono"]
      arguments += ["--variable", "monofontoptions=Scale=0.8", "--variable", "fontsize=10pt"]
    }
    return arguments
  }
}
