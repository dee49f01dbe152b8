import EmbeddedFiles

/// What is done to a Word document after pandoc: code in a size at which its lines fit, figures with their captions, rows whole,
/// a number on each page.
enum WordStyle {
  /// A Python program; its argument is the document, which it changes.
  static let program = EmbeddedFile.text("ReportExport/word.py")
}
