import Reports

/// The book's first page: what it is, and its chapters.
struct TitlePage {
  let site: BookSite

  func text(_ result: inout BookSite.Result) -> String {
    let plan = site.plan
    let frame = BookPage(site: site, file: "index.html", title: plan.title, language: site.language)
    var head = "<header class=\"title\">\n<h1>\(BookPage.plain(plan.title))</h1>\n"
    if let subtitle = plan.subtitle { head += "<p class=\"subtitle\">\(BookPage.plain(subtitle))</p>\n" }
    if !plan.authors.isEmpty {
      head += "<p class=\"byline\">\(plan.authors.map(BookPage.plain).joined(separator: " · "))</p>\n"
    }
    head += "</header>\n"
    let cover = site.cover(&result).map { part, item in
      """
      <p class="cover"><a href="\(part.file)#\(item.anchor)">\
      <img src="\(LinkedAddress.encoded(part.picture(item.pictures[0])))" alt="\(BookPage.plain(item.spoken ?? ""))"></a></p>

      """
    }
    // Scripts and forms are removed: the page has the book's scripts alone.
    let about = plan.about.isEmpty ? "" : "<div class=\"about\">\n\(HTMLText.markdown(plan.about))</div>\n"
    return frame.text(head + (cover ?? "") + about + contents + more)
  }

  private var contents: String {
    var lines = ["<div class=\"contents\">", "<h2 id=\"contents\">Contents</h2>"]
    var isOpen = false
    for part in site.parts {
      if let title = part.opensPart {
        if isOpen { lines.append("</ol>") }
        lines.append("<h3>\(BookPage.plain(title))</h3>")
        isOpen = false
      }
      if !isOpen { lines.append("<ol>") }
      isOpen = true
      let subtitle = part.chapter.subtitle.map { "<p class=\"subtitle\">\(BookPage.plain($0))</p>" } ?? ""
      let sections = part.chapter.page.headings.filter { $0.level == 1 }.map {
        "<a href=\"\(part.file)#\($0.slug)\">\(part.numbered($0.html))</a>"
      }.joined(separator: "\u{a0}· ")
      lines.append(
        "<li><a class=\"chapter\" href=\"\(part.file)\"><span>\(part.number)</span> \(BookPage.plain(part.chapter.title))</a>\(subtitle)"
          + (sections.isEmpty ? "" : "<p class=\"sections\">\(sections)</p>") + "</li>")
    }
    return (lines + (isOpen ? ["</ol>", "</div>"] : ["</div>"])).joined(separator: "\n") + "\n"
  }

  private var more: String {
    let paper = site.paper.map { " · <a href=\"\($0)\">the book as PDF</a>" } ?? ""
    return "<p class=\"downloads\"><a href=\"figures.html\">All figures and tables</a>\(paper)</p>\n"
  }
}

extension BookSite {
  /// The language of the book's own pages.
  var language: String { plan.language ?? parts.first?.chapter.language ?? "en" }
}
