import CCommonMark
import CellKernel
import Display
import Drawings
import NotebookBench
import NotebookDocument
import TestCaches
import Testing

@testable import Reports

@Suite("A page's text and places")
struct PageOutlineTests {
  private func outline(_ body: String, folds: [Int] = []) throws -> PageOutline {
    let notebook = try NotebookParser.parse("---\nnotebook: {}\n---\n" + body, path: "n.md")
    var execution = Execution(
      notebook: notebook, parameters: [], outcomes: notebook.cells.map { _ in CellOutcome(.done) },
      inlines: notebook.inlines.map { _ in .value("42 <m>") })
    for index in execution.outcomes.indices { execution.outcomes[index].outputs = [.text("printed\n")] }
    var builder = ReportBuilder(execution, drawings: [:])
    let report = builder.build()
    return HTMLReport(report: report, formulas: Formulas(cacheFolder: TestCaches.formulas)).part(exploring: nil).outline
  }

  @Test("Sections have their prose, without code, pictures, formulas in prose, tables, and the answers to guesses")
  func sections() throws {
    let outline = try outline(
      """
      The *begin*ning, `{swift} x`.

      # One & `two` ![logo](x.png)
      Some\\
      prose [link](https://example.org) ![drawn](x.png) and $m$.

      | a | b |
      | - | - |
      | 1 | 2 |

      <details><summary>Solution</summary>

      solved <details><p>deep</p></details>

      # Hidden

      </details>

      <!-- a > comment --><p>raw<svg id="no"><text>drawn</text></svg></p> <b id="there">bold</b>

      \(cell("1"))
      ::: {.guess .check #guess-a unit="m" tolerance="20%"}
      Asked?

      `{swift} y`
      :::

      more[^1]

      ## Two $n$
      last

      [^1]: The note.
      """)
    #expect(
      outline.sections == [
        .init(anchor: "", title: "", text: "The beginning, 42 <m>."),
        .init(anchor: "one-two", title: "One & two", text: "Some prose link and . raw bold Asked? more"),
        .init(anchor: "two-n", title: "Two n", text: "last The note."),
      ])
    #expect(
      outline.anchors.keys.sorted().filter { !$0.hasPrefix("cell") } == [
        "guess-a", "hidden", "one-two", "there", "two-n",
      ])
  }

  @Test("What a guess veils has its key: the rest of the section with its subsections, and the places there")
  func veiled() throws {
    func guess(_ name: String, _ kind: String = "") -> String {
      "\n::: {.guess\(kind) #\(name) unit=\"m\" tolerance=\"20%\"}\nAsked \(name).\n\n`{swift} x`\n:::\n\n"
    }
    let outline = try outline(
      "# One\nBefore.\n" + guess("a") + "Behind. <i id=\"fig-a\"></i>\n\n## Deep\nBelow.\n" + guess("c", " .check")
        + "Last.\n\n# Two\nFree. <i id=\"tbl-b\"></i>\n" + guess("b")
        + "<i id=\"tbl-c\"></i>\n\nText[^n].\n\n[^n]: Note.\n")
    #expect(
      outline.sections == [
        .init(anchor: "", title: "", text: ""), .init(anchor: "one", title: "One", text: "Before. Asked a."),
        .init(anchor: "one", title: "", text: "Behind.", guesses: ["n/a"], isRest: true),
        .init(anchor: "deep", title: "Deep", text: "Below. Asked c. Last.", guesses: ["n/a"]),
        .init(anchor: "two", title: "Two", text: "Free. Asked b."),
        .init(anchor: "two", title: "", text: "Text. Note.", guesses: ["n/b"], isRest: true),
      ])
    #expect(
      outline.anchors.filter { !$0.value.isEmpty } == [
        "fig-a": ["n/a"], "deep": ["n/a"], "c": ["n/a"], "tbl-c": ["n/b"],
      ])
  }

  @Test("A footnote is veiled by what veils all places that refer to it, and nobody finds that of an answer")
  func footnotes() throws {
    let outline = try outline(
      "# One\nA[^a][^all].\n\n::: {.guess #a unit=\"m\" tolerance=\"20%\"}\nAsked.\n\n`{swift} x`[^answer]\n:::\n\nBehind.[^behind][^all]\n\n"
        + "# Two\nFree.\n\n[^a]: Note.\n[^all]: All.\n[^answer]: Why[^deep].\n[^deep]: Deep.\n[^behind]: More.\n")
    #expect(
      outline.sections.dropFirst() == [
        .init(anchor: "one", title: "One", text: "A. Asked."),
        .init(anchor: "one", title: "", text: "Behind.", guesses: ["n/a"], isRest: true),
        .init(anchor: "two", title: "Two", text: "Free. Note. All."),
        .init(anchor: "two", title: "", text: "More.", guesses: ["n/a"], isRest: true),
      ])
  }

  @Test(
    "A link to a place that the page does not have is reported with its line; places in tables, of cells and of guesses are"
  )
  func places() throws {
    func remarks(_ body: String) throws -> [String] {
      let notebook = try NotebookParser.parse("---\nnotebook: {}\n---\n" + body, path: "n.md")
      let outcomes = notebook.cells.map { _ in CellOutcome(.done) }
      let inlines: [InlineOutcome?] = notebook.inlines.map { _ in .value("2") }
      var builder = ReportBuilder(
        Execution(notebook: notebook, parameters: [], outcomes: outcomes, inlines: inlines), drawings: [:])
      return HTMLReport(report: builder.build(), formulas: Formulas(cacheFolder: TestCaches.formulas)).placeRemarks()
        .map {
          "\($0.position.line):\($0.position.column ?? 0) \($0.message)"
        }
    }
    #expect(
      try remarks("# The one\n\n[a](#the-on)\n") == ["6:5 the page has no place “#the-on”; did you mean “the-one”?"])
    #expect(try remarks("x\n\n[a][r]\n\n[r]: #none\n").count == 1)
    #expect(
      try remarks(
        """
        # Über uns

        [a](#über-uns) [b](#%C3%BCber-uns) [c](#all) [d](#alpha=2&there) [e](other.md#x) `[f](#x)` [g](#in-table) [h](#it)
        [i](#guess-a) [j](#fn-n) <a href="#tbl-a-table">k</a> [l](#cell-one)[^n]

        | <i id="in-table"></i> |
        | - |

        : Rows {#tbl-a}

        <p id="it">x</p> <i id="there"></i>

        \(cell("//| label: cell-one\n1"))
        ::: {.guess #guess-a}
        Asked?

        `{swift} y`
        :::

        [^n]: Note.
        """) == [])
  }

  @Test("The words of a caption are those of its HTML, with the signs of formulas")
  func words() {
    let prose = HTMLProse(formulas: Formulas(cacheFolder: TestCaches.formulas))
    #expect(prose.words("A *b* `c` & $\\alpha$ <b>d</b>\ne") == "A b c & α d e")
    #expect(prose.inline("A *b* `c` & <b>d</b>\ne") == "A <em>b</em> <code>c</code> &amp; <b>d</b> e")
    #expect(prose.inline("- a") == "- a" && prose.words("- a") == "- a")
  }

  @Test("Addresses have the escapes that the reference parser gives them")
  func addresses() {
    let signs = (0x21...0x7E).map { String(UnicodeScalar(UInt8($0))) } + ["é", " ", "%41"]
    for sign in signs {
      let tree = MarkdownTree("[a](b)")
      let link = tree.nodes.first { cmark_node_get_type($0) == CMARK_NODE_LINK }!
      cmark_node_set_url(link, "x" + sign)
      let expected = tree.html
      tree.setBoxes { "\($0)=\"\($1.replacing("&", with: "&amp;").replacing("'", with: "&#x27;"))\"" }
      #expect(tree.html == expected, "\(sign)")
    }
  }

  @Test("A page whose addresses are set by somebody else has them all from there")
  func attributes() {
    var prose = HTMLProse(formulas: Formulas(cacheFolder: TestCaches.formulas))
    let text = "[a *b*](c.md \"t\") ![d `e`](f.png) [![g](h.png)](i.md) <a href=\"j.md\">k</a> <img src='l.png'>"
    let plain = prose.blocks(text)
    prose.attribute = { "\($0)=\"\($1)\"" }
    #expect(prose.blocks(text) == plain)
    prose.attribute = { "data-\($0)=\"\($1.uppercased())\"" }
    #expect(
      prose.blocks(text) == """
        <p><a data-href="C.MD" title="t">a <em>b</em></a> <img data-src="F.PNG" alt="d e" /> \
        <a data-href="I.MD"><img data-src="H.PNG" alt="g" /></a> <a data-href="J.MD">k</a> <img data-src="L.PNG"></p>

        """)
  }
}
