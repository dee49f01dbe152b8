import Basics
import Drawings
import Foundation
import NotebookDocument

/// Sets what is in place of a cell as Markdown.
package struct MarkdownSetter {
  package let report: Report
  package let reader: ProseDialect

  /// One block. O(length).
  package func markdown(_ block: ReportBlock, cell: Cell) -> String {
    switch block {
    case .code(let code): return MarkdownText.fenced(wrapped(code), "swift")
    case .text(let text), .errorText(let text): return MarkdownText.fenced(wrapped(text), "text")
    case .omitted(let omission): return MarkdownText.emphasis(omission.words)
    case .table(let table, let number, _, let caption):
      let heading = report.title("Table", number, caption)
      return (heading.isEmpty ? "" : heading + "\n\n")
        + sized(MarkdownReport.markdown(table), columns: table.columns.count)
    case .figure(let figure):
      return "\(image(figure))\(together)\(report.title("Figure", figure.number, figure.caption))"
    case .figures(let row): return "\(parts(row))\(together)\(report.title("Figure", row.number, row.caption))"
    case .markdown(let text), .html(_, let text):
      if reader.isPaper { return MarkdownText.apart(text) }
      return Document.ended(Document.lines(of: text)).joined(separator: "\n")
    case .failure(let failure, let expected):
      let text = FailureText(failure, of: cell, in: report.notebook)
      let title =
        expected
        ? MarkdownText.strong("Error, as expected") : MarkdownText.strong("Error") + " in line \(text.position.line)"
      return "\(MarkdownText.quotation(title))\n\n" + MarkdownText.fenced(wrapped(text.text), "text")
    case .notRun(let why): return MarkdownText.quotation(MarkdownText.emphasis(MarkdownText.escaped(why)))
    }
  }

  /// What is between a figure and its caption: no page ends there.
  private var together: String { reader == .latex ? "\n" + reader.raw("\\nopagebreak") + "\n" : "\n\n" }

  /// A table in the size of tables: with many columns its letters are smaller, and the gaps between them.
  private func sized(_ table: String, columns: Int) -> String {
    guard reader == .latex else { return table }
    let size =
      switch columns {
      case ...6: "\\small"
      case ...8: "\\footnotesize\\setlength{\\tabcolsep}{3pt}"
      default: "\\scriptsize\\setlength{\\tabcolsep}{2pt}"
      }
    return reader.raw("\\begingroup" + size) + "\n\(table)\n" + reader.raw("\\endgroup")
  }

  /// Lines as long as the reader's page is wide; GitHub's scrolls.
  private func wrapped(_ text: String) -> String {
    guard let columns = reader.columns else { return text }
    return CodeWrapping.wrap(text, columns: columns)
  }

  private func image(_ figure: ReportFigure, width: String? = nil) -> String {
    // Word would show pixels one for one.
    let own = reader == .word ? figure.width.map { String(format: "%.1fcm", min($0, 15.5)) } : nil
    let file = figure.files[reader.pictures] ?? figure.files["svg"] ?? ""
    return PictureSetting.picture(MarkdownText.escaped(figure.spoken), file, width: width ?? own)
  }

  // MARK: Figures in a row

  private func parts(_ row: FigureRow) -> String {
    if row.columns == 1 { return row.parts.map { "\(image($0))\n\n\(report.legend($0))" }.joined(separator: "\n\n") }
    if reader == .latex { return boxes(row) }
    let width = reader == .word ? String(format: "%.1fcm", 16 / Double(row.columns) - 0.3) : nil
    return grid(row, width: width)
  }

  /// A table: pictures and below them their captions. Its head, which Markdown's tables must have, is the first row.
  private func grid(_ row: FigureRow, width: String?) -> String {
    let columns = min(row.columns, row.parts.count)
    func line(_ cells: [String]) -> String {
      MarkdownText.row(cells.map(MarkdownText.entry) + Array(repeating: "", count: columns - cells.count))
    }
    var lines: [String] = []
    for (index, parts) in row.rows.enumerated() {
      lines.append(line(parts.map { image($0, width: width) }))
      if index == 0 { lines.append(MarkdownText.rule(Array(repeating: .center, count: columns))) }
      lines.append(line(parts.map { report.legend($0) }))
    }
    return lines.joined(separator: "\n")
  }

  /// Boxes side by side: a table of LaTeX would neither wrap the captions nor scale the pictures.
  private func boxes(_ row: FigureRow) -> String {
    let share = String(format: "%.3f", 1 / Double(row.columns) - 0.02)
    return row.rows.map { parts in
      parts.enumerated().map { index, part in
        let open = index == 0 ? "\\noindent" : ""
        let close = index == parts.count - 1 ? "\\par\\medskip" : "\\hfill"
        return [
          reader.raw(inLine: "\(open)\\begin{minipage}[t]{\(share)\\linewidth}\\centering"), image(part, width: "100%"),
          reader.raw(inLine: "\\par\\smallskip"), report.legend(part), reader.raw(inLine: "\\end{minipage}\(close)"),
        ].joined(separator: "\n")
      }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
