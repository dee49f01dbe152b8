import Display
import Foundation
import NotebookDocument
import Reports

extension ReportBlock {
  /// The block, or what it is made of: in a grid each figure stands beside those of other runs.
  fileprivate var parts: [ReportBlock] {
    if case .figures(let row) = self { row.parts.map(ReportBlock.figure) } else { [self] }
  }
}

/// The index of a grid of runs: each figure and each table once for every run, side by side.
package struct GridPage {
  package struct Run {
    package var point: ParameterGrid.Point
    package var report: Report
    package var isSuccess: Bool
  }

  package let notebook: Notebook
  package let runs: [Run]

  /// A figure or a table that runs have in common, with what each run has of it.
  private struct Row {
    var label: String
    /// “Figure 2”, as in the reports.
    var title: String
    var caption: String?
    var isTable: Bool
    var entries: [(run: Run, block: ReportBlock)]
  }

  private var rows: [Row] {
    var order: [String] = []
    var found: [String: Row] = [:]
    for run in runs {
      for (index, blocks) in run.report.cells.enumerated() {
        for block in blocks.flatMap(\.parts) {
          let row: Row
          switch block {
          case .figure(let figure):
            row = Row(label: figure.label, title: figure.name, caption: figure.caption, isTable: false, entries: [])
          case .table(_, let number, let name, let text):
            row = Row(
              label: name ?? "table-\(index + 1)", title: number.map { "Table \($0)" } ?? "A table", caption: text,
              isTable: true, entries: [])
          default: continue
          }
          if found[row.label] == nil {
            order.append(row.label)
            found[row.label] = row
          }
          found[row.label]!.entries.append((run, block))
        }
      }
    }
    return order.map { found[$0]! }
  }

  /// The text of `index.html`. Figures are files beside it: the reports are, too. O(length).
  package func html() -> String {
    let list = runs.map { run in
      "<li><a href=\"\(Self.address(run.point.folder))/index.html\">\(HTMLText.escape(run.point.title))</a>"
        + (run.isSuccess ? "" : " <strong>failed</strong>") + "</li>"
    }.joined(separator: "\n")
    let sections = rows.map { row in
      let entries = row.entries.map { run, block in
        "<figure>\n\(Self.html(block, run))\n<figcaption>\(HTMLText.escape(run.point.title))</figcaption>\n</figure>"
      }
      let caption = row.caption.map { "<p>\(HTMLText.inline($0))</p>\n" } ?? ""
      return
        "<section aria-label=\"\(row.title)\">\n<h2 id=\"\(row.label)\">\(row.title)</h2>\n"
        + caption
        + "<div class=\"runs\(row.isTable ? " tables" : "")\">\n\(entries.joined(separator: "\n"))\n</div>\n</section>"
    }
    return HTMLPage.page(
      title: "\(notebook.title): \(runs.count) \(runs.count == 1 ? "run" : "runs")",
      language: notebook.frontMatter.language ?? "en",
      main:
        "<header>\n<h1>\(HTMLText.escape(notebook.title))</h1>\n<p class=\"subtitle\">\(runs.count) \(runs.count == 1 ? "run" : "runs")</p>\n"
        + "<ul>\n\(list)\n</ul>\n</header>\n" + sections.joined(separator: "\n"),
      head: "<style>\n\(Self.style)</style>\n", turnsSpaces: false)
  }

  private static func html(_ block: ReportBlock, _ run: Run) -> String {
    switch block {
    case .figure(let figure):
      let file = figure.files["svg"] ?? figure.files["png"] ?? ""
      let folder = address(run.point.folder)
      return "<a href=\"\(folder)/index.html#figure-\(figure.label)\"><img src=\"\(folder)/\(file)\" "
        + "alt=\"\(HTMLText.escape("\(figure.spoken) (\(run.point.title))"))\"></a>"
    case .table(let table, _, _, _): return HTMLReport.html(table, number: nil, id: nil, caption: nil)
    default: return ""
    }
  }

  /// The text of `README.md`. O(length).
  package func markdown() -> String {
    var parts = ["# \(notebook.title): \(runs.count) \(runs.count == 1 ? "run" : "runs")"]
    parts.append(
      runs.map { "- [\($0.point.title)](\(Self.address($0.point.folder))/README.md)\($0.isSuccess ? "" : ": failed")" }
        .joined(separator: "\n"))
    for row in rows {
      parts.append("## \(row.title)")
      if let caption = row.caption { parts.append(caption) }
      for (run, block) in row.entries {
        switch block {
        case .figure(let figure):
          let file = figure.files["svg"] ?? figure.files["png"] ?? ""
          parts.append(
            "**\(run.point.title)**\n\n![\(figure.spoken.replacing("]", with: "\\]"))](\(Self.address(run.point.folder))/\(file))"
          )
        case .table(let table, _, _, _): parts.append("**\(run.point.title)**\n\n\(MarkdownReport.markdown(table))")
        default: break
        }
      }
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func address(_ folder: String) -> String {
    folder.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? folder
  }

  private static let style = """
    main { max-width: 88rem; }
    .runs { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem 1.6rem; }
    .tables { grid-template-columns: repeat(auto-fit, minmax(min(100%, 36rem), 1fr)); }
    .runs figure { margin: 0; min-width: 0; }
    .runs img { display: block; width: 100%; height: auto; }

    """
}
