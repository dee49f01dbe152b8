import Basics
import Drawings
import Foundation
import NotebookDocument

/// Sets what is in place of a cell as Markdown.
package struct MarkdownSetter {
  package let report: Report
  package let reader: MarkdownReader

  /// One block. O(length).
  package func markdown(_ block: ReportBlock, cell: Cell) -> String {
    switch block {
    case .code(let code): return CodeBlocks.fenced(wrapped(code), "swift")
    case .text(let text), .errorText(let text): return CodeBlocks.fenced(wrapped(text), "text")
    case .omitted(let omission): return "*\(omission.words)*"
    case .table(let table, let number, _, let caption):
      let title = number.map { "**Table \($0).** " } ?? ""
      let heading = number != nil || caption != nil ? title + resolved(caption ?? "") + "\n\n" : ""
      return heading + sized(MarkdownReport.markdown(table))
    case .figure(let figure): return "\(image(figure))\(together)\(title(figure.number, figure.caption))"
    case .figures(let row): return "\(parts(row))\(together)\(title(row.number, row.caption))"
    case .markdown(let text): return text
    case .html(_, let fallback): return fallback
    case .failure(let failure, let expected):
      let text = FailureText(failure, of: cell, in: report.notebook)
      let title = expected ? "> **Error, as expected**" : "> **Error** in line \(text.position.line)"
      return "\(title)\n\n" + CodeBlocks.fenced(wrapped(text.text), "text")
    case .notRun(let why): return "> *\(InlineText.escaping(why, isFirst: false))*"
    }
  }

  /// What is between a figure and its caption: no page ends there.
  private var together: String {
    guard case .latex = reader else { return "\n\n" }
    return "\n\n```{=latex}\n\\nopagebreak\n```\n\n"
  }

  /// A table in the size of tables.
  private func sized(_ table: String) -> String {
    guard case .latex = reader else { return table }
    return "```{=latex}\n\\begingroup\\small\n```\n\n\(table)\n\n```{=latex}\n\\endgroup\n```"
  }

  /// Lines as long as the reader's page is wide; GitHub's scrolls.
  private func wrapped(_ text: String) -> String {
    guard let columns = reader.columns else { return text }
    return CodeWrapping.wrap(text, columns: columns)
  }

  private func title(_ number: ItemNumber, _ caption: String?) -> String {
    "**Figure \(number).**" + (caption.map { " \(resolved($0))" } ?? "")
  }

  private func resolved(_ text: String) -> String { report.resolved(text) }

  /// What begins the title of a picture that tells pandoc its width: Markdown itself has no widths, and a dialect that has
  /// them takes an author's braces for its own.
  package static let sizeMark = "gimbal:"

  private func image(_ figure: ReportFigure, attributes: String = "") -> String {
    let alternative = InlineText.escaping(figure.spoken, isFirst: false)
    var attributes = attributes
    // Word would show pixels one for one.
    if case .word = reader, attributes.isEmpty, let width = figure.width {
      attributes = "width=\(String(format: "%.1f", min(width, 15.5)))cm"
    }
    let file = figure.files[reader.pictures] ?? figure.files["svg"] ?? ""
    return attributes.isEmpty
      ? "![\(alternative)](\(file))" : "![\(alternative)](\(file) \"\(Self.sizeMark)\(attributes)\")"
  }

  // MARK: Figures in a row

  private func parts(_ row: FigureRow) -> String {
    let isAlone = row.columns == 1
    switch reader {
    case .github where isAlone, .word where isAlone, .latex where isAlone:
      return row.parts.map { "\(image($0))\n\n\(legend($0))" }.joined(separator: "\n\n")
    case .github: return grid(row) { image($0).replacing(bytes: "|", with: "\\|") }
    case .word:
      let width = String(format: "%.1f", 16 / Double(row.columns) - 0.3)
      return grid(row) { image($0, attributes: "width=\(width)cm").replacing(bytes: "|", with: "\\|") }
    case .latex: return boxes(row)
    }
  }

  /// “(a) The caption of the part.”
  private func legend(_ part: ReportFigure) -> String {
    "(\(part.letter ?? ""))" + (part.caption.map { " \(resolved($0))" } ?? "")
  }

  /// A table: pictures and below them their captions. Its head, which Markdown's tables must have, is the first row.
  private func grid(_ row: FigureRow, _ picture: (ReportFigure) -> String) -> String {
    let columns = min(row.columns, row.parts.count)
    func line(_ cells: [String]) -> String {
      "| " + (cells + Array(repeating: "", count: columns - cells.count)).joined(separator: " | ") + " |"
    }
    var lines: [String] = []
    for (index, parts) in row.rows.enumerated() {
      lines.append(line(parts.map(picture)))
      if index == 0 { lines.append(line(Array(repeating: ":---:", count: columns))) }
      lines.append(line(parts.map { legend($0).replacing(bytes: "|", with: "\\|").onOneLine }))
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
        return """
          `\(open)\\begin{minipage}[t]{\(share)\\linewidth}\\centering`{=latex}
          \(image(part, attributes: "width=100%"))
          `\\par\\smallskip`{=latex}
          \(legend(part))
          `\\end{minipage}\(close)`{=latex}
          """
      }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
