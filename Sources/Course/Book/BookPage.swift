import Basics
import Reports

/// The frame of all pages of a book: the way through the book next to the text, and before and after it.
struct BookPage {
  let site: BookSite
  /// The page's own address.
  let file: String
  /// What the browser calls it.
  let title: String
  let language: String
  var policy = PagePolicy.ofSite
  /// The index of the chapter that it shows; nil for the others.
  var chapter: Int?

  /// The page around what it shows.
  ///
  /// - Parameters:
  ///   - head: what else is in its head.
  ///   - foot: what is below what it shows.
  func text(_ main: String, head: String = "", foot: String = "", tail: String = "") -> String {
    let plain = Self.plain(title)
    return HTMLPage.head(
      title: file == "index.html" ? title : "\(title) – \(site.plan.title)", language: language, policy: policy.head(),
      "<link rel=\"stylesheet\" href=\"book.css\">\n\(neighbours)\(head)") + """
        <body class="book">
        <a class="skip" href="#book-text">To the text</a>
        <div class="side" role="banner">
        <a class="home" href="index.html"\(file == "index.html" ? " aria-current=\"page\"" : "")>\(plain == Self.plain(site.plan.title) ? plain : Self.plain(site.plan.title))</a>
        <a class="to-contents" href="index.html#contents">Contents</a>
        <div class="search" role="search" hidden></div>
        \(navigation)
        </div>
        <div class="text">
        <main id="book-text" tabindex="-1">
        \(main)
        </main>
        \(foot)</div>
        \(tail)<script src="book.js"></script>
        </body>
        </html>

        """
  }

  /// Text as HTML.
  static func plain(_ text: String) -> String { MarkupText.escape(text) }

  private var neighbours: String {
    guard let chapter else { return "" }
    return [("prev", chapter - 1), ("next", chapter + 1)].filter { site.parts.indices.contains($0.1) }.map {
      "<link rel=\"\($0)\" href=\"\(site.parts[$1].file)\">\n"
    }.joined()
  }

  /// All chapters, and the sections of the one that is open.
  private var navigation: String {
    var lines = ["<nav class=\"chapters\" aria-label=\"Chapters\">"]
    var isOpen = false
    func close() { if isOpen { lines.append("</ol>") } }
    for (index, part) in site.parts.enumerated() {
      if let title = part.opensPart {
        close()
        lines.append("<p class=\"part\">\(Self.plain(title))</p>")
        isOpen = false
      }
      if !isOpen {
        lines.append("<ol>")
        isOpen = true
      }
      let isHere = index == chapter
      lines.append(
        "<li><a href=\"\(part.file)\"\(isHere ? " aria-current=\"page\"" : "")><span>\(part.number)</span> \(Self.plain(part.chapter.title))</a>"
          + (isHere ? sections(of: part) : "") + "</li>")
    }
    close()
    let figures =
      "<a href=\"figures.html\"\(file == "figures.html" ? " aria-current=\"page\"" : "")>Figures and tables</a>"
    let paper = site.paper.map { " · <a href=\"\($0)\">PDF</a>" } ?? ""
    return (lines + ["<p class=\"more\">\(figures)\(paper)</p>", "</nav>"]).joined(separator: "\n")
  }

  private func sections(of part: BookSite.Part) -> String {
    let sections = part.chapter.page.headings.filter { $0.level == 1 }
    guard sections.count > 1 else { return "" }
    return "<ol>" + sections.map { "<li><a href=\"#\($0.slug)\">\(part.numbered($0.html))</a></li>" }.joined() + "</ol>"
  }
}

extension BookSite.Part {
  /// A text with the chapter's number filled in; references that only the whole book can resolve become “…”.
  func numbered(_ text: String) -> String {
    BookMarks.filled(text, chapter: number, text: { _ in "…" }, anchor: { _ in "" })
  }
}
