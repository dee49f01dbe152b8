import Display
import Foundation
import NotebookDocument
import Reports

/// Sets a report for Typst: blocks of pandoc's document in which cells are as Typst's own markup.
struct TypstSetter {
  let report: Report
  private let directives: Directives

  init(report: Report) { (self.report, directives) = (report, Directives(report.notebook)) }

  /// Characters in a line of code across the page, and inside of a list.
  var (columns, narrowColumns) = (88, 76)

  /// The title block, and what the body needs, in this style.
  func frame(_ style: String = ".style.typ") -> String { frame(style, function: "report") }

  /// The same by another function of the style, with what else it is given.
  func frame(_ style: String, function: String, _ more: String = "") -> String {
    let notebook = report.notebook
    let matter = notebook.frontMatter
    let values = report.shownParameters.map { "(\(quoted($0.name)), \(quoted($0.short)))" }
    return """
      #import \(quoted(style)): *
      #show: \(function).with(\(more)\(chapter)
        title: \(quoted(notebook.title)),
        subtitle: \(matter.subtitle.map(quoted) ?? "none"),
        authors: \(list(matter.authors.map { quoted($0.name) })),
        byline: \(list(matter.byline.map { list($0.map(quoted)) })),
        language: \(quoted(language)),
        parameters: \(list(values)),
      )


      """
  }

  private var chapter: String { report.notebook.chapter.map { "chapter: \(quoted("Chapter \($0)"))," } ?? "" }

  /// The body as blocks for pandoc. O(length).
  ///
  /// - Parameters:
  ///   - formulas: What says whether formulas can be set.
  ///   - additions: What is between the blocks of the prose.
  func blocks(_ formulas: Formulas?, _ additions: PaperBody.Additions = .init(cells: [])) -> String {
    var (body, additions) = (PaperBody(report, .init(report, .typst, formulas)), additions)
    let notebook = report.notebook
    // Code that is only shown is set as that of cells, except in lists and quotations.
    for block in notebook.shownBlocks
    where notebook.document.block(at: block.lines.lowerBound)?.containers.isEmpty == true {
      let line = block.lines.lowerBound
      additions.shown[line] = code(block.code, "shown.\(line)", columns: columns)
    }
    additions.solutions = report.solutions { blocks, cell in
      blocks.enumerated().map { elements($1, "\(cell.number).folded.\($0)", of: cell, body) }
    }
    additions.cells = notebook.cells.indices.map { index in
      let blocks = report.cells[index].enumerated().map {
        elements($1, "\(index).\($0)", of: notebook.cells[index], body)
      }
      return blocks.isEmpty ? "" : PandocElement.joined([raw("#cell(\(quoted("\(index)")))")] + blocks)
    }
    return body.blocks(additions)
  }

  /// The two letters by which hyphenation knows a language.
  private var language: String { Self.hyphenation(report.notebook.frontMatter.language ?? "en") }

  static func hyphenation(_ language: String) -> String {
    let code = language.prefix { $0.isLetter }.lowercased()
    return (2...3).contains(code.count) && code.allSatisfy(\.isASCII) ? code : "en"
  }

  // MARK: Blocks

  private func elements(_ block: ReportBlock, _ name: String, of cell: Cell, _ body: PaperBody) -> String {
    let columns = cell.indent > 0 ? narrowColumns : self.columns
    func wrapped(_ text: String) -> String { quoted(CodeWrapping.wrap(trimmed(text), columns: columns)) }
    switch block {
    case .code(let code): return self.code(code, name, columns: columns)
    case .text(let text): return raw("#output(\(wrapped(text)))")
    case .errorText(let text): return raw("#output(\(wrapped(text)), alarm: true)")
    case .omitted(let omission):
      return PandocElement.paragraph(PandocElement.emphasis(PaperReader.typst.inlines(of: omission.words)))
    case .table(let table, let number, let label, let caption):
      let place = "\(quoted(name)), floats: \(floats(cell))"
      return sheet(table, place, label, body.title("Table", number, caption))
    case .figure(let figure):
      return PandocElement.joined([
        raw("#shown(\(quoted(figure.anchor)), floats: \(floats(cell, figure)), \(picture(figure)), ["),
        PandocElement.paragraph(body.title("Figure", figure.number, figure.caption)), raw("])"),
      ])
    case .figures(let row): return parts(row, floats: floats(cell, row.parts.first), body)
    case .markdown(let text), .html(_, let text): return PandocTree.blocks(of: text, for: body.setting.part())
    case .failure(let failure, let expected):
      let text = FailureText(failure, of: cell, in: report.notebook)
      let title = expected ? "Error, as expected" : "Error in line \(text.position.line)"
      return raw("#failure(\(quoted(title)), \(wrapped(text.text)), expected: \(expected))")
    case .notRun(let why): return raw("#failure(\(quoted(why)), none, expected: true)")
    }
  }

