import Basics
import Display
import Foundation
import NotebookDocument
import Reports

/// Sets what is in place of cells for LaTeX and Word, as blocks of pandoc's document.
package struct PaperSetter {
  private let body: PaperBody
  private var reader: PaperReader { body.setting.reader }

  private init(_ body: PaperBody) { self.body = body }

  /// A report below its title. O(length).
  package static func blocks(of report: Report, for setting: PandocTree.Setting) -> String {
    var body = PaperBody(report, setting)
    let setter = PaperSetter(body)
    func set(_ blocks: [ReportBlock], _ cell: Cell) -> [String] { blocks.map { setter.elements($0, of: cell) } }
    var additions = PaperBody.Additions(
      cells: zip(report.cells, report.notebook.cells).map { PandocElement.joined(set($0, $1)) })
    additions.beginning = setter.parameters(report)
    additions.solutions = report.solutions(set)
    return body.blocks(additions)
  }

  /// “Parameters: `a` = `1`, `b` = `2`”.
  private func parameters(_ report: Report) -> String {
    let parts = report.shownParameters.enumerated().map { index, parameter in
      PandocElement.joined([
        reader.inlines(of: index == 0 ? "Parameters: " : ", "), PandocElement.code(inLine: parameter.name),
        reader.inlines(of: " = "), PandocElement.code(inLine: parameter.short),
      ])
    }
    return PandocElement.paragraph(PandocElement.joined(parts))
  }

  /// One block. O(length).
  private func elements(_ block: ReportBlock, of cell: Cell) -> String {
    func words(_ text: String) -> String { reader.inlines(of: text) }
    func code(_ text: String, _ language: String) -> String {
      var text = CodeWrapping.wrap(text, columns: reader.columns ?? .max)
      while text.hasSuffix("\n") { text.removeLast() }
      return PandocElement.code(text, language)
    }
    switch block {
    case .code(let text): return code(text, "swift")
    case .text(let text), .errorText(let text): return code(text, "text")
    case .omitted(let omission): return PandocElement.paragraph(PandocElement.emphasis(words(omission.words)))
    case .table(let table, let number, _, let caption):
      return PandocElement.joined([PandocElement.paragraph(body.title("Table", number, caption)), sized(table)])
    case .figure(let figure):
      return captioned(PandocElement.paragraph(picture(figure)), figure.number, figure.caption)
    case .figures(let row): return captioned(parts(row), row.number, row.caption)
    case .markdown(let text), .html(_, let text): return PandocTree.blocks(of: text, for: body.setting.part())
    case .failure(let failure, let expected):
      let text = FailureText(failure, of: cell, in: body.report.notebook)
      let title = PandocElement.strong(words(expected ? "Error, as expected" : "Error"))
      let place = expected ? "" : words(" in line \(text.position.line)")
      return PandocElement.joined([
        PandocElement.quotation(PandocElement.paragraph(PandocElement.joined([title, place]))), code(text.text, "text"),
      ])
    case .notRun(let why):
      return PandocElement.quotation(PandocElement.paragraph(PandocElement.emphasis(words(why))))
    }
  }

  /// A figure and its caption: no page ends between them.
  private func captioned(_ figure: String, _ number: ItemNumber, _ caption: String?) -> String {
    PandocElement.joined([
      figure, reader == .latex ? reader.raw("\\nopagebreak") : "",
      PandocElement.paragraph(body.title("Figure", number, caption)),
    ])
  }

  /// A table in the size of tables: with many columns its letters are smaller, and the gaps between them.
  private func sized(_ table: Table) -> String {
    let sides = table.columns.indices.map { column in
      switch table.alignment(ofColumn: column) {
      case .leading: "AlignDefault"
      case .center: "AlignCenter"
      case .trailing: "AlignRight"
      }
    }
    // Figure spaces align numbers, and stay.
    func entry(_ text: String) -> String {
      reader.inlines(of: text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n")))
    }
    let set = PandocElement.table(
      sides, head: table.columns.map { entry($0.heading) }, rows: table.alignedTexts.map { $0.map(entry) })
    guard reader == .latex else { return set }
    let size =
      switch table.columns.count {
      case ...6: "\\small"
      case ...8: "\\footnotesize\\setlength{\\tabcolsep}{3pt}"
      default: "\\scriptsize\\setlength{\\tabcolsep}{2pt}"
      }
    return PandocElement.joined([reader.raw("\\begingroup" + size), set, reader.raw("\\endgroup")])
  }

  private func picture(_ figure: ReportFigure, width: String? = nil) -> String {
    // Word would show pixels one for one.
    let own = reader == .word ? figure.width.map { String(format: "%.1fcm", min($0, 15.5)) } : nil
    let file = figure.files[reader.pictures] ?? figure.files["svg"] ?? ""
    return PandocElement.picture(reader.inlines(of: figure.spoken), file, width: width ?? own)
  }

  // MARK: Figures in a row

  private func parts(_ row: FigureRow) -> String {
    if row.columns == 1 {
      return PandocElement.joined(
        row.parts.flatMap { [picture($0), body.legend($0)].map(PandocElement.paragraph) })
    }
    return reader == .latex ? boxes(row) : grid(row, width: String(format: "%.1fcm", 16 / Double(row.columns) - 0.3))
  }

  /// A table: pictures and below them their captions. Its head is the first row.
  private func grid(_ row: FigureRow, width: String) -> String {
    let columns = min(row.columns, row.parts.count)
    let rows = row.rows.flatMap { parts in
      [parts.map { picture($0, width: width) }, parts.map(body.legend)].map { cells in
        cells + Array(repeating: "", count: columns - cells.count)
      }
    }
    return PandocElement.table(
      Array(repeating: "AlignCenter", count: columns), head: rows[0], rows: Array(rows.dropFirst()))
  }

  /// Boxes side by side: a table of LaTeX would neither wrap the captions nor scale the pictures.
  private func boxes(_ row: FigureRow) -> String {
    let share = String(format: "%.3f", 1 / Double(row.columns) - 0.02)
    let gap = PandocElement.element("SoftBreak")
    return PandocElement.joined(
      row.rows.map { parts in
        let boxes = parts.enumerated().map { index, part in
          let open = index == 0 ? "\\noindent" : ""
          let close = index == parts.count - 1 ? "\\par\\medskip" : "\\hfill"
          return [
            reader.raw(inLine: "\(open)\\begin{minipage}[t]{\(share)\\linewidth}\\centering"),
            picture(part, width: "100%"), reader.raw(inLine: "\\par\\smallskip"), body.legend(part),
            reader.raw(inLine: "\\end{minipage}\(close)"),
          ].joined(separator: ",\(gap),")
        }
        return PandocElement.paragraph(boxes.joined(separator: ",\(gap),"))
      })
  }
}
