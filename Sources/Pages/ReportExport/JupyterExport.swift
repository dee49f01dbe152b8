import Display
import Drawings
import Foundation
import NotebookDocument
import NotebookImport
import Reports

/// A report as a Jupyter notebook: prose as Markdown cells, code with its outputs.
///
/// Figures are there as SVG and PNG, tables as HTML and text. Captions, which Jupyter does not know, follow as Markdown.
/// The cells keep their option lines, and the metadata the front matter, so that an import gives the notebook back.
package struct JupyterExport {
  package let report: Report
  /// The drawn files by figure and format.
  package let pictures: [String: [String: Data]]

  package init(report: Report, pictures: [String: [String: Data]]) {
    (self.report, self.pictures) = (report, pictures)
  }

  /// The Jupyter notebook. O(length).
  package func notebook() -> JupyterNotebook {
    let source = report.notebook
    var cells: [JupyterNotebook.Cell] = [markdown(MarkdownReport.heading(of: report), 0)] + parameterCells
    let splicer = ProseSplicer(report: report, dialect: .jupyter)
    var prose: [ProseSplicer.Piece] = []
    func addProse() {
      let text = splicer.joined(unindented(prose)).joined(separator: "\n").trimmingCharacters(in: .newlines)
      let written = prose.flatMap { source.lines[$0.lines.lowerBound - 1..<$0.lines.upperBound - 1] }
        .joined(separator: "\n").trimmingCharacters(in: .newlines)
      if !text.isEmpty { cells.append(markdown(text, cells.count, source: written)) }
      prose = []
    }
    for piece in splicer.pieces {
      guard let index = piece.cell else {
        prose.append(piece)
        continue
      }
      addProse()
      cells.append(code(index))
    }
    addProse()
    let frontMatter = source.lines.prefix(source.frontMatterLength).dropFirst().dropLast().joined(separator: "\n")
    return JupyterNotebook(
      cells: cells,
      metadata: .init(
        kernelspec: .init(displayName: "Swift", language: "swift", name: "swift"),
        languageInfo: .init(name: "swift", fileExtension: ".swift", mimetype: "text/x-swift"),
        gimbal: .init(frontMatter: frontMatter)))
  }

  /// Prose in which what goes on with a list that a cell is in has no indentation: in its own cell it would be code. O(length).
  private func unindented(_ prose: [ProseSplicer.Piece]) -> [ProseSplicer.Piece] {
    guard let first = prose.first(where: { !$0.lines.isEmpty })?.lines.lowerBound else { return prose }
    func isContinued(_ piece: ProseSplicer.Piece) -> Bool {
      let block = report.notebook.document.block(at: piece.lines.lowerBound)
      guard !piece.lines.isEmpty, case .item(let line)? = block?.containers.first else { return false }
      return line < first
    }
    func blanks(_ line: some StringProtocol) -> Int { line.prefix { $0 == " " || $0 == "\t" }.count }
    let continued = prose.filter(isContinued).flatMap { ($0.text ?? "").components(separatedBy: "\n") }
    let width = continued.filter { !$0.allSatisfy(\.isWhitespace) }.map(blanks).min() ?? 0
    guard width > 0 else { return prose }
    return prose.map { piece in
      guard let text = piece.text, isContinued(piece) else { return piece }
      var piece = piece
      piece.text = text.components(separatedBy: "\n").map { String($0.dropFirst(min(width, blanks($0)))) }
        .joined(separator: "\n")
      return piece
    }
  }

  /// The parameters that the front matter declares, and the values that were given for this run: the one that runs the
  /// cells has them, without knowing the file.
  private var parameterCells: [JupyterNotebook.Cell] {
    let declared = report.notebook.frontMatter.parameters
    guard report.notebook.parameterCell == nil, !declared.isEmpty else { return [] }
    func cell(_ tag: String, _ code: String) -> JupyterNotebook.Cell {
      JupyterNotebook.Cell(
        "code", id: tag, source: code.trimmingCharacters(in: .newlines), metadata: .init(tags: [tag]))
    }
    let given = report.execution.parameters.filter { !declared.contains($0) }
    return [cell(ParameterCell.tag, ParameterCell.source(of: declared))]
      + (given.isEmpty ? [] : [cell(ParameterCell.injectedTag, ParameterCell.injected(given))])
  }

  private func markdown(_ text: String, _ place: Int, source: String? = nil) -> JupyterNotebook.Cell {
    let own =
      source == text
      ? nil : source.map { JupyterNotebook.CellMetadata.Gimbal(source: $0, shown: JupyterNotebook.hash(text)) }
    return JupyterNotebook.Cell("markdown", id: "prose-\(place)", source: text, metadata: .init(gimbal: own))
  }

  private func code(_ index: Int) -> JupyterNotebook.Cell {
    let cell = report.notebook.cells[index]
    let options = report.notebook.lines[cell.lines.lowerBound..<cell.codeLine - 1].map {
      String($0.drop { $0 == " " || $0 == "\t" || $0 == ">" })
    }
    var tags = report.notebook.parameterCell == index ? [ParameterCell.tag] : []
    if !cell.options.echo || !cell.options.include { tags.append("remove-input") }
    if !cell.options.output || !cell.options.include { tags.append("remove-output") }
    if cell.options.error { tags.append("raises-exception") }
    var isHidden = !cell.options.echo || !cell.options.include
    if case .solution = cell.options.role { isHidden = true }
    var code = cell.code
    while code.hasSuffix("\n") { code.removeLast() }
    var result = JupyterNotebook.Cell(
      // Identifiers may be 64 characters long.
      "code", id: String("cell-\(cell.number)-\(cell.options.label ?? "")".prefix(64)),
      source: (options + [code]).joined(separator: "\n"),
      metadata: .init(tags: tags.isEmpty ? nil : tags, jupyter: isHidden ? .init(sourceHidden: true) : nil))
    let outcome = report.execution.outcomes[index]
    let hasRun =
      switch outcome.status {
      case .notRun, .skipped, .blank, .waiting, .failed(.lacking): false
      case .done, .failed: true
      }
    result.executionCount = hasRun ? .some(cell.number) : .some(nil)
    result.outputs = report.cells[index].flatMap { outputs($0, cell) }
    return result
  }

  private func outputs(_ block: ReportBlock, _ cell: Cell) -> [JupyterNotebook.Output] {
    switch block {
    case .code, .notRun: return []
    case .text(let text): return [.stream("stdout", text)]
    case .errorText(let text): return [.stream("stderr", text)]
    case .omitted(let omission): return [.stream("stdout", "\(omission.words)\n")]
    case .table(let table, let number, let label, let caption):
      return [
        .display([
          "text/html": HTMLReport.html(
            table, number: number, id: label, caption: caption.map { " " + HTMLText.inline(report.resolved($0)) },
            isOwnPage: false),
          "text/markdown": MarkdownReport.markdown(table), "text/plain": table.description,
        ])
      ]
    case .figure(let figure):
      return [picture(figure), words(report.title("Figure", figure.number, figure.caption))]
    case .figures(let row):
      // Jupyter sets outputs one below the other.
      return row.parts.flatMap { [picture($0), words(report.legend($0))] }
        + [words(report.title("Figure", row.number, row.caption))]
    case .markdown(let text): return [words(text)]
    case .html(let html, let fallback): return [.display(["text/html": html, "text/plain": fallback])]
    case .failure(let failure, _):
      let text = FailureText(failure, of: cell, in: report.notebook).text
      var name = "Failure"
      if case .threw(let error, _) = failure { name = error.type }
      return [.error(name, failure.message, text)]
    }
  }

  private func picture(_ figure: ReportFigure) -> JupyterNotebook.Output {
    var data = ["text/plain": figure.spoken]
    let files = pictures[figure.label] ?? [:]
    if let svg = files["svg"] { data["image/svg+xml"] = String(decoding: svg, as: UTF8.self) }
    if let png = files["png"] { data["image/png"] = png.base64EncodedString() }
    return .display(data)
  }

  private func words(_ text: String) -> JupyterNotebook.Output {
    .display(["text/markdown": text, "text/plain": text])
  }
}
