import EmbeddedFiles

/// The look of slides: that of a report's page, on sheets of 16 to 9.
///
/// A sheet is 48 units wide and 27 high, and a unit is what a page calls rem: it follows the window. A figure has the slide's room,
/// whatever paper it was made for, and is at most twice as large as it would be there: 12 cm are 36 units, as in the PDF, whose
/// pages are 16 cm wide.
enum SlideStyle {
  static let text = HTMLStyle.looks + own

  private static let own = EmbeddedFile.text("Reports/slides.css")
}
