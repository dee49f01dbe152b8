import Basics
import Display
import Foundation
import NotebookDocument

/// The readers that Markdown is written for: they differ in the pictures that they can show, and in how pictures are in
/// a row.
package enum MarkdownReader: Sendable {
  case github, latex, word

  /// Characters in a line of code across the page, at the size that its setter gives it; nil where the page scrolls.
  package var columns: Int? {
    switch self {
    case .github: nil
    case .latex: 90
    case .word: 84
    }
  }

  /// Characters of a table across the page; nil where the page scrolls.
  package var tableColumns: Int? {
    switch self {
    case .github: nil
    case .latex: 84
    case .word: 76
    }
  }

  /// How prose is written for it.
  package var dialect: ProseDialect {
    switch self {
    case .github: .github
    case .latex: .latex
    case .word: .word
    }
  }

  /// The format of the figures' files.
  package var pictures: String {
    switch self {
    case .github: "svg"
    case .latex: "pdf"
    case .word: "png"
    }
  }
}

/// The executed notebook as Markdown, as GitHub shows it: code, results and figures in place.
package enum MarkdownReport {
  /// The text of `README.md`. O(length).
  package static func text(of report: Report) -> String {
    heading(of: report) + "\n\n" + body(of: report, for: .github, withParameters: false)
  }

  /// Title, byline and parameters.
  package static func heading(of report: Report) -> String {
    let notebook = report.notebook
    let matter = notebook.frontMatter
    let lines = ([[matter.subtitle].compactMap { $0 }] + matter.byline).filter { !$0.isEmpty }
    // Without groups all is one line.
    let byline = matter.byline.count > 1 ? lines : [lines.flatMap { $0 }].filter { !$0.isEmpty }
    func shown(_ text: String) -> String { InlineText.escaping(text, isFirst: false) }
    return
      (["# \(shown(notebook.title))"] + byline.map { "*\(shown($0.joined(separator: " · ")))*" }
      + [parameterLine(report)].compactMap { $0 }).joined(separator: "\n\n")
  }

  /// What is below the heading. O(length).
  package static func body(of report: Report, for reader: MarkdownReader, withParameters: Bool = true) -> String {
    let setter = MarkdownSetter(report: report, reader: reader)
    var lines = withParameters ? parameterLine(report).map { [$0, ""] } ?? [] : []
    func set(_ blocks: [ReportBlock], _ cell: Cell) -> [String] { blocks.map { setter.markdown($0, cell: cell) } }
    var splicer = ProseSplicer(report: report, dialect: reader.dialect)
    if splicer.dialect.collectsAnswers { splicer.solutions = report.solutions(set) }
    lines += splicer.lines { index, cell in
      var parts = set(report.cells[index], cell)
      if !splicer.dialect.collectsAnswers, let fold = report.folded[index] {
        parts += ["<details><summary>\(fold.title)</summary>"] + set(fold.blocks, cell) + ["</details>"]
      }
      return parts.joined(separator: "\n\n")
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  package static func parameterLine(_ report: Report) -> String? {
    let parameters = report.shownParameters
    guard !parameters.isEmpty else { return nil }
    return "Parameters: " + parameters.map { "\(codeSpan($0.name)) = \(codeSpan($0.short))" }.joined(separator: ", ")
  }

  /// A table.
  package static func markdown(_ table: Table) -> String {
    func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    func shown(_ text: String) -> String { InlineText.escaping(text, isFirst: false) }
    let rule = table.columns.indices.map { column in
      switch table.alignment(ofColumn: column) {
      case .leading: "---"
      case .center: ":---:"
      case .trailing: "---:"
      }
    }
    let rows = table.alignedTexts.map { row($0.map(shown)) }
    return ([row(table.columns.map { shown($0.heading) }), row(rule)] + rows).joined(separator: "\n")
  }

  /// A text as code inside of a line.
  package static func codeSpan(_ text: String) -> String {
    let fence = String(repeating: "`", count: CodeBlocks.longestRun(in: text) + 1)
    let isPadded = text.hasPrefix(" ") && text.hasSuffix(" ") && text.contains { $0 != " " }
    let pad = text.hasPrefix("`") || text.hasSuffix("`") || isPadded ? " " : ""
    return fence + pad + text.onOneLine + pad + fence
  }
}
