import Basics
import Drawings
import Foundation
import NotebookDocument

/// Sets what is in place of a cell as Markdown for GitHub.
struct MarkdownSetter {
  let report: Report

  /// One block. O(length).
  func markdown(_ block: ReportBlock, cell: Cell) -> String {
    switch block {
    case .code(let code): return MarkdownText.fenced(code, "swift")
    case .text(let text), .errorText(let text): return MarkdownText.fenced(text, "text")
    case .omitted(let omission): return MarkdownText.emphasis(omission.words)
    case .table(let table, let number, _, let caption):
      let heading = report.title("Table", number, caption)
      return (heading.isEmpty ? "" : heading + "\n\n") + MarkdownReport.markdown(table)
    case .figure(let figure):
      return "\(image(figure))\n\n\(report.title("Figure", figure.number, figure.caption))"
    case .figures(let row): return "\(parts(row))\n\n\(report.title("Figure", row.number, row.caption))"
    case .markdown(let text), .html(_, let text):
      return Document.ended(Document.lines(of: text)).joined(separator: "\n")
    case .failure(let failure, let expected):
      let text = FailureText(failure, of: cell, in: report.notebook)
      let title =
        expected
        ? MarkdownText.strong("Error, as expected") : MarkdownText.strong("Error") + " in line \(text.position.line)"
      return "\(MarkdownText.quotation(title))\n\n" + MarkdownText.fenced(text.text, "text")
    case .notRun(let why): return MarkdownText.quotation(MarkdownText.emphasis(MarkdownText.escaped(why)))
    }
  }

  private func image(_ figure: ReportFigure) -> String {
    MarkdownText.picture(MarkdownText.escaped(figure.spoken), figure.files["svg"] ?? "")
  }

  // MARK: Figures in a row

  private func parts(_ row: FigureRow) -> String {
    if row.columns == 1 { return row.parts.map { "\(image($0))\n\n\(report.legend($0))" }.joined(separator: "\n\n") }
    // A table: pictures and below them their captions. Its head, which Markdown's tables must have, is the first row.
    let columns = min(row.columns, row.parts.count)
    func line(_ cells: [String]) -> String {
      MarkdownText.row(cells.map(MarkdownText.entry) + Array(repeating: "", count: columns - cells.count))
    }
    var lines: [String] = []
    for (index, parts) in row.rows.enumerated() {
      lines.append(line(parts.map(image)))
      if index == 0 { lines.append(MarkdownText.rule(Array(repeating: .center, count: columns))) }
      lines.append(line(parts.map { report.legend($0) }))
    }
    return lines.joined(separator: "\n")
  }
}
