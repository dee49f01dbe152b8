import Foundation
import Reports

/// The table of all figures and tables.
struct FigurePage {
  static let file = "figures.html"
  let site: BookSite

  /// The page; `font` gives the formulas of its captions their font. O(figures).
  func text(font: (String) -> String, _ result: inout BookSite.Result) -> String {
    var body = ""
    for part in site.parts {
      let items = part.chapter.items.filter { [.figure, .table].contains($0.kind) }
      guard !items.isEmpty else { continue }
      let links = PageLinks(site: site, chapter: part, page: Self.file)
      body +=
        "<h2><a href=\"\(part.file)\">\(part.number) \(BookPage.plain(part.chapter.title))</a></h2>\n<ul class=\"figures\">\n"
      body +=
        items.map { item in
          let caption = item.caption.map { " " + links.filled($0, &result) } ?? ""
          let name = links.filled(item.name, &result)
          let pictures = item.pictures.prefix(1).map {
            "<img src=\"\(LinkedAddress.encoded(part.picture($0)))\" alt=\"\" loading=\"lazy\">"
          }.joined()
          let thumb = pictures.isEmpty ? "" : "<div class=\"thumb\">\(pictures)</div>"
          return
            "<li\(pictures.isEmpty ? " class=\"plain\"" : "")>\(thumb)<p><a href=\"\(part.file)#\(item.anchor)\">\(name)</a>\(caption)</p></li>\n"
        }.joined() + "</ul>\n"
    }
    if body.isEmpty { body = "<p>The book has none.</p>\n" }
    let frame = BookPage(site: site, file: Self.file, title: "Figures and tables", language: site.language)
    return frame.text(font(body) + "<header>\n<h1>Figures and tables</h1>\n</header>\n" + body)
  }
}
