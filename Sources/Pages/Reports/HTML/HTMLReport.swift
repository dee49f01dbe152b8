import Basics
import Display
import Drawings
import Figures
import Foundation
import NotebookDocument
import SafeMarkup

/// The executed notebook as one HTML page that needs nothing else: no script from afar, no font, no picture. Unless its
/// notebook says `raw-html: trusted`, HTML of the author and of cells does nothing in it.
package struct HTMLReport {
  package let report: Report
  package let formulas: Formulas
  private(set) var prose: HTMLProse
  /// Whether HTML of the author and of cells stays as it is.
  let isTrusted: Bool
  /// What is where a page that shows several states can be cut; nil for one that shows a single state.
  var cut: String?
  /// A report of what has run. One that is live is shown by a server of this machine while its author writes: there nothing
  /// that acts is kept, whatever the notebook says.
  package init(report: Report, formulas: Formulas, isLive: Bool = false) {
    (self.report, self.formulas) = (report, formulas)
    isTrusted = !isLive && report.notebook.frontMatter.rawHTML == .trusted
    prose = HTMLProse(
      formulas: formulas, references: report.references, citations: report.citations, links: report.links,
      isTrusted: isTrusted)
    prose.attribute = report.attribute
  }

  /// The text of `index.html`. O(length).
  package func text() -> String {
    let notebook = report.notebook
    let main = main()
    return HTMLPage.page(
      title: notebook.title, language: notebook.frontMatter.language ?? "en", main: main,
      policy: isTrusted ? .trusted : .handedOut, scripts: PageScripts(for: main))
  }

  /// What the page shows, without the frame around it. O(length).
  package func main() -> String {
    let content = content()
    return font(for: content) + content
  }

  /// The font for the formulas of what a page shows. O(length).
  func font(for content: String) -> String { formulas.font?.style(for: content, interrupt: formulas.interrupt) ?? "" }

  /// What the page shows, without the font of its formulas. O(length).
  func content() -> String { contentAndBody().content }

  /// The same, with its body, whose text and places are noted if they are asked for.
  func contentAndBody(isNoted: Bool = false) -> (content: String, body: HTMLProse.Body) {
    let notebook = report.notebook
    let body = prose.page(report, taken: report.anchors, cut: cut, outline: isNoted ? { note($0, in: &$1) } : nil) {
      report.isSilent($0) ? "" : cell($0, $1)
    }
    let content = HTMLPage.main(
      chapter: notebook.chapter, title: notebook.title, subtitle: notebook.frontMatter.subtitle,
      byline: notebook.frontMatter.byline, parameters: report.shownParameters, contents: body.headings, body: body.html,
      cut: cut ?? "")
    return (content, body)
  }

  /// What is in place of a cell, as a section with the cell's anchor.
  ///
  /// - Parameter captions: Its captions in their order, set; they are set by themselves where they are not given.
  package func cell(_ index: Int, _ captions: [String] = []) -> String {
    let cell = report.notebook.cells[index]
    let name = cell.anchor
    var captions = captions[...]
    var parts = report.cells[index].map { html($0, cell, &captions) }
    if let fold = report.folded[index] {
      let inside = fold.blocks.map { html($0, cell, &captions) }.joined(separator: "\n")
      parts.append("<details class=\"fold\"><summary>\(fold.title)</summary>\n\(inside)\n</details>")
    }
    if let cut, case .code? = report.cells[index].first, let last = parts.indices.last {
      // The code stays, folded or not, while what it gave is exchanged.
      parts[0] += cut
      parts[last] += cut
    }
    return "<section class=\"cell\" id=\"\(name)\">\n\(parts.joined(separator: "\n"))\n</section>"
  }

  private func html(_ block: ReportBlock, _ cell: Cell, _ captions: inout ArraySlice<String>) -> String {
    switch block {
    case .code(let code): return Self.codeBlock(code)
    case .text(let text): return "<pre class=\"output\" tabindex=\"0\">\(HTMLText.lines(Self.trimmed(text)))</pre>"
    case .errorText(let text):
      return
        "<pre class=\"output stderr\" tabindex=\"0\" title=\"standard error\">\(HTMLText.lines(Self.trimmed(text)))</pre>"
    case .omitted(let omission): return "<p class=\"omitted\">\(omission.words)</p>"
    case .table(let table, let number, let label, let caption):
      return Self.html(
        table, number: number, id: label.map(ReportBlock.tableAnchor),
        caption: caption.map { self.caption($0, &captions) })
    case .figure(let figure): return shown(figure, "<strong>Figure \(figure.number).</strong>", &captions)
    case .figures(let row):
      let parts = row.parts.map { shown($0, "(\($0.letter ?? ""))", &captions) }
      return """
        <figure class="row" id="\(row.anchor)">
        <div class="parts" style="--columns: \(min(row.columns, row.parts.count))">
        \(parts.joined(separator: "\n"))
        </div>
        <figcaption><strong>Figure \(row.number).</strong>\(caption(row.caption, &captions))</figcaption>
        </figure>
        """
    case .markdown(let text): return prose.blocks(text)
    case .html(let html, _): return prose.addressed(isTrusted ? html : SafeMarkup.whole(html))
    case .failure(let failure, let expected):
      let text = FailureText(failure, of: cell, in: report.notebook)
      let title = expected ? "Error, as expected" : "Error in line \(text.position.line)"
      return """
        <div class="failure\(expected ? " expected" : "")" role="alert">
        <p><strong>\(title)</strong></p>
        <pre tabindex="0">\(HTMLText.lines(Self.trimmed(text.text)))</pre>
        </div>
        """
    case .notRun(let why): return "<p class=\"notrun\">\(MarkupText.escape(why))</p>"
    }
  }

  private func shown(_ figure: ReportFigure, _ title: String, _ captions: inout ArraySlice<String>) -> String {
    """
    <figure id="\(figure.anchor)">
    \(picture(figure))
    <figcaption>\(title)\(caption(figure.caption, &captions))</figcaption>
    </figure>
    """
  }

  private func picture(_ figure: ReportFigure) -> String {
    guard let narrow = figure.narrow else { return box(figure.svg, "picture", figure, width: figure.width) }
    return box(figure.svg, "picture wide", figure, width: figure.width) + box(narrow, "picture narrow", figure)
  }

  /// A figure of this width in centimetres fills the page. A smaller one has letters of the same size: a little smaller than the
  /// text's.
  private static let fullWidth = 14.4

  private func box(_ svg: String, _ name: String, _ figure: ReportFigure, width: Double? = nil) -> String {
    let turns = svg.holds(TurningScript.mark)
    // What brings its own controls is not a picture.
    if svg.holds(SceneScript.mark) { return "<div class=\"\(name)\">\(svg)</div>" }
    let words = MarkupText.escape(figure.spoken)
    let share = width.map { $0 / Self.fullWidth } ?? 1
    let style = share < 0.99 ? " style=\"--share: \(String(format: "%.3f", share))\"" : ""
    let kind = turns ? " turnable" : ""
    // A grid scrolls on a narrow page, also with the keyboard.
    let focus = svg.holds(#" class="gimbal-figure grid""#) && !turns ? " tabindex=\"0\"" : ""
    return "<div class=\"\(name)\(kind)\"\(style)\(focus) role=\"img\" aria-label=\"\(words)\">\(svg)</div>"
  }

  /// A caption's Markdown as HTML.
  package func inline(_ text: String) -> String { prose.inline(text) }

  /// The words of a caption.
  package func words(_ text: String) -> String { prose.words(text) }

  private func caption(_ text: String?, _ captions: inout ArraySlice<String>) -> String {
    text.map { " " + (captions.popFirst() ?? prose.inline($0)) } ?? ""
  }

  /// Sets the code of a notebook that is being run, so that its page finds it set.
  package static func foresee(_ notebook: Notebook) {
    _ = OwnThread.start { for cell in notebook.cells { _ = codeBlock(cell.code) } }
  }

  static func codeBlock(_ code: String) -> String {
    "<details class=\"code\" open><summary><span>Swift</span></summary>"
      + "<pre tabindex=\"0\"><code>\(HTMLText.swift(trimmed(code)))</code></pre>"
      + "<button class=\"copy\" type=\"button\">copy</button></details>"
  }

  private static func trimmed(_ text: String) -> String {
    var text = text
    while text.hasSuffix("\n") { text.removeLast() }
    return text
  }
}

extension Report {
  /// What cells and their results are called in the page, and the page's own parts: no heading gets such a name.
  package var anchors: Set<String> {
    Set(notebook.cells.map(\.anchor)).union(notebook.guesses.map(\.label)).union(notebook.questions.map(\.label))
      .union(references.values.map(\.anchor)).union(HTMLPage.ownNames)
  }
}
