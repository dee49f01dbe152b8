import Caches
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
  private static let look = #"""

    #let margins = (x: 2.5cm, top: 2.6cm, bottom: 2.5cm)

    #let book(title: "", subtitle: none, authors: (), language: "en", cover: none, parts: (), body) = {
      set document(title: title, author: authors, date: none)
      set page(paper: "a4", margin: margins)
      show: typeset.with(language)
      page({
        v(1fr)
        block(below: 1.2em, par(justify: false, leading: 0.4em, text(30pt, weight: "bold", title)))
        if subtitle != none { block(below: 2.4em, par(justify: false, text(15pt, fill: faint, subtitle))) }
        if authors.len() > 0 { block(text(12pt, authors.join(" · "))) }
        if cover != none { block(above: 2.4em, image(cover, width: 80%)) }
        v(2fr)
      })
      set page(numbering: "1")
      counter(page).update(1)
      // Chapters begin on their own pages, which tell with which of them a part begins.
      show outline.entry.where(level: 1): it => {
        let page = it.element.location().page()
        let part = parts.find(part => query(label(part.at(0))).any(start => start.location().page() == page))
        if part != none { block(above: 1.9em, below: 0.5em, sticky: true, text(fill: faint, part.at(1))) }
        block(above: if part == none { 1.1em } else { 0.5em }, sticky: true, strong(it))
      }
      show outline: set par(justify: false, leading: 0.5em)
      show outline: set text(9.5pt)
      block(below: 2.2em, text(20pt, weight: "bold", "Contents"))
      outline(title: none, depth: 2, indent: 1.6em)
      body
    }

    // A chapter: its headings are below its title, and its title over its pages but the first.
    #let chapter(
      name, chapter: none, title: "", subtitle: none, authors: (), byline: (), language: "en", parameters: (), body,
    ) = {
      set page(header: context {
        let start = query(label("chapter/" + name))
        if start.len() > 0 and here().page() > start.first().location().page() {
          set text(8.5pt, fill: faint)
          align(right, title)
        }
      })
      [#metadata(name)#label("chapter/" + name)]
      place(hide(heading(level: 1, chapter.split(" ").last() + h(0.8em) + title)))
      opening(chapter, title, subtitle, byline, parameters)
      set heading(offset: 1)
      body
    }

    """#

  private static let program = #"""
    compiler.compile(output=made, format="pdf")

    """#
}
