import Caches
import EmbeddedFiles
import Files
import Foundation
import Processes
import Reports

/// A report as a chapter of a book on paper: what Typst sets, and what was found out about its pages.
package struct PaperChapter: Sendable, Codable, Hashable {
  /// By which the other chapters know it.
  package var name: String
  /// The title block, and what the body needs.
  package var frame: String
  package var body: String
  /// The places of figures, as JSON.
  package var places: String
  /// The names of the chapters to which it links, by their files as it writes them.
  package var chapters: [String: String] = [:]
}

/// Chapters as one PDF: title page, contents, and each chapter from its own page, as it is set by itself.
package struct PaperBook {
  package var title: String
  package var subtitle: String?
  package var authors: [String]
  package var language: String
  /// The picture of the title page: the number of a chapter, from 0, and the name of its picture.
  package var cover: String?
  /// The names of the chapters with which parts of the book begin, and the titles of these parts.
  package var parts: [(chapter: String, title: String)]
  /// In order, each with the files of its figures by name.
  package var chapters: [(text: PaperChapter, pictures: [String: Data])]

  package init(
    title: String, subtitle: String?, authors: [String], language: String, cover: String? = nil,
    parts: [(chapter: String, title: String)] = [],
    chapters: [(text: PaperChapter, pictures: [String: Data])]
  ) {
    (self.title, self.subtitle, self.authors, self.language) = (title, subtitle, authors, language)
    (self.cover, self.parts, self.chapters) = (cover, parts, chapters)
  }

  /// The file with the style of the chapter or of the book, in its folder.
  static let style = ".style.typ"

  /// Makes sure that what it takes is installed.
  ///
  /// - Throws: `ProcessError` that says what to install.
  package static func require() throws { try ExportFormat.pdf.require() }

  /// The file's content. Some seconds for a hundred pages.
  ///
  /// - Parameters:
  ///   - file: The book's, for messages.
  ///   - store: Where temporary files lie.
  /// - Throws: `ExportError` with Typst's own words, `Interrupted`.
  package func data(of file: String, store: Store, interrupt: Interrupt? = nil) throws -> Data {
    guard let python = TypesettingTools().python else { throw ProcessError(TypstExport.missing) }
    return try store.withScratch { workplace in
      let (source, made) = ("\(workplace)/.book.typ", "\(workplace)/.book.pdf")
      do {
        for (name, text) in sources { try Self.write(Data(text.utf8), to: "\(workplace)/\(name)") }
        for (number, chapter) in chapters.enumerated() {
          for (name, data) in chapter.pictures { try Self.write(data, to: "\(workplace)/\(number)/\(name)") }
        }
      } catch {
        throw OutputError(.unwritable(SystemReason.words(error)), file: workplace)
      }
      let output = try TypesettingTools.run(
        python, ["-c", TypstStyle.opening + Self.program, source, made], for: file, to: .pdf, in: workplace,
        temporary: workplace, interrupt: interrupt)
      guard let data = FileManager.default.contents(atPath: made) else {
        throw ExportError(.exportFailed("pdf", String(output.suffix(2000))), file: file)
      }
      return data
    }
  }

  /// Typst's files by name. What they and the figures hold decides the PDF.
  package var sources: [String: String] {
    var files = [
      Self.style: TypstStyle.text(ofChapter: "", places: "[[], {}, 1]", chapters: [:]) + Self.look,
      ".book.typ": """
      #import "\(Self.style)": *
      #show: book.with(
        title: \(TypstText.quoted(title)),
        subtitle: \(subtitle.map(TypstText.quoted) ?? "none"),
        authors: (\(authors.map { "\(TypstText.quoted($0)), " }.joined())),
        language: \(TypstText.quoted(TypstSetter.hyphenation(language))),
        cover: \(cover.map(TypstText.quoted) ?? "none"),
        parts: (\(parts.map { "(\(TypstText.quoted("chapter/\($0.chapter)")), \(TypstText.quoted($0.title))), " }.joined())),
      )

      \(chapters.indices.map { "#include \"\($0)/chapter.typ\"" }.joined(separator: "\n"))

      """,
    ]
    for (number, chapter) in chapters.enumerated() {
      files["\(number)/\(Self.style)"] =
        TypstStyle.text(ofChapter: chapter.text.name, places: chapter.text.places, chapters: chapter.text.chapters)
        + Self.look
      files["\(number)/chapter.typ"] = chapter.text.frame + chapter.text.body
    }
    return files
  }

  private static func write(_ data: Data, to path: String) throws {
    let place = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: place)
  }

  /// What a book has next to its chapters' styles.
  private static let look = "\n" + EmbeddedFile.text("ReportExport/book.typ")

  private static let program = #"""
    compiler.compile(output=made, format="pdf")

    """#
}
