import EmbeddedFiles

/// What shows one slide after the other, and the speaker's view. Without it the slides are below each other.
enum SlideScript {
  /// The buttons, and the place of what the speaker says.
  static let controls = EmbeddedFile.text("Reports/slides.html")

  static let text = EmbeddedFile.text("Reports/slides.js")
}
