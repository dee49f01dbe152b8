import Exploration
import Foundation
import NotebookDocument
import NotebookRunning
import Processes
import ReportExport
import Reports

/// Makes chapters of reports.
enum ChapterMaking {
  /// A chapter of a notebook that has run.
  ///
  /// - Parameters:
  ///   - name: by which other chapters refer to it.
  ///   - isOnPaper: whether it is typeset, too.
  ///   - explore: makes the states of its page, and the report with which it begins; nil where it has none.
  /// - Throws: `PlacedError` where it cannot be typeset, `Interrupted`.
  static func chapter(
    named name: String, of source: ExportSource, isOnPaper: Bool,
    explore: (Report) throws -> Explorer.Explored?
  ) throws -> (chapter: Chapter, jupyter: Data, failure: String?) {
    var report = source.report
    let notebook = report.notebook
    // Pictures that the author put next to the notebook are in the page; links stay as they are written.
    report.folder = notebook.folder
    let asked = asked(by: report)
    for (index, asked) in asked.enumerated() {
      report.elsewhere[asked.label] = Reference(text: BookMarks.text(index), anchor: BookMarks.anchor(index))
    }
    report.attribute = { BookMarks.attribute($0, $1) }
    var explored: Explorer.Explored?
    var failure: String?
    do { explored = try explore(report) } catch let error as any PlacedError {
      failure = "\(error.inFile(notebook.path))\n"
    }
    let shown = explored?.start ?? report
    let html = HTMLReport(report: shown, formulas: source.formulas)
    let whole = ExportSource(
      report: report, drawn: source.drawn, formulas: source.formulas, store: source.store, interrupt: source.interrupt)
    let paper =
      isOnPaper
      ? try TypstExport(
        report: report, pictures: whole.pictures.filter { $0.key.hasSuffix(".pdf") }, store: source.store,
        interrupt: source.interrupt
      ).chapter(named: name) { Self.provisional($0) } : nil
    let chapter = Chapter(
      name: name, title: notebook.title, subtitle: notebook.frontMatter.subtitle,
      authors: notebook.frontMatter.authors.map(\.name), language: notebook.frontMatter.language ?? "en",
      page: html.part(exploring: explored?.page), items: items(of: report, html), references: ownReferences(of: report),
      asked: asked, messages: [], paper: paper, footprints: explored?.footprints ?? [])
    return (chapter, try ExportFormat.ipynb.data(of: whole).data, failure)
  }

  /// What stands for the book's numbers while pages are laid out: as long as most of them are, and the same in every book.
  private static func provisional(_ text: String) -> String {
    BookMarks.filled(text, chapter: "0", text: { _ in "Figure 0.0" }, anchor: { _ in "nowhere" })
  }

  /// The references to what the report does not have, each label once.
  private static func asked(by report: Report) -> [Chapter.Asked] {
    let own = report.references
    var found: [String: Chapter.Asked] = [:]
    func add(_ label: String, _ position: Position?) {
      if own[label] == nil, found[label] == nil { found[label] = Chapter.Asked(label: label, position: position) }
    }
    for (line, mark) in report.notebook.references {
      add(mark.label, Position(line: line, column: mark.columns.lowerBound + 1))
    }
    // What cells have written.
    for block in (report.cells + report.folded.values.map(\.blocks)).joined() {
      guard case .markdown(let text) = block else { continue }
      for line in text.components(separatedBy: "\n") {
        for mark in ReferenceMarks.find(in: line) { add(mark.label, nil) }
      }
    }
    return found.values.sorted {
      ($0.position ?? Position(line: .max), $0.label) < ($1.position ?? Position(line: .max), $1.label)
    }
  }

  private static func ownReferences(of report: Report) -> [String: Reference] {
    var report = report
    report.elsewhere = [:]
    return report.references
  }

  /// What has a number, in the order in which it is shown.
  private static func items(of report: Report, _ html: HTMLReport) -> [Chapter.Item] {
    var items: [Chapter.Item] = []
    for index in report.cells.indices {
      for block in report.cells[index] + (report.folded[index]?.blocks ?? []) {
        switch block {
        case .figure(let figure):
          items.append(
            Chapter.Item(
              kind: .figure, name: figure.name, anchor: figure.anchor, caption: figure.caption.map(html.inline),
              words: figure.caption.map(html.words), pictures: [figure.files["svg"]].compactMap { $0 },
              spoken: figure.spoken))
        case .figures(let row):
          let caption = row.caption ?? row.parts.compactMap(\.caption).first
          items.append(
            Chapter.Item(
              kind: .figure, name: "Figure \(row.number)", anchor: row.anchor, caption: caption.map(html.inline),
              words: caption.map(html.words),
              pictures: row.parts.compactMap { $0.files["svg"] }, spoken: row.parts.map(\.spoken).joined(separator: " ")
            ))
          items += row.parts.map { part in
            Chapter.Item(
              kind: .part, name: part.name, anchor: part.anchor, caption: part.caption.map(html.inline),
              words: part.caption.map(html.words), pictures: [part.files["svg"]].compactMap { $0 }, spoken: part.spoken)
          }
        case .table(_, let number?, let label?, let caption):
          items.append(
            Chapter.Item(
              kind: .table, name: "Table \(number)", anchor: ReportBlock.tableAnchor(label),
              caption: caption.map(html.inline), words: caption.map(html.words)))
        default: break
        }
      }
    }
    return items
      + Equation.find(in: report.notebook).map {
        Chapter.Item(kind: .formula, name: "Equation \($0.number)", anchor: $0.label)
      }
  }
}