  /// Whether what a cell shows may be at the top of the next page: not in a list, and not where its author wants it
  /// here.
  private func floats(_ cell: Cell, _ figure: ReportFigure? = nil) -> Bool {
    cell.indent == 0 && figure?.position != .here && !report.notebook.isInColumns(cell, of: directives)
  }

  /// Swift in the colours of its words.
  private func code(_ code: String, _ name: String, columns: Int) -> String {
    let text = CodeWrapping.wrap(trimmed(code), columns: columns)
    let pieces = CodeColors.lines(of: trimmed(code), wrapped: text).map { line in
      // A line without anything would have no height.
      list(line.isEmpty ? ["(\"\", \" \")"] : line.map { "(\(quoted($0.kind ?? "")), \(quoted($0.text)))" })
    }
    return raw("#code(\(quoted(name)), \(quoted(text)), \(list(pieces)))")
  }

  private func picture(_ figure: ReportFigure) -> String {
    let file = figure.files["pdf"] ?? figure.files["svg"] ?? ""
    // A figure whose author insists on its place keeps its size, too.
    let isExact = figure.isExact || figure.position == .here
    return "picture(\(quoted(file)), \(quoted(figure.spoken))\(isExact ? ", exact: true" : ""))"
  }

  private func parts(_ row: FigureRow, floats: Bool, _ body: PaperBody) -> String {
    let parts = row.parts.flatMap { part in
      [
        raw("(\(quoted(part.anchor)), \(picture(part)), ["), PandocElement.paragraph(body.legend(part)), raw("]),"),
      ]
    }
    let start = "#row(\(quoted(row.anchor)), \(min(row.columns, row.parts.count)), floats: \(floats), ("
    let caption = PandocElement.paragraph(body.title("Figure", row.number, row.caption))
    return PandocElement.joined([raw(start)] + parts + [raw("), ["), caption, raw("])")])
  }

  private func sheet(_ table: Table, _ place: String, _ label: String?, _ caption: String) -> String {
    let texts = table.alignedTexts
    func entry(_ text: String, _ column: Int, _ tail: Substring?) -> String {
      let pad = text.reversed().prefix { $0 == "\u{2007}" }.count
      guard pad > 0 else { return quoted(text) }
      // As much room as what the longest number has behind its point takes.
      let hidden = tail.map { String($0.suffix(pad)) } ?? String(repeating: "0", count: pad)
      return "[#\(quoted(String(text.dropLast(pad))))#hide(\(quoted(hidden)))]"
    }
    let tails = table.columns.indices.map { column in HTMLReport.longestTail(texts.map { $0[column] }) }
    let sides = table.columns.indices.map { column -> String in
      switch table.alignment(ofColumn: column) {
      case .leading: "left"
      case .center: "center"
      case .trailing: "right"
      }
    }
    let head = table.columns.map { column -> String in
      "(\(quoted(column.title)), \(column.unit.map(quoted) ?? "none"))"
    }
    let rows = texts.map { (row: [String]) -> String in
      list(table.columns.indices.map { (column: Int) -> String in entry(row[column], column, tails[column]) })
    }
    let anchor = label.map { quoted(ReportBlock.tableAnchor($0)) } ?? "none"
    let start = "#sheet(\(place), \(anchor), \(list(sides)), \(list(head)), \(list(rows)), "
    guard !caption.isEmpty else { return raw(start + "none)") }
    return PandocElement.joined([raw(start + "["), PandocElement.paragraph(caption), raw("])")])
  }

  // MARK: Words

  /// A piece of Typst as its own block.
  func raw(_ typst: String) -> String { PaperReader.typst.raw(typst) }

  func quoted(_ text: String) -> String { TypstText.quoted(text) }

  private func list(_ items: [String]) -> String { "(" + items.map { "\($0), " }.joined() + ")" }

  private func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
