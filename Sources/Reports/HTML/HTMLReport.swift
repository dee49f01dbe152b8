import Display
import Foundation
import NotebookDocument

/// The executed notebook as one HTML page that needs nothing else: no script from afar, no font, no picture.
package struct HTMLReport {
  package let report: Report
  package let formulas: Formulas
  private let references: [String: Reference]

  package init(report: Report, formulas: Formulas) {
    (self.report, self.formulas, references) = (report, formulas, report.references)
  }

  /// The text of `index.html`. O(length).
  package func text() -> String {
    let notebook = report.notebook
    let main = main()
    return HTMLPage.page(
      title: notebook.title, language: notebook.frontMatter.language ?? "en", main: main,
      turnsSpaces: main.contains(TurningScript.mark))
  }

  /// What the page shows, without the frame around it. O(length).
  package func main() -> String {
    let notebook = report.notebook
    let splicer = ProseSplicer(report: report, linksReferences: true, movesLinks: false)
    let body = splicer.lines { index, _ in
      report.cells[index].isEmpty ? "" : "\n<div data-cell=\"\(index)\"></div>\n"
    }.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    let blocks = CodeBlocks.find(in: body).map(\.lines)
    let (lines, found) = Formulas.protect(body) { index in blocks.contains { $0.contains(index + 1) } }
    var html = HTMLText.markdown(lines.joined(separator: "\n"))
    html = formulas.restore(html, found)
    if let links = report.links {
      html = html.replacingSpans(from: "src=\"", to: "\"") { text in
        let address = Self.unescape(text)
        return "src=\"\(HTMLText.escape(links.embedding(address) ?? links.address(address)))\""
      }
      html = html.replacingSpans(from: "href=\"", to: "\"") { text in
        "href=\"\(HTMLText.escape(links.address(Self.unescape(text))))\""
      }
    }
    html = html.replacingSpans(from: "<div data-cell=\"", to: "\"></div>") { Int($0).map(cell) }
    html = html.replacingSpans(from: "<pre><code class=\"language-swift\">", to: "</code></pre>") {
      Self.codeBlock(Self.unescape($0))
    }
    // Long lines of other languages scroll, too.
    html = html.replacingSpans(from: "<pre><code", to: ">") { "<pre tabindex=\"0\"><code\($0)>" }
    let (anchored, contents) = Self.anchor(html)
    return HTMLPage.main(
      title: notebook.title, subtitle: notebook.frontMatter.subtitle, authors: notebook.frontMatter.authors,
      date: notebook.frontMatter.date,
      parameters: report.execution.parameters.map { ($0.name, $0.value.description) }, contents: contents,
      body: anchored)
  }

  /// What stands in the place of a cell, as a section with the cell's anchor.
  package func cell(_ index: Int) -> String {
    let cell = report.notebook.cells[index]
    let name = cell.anchor
    let parts = report.cells[index].map { html($0, cell) }
    return "<section class=\"cell\" id=\"\(name)\">\n\(parts.joined(separator: "\n"))\n</section>"
  }

  private func html(_ block: ReportBlock, _ cell: Cell) -> String {
    switch block {
    case .code(let code): return Self.codeBlock(code)
    case .text(let text): return "<pre class=\"output\" tabindex=\"0\">\(HTMLText.escape(Self.trimmed(text)))</pre>"
    case .errorText(let text):
      return
        "<pre class=\"output stderr\" tabindex=\"0\" title=\"standard error\">\(HTMLText.escape(Self.trimmed(text)))</pre>"
    case .omitted(let bytes): return "<p class=\"omitted\">… \(ByteText.count(bytes)) of output are left out …</p>"
    case .table(let table, let number, let label, let caption):
      return Self.html(
        table, number: number, id: label.map(ReportBlock.tableAnchor), caption: caption.map { self.caption($0) })
    case .figure(let figure):
      return """
        <figure id="\(figure.anchor)">
        \(picture(figure))
        <figcaption><strong>Figure \(figure.number).</strong>\(caption(figure.caption))</figcaption>
        </figure>
        """
    case .figures(let row):
      let parts = row.parts.map { part in
        """
        <figure id="\(part.anchor)">
        \(picture(part))
        <figcaption>(\(part.letter ?? ""))\(caption(part.caption))</figcaption>
        </figure>
        """
      }
      return """
        <figure class="row" id="\(row.anchor)">
        <div class="parts" style="--columns: \(min(row.columns, row.parts.count))">
        \(parts.joined(separator: "\n"))
        </div>
        <figcaption><strong>Figure \(row.number).</strong>\(caption(row.caption))</figcaption>
        </figure>
        """
    case .markdown(let text):
      let (lines, found) = Formulas.protect(text.components(separatedBy: "\n")) { _ in false }
      return formulas.restore(HTMLText.markdown(lines.joined(separator: "\n")), found)
    case .html(let html, _): return html
    case .failure(let failure, let expected):
      let text = FailureText(failure, of: cell, in: report.notebook)
      let title = expected ? "Error, as expected" : "Error in line \(text.position.line)"
      return """
        <div class="failure\(expected ? " expected" : "")" role="alert">
        <p><strong>\(title)</strong></p>
        <pre tabindex="0">\(HTMLText.escape(Self.trimmed(text.text)))</pre>
        </div>
        """
    case .notRun: return "<p class=\"notrun\">Not run: a cell above failed.</p>"
    }
  }

  private func picture(_ figure: ReportFigure) -> String {
    let turns = figure.svg.contains(TurningScript.mark) ? " turnable" : ""
    return
      "<div class=\"picture\(turns)\" role=\"img\" aria-label=\"\(HTMLText.escape(figure.spoken))\">\(figure.svg)</div>"
  }

  private func caption(_ text: String?) -> String {
    text.map { text in
      " " + inline(ReferenceMarks.resolve(text, references) { "[\($0.text)](#\($0.anchor))" })
    } ?? ""
  }

  /// A caption's Markdown, without the paragraph around it.
  private func inline(_ text: String) -> String {
    let (lines, found) = Formulas.protect([text]) { _ in false }
    let html = formulas.restore(HTMLText.markdown(lines[0]), found)
    return HTMLText.withoutParagraph(html)
  }

  private static func codeBlock(_ code: String) -> String {
    "<details class=\"code\" open><summary><span>Swift</span></summary>"
      + "<pre tabindex=\"0\"><code>\(HTMLText.swift(trimmed(code)))</code></pre>"
      + "<button class=\"copy\" type=\"button\">copy</button></details>"
  }

  /// Gives every heading an anchor, and lists those of the second and third level.
  private static func anchor(_ html: String) -> (String, [HTMLPage.Heading]) {
    var seen: [String: Int] = [:]
    var headings: [HTMLPage.Heading] = []
    let anchored = html.replacingSpans(from: "<h", to: "</h", and: 2) { text in
      guard let digit = text.utf8.first, (49...54).contains(digit), text.utf8.dropFirst().first == UInt8(ascii: ">")
      else { return nil }
      let level = Int(digit) - 48
      let inner = String(text.dropFirst(2))
      let plain = inner.removingSpans(from: "<", to: ">")
      var slug = Self.slug(unescape(plain))
      if slug.isEmpty { slug = "section" }
      seen[slug, default: 0] += 1
      if let count = seen[slug], count > 1 { slug += "-\(count)" }
      headings.append(HTMLPage.Heading(level: level, slug: slug, html: plain))
      // The page's title is its first-level heading: the notebook's own begin one below.
      let shown = min(level + 1, 6)
      return "<h\(shown) id=\"\(slug)\">\(inner)</h\(shown)>"
    }
    return (anchored, headings)
  }

  /// What names a heading in an address: its letters and digits, in lower case, with hyphens between.
  private static func slug(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  private static func trimmed(_ text: String) -> String {
    var text = text
    while text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  private static func unescape(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
