import Drawings
import Foundation

extension HTMLReport {
  /// The report as slides: one HTML page that needs nothing else, under the policy of the report's page. O(length).
  package func slides() -> String {
    let content = slidesContent()
    return slidesPage(font(for: content) + content, scripts: PageScripts(for: content))
  }

  /// The frame around the slides. `head` and `tail` are for slides that do more than show.
  func slidesPage(_ main: String, scripts: PageScripts, head: String = "", tail: String = "") -> String {
    let matter = report.notebook.frontMatter
    return HTMLPage.page(
      title: report.notebook.title, language: matter.language ?? "en", main: main, style: SlideStyle.text, head: head,
      tail: SlideScript.controls + tail, policy: isTrusted ? .trusted : .handedOut,
      scripts: scripts.subtracting(.guesses).union(.slides))
  }

  /// What the slides show, without the frame around them and the font of their formulas.
  func slidesContent() -> String {
    let notebook = report.notebook
    let deck = SlideDeck(report)
    // What is exchanged is inside of one slide.
    let cut = cut ?? ""
    // As paper counts them: the slide of the footnotes, which only the page has, comes behind the last one.
    let count = deck.slides.count + 1
    let numbers = Set((1...count + 1).map { "slide-\($0)" })
    /// The end of a slide, with its speaker's notes.
    func end(_ number: Int, _ notes: [String]) -> String {
      let spoken = number <= deck.notes.count ? deck.notes[number - 1].map { notes[$0] }.joined() : ""
      let aside = spoken.isEmpty ? "" : "\(cut)<aside class=\"notes\" aria-label=\"Notes\">\n\(spoken)</aside>\n\(cut)"
      return Self.end(number: number, of: count, notes: aside)
    }
    var hasFootnotes = false
    let body = prose.page(
      report, taken: report.anchors.union(numbers), asksGuesses: false,
      breaks: { notes in
        var breaks = Dictionary(uniqueKeysWithValues: deck.rules.map { ($0, "") })
        for (index, slide) in deck.slides.enumerated() {
          let kind = slide.heading != nil && !slide.hasContent ? "slide opening" : "slide"
          // The title's slide ends before all others.
          breaks[slide.line] =
            cut + (index > 0 ? end(index + 1, notes) : "") + Self.start(number: index + 2, of: count, kind: kind) + cut
        }
        return breaks
      },
      footnotes: { notes in
        hasFootnotes = true
        let last = deck.slides.isEmpty ? "" : end(count, notes)
        return cut + last + Self.start(number: count + 1, of: count, kind: "slide") + cut
      }, cut: self.cut, cell: { report.isSilent($0) ? "" : cell($0, $1) })
    var shown = body.html
    if count > 1 || hasFootnotes { shown += cut + end(hasFootnotes ? count + 1 : count, body.notes) }
    let matter = notebook.frontMatter
    let title = HTMLPage.main(
      title: notebook.title, subtitle: matter.subtitle, byline: matter.byline,
      parameters: report.shownParameters, contents: [], body: "", cut: cut)
    return Self.start(number: 1, of: count, kind: "slide opening title") + cut + title + "\n" + cut + end(1, body.notes)
      + shown
  }

  private static func start(number: Int, of count: Int, kind: String) -> String {
    """
    <div class="page">
    <section class="\(kind)" id="slide-\(number)" aria-roledescription="slide" aria-label="\(number > count ? "footnotes" : "\(number) of \(count)")">
    <div class="sheet">

    """
  }

  private static func end(number: Int, of count: Int, notes: String) -> String {
    """
    </div>
    <p class="place">\(number > count ? "" : "\(number) / \(count)")</p>
    </section>
    \(notes)</div>

    """
  }
}
