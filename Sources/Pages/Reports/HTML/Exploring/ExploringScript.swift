import EmbeddedFiles

/// What puts controls into a page with states, and the states into their places.
enum ExploringScript {
  /// The look of the controls.
  static let style = "<style>\n\(rules)</style>\n"

  /// The same as rules.
  static let rules = EmbeddedFile.text("Reports/exploring.css")

  static let text = EmbeddedFile.text("Reports/exploring.js")
}
