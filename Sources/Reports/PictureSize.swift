import Basics
import Foundation
import NotebookDocument

/// How wide a picture of the prose is: `![words](photo.png){width=30%}`, as pandoc writes it; in cm, mm, in, pt or px, too.
package struct PictureSize: Hashable, Sendable {
  package var value: Double
  package var unit: String

  /// Pictures of a line that have braces behind them, outside of code.
  struct Found {
    /// In UTF-8 bytes from the line's start, with the braces.
    var columns: Range<Int>
    var words: String
    var address: String
    var braces: String
  }

  static func find(in line: String) -> [Found] {
    guard line.holds("){"), line.contains("![") else { return [] }
    let spans = CodeSpans.find(in: Array(line.utf8)).map(\.whole)
    let pattern =
      compiled(
        /!\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\((<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+"[^"]*")?\)\{([^{}]*)\}/
      )
    return line.matches(of: pattern).compactMap { match in
      let start = line[..<match.range.lowerBound].utf8.count
      guard !spans.contains(where: { $0.contains(start) }) else { return nil }
      return Found(
        columns: start..<start + match.output.0.utf8.count, words: String(match.output.1),
        address: String(match.output.2), braces: String(match.output.3))
    }
  }

  /// What the braces behind a picture say; nil where they say no width that can be set.
  init?(braces: String) {
    guard
      let match = braces.wholeMatch(of: compiled(/\s*width\s*=\s*"?\s*(\d+(?:\.\d+)?)\s*(%|cm|mm|in|pt|px)?\s*"?\s*/)),
      let value = Double(match.output.1), value > 0
    else { return nil }
    (self.value, unit) = (value, match.output.2.map(String.init) ?? "px")
  }

  /// As style sheets and pandoc write it.
  package var text: String { "\(NumberText.short(value))\(unit)" }

  /// In the pixels of a page, 96 an inch; a share of the page stays one.
  var pixels: String {
    let inches = ["cm": 1 / 2.54, "mm": 1 / 25.4, "in": 1, "pt": 1 / 72.0]
    return inches[unit].map { "\(Int((value * $0 * 96).rounded()))" }
      ?? (unit == "px" ? "\(Int(value.rounded()))" : text)
  }

  /// The line with its widths where a reader of this dialect finds them: in an element, or in the picture's title.
  static func resolve(_ line: String, asElement: Bool) -> String {
    var bytes = Array(line.utf8)
    for found in find(in: line).reversed() {
      guard let size = PictureSize(braces: found.braces) else { continue }
      let address = found.address.hasPrefix("<") ? String(found.address.dropFirst().dropLast()) : found.address
      let text =
        asElement
        ? "<img src=\"\(MarkupText.escape(address))\" alt=\"\(MarkupText.escape(found.words))\" width=\"\(size.pixels)\">"
        : "![\(found.words)](\(found.address) \"\(MarkdownSetter.sizeMark)width=\(size.text)\")"
      bytes.replaceSubrange(found.columns, with: Array(text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What is to be said of braces that cannot be followed. O(length).
  static func remarks(of notebook: Notebook) -> [ReportRemark] {
    let isLiteral = Formulas.isLiteral(in: notebook)
    return notebook.lines.enumerated().flatMap { index, line -> [ReportRemark] in
      guard line.holds("){"), !isLiteral(index) else { return [] }
      return find(in: line).filter { PictureSize(braces: $0.braces) == nil }.map {
        ReportRemark(
          severity: .warning, position: Position(line: index + 1, column: $0.columns.lowerBound + 1),
          message:
            "“{\($0.braces)}” after a picture is shown as text: it can be a width, as in {width=30%}, {width=8cm}, "
            + "{width=3in} or {width=240px}")
      }
    }
  }
}

/// Numbers in addresses and styles.
private enum NumberText {
  static func short(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
