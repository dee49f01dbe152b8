import Foundation
import NotebookDocument
import Reports
import Surroundings

/// A report as PDF, LaTeX or Word, through pandoc.
package struct PandocExport {
  /// The programs that make a PDF of what pandoc gives them, the best first.
  ///
  /// All of them read Unicode: tables hold thin spaces and minus signs, which plain TeX does not know.
  package static let typesetters = ["xelatex", "lualatex", "tectonic", "weasyprint"]

  package let report: Report
  /// The figures' files by name.
  package let pictures: [String: Data]
  /// Where temporary files lie.
  package let store: Store
  /// The wish to stop that pandoc heeds.
  package var interrupt: Interrupt?

  package init(report: Report, pictures: [String: Data], store: Store, interrupt: Interrupt? = nil) {
    (self.report, self.pictures, self.store, self.interrupt) = (report, pictures, store, interrupt)
  }

  /// Makes sure that what a format needs is installed, before anything runs.
  ///
  /// - Throws: `NotebookError` that says what to install.
  package static func require(for format: ExportFormat, path: String? = ProcessInfo.processInfo.environment["PATH"])
    throws
  {
    guard format != .ipynb else { return }
    guard Program.find("pandoc", path: path) != nil else {
      throw NotebookError(.needsProgram("pandoc", purpose: format.rawValue, package: "pandoc"))
    }
    if format == .pdf, !typesetters.contains(where: { Program.find($0, path: path) != nil }) {
      throw NotebookError(
        .needsProgram(
          "a typesetter (\(typesetters.joined(separator: ", ")))", purpose: "pdf",
          package: "texlive-xetex texlive-fonts-recommended texlive-latex-recommended lmodern"))
    }
  }

  /// The size of code beside that of text: smaller where long lines would be cut off at the margin, but still legible.
  private var codeScale: Double {
    let shown = zip(report.notebook.cells, report.cells).filter { $0.0.options.echo && $0.0.options.include }
    let longest = shown.flatMap { $0.0.code.split(separator: "\n") }.map(\.count).max() ?? 0
    return max(0.6, min(0.8, (0.8 * 94 / Double(max(longest, 1)) * 100).rounded(.down) / 100))
  }

  /// The file's content.
  ///
  /// - Throws: `NotebookError` with pandoc's own words, `Interrupted`.
  package func data(_ format: ExportFormat) throws -> Data {
    try Self.require(for: format)
    // A folder of its own: typesetters leave logs where they run, and temporary files.
    return try store.withScratch { workplace in
      let (figures, temporary) = ("\(workplace)/figures", "\(workplace)/tmp")
      do {
        for folder in [figures, temporary] {
          try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        for (name, data) in pictures { try data.write(to: URL(fileURLWithPath: "\(figures)/\(name)")) }
      } catch {
        throw NotebookError(.unwritable(SystemReason.words(error)), file: workplace)
      }
      let made = "\(workplace)/report.\(format.rawValue)"
      let markdown = MarkdownReport.body(of: report, for: format == .docx ? .word : .latex)
      let (status, output) = try Subprocess.run(
        Program.find("pandoc")!, arguments(format, figures: figures, output: made), input: markdown, folder: workplace,
        variables: ["TMPDIR": temporary], interrupt: interrupt, limit: Self.limit)
      guard status == 0, let data = FileManager.default.contents(atPath: made) else {
        // What a typesetter prints before it gives up is long.
        let start = output.range(of: "Error producing PDF.")?.lowerBound ?? output.startIndex
        let words = String(output[start...].suffix(2000))
        throw NotebookError(.exportFailed(format.rawValue, words), file: report.notebook.path)
      }
      return data
    }
  }

  /// Seconds that pandoc and its typesetter may take for one report; a long one takes half a minute.
  private static let limit = 300.0

  private func arguments(_ format: ExportFormat, figures: String, output: String) -> [String] {
    let notebook = report.notebook
    let folders = [figures, URL(fileURLWithPath: notebook.folder).standardizedFileURL.path]
    var arguments = [
      "--from", "gfm+tex_math_dollars+footnotes+attributes+raw_attribute-yaml_metadata_block", "--standalone",
      "--output", output,
      "--resource-path", folders.joined(separator: ":"), "--metadata", "title=\(notebook.title)",
      "--metadata", "lang=\(notebook.frontMatter.language ?? "en")",
    ]
    for author in notebook.frontMatter.authors { arguments += ["--metadata", "author=\(author)"] }
    if let date = notebook.frontMatter.date { arguments += ["--metadata", "date=\(date)"] }
    if let subtitle = notebook.frontMatter.subtitle { arguments += ["--metadata", "subtitle=\(subtitle)"] }
    if format == .pdf || format == .tex {
      arguments += ["--variable", "geometry:margin=2.5cm", "--variable", "colorlinks=true"]
      arguments += ["--variable", "mainfont=DejaVu Serif", "--variable", "monofont=DejaVu Sans Mono"]
      arguments += ["--variable", "monofontoptions=Scale=\(codeScale)", "--variable", "fontsize=10pt"]
    }
    if format == .pdf, let engine = Self.typesetters.first(where: { Program.find($0) != nil }) {
      arguments += ["--pdf-engine", engine]
    }
    return arguments
  }
}
