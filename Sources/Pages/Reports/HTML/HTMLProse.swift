import Basics
import CCommonMark
import CellKernel
import Drawings
import Foundation
import NotebookDocument
import SafeMarkup

/// Sets Markdown as HTML: from the parsed tree, in which formulas, values, references, cells and headings take their places.
package struct HTMLProse {
  package let formulas: Formulas
  package let references: [String: Reference]
  /// What the prose cites.
  package var citations: Citations?
  /// The links of the prose, as they are in the report's folder.
  package var links: RelativeLinks?
  /// Whether an author's own HTML stays as it is; otherwise scripts and forms are removed from it.
  package var isTrusted = false
  /// Whether the page has no place for files next to the notebook, nor for HTML of the author's: HTML is then shown
  /// as it is written, and a picture by its description.
  package var isPlain = false
  /// The attribute for an address, by its name, `href` or `src`; nil where it is as it is.
  var attribute: (@Sendable (_ name: String, _ address: String) -> String)?

  package init(
    formulas: Formulas, references: [String: Reference] = [:], citations: Citations? = nil, links: RelativeLinks? = nil,
    isTrusted: Bool = false
  ) {
    (self.formulas, self.references, self.citations) = (formulas, references, citations)
    (self.links, self.isTrusted) = (links, isTrusted)
  }

  /// A caption's Markdown, without the paragraph around it: one line, which begins no list and no heading. O(length).
  package func inline(_ text: String) -> String { HTMLText.withoutStart(tree(HTMLText.started(text)).line) }

  /// Markdown that a cell gave. Its headings are below those of the page. O(length).
  package func blocks(_ text: String) -> String {
    let tree = tree(text)
    defer { withExtendedLifetime(tree) {} }
    lowerHeadings(of: tree)
    return tree.html
  }

  func tree(_ text: String) -> MarkdownTree {
    let lines = Document.lines(of: text)
    var marks = ProseMarks<ProseMark>(for: lines)
    return tree(marked(Document(lines), &marks), marks)
  }

  /// The same for lines that have marks.
  private func tree(_ lines: [String], _ marks: ProseMarks<ProseMark>) -> MarkdownTree {
    let tree = MarkdownTree(lines.joined(separator: "\n"))
    if !isTrusted { tree.gatherUnread() }
    for node in tree.nodes { settle(node, in: tree, marks) }
    tree.setBoxes(attribute)
    return tree
  }

  /// A notebook's body, as a page has it.
  package struct Body {
    package var html: String
    /// In order.
    package var headings: [HTMLPage.Heading]
    /// What a speaker says, in order; it is nowhere in the page.
    package var notes: [String]
    /// Its text and places, if they were asked for.
    package var outline: PageOutline?
  }

  /// A notebook's body; `cell` says what is in place of a cell, nothing where that is empty. Headings get anchors
  /// that differ from those of `taken`. O(length).
  ///
  /// - Parameters:
  ///   - asksGuesses: whether the page's script asks for guesses.
  ///   - breaks: from a speaker's notes, set, to HTML that is before the block of the body that begins in a line,
  ///     and in place of a rule.
  ///   - footnotes: from a speaker's notes, set, to HTML that is before the footnotes.
  ///   - cut: what is before each block of the body.
  ///   - outline: notes the text and the places of a cell; nil where nobody asks for them.
  ///   - cell: gets the captions of the cell in their order, set with the footnotes and the addresses of the text.
  func page(
    _ report: Report, taken: Set<String>, asksGuesses: Bool = true,
    breaks: ([String]) -> [Int: String] = { _ in [:] }, footnotes: (([String]) -> String)? = nil, cut: String? = nil,
    outline: ((Int, inout PageNotes) -> Void)? = nil, cell: (Int, _ captions: [String]) -> String
  ) -> Body {
    let notebook = report.notebook
    let guesses = GuessMarkup(report: report, isAsked: asksGuesses)
    let questions = QuestionMarkup(notebook: notebook)
    var listsReferences = false
    let text = whole(report) { directive in
      if case .references = directive { listsReferences = true }
      return ProseMark(html: html(of: directive, guesses, questions), text: "")
    }
    let marks = text.marks
    let notes = text.notes.map { lines in
      let tree = self.tree(lines, marks)
      lowerHeadings(of: tree)
      return tree.html
    }
    let tree = MarkdownTree(text.lines.joined(separator: "\n") + "\n")
    if !isTrusted { tree.gatherUnread() }
    var places = Dictionary(
      notebook.cells.enumerated().map { ($0.element.lines.lowerBound, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    tree.takeCaptions { text.captions[$0] }
    tree.orderNotes { node in
      cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK ? places[Int(cmark_node_get_start_line(node))] : nil
    }
    let captions = tree.captions.mapValues { lines in lines.map { line(of: $0, in: tree, marks) } }
    let breaks = breaks(notes)
    let begun = Set(breaks.isEmpty ? [] : tree.blocks)
    for node in tree.nodes {
      if begun.contains(node), let html = breaks[Int(cmark_node_get_start_line(node))] {
        if cmark_node_get_type(node) == CMARK_NODE_THEMATIC_BREAK {
          tree.replace(node, withHTML: html, isBlock: true)
          continue
        }
        tree.insert(html: html, before: node)
      }
      if cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK,
        let index = places.removeValue(forKey: Int(cmark_node_get_start_line(node)))
      {
        let html = cell(index, captions[index] ?? [])
        if html.isEmpty { tree.remove(node) } else { tree.replace(node, withHTML: html, isBlock: true, .cell(index)) }
      } else {
        settle(node, in: tree, marks)
      }
    }
    tree.setBoxes(attribute)
    if let citations, !listsReferences { tree.append(html: list(citations), .references) }
    // A result is never lost, wherever the cell is.
    for index in places.values.sorted() { tree.append(html: cell(index, captions[index] ?? []), .cell(index)) }
    let headings = tree.headings(besides: taken, words: tree.words).map { node, words, name in
      let level = Int(cmark_node_get_heading_level(node))
      return (node: node, heading: HTMLPage.Heading(level: level, slug: name, html: MarkupText.escape(words)))
    }
    let noted = outline.map { note(tree, headings, of: report, isAsked: asksGuesses, cell: $0) }
    setHeadings(of: tree, headings)
    // With a script, it veils them.
    if !asksGuesses { for note in AnswerNotes(tree).notes { tree.enclose(in: note, guesses.answer, "</details>") } }
    let answers = guesses.answers
    if !answers.isEmpty, let first = tree.blocks.first { tree.insert(html: answers, before: first) }
    // Footnotes are one block: their list begins with the first and ends with the last of them.
    if let cut {
      for block in tree.blocks.prefix(while: { cmark_node_get_type($0) != CMARK_NODE_FOOTNOTE_DEFINITION }) {
        tree.insert(html: cut, before: block)
      }
    }
    if let footnotes,
      let first = tree.blocks.first(where: { cmark_node_get_type($0) == CMARK_NODE_FOOTNOTE_DEFINITION })
    {
      tree.insert(html: footnotes(notes), before: first)
    }
    return Body(html: tree.html, headings: headings.map(\.heading), notes: notes, outline: noted)
  }

  /// A caption, in which no author's element goes on behind its end.
  private func line(of caption: MarkdownTree.Node, in tree: MarkdownTree, _ marks: ProseMarks<ProseMark>) -> String {
    if !isTrusted { tree.removeOpenTags(in: caption) }
    for node in tree.nodes(of: caption) { settle(node, in: tree, marks) }
    return HTMLText.withoutStart(tree.inner(of: caption))
  }

  // MARK: Layout

  private func html(
    of directive: Directives.Line, _ guesses: GuessMarkup, _ questions: QuestionMarkup
  ) -> String {
    switch directive {
    case .newPage: return "<div class=\"page-break\"></div>"
    case .pause: return "<div class=\"pause\" hidden></div>"
    case .incremental: return "<div class=\"incremental\">"
    case .endOfIncremental: return "</div>"
    case .references: return citations.map(list) ?? ""
    case .columns: return "<div class=\"columns\">"
    case .column(let index, let shares):
      let share = shares.indices.contains(index) ? shares[index] : 1
      return "<div class=\"column\" style=\"flex-grow: \(String(format: "%.3f", share))\">"
    case .endOfColumn, .endOfColumns: return "</div>"
    case .guess(let index): return guesses.opening(index)
    case .answer: return guesses.answer
    case .endOfGuess: return guesses.end
    case .question(let index): return questions.opening(index)
    case .written: return questions.written
    case .endOfQuestion(let index): return questions.end(index)
    case .endOfReferences, .nothing: return ""
    }
  }

  private func list(_ citations: Citations) -> String {
    let html = isTrusted ? citations.html : SafeMarkup.whole(citations.html)
    return html.isEmpty ? "" : "<div class=\"references\">\n\(html)\n</div>"
  }

  /// A formula, with its number where it has one.
  private func html(_ formula: Formulas.Found) -> String {
    let math = formulas.html(formula)
    guard let label = formula.label, let reference = references[label],
      let number = reference.text.split(separator: " ").last
    else { return math }
    return
      "<span class=\"equation\" id=\"\(MarkupText.escape(reference.anchor))\">\(math)<span>(\(number))</span></span>"
  }

  // MARK: Nodes

  /// Gives a node what its marks stand for, and the addresses that hold where the report lies.
  private func settle(_ node: MarkdownTree.Node, in tree: MarkdownTree, _ marks: ProseMarks<ProseMark>) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_TEXT:
      let text = MarkdownTree.literal(node)
      let marked = marks.pieces(of: text)
      guard var pieces = UnbrokenUnits.kept(marked ?? [.text(text)]) ?? marked else { return }
      if tree.isInside(CMARK_NODE_LINK, node) { pieces = pieces.map(\.unlinked) }
      if tree.isInside(CMARK_NODE_IMAGE, node) || !tree.replace(node, with: pieces) {
        cmark_node_set_literal(node, marks.filled(text, \.text))
      }
    case CMARK_NODE_CODE:
      let literal = MarkdownTree.literal(node)
      let code = marks.filled(literal, \.source)
      if code.contains("-"), !tree.isInside(CMARK_NODE_IMAGE, node) {
        let mark = ProseMark(html: "<code>\(Self.unbroken(code))</code>", text: code)
        tree.replace(node, withHTML: mark.html, isBlock: false, .mark(mark))
      } else if code != literal {
        cmark_node_set_literal(node, code)
      }
    case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE:
      let html = MarkdownTree.literal(node)
      if isPlain {
        let isBlock = cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK
        let text = "<code>\(MarkupText.escape(marks.filled(html, \.source)))</code>"
        tree.replace(node, withHTML: isBlock ? "<p>\(text)</p>" : text, isBlock: isBlock)
        return
      }
      if let directive = marks.directive(in: html) {
        if case .nothing? = directive.directive { tree.remove(node) } else { tree.set(node, directive) }
        return
      }
      let moved = moving(html)
      cmark_node_set_literal(node, addressed(isTrusted ? moved : SafeMarkup.part(moved)))
    case CMARK_NODE_CODE_BLOCK:
      let text = MarkdownTree.literal(node)
      let information = cmark_node_get_fence_info(node).map { String(cString: $0) } ?? ""
      let language = marks.filled(information, \.source).prefix { !$0.isWhitespace }
      tree.replace(
        node, withHTML: Self.code(marks.filled(text, \.source), language: String(language)), isBlock: true)
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
      settleAddress(of: node, marks)
      if !isTrusted { tree.disarmAddress(of: node) }
    default: break
    }
  }

  private func settleAddress(of node: MarkdownTree.Node, _ marks: ProseMarks<ProseMark>) {
    let url = cmark_node_get_url(node).map { String(cString: $0) } ?? ""
    var address = marks.filled(url, \.text)
    if let links {
      let isPicture = cmark_node_get_type(node) == CMARK_NODE_IMAGE
      address = (isPicture ? links.embedding(address) : nil) ?? links.address(address)
    }
    // For an address that no browser follows the words stay, or the address.
    if isPlain, cmark_node_get_type(node) == CMARK_NODE_IMAGE, !address.hasPrefix("data:") {
      address = "picture:\(address)"
    }
    if address != url { cmark_node_set_url(node, address) }
    let title = cmark_node_get_title(node).map { String(cString: $0) } ?? ""
    cmark_node_set_title(node, marks.filled(title, \.text))
  }

  /// The addresses in an author's own HTML.
  private func moving(_ html: String) -> String {
    guard let links else { return html }
    return AttributeMark.replacing(in: html) { name, address in
      let place = (name == "src" ? links.embedding(address) : nil) ?? links.address(address)
      return "\(name)=\"\(MarkupText.escape(place))\""
    }
  }

  /// HTML of an author or a cell with the attributes for its addresses.
  func addressed(_ html: String) -> String {
    guard let attribute else { return html }
    return AttributeMark.replacing(in: html, attribute)
  }

  private func attribute(for address: String) -> String {
    attribute?("href", address) ?? "href=\"\(MarkupText.escape(address))\""
  }

  /// HTML that another program or a cell wrote, without links.
  private static func unlinked(_ html: String) -> String {
    html.holds("<a") ? html.replacing(compiled(/<\/?a(?:\s[^>]*)?>/), with: "") : html
  }

  /// The text in HTML that another program or a cell wrote.
  private static func words(_ html: String) -> String { MarkupText.unescape(html.removingSpans(from: "<", to: ">")) }

  /// Code in a line, whose short words with hyphens stay whole: `-P` must not be parted.
  private static func unbroken(_ code: String) -> String {
    code.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let text = MarkupText.escape(String(word))
      return word.contains("-") && word.count <= 24 ? "<span class=\"whole\">\(text)</span>" : text
    }.joined(separator: " ")
  }

  private static func code(_ code: String, language: String) -> String {
    if language == "swift" { return HTMLReport.codeBlock(code) }
    let kind = language.isEmpty ? "" : " class=\"language-\(MarkupText.escape(language))\""
    return "<pre tabindex=\"0\"><code\(kind)>\(HTMLText.lines(code))</code></pre>"
  }

  // MARK: Headings

  /// The page's title is its first-level heading: the notebook's own begin one below.
  private func lowerHeadings(of tree: MarkdownTree) {
    for node in tree.nodes where cmark_node_get_type(node) == CMARK_NODE_HEADING {
      cmark_node_set_heading_level(node, min(cmark_node_get_heading_level(node) + 1, 6))
    }
  }

  private func setHeadings(
    of tree: MarkdownTree, _ headings: [(node: MarkdownTree.Node, heading: HTMLPage.Heading)]
  ) {
    for (node, heading) in headings {
      let shown = min(heading.level + 1, 6)
      let html = "<h\(shown) id=\"\(heading.slug)\">\(tree.inner(of: node))</h\(shown)>"
      tree.replace(node, withHTML: html, isBlock: true)
    }
  }
}

