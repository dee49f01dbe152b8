import Files
import Foundation
import ReportExport

/// The book's chapters as one PDF.
enum BookPaper {
  /// What Typst sets, with numbers and names in their places.
  static func book(_ site: BookSite, _ result: inout BookSite.Result) -> PaperBook {
    let chapters = site.parts.compactMap { part -> (text: PaperChapter, pictures: [String: Data])? in
      guard var paper = part.chapter.paper else { return nil }
      let links = PageLinks(site: site, chapter: part, page: part.file)
      paper.frame = links.filled(paper.frame, &result)
      paper.body = links.filled(paper.body, &result)
      for file in LinkedFiles.find(in: part.notebook) {
        if let other = site.part(at: file.place) { paper.chapters[file.path] = other.chapter.name }
      }
      return (paper, part.pictures.filter { $0.key.hasSuffix(".pdf") })
    }
    let authors = site.plan.authors
    let cover = site.cover(&result).flatMap { part, item in
      site.parts.filter { $0.chapter.paper != nil }.firstIndex { $0.file == part.file }.map {
        "\($0)/\((item.pictures[0] as NSString).deletingPathExtension).pdf"
      }
    }
    return PaperBook(
      title: site.plan.title, subtitle: site.plan.subtitle, authors: authors, language: site.language, cover: cover,
      parts: site.parts.compactMap { part in part.opensPart.map { (part.chapter.name, $0) } }, chapters: chapters)
  }

  /// What decides the PDF.
  static func hash(of book: PaperBook) -> String {
    let sources = book.sources.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let pictures = book.chapters.enumerated().flatMap { number, chapter in
      chapter.pictures.sorted { $0.key < $1.key }.flatMap { ["\(number)/\($0.key)", "\(ContentHash($0.value))"] }
    }
    return "\(ContentHash(sources + pictures))"
  }
}
