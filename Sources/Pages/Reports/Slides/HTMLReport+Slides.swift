import Drawings
import Foundation

extension HTMLReport {
  /// The report as slides: one HTML page that needs nothing else, under the policy of the report's page. O(length).
  package func slides() -> String {
    let notebook = report.notebook
    let deck = SlideDeck(report)
    // As paper counts them: the slide of the footnotes, which only the page has, comes behind the last one.
    let count = deck.slides.count + 1
    let numbers = Set((1...count + 1).map { "slide-\($0)" })
    /// The end of a slide, with its speaker's notes.
    func end(_ number: Int, _ notes: [String]) -> String {
      let spoken = number <= deck.notes.count ? deck.notes[number - 1].map { notes[$0] }.joined() : ""
      return Self.end(number: number, of: count, notes: spoken)
    }
    let body = prose.page(
      report, taken: names.union(numbers), asksGuesses: false,
      breaks: { notes in
        var breaks = Dictionary(uniqueKeysWithValues: deck.rules.map { ($0, "") })
        for (index, slide) in deck.slides.enumerated() {
          let kind = slide.heading != nil && !slide.hasContent ? "slide opening" : "slide"
          // The title's slide ends before all others.
          breaks[slide.line] =
            (index > 0 ? end(index + 1, notes) : "") + Self.start(number: index + 2, of: count, kind: kind)
        }
        return breaks
      }, cell: { report.isSilent($0) ? "" : cell($0) })
    var shown = body.html
    if deck.hasFootnotes, let start = shown.range(of: "<section class=\"footnotes\"", options: .backwards)?.lowerBound {
      let first = deck.slides.isEmpty ? "" : end(count, body.notes)
      shown.insert(contentsOf: first + Self.start(number: count + 1, of: count, kind: "slide"), at: start)
    }
    if count > 1 || deck.hasFootnotes { shown += end(deck.hasFootnotes ? count + 1 : count, body.notes) }
    let matter = notebook.frontMatter
    let title = HTMLPage.main(
      title: notebook.title, subtitle: matter.subtitle, byline: matter.byline,
      parameters: report.shownParameters, contents: [], body: "")
    let main =
      Self.start(number: 1, of: count, kind: "slide opening title") + title + "\n" + end(1, body.notes) + shown
    let font = formulas.font?.style(for: main, interrupt: formulas.interrupt) ?? ""
    return HTMLPage.page(
      title: notebook.title, language: matter.language ?? "en", main: font + main, style: SlideStyle.text,
      tail: SlideScript.controls, policy: isTrusted ? .trusted : .handedOut,
      scripts: PageScripts(for: main).subtracting(.guesses).union(.slides))
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
    \(notes.isEmpty ? "" : "<aside class=\"notes\" aria-label=\"Notes\">\n\(notes)</aside>\n")</div>

    """
  }
}
