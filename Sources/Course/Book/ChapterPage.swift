import Reports

/// A chapter's page: as the notebook's own, in the book's frame.
struct ChapterPage {
  let site: BookSite
  let index: Int
  private var part: BookSite.Part { site.parts[index] }

  /// The page. What search finds in it goes to the index. O(length).
  func text(_ result: inout BookSite.Result, _ search: inout SearchIndex) -> String {
    let page = part.chapter.page
    let links = PageLinks(site: site, chapter: part, page: part.file)
    let main = links.filled(page.content, &result)
    let states = page.states?.element { links.filled($0, &result) } ?? ""
    search.add(part, number: index) { links.filled($0, &result) }
    let frame = BookPage(
      site: site, file: part.file, title: "\(part.number) \(part.chapter.title)", language: part.chapter.language,
      policy: page.isTrusted ? .trusted : .ofSite, chapter: index)
    return frame.text(page.font + main, foot: foot, tail: states)
  }

  /// Downloads, and the chapters before and after. Next to the text, of which a guess veils what follows.
  private var foot: String {
    var files = ["<a href=\"\(part.download).\(part.source.ending)\" download>Notebook (.\(part.source.ending))</a>"]
    if part.source.ending != "ipynb" {
      files.append("<a href=\"\(part.download).ipynb\" download>Jupyter (.ipynb)</a>")
    }
    if let paper = site.paper { files.append("<a href=\"\(paper)\">the book as PDF</a>") }
    func turn(_ other: Int, _ kind: String, _ words: String) -> String {
      guard site.parts.indices.contains(other) else { return "<span></span>" }
      let next = site.parts[other]
      return
        "<a class=\"\(kind)\" rel=\"\(kind == "before" ? "prev" : "next")\" href=\"\(next.file)\"><span>\(words)</span> "
        + "\(next.number) \(BookPage.plain(next.chapter.title))</a>"
    }
    return """
      <footer class="book-foot">
      <p class="downloads">\(files.joined(separator: " · "))</p>
      <nav class="turn" aria-label="Chapters before and after">\(turn(index - 1, "before", "before"))\
      \(turn(index + 1, "after", "next"))</nav>
      </footer>

      """
  }
}
