import EmbeddedFiles

/// What asks for guesses, and veils what follows until one is made. Without it the page shows everything.
///
/// Guesses stay in the reader's browser; where it keeps nothing, they last as long as the page is open.
enum GuessScript {
  /// What a page has that asks for a guess.
  static let mark = "<data data-guess="

  static let text = "\n" + EmbeddedFile.text("Reports/guess.js")
}
