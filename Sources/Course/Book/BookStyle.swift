import EmbeddedFiles

/// The look of a book's pages around what a report's page looks like.
enum BookStyle {
  static let text = EmbeddedFile.text("Book/book.css")
}
