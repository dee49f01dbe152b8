import Foundation
import NotebookDocument
import ReportExport
import Reports

/// What a notebook has become by itself: all that a book needs of it, with marks for what only the book knows.
///
/// It is a value that is kept until something changes that it was made of. Pages, search, the table of figures and the PDF are
/// made of the chapters' values alone, so that a chapter that has not changed is not run for them.
struct Chapter: Sendable, Codable {
  /// A figure, a table or a formula with a number.
  struct Item: Sendable, Codable, Hashable {
    enum Kind: String, Sendable, Codable {
      case figure, table, formula
      /// One of several figures under one number.
      case part
    }

    var kind: Kind
    /// How prose calls it, as “Figure 3.2”.
    var name: String
    /// Where it is in its page.
    var anchor: String
    /// As HTML, with links as its page has them; nil without one.
    var caption: String?
    /// The same as words.
    var words: String?
    /// The names of its pictures, those of its parts in order.
    var pictures: [String] = []
    /// The description for a reader who does not see it.
    var spoken: String?
  }

  /// A reference to what this chapter does not have, by the index of its mark.
  struct Asked: Sendable, Codable, Hashable {
    /// As it is written: `rest/fig-drift`, or `fig-drift`.
    var label: String
    /// The first place at which it is written.
    var position: Position?
  }

  /// By which other chapters refer to it.
  var name: String
  var title: String
  var subtitle: String?
  var authors: [String]
  var language: String
  var page: PagePart
  var items: [Item]
  /// What of this chapter others may refer to, by label.
  var references: [String: Reference]
  var asked: [Asked]
  /// What a run says to the terminal.
  var messages: [String]
  var paper: PaperChapter?
  /// What the runs for the states of its page looked at, as footprints that were written down.
  var footprints: [[String]]
}

/// A chapter with its files.
struct MadeChapter: Sendable {
  var chapter: Chapter
  /// The figures' files by name, as SVG and, for paper, as PDF.
  var pictures: [String: Data]
  /// The notebook as Jupyter has it.
  var jupyter: Data
  /// The notebook as readers get it.
  var source: ChapterSource
}
