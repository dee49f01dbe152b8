import EmbeddedFiles
import Reports

/// The look of pages about marks, next to that of all pages.
enum MarksStyle {
  static let element = "<style>\n\(text)</style>\n"

  /// The same, with the font of the formulas that a page shows.
  static func head(for main: String, _ prose: HTMLProse) -> String {
    (prose.formulas.font?.style(for: main) ?? "") + element
  }

  /// Points at the right of a heading; nothing where there are none to give.
  static func points(_ words: String?) -> String { words.map { " <span class=\"points\">\($0)</span>" } ?? "" }

  private static let text = EmbeddedFile.text("Marks/marks.css")
}
