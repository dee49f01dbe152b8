import Basics
import EmbeddedFiles

/// The look of guesses and exercises.
package enum LessonStyle {
  /// What of it a page needs that shows this. O(length).
  static func text(for main: String) -> String { marks.contains { main.holds($0) } ? text : "" }

  private static let marks = [
    "class=\"guess\"", "class=\"exercise\"", "class=\"check ", "class=\"fold\"", "class=\"question\"",
  ]

  /// All of it.
  package static let text = EmbeddedFile.text("Reports/lessons.css")
}
