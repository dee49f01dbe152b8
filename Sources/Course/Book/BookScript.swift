import EmbeddedFiles

/// What a book's pages do: search, and figures next to the references to them. Without it all links are there.
enum BookScript {
  static let text = place + search + peek

  /// The chapter that is open is seen in the list of them.
  private static let place = "\n" + EmbeddedFile.text("Book/place.js")

  /// Looks for words by their beginnings in the index, which is a script next to the pages.
  private static let search = "\n" + EmbeddedFile.text("Book/search.js")

  /// Shows a figure next to the reference to it, for the pointer and for the keyboard, until Escape or until one leaves
  /// both.
  private static let peek = "\n" + EmbeddedFile.text("Book/peek.js")
}
