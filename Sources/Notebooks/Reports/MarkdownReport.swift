import Display
import Foundation

/// The executed notebook as Markdown, as GitHub shows it: code, results and figures in place.
enum MarkdownReport {
  /// The text of `README.md`. O(length).
  static func text(of report: Report) -> String {
    heading(of: report) + "\n\n" + body(of: report, pictures: "svg", withParameters: false)
  }

  /// Title, byline and parameters.
  static func heading(of report: Report) -> String {
    let notebook = report.notebook
    let byline =
      ([notebook.frontMatter.subtitle] + [notebook.frontMatter.authors.joined(separator: ", ")]
      + [notebook.frontMatter.date]).compactMap { $0 }.filter { !$0.isEmpty }
    return
      (["# \(notebook.title)"] + (byline.isEmpty ? [] : ["*\(byline.joined(separator: " · "))*"])
      + [parameterLine(report)].compactMap { $0 }).joined(separator: "\n\n")
  }

  /// What stands below the heading, with the figures' files of this format. O(length).
  static func body(of report: Report, pictures: String, withParameters: Bool = true) -> String {
    let notebook = report.notebook
    var lines = withParameters ? parameterLine(report).map { [$0, ""] } ?? [] : []
    lines += ProseSplicer(report: report).lines { index, cell in
      report.cells[index].map { markdown($0, cell: cell, notebook, pictures) }.joined(separator: "\n\n")
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  static func parameterLine(_ report: Report) -> String? {
    let parameters = report.execution.parameters
    guard !parameters.isEmpty else { return nil }
    return "Parameters: " + parameters.map { "`\($0.name)` = `\($0.value)`" }.joined(separator: ", ")
  }

  private static func markdown(
    _ block: ReportBlock, cell: Cell, _ notebook: Notebook, _ pictures: String
  ) -> String {
    switch block {
    case .code(let code): return fenced(code, "swift")
    case .text(let text), .errorText(let text): return fenced(text, "text")
    case .omitted(let bytes): return "*… \(ByteText.count(bytes)) of output are left out …*"
    case .table(let table, let number, _, let caption):
      let title = number.map { "**Table \($0).** " } ?? ""
      let heading = number != nil || caption != nil ? title + (caption ?? "") + "\n\n" : ""
      return heading + markdown(table)
    case .figure(let figure):
      let image = "![\(escapeAlternative(figure.spoken))](\(figure.files[pictures] ?? figure.files["svg"] ?? ""))"
      let caption = figure.caption.map { " \($0)" } ?? ""
      return "\(image)\n\n**Figure \(figure.number).**\(caption)"
    case .markdown(let text): return text
    case .html(_, let fallback): return fallback
    case .failure(let failure, let expected):
      let text = FailureText(failure, of: cell, in: notebook)
      let title = expected ? "> **Error, as expected**" : "> **Error** in line \(text.position.line)"
      return "\(title)\n\n" + fenced(text.text, "text")
    case .notRun: return "> *Not run: a cell above failed.*"
    }
  }

  static func markdown(_ table: Table) -> String {
    func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let texts = table.alignedTexts.map { $0.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") } }
    let rule = table.columns.indices.map { table.isNumeric(column: $0) ? "---:" : "---" }
    return ([row(table.columns.map(\.heading)), row(rule)] + texts.map(row)).joined(separator: "\n")
  }

  /// A fence longer than any run of backticks inside.
  static func fenced(_ text: String, _ language: String) -> String {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    var body = text
    while body.hasSuffix("\n") { body.removeLast() }
    return "\(fence)\(language)\n\(body)\n\(fence)"
  }

  private static func escapeAlternative(_ text: String) -> String {
    text.replacing("[", with: "\\[").replacing("]", with: "\\]").replacing("\n", with: " ")
  }
}

/// A number of bytes for people.
enum ByteText {
  static func count(_ bytes: Int) -> String {
    let units = ["bytes", "kB", "MB", "GB"]
    var value = Double(bytes)
    var unit = 0
    while value >= 1000, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return "\(NumberFormat.significant(value)) \(units[unit])"
  }
}
