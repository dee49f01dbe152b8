import Basics
import Caches
import Drawings
import Files
import Foundation
import NotebookDocument
import Processes
import Reports

/// A report as PDF: its prose through pandoc, its cells set here, both typeset by Typst.
///
/// Figures are where their cells are as long as the page has room for them; one that would leave a hole goes to the top
/// of the next page, and the text goes on. Which ones do is found out by setting the document again, a few times at
/// most: where a figure is depends on those before it.
package struct TypstExport {
  package let report: Report
  /// The figures' files by name.
  package let pictures: [String: Data]
  /// Where temporary files lie.
  package let store: Store
  /// Stops the programs when requested.
  package var interrupt: Interrupt?
  let formulas: Formulas
  private let tools: TypesettingTools

  package init(
    report: Report, pictures: [String: Data], store: Store, interrupt: Interrupt? = nil, formulas: Formulas? = nil,
    tools: TypesettingTools = TypesettingTools()
  ) {
    self.formulas = formulas ?? Formulas(store: store)
    (self.report, self.pictures, self.store, self.interrupt) = (report, pictures, store, interrupt)
    self.tools = tools
  }

  init(_ source: ExportSource) {
    self.init(
      report: source.report, pictures: source.pictures, store: source.store, interrupt: source.interrupt,
      formulas: source.formulas)
  }

  /// Why there is no PDF without the tools.
  package static let missing = ProcessReason.needsTools(
    "Typst and pandoc (3.1.2 or later)", purpose: "pdf", remedy: TypesettingTools.remedy)

  /// The file's content.
  ///
  /// - Throws: `ExportError` with the programs' own words, `Interrupted`.
  package func data() throws -> Data { try paper().data }

  /// The file's content, with its warnings.
  ///
  /// - Throws: as ``data()``.
  func paper() throws -> (data: Data, remarks: [ReportRemark]) {
    let setter = TypstSetter(report: report)
    let blocks = setter.blocks(formulas)
    let data = try typeset(blocks, frame: setter.frame(), styles: [:], program: TypstStyle.program, to: .pdf).data
    return (data, LettersWithoutFont.remarks(of: setter.frame() + blocks, report))
  }

  /// The blocks of a report, as pandoc is given them for Typst. O(length).
  package static func blocks(of report: Report) -> String { TypstSetter(report: report).blocks(nil) }

  /// Sets blocks in a frame, in these styles next to that of paper; the file, and what the program says.
  ///
  /// - Throws: as ``data()``.
  func typeset(
    _ blocks: String, frame: String, styles: [String: String], program: String, to format: ExportFormat
  ) throws -> (data: Data, output: String) {
    try store.withScratch { workplace in
      let body = try self.body(blocks, to: format, in: workplace)
      do {
        for (name, data) in pictures { try data.write(to: URL(fileURLWithPath: "\(workplace)/\(name)")) }
        try Data(TypstStyle.text.utf8).write(to: URL(fileURLWithPath: "\(workplace)/.style.typ"))
        for (name, text) in styles { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(workplace)/\(name)")) }
      } catch {
        throw OutputError(.unwritable(SystemReason.words(error)), file: workplace)
      }
      let (data, output, _) = try set(frame + body, program: program, to: format, in: workplace)
      return (data, output)
    }
  }

  /// Blocks in Typst's words.
  private func body(_ blocks: String, to format: ExportFormat, in workplace: String) throws -> String {
    guard let pandoc = tools.pandoc else { throw ProcessError(Self.missing) }
    do {
      try Data(PandocFilter.reader.utf8).write(to: URL(fileURLWithPath: "\(workplace)/.reader.lua"))
      try Data(TypstStyle.filter.utf8).write(to: URL(fileURLWithPath: "\(workplace)/.filter.lua"))
      try Data(PandocFilter.formulas.utf8).write(to: URL(fileURLWithPath: "\(workplace)/.formulas.lua"))
    } catch {
      throw OutputError(.unwritable(SystemReason.words(error)), file: workplace)
    }
    return try run(
      pandoc,
      [
        "--from", "\(workplace)/.reader.lua", "--to", "typst-smart", "--wrap", "none",
        // What it warns of would be in the text.
        "--quiet", "--lua-filter", "\(workplace)/.formulas.lua",
        "--lua-filter", "\(workplace)/.filter.lua",
        "--metadata",
        "folder=\(URL(fileURLWithPath: report.notebook.folder).standardizedFileURL.path)",
      ], input: PandocTree.document(blocks),
      to: format, workplace)
  }

  /// Has a program typeset a text: the file, what the program says, and what it found out about the pages.
  private func set(
    _ text: String, program: String, to format: ExportFormat, in workplace: String
  ) throws -> (data: Data, output: String, places: String) {
    guard let python = tools.python, tools.makesPDF else { throw ProcessError(Self.missing) }
    let source = "\(workplace)/.report.typ"
    let made = "\(workplace)/.report.pdf"
    do { try Data(text.utf8).write(to: URL(fileURLWithPath: source)) } catch {
      throw OutputError(.unwritable(SystemReason.words(error)), file: workplace)
    }
    let output: String
    do {
      output = try run(python, ["-c", TypstStyle.opening + program, source, made], input: nil, to: format, workplace)
    } catch let error as ExportError {
      throw explained(error)
    }
    guard let data = FileManager.default.contents(atPath: made) else {
      throw ExportError(.exportFailed(format.rawValue, "Typst wrote no file"), file: report.notebook.path)
    }
    let places = FileManager.default.contents(atPath: made + ".places").map { String(decoding: $0, as: UTF8.self) }
    return (data, output, places ?? "")
  }

  /// The part of Typst's error that concerns the notebook: the first message, and the picture that it names, with the line of the notebook.
  private func explained(_ error: ExportError) -> ExportError {
    guard case .exportFailed(let format, let words) = error.reason else { return error }
    if words.contains("maximum show rule depth exceeded") {
      let message =
        "lists, quotations or emphasis are in each other more deeply than Typst sets, about 30 times; take some of them out"
      return ExportError(.exportFailed(format, message), file: error.file, position: error.position)
    }
    guard
      let start = words.range(of: "error: ", options: words.hasPrefix("error: ") ? [] : .backwards)
    else { return error }
    let told = words[start.upperBound...]
    var (message, position) = (String(told.prefix { !$0.isNewline }), error.position)
    if let match = told.firstMatch(of: compiled(/image\("((?:[^"\\]|\\.)*)"/)) {
      let name = URL(fileURLWithPath: String(match.output.1)).lastPathComponent
      message = "the picture “\(name)” cannot be read: \(message)"
      let target = report.notebook.document.targets.first {
        $0.isPicture && ($0.path.removingPercentEncoding ?? $0.path).hasSuffix(name)
      }
      position = target.map { .init(line: $0.place.line) }
    }
    return ExportError(.exportFailed(format, message), file: error.file, position: position)
  }

  /// The report as a chapter of a book on paper, and where its figures are.
  ///
  /// - Parameters:
  ///   - name: by which the book's other chapters know it.
  ///   - filled: what stands for a moment where the book's numbers will.
  /// - Throws: as ``data()``.
  package func chapter(named name: String, filled: (String) -> String) throws -> PaperChapter {
    let setter = TypstSetter(report: report)
    return try store.withScratch { workplace in
      let body = try self.body(setter.blocks(formulas), to: .pdf, in: workplace)
      do {
        for (name, data) in pictures { try data.write(to: URL(fileURLWithPath: "\(workplace)/\(name)")) }
        try Data(TypstStyle.text.utf8).write(to: URL(fileURLWithPath: "\(workplace)/.style.typ"))
      } catch {
        throw OutputError(.unwritable(SystemReason.words(error)), file: workplace)
      }
      let (_, _, places) = try set(filled(setter.frame() + body), program: TypstStyle.program, to: .pdf, in: workplace)
      return PaperChapter(
        name: name, frame: setter.frame(PaperBook.style, function: "chapter", "\(TypstText.quoted(name)), "),
        body: body,
        places: places)
    }
  }

  private func run(
    _ program: String, _ arguments: [String], input: String?, to format: ExportFormat, _ folder: String
  ) throws -> String {
    try TypesettingTools.run(
      program, arguments, for: report.notebook.path, to: format, input: input, in: folder, temporary: folder,
      interrupt: interrupt)
  }
}
