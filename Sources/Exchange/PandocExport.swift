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
  /// The folder of the results, where the figures are.
  package let folder: String

  package init(report: Report, folder: String) {
    (self.report, self.folder) = (report, folder)
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
  /// - Throws: `NotebookError` with pandoc's own words.
  package func data(_ format: ExportFormat) throws -> Data {
    try Self.require(for: format)
    let notebook = report.notebook
    // A folder of its own: typesetters leave logs where they run.
    let workplace = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("gimbal-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: workplace, withIntermediateDirectories: true)
    } catch {
      throw NotebookError(.unwritable(SystemReason.words(error)), file: workplace.path)
    }
    defer { try? FileManager.default.removeItem(at: workplace) }
    let made = workplace.appendingPathComponent("report.\(format.rawValue)").path
    let folders = [folder, notebook.folder].map { URL(fileURLWithPath: $0).standardizedFileURL.path }
    var arguments = [
      "--from", "gfm+tex_math_dollars+footnotes+attributes+raw_attribute-yaml_metadata_block", "--standalone",
      "--output", made,
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
    let markdown = MarkdownReport.body(of: report, for: format == .docx ? .word : .latex)
    let (status, output) = try Subprocess.run(
      Program.find("pandoc")!, arguments, input: markdown, folder: workplace.path)
    guard status == 0, let data = FileManager.default.contents(atPath: made) else {
      // What a typesetter prints before it gives up is long.
      let start = output.range(of: "Error producing PDF.")?.lowerBound ?? output.startIndex
      throw NotebookError(.exportFailed(format.rawValue, String(output[start...].suffix(2000))), file: notebook.path)
    }
    return data
  }
}
