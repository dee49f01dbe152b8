import EmbeddedFiles
import Reports

/// The look of a report on paper.
enum TypstStyle {
  /// What the document imports: the page, the title block, and one function for each kind of block.
  static let text =
    constants(scope: "", depth: 0, chapters: [:], places: #"sys.inputs.at("places", default: "[[], {}, 1]")"#)
    + functions

  /// The same for a chapter of a book, in which its names are its own, and its headings are below its title.
  ///
  /// - Parameters:
  ///   - places: what was found out about its pages, as JSON.
  ///   - chapters: the names of the chapters to which it links, by their files as it writes them.
  static func text(ofChapter name: String, places: String, chapters: [String: String]) -> String {
    constants(scope: name, depth: 1, chapters: chapters, places: TypstText.quoted(places)) + functions
  }

  private static func constants(scope: String, depth: Int, chapters: [String: String], places: String) -> String {
    let chapters = chapters.sorted { $0.key < $1.key }.map { "\(TypstText.quoted($0)): \(TypstText.quoted($1)), " }
      .joined()
    return """
      #let quantity = \(TypstText.quoted(Quantity.pattern))
      #let chapters = (\(chapters.isEmpty ? ":" : chapters))
      #let (scope, depth) = (\(TypstText.quoted(scope)), \(depth))
      // What was found out about the pages: figures and tables that go to the top of the next page, figures that are set smaller
      // so that they fit where they are called for, by name; and how large all other figures are.
      #let (adrift, smaller, common) = json(bytes(\(places)))

      """
  }

  private static let functions = EmbeddedFile.text("ReportExport/style.typ")

  /// What pandoc does to the prose: links inside of the document may lead nowhere, and pictures may be missing or of a kind
  /// that cannot be set. Neither must keep the document from being made.
  static let filter = EmbeddedFile.text("ReportExport/prose.lua")

  /// What each of the programs below begins with: a compiler for the source, whose errors are raised as such.
  static let opening = EmbeddedFile.text("ReportExport/opening.py")

  /// What Python runs behind it: sets the document until every figure and every piece of code is well, and writes it.
  static let program = EmbeddedFile.text("ReportExport/paper.py")
}