extension HTMLProse: ProseMarker {
  package func value(_ outcome: InlineOutcome?, source: String) -> ProseMark {
    var words = InlineText.plain(outcome)
    var html = UnbrokenUnits.html(words)
    if outcome?.isValue != true { html = "<strong>\(html)</strong>" }
    if case .markup(let value)? = outcome {
      html = value.html.map { isTrusted ? $0 : SafeMarkup.whole($0) } ?? inline(value.markdown ?? value.text)
      words = value.html.map(Self.words) ?? self.words(value.markdown ?? value.text)
    }
    return ProseMark(
      html: html, unlinked: Self.unlinked(html), text: InlineText.bare(outcome), source: source.onOneLine, words: words)
  }

  package func mark(_ formula: Formulas.Found, source: String) -> ProseMark {
    let html = html(formula)
    var mark = ProseMark(html: html, text: source, words: Self.words(html), formula: formula)
    mark.anchor = formula.label.flatMap { references[$0]?.anchor }
    return mark
  }

  package func mark(_ citation: Citations.Entry) -> ProseMark {
    let own = isTrusted ? citation.html : SafeMarkup.whole(citation.html)
    // A title may have the sign of a citation, its own included.
    var alone = self
    alone.citations = nil
    let html = citation.note == nil ? own : alone.inline(citation.inText)
    return ProseMark(html: html, unlinked: Self.unlinked(html), text: citation.inText, words: Self.words(html))
  }

  package func mark(_ reference: Reference) -> ProseMark {
    let text = MarkupText.escape(reference.text)
    let html = "<a \(self.attribute(for: "#\(reference.anchor)"))>\(text)</a>"
    return ProseMark(html: html, unlinked: text, text: reference.text)
  }

  package func place(_ anchor: String) -> ProseMark {
    let name = MarkupText.escape(anchor)
    var mark = ProseMark(html: "<a id=\"\(name)\"></a>", unlinked: "<span id=\"\(name)\"></span>", text: "")
    mark.anchor = anchor
    return mark
  }

  package var lineBreak: ProseMark { ProseMark(html: "<br>", text: " ") }

  package var nothing: ProseMark { ProseMark(html: "", text: "") }
}
