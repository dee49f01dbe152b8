import Basics
import Foundation
import NotebookDocument

/// How wide a picture of the prose is: `![words](photo.png){width=30%}`, as pandoc writes it; in cm, mm, in, pt or px, too.
package struct PictureSize: Hashable, Sendable {
  package var value: Double
  package var unit: String

  /// The size in the braces behind a picture; nil if they contain no width that can be set.
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

  /// A picture with its braces as a reader of this dialect finds its width: in an element, or in the picture's title. With a label it has its
  /// number and its words below it. What braces say that cannot be followed stays.
  static func resolve(
    _ picture: String, asElement: Bool, _ references: [String: Reference], _ marks: NumberedMarks
  ) -> String? {
    guard let mark = PictureMark(picture), let braces = PictureBraces(mark.braces) else { return nil }
    let image = image(mark, braces.size, asElement: asElement)
    guard let label = braces.label else { return image }
    return references[label].map { marks.picture(image, mark.words, $0) }
  }

  private static func image(_ mark: PictureMark, _ size: PictureSize?, asElement: Bool) -> String {
    let address = mark.address.contains(" ") ? "<\(mark.address)>" : mark.address
    guard let size else { return "![\(mark.words)](\(address))" }
    return asElement
      ? "<img src=\"\(MarkupText.escape(mark.address))\" alt=\"\(MarkupText.escape(mark.words))\" width=\"\(size.pixels)\">"
      : "![\(mark.words)](\(address) \"\(MarkdownSetter.sizeMark)width=\(size.text)\")"
  }

  /// The remarks on braces that cannot be followed. O(length).
  static func remarks(of notebook: Notebook) -> [ReportRemark] {
    notebook.document.inlines.compactMap { inline in
      guard case .picture(_, _, let braces) = inline.kind, PictureBraces(braces) == nil else { return nil }
      return ReportRemark(
        severity: .warning, position: Position(line: inline.start.line, column: inline.start.column + 1),
        message:
          "“{\(braces)}” after a picture is shown as text: it can be a width, as in {width=30%}, {width=8cm}, "
          + "{width=3in} or {width=240px}, and a label, as in {#fig-setup}")
    }
  }
}

/// Numbers in addresses and styles.
private enum NumberText {
  static func short(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
