import Basics
import Display
import Foundation
import NotebookDocument

/// The executed notebook as Markdown, as GitHub shows it: code, results and figures in place.
package enum MarkdownReport {
  /// The text of `README.md`. O(length).
  package static func text(of report: Report) -> String { heading(of: report) + "\n\n" + body(of: report) }

  /// Title, byline and parameters.
  package static func heading(of report: Report) -> String {
    let notebook = report.notebook
    let matter = notebook.frontMatter
    let lines = ([[matter.subtitle].compactMap { $0 }] + matter.byline).filter { !$0.isEmpty }
    // Without groups all is one line.
    let byline = matter.byline.count > 1 ? lines : [lines.flatMap { $0 }].filter { !$0.isEmpty }
    func shown(_ text: String) -> String { MarkdownText.escaped(text) }
    return
      ([MarkdownText.heading(1, shown(notebook.title))]
      + byline.map { MarkdownText.emphasis(shown($0.joined(separator: " · "))) }
      + [parameterLine(report)].compactMap { $0 }).joined(separator: "\n\n")
  }

  /// What is below the heading. O(length).
  package static func body(of report: Report) -> String {
    let setter = MarkdownSetter(report: report)
    func set(_ blocks: [ReportBlock], _ cell: Cell) -> [String] { blocks.map { setter.markdown($0, cell: cell) } }
    var lines = ProseSplicer(report: report, dialect: .github).lines { index, cell in
      var parts = set(report.cells[index], cell)
      if let fold = report.folded[index] {
        parts += ["<details><summary>\(fold.title)</summary>"] + set(fold.blocks, cell) + ["</details>"]
      }
      return parts.joined(separator: "\n\n")
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func parameterLine(_ report: Report) -> String? {
    let parameters = report.shownParameters
    guard !parameters.isEmpty else { return nil }
    return "Parameters: "
      + parameters.map { "\(MarkdownText.code($0.name)) = \(MarkdownText.code($0.short))" }.joined(separator: ", ")
  }

  /// A table.
  package static func markdown(_ table: Table) -> String {
    func shown(_ text: String) -> String { MarkdownText.escaped(text) }
    let rule = table.columns.indices.map { column -> MarkdownText.Side in
      switch table.alignment(ofColumn: column) {
      case .leading: .leading
      case .center: .center
      case .trailing: .trailing
      }
    }
    let rows = table.alignedTexts.map { MarkdownText.row($0.map(shown)) }
    return ([MarkdownText.row(table.columns.map { shown($0.heading) }), MarkdownText.rule(rule)] + rows)
      .joined(separator: "\n")
  }
}
