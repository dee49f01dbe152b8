import Basics
import CellKernel
import Display
import Foundation
import NotebookBench
import NotebookDocument
import Synchronization
import TestCaches
import TestPrograms
import TestTiers
import Testing

@testable import Caches
@testable import Reports

@Suite("Pages are set from the parsed tree")
struct ProsePageTests {
  private func report(_ body: String, values: [InlineOutcome?] = [], output: String = "result") throws -> Report {
    let notebook = try NotebookParser.parse("---\nnotebook: {}\n---\n" + body, path: "n.md")
    var execution = Execution(
      notebook: notebook, parameters: [], outcomes: notebook.cells.map { _ in CellOutcome(.done) }, inlines: values)
    for index in execution.outcomes.indices { execution.outcomes[index].outputs = [.text("\(output) \(index + 1)\n")] }
    execution.inlines += Array(repeating: nil, count: max(0, notebook.inlines.count - values.count))
    var builder = ReportBuilder(execution, drawings: [:])
    return builder.build()
  }

  private func page(_ body: String, values: [InlineOutcome?] = [], output: String = "result") throws -> String {
    let folder = TestCaches.formulas
    return try HTMLReport(
      report: report(body, values: values, output: output), formulas: Formulas(cacheFolder: folder)
    ).main()
  }

  private func readme(_ body: String, values: [InlineOutcome?]) throws -> String {
    MarkdownReport.text(of: try report(body, values: values))
  }

  @Test("The words of a picture are those that a reader sees")
  func pictureWords() throws {
    let text = try readme("![alt <!-- a --> *x* `{swift} y`](pic.png){width=30%}\n", values: [.value("a_b")])
    #expect(text.contains("alt=\"alt  x a_b\""), "\(text)")
  }

  @Test("A formula over two lines is set, also between words")
  func wrappedFormulas() throws {
    let html = try page("The value $a +\nb$ is\nText $$\nc = d\n$$ text\n\n- $$\nx = 1\n$$\n")
    #expect(html.matches(of: /<math/).count == 3 && !html.contains("$$") && html.contains("alttext=\"a +\nb\""))
  }

  /// Seconds to make both texts of a report and its remarks.
  private func processorTime(making body: String) throws -> Double {
    try TestTiers.processorTime {
      let report = try report(body)
      let html = HTMLReport(report: report, formulas: Formulas(cacheFolder: TestCaches.formulas, program: "/nowhere"))
      let texts = [MarkdownReport.text(of: report), html.text()]
      let remarks = report.remarks()
      #expect(!texts.contains("") && remarks.count <= 2 * body.count)
    }
  }

  @Test(
    "A report is made in time that grows with its length, not with its square",
    arguments: [
      "a\n=\n", "::: a\n", "::: columns\n::: column\n", "::: columns\n::: column\n:::\n:::\n", "[a]: <b> 'c\n",
      ": a {#tbl-a}\n",
      "@fig-a ", "[@a] ", "<http://a", "a@b.c", "$a", "$a\n", "$$a", "_@a_\n", "- $$\na\n$$\n", "|`a\\|`", "$$a\n",
      "> $$a\n", "<a\n|-|-|\n", "|a|\n|-|\n", "```\n",
      "- a\n\n  ", "1) a\n", "[^a]: b\n",
      "[^a]",
      "![a](b){#fig-a}\n\n", "\\newpage\n", "<div>\n", "<!-- a\n",
    ])
  func linear(part: String) throws {
    func text(_ count: Int) -> String { String(repeating: part, count: count) }
    let (short, long) = (try processorTime(making: text(250)), try processorTime(making: text(4000)))
    #expect(long < 64 * short, "\(short) s, \(long) s")
  }

  @Test("What leads nowhere that a page may go becomes its words, wherever it is, and the words stay")
  func disarmed() throws {
    let blocks = [
      "| a | b |\n|---|---|\n| x | # |\n", "Title #\n===\n", "- [ ] #\n", "> #\n", "*#*\n", "~~#~~\n", "[#](b.md)\n",
      "x[^1]\n\n[^1]: #\n",
    ]
    let addresses = ["my:png", "javascript:x", "https://example.org/a.png", "a.png"]
    for block in blocks {
      for address in addresses {
        for text in [
          "![words *and* `code`](\(address) \"title\")", "[words *and* `code`](\(address))", "![](\(address))",
        ] {
          let html = try page(block.replacing("#", with: text, maxReplacements: 1))
          #expect(text.hasPrefix("![](") || html.contains("words"), "\(block) \(text): \(html)")
          #expect(!html.contains("src=\"my:") && !html.contains("javascript:x\""))
        }
      }
    }
  }

  @Test("A link holds no other link: a reference and a value in it are words, and a place stays")
  func links() throws {
    let body = "| a |\n| - |\n| b |\n\n: Rows {#tbl-a}\n\n"
    let html = try page(
      body + "[see @tbl-a and `{swift} x`](other.md), then @tbl-a.\n",
      values: [.markup(InlineValue("so", markdown: "[so](a.md)"))])
    #expect(
      html.contains(
        "<a href=\"other.md\">see Table 1 and so</a>, then <a href=\"#tbl-a-table\">"),
      "\(html)")
    let linked = try page("x [![p](b.png){#fig-a}](c.md)\n")
    #expect(!linked.contains("<a id"), "\(linked)")
    let paper = PaperText.of(try report(body + "[see @tbl-a](other.md), then @tbl-a.\n"), .typst)
    #expect(paper.contains("[see Table 1](other.md), then [Table 1](#tbl-a-table)."), "\(paper)")
  }

  @Test("The list of what is cited is above the footnotes, not in their list")
  func citedAndNoted() throws {
    var made = try report("A[^a] [@b].\n\n[^a]: Note.\n")
    made.citations = Citations(
      entries: ["[@b]": .init(html: "(B)", markdown: "(B)")], html: "<p>B.</p>", markdown: "B.", keys: ["b"])
    let html = HTMLReport(report: made, formulas: Formulas(cacheFolder: TestCaches.formulas)).main()
    let (list, notes) = (html.range(of: "<div class=\"references\">"), html.range(of: "<section class=\"footnotes\""))
    #expect(try #require(list).lowerBound < #require(notes).lowerBound)
  }

  @Test("A list and a paragraph end where a speaker says something, which is not in the page")
  func said() throws {
    let html = try page("1. a\n::: notes\nunheard\n:::\n2. b\n\nc\n::: notes\nunheard\n:::\nd\n")
    #expect(
      html.contains("<ol>\n<li>a</li>\n</ol>\n<ol start=\"2\">\n<li>b</li>\n</ol>\n<p>c</p>\n<p>d</p>"), "\(html)")
    #expect(!html.contains("unheard"))
  }

  @Test("Footnotes of captions are numbered where these are, each reference is a place, and no tag goes on behind one")
  func captionNotes() throws {
    func table(_ caption: String) -> String {
      cell("//| tbl-cap: \"\(caption)\"\nimport Gimbal\nTable(columns: [.init(\"a\")], rows: [[.number(1)]])")
    }
    let bench = try Workbench()
    let result = try bench.run(
      table("zz[^d] <b>open <i>own</i>") + "\nText[^b].\n\n" + table("aa[^c] </caption><pre>")
        + table("aa[^c] </caption><pre>")
        + "\nLast[^d].\n\n[^a]: of a note\n\n[^b]: text [^a]\n\n[^c]: twice\n\n[^d]: first\n")
    #expect(result.isSuccess && result.messages.isEmpty, "\(result.messages)")
    let page = bench.result("index.html")
    let references = page.matches(of: /<a href="#fn-(.)" id="(fnref[^"]*)"[^>]*>(\d+)</).map {
      "\($0.output.1)\($0.output.3)"
    }
    #expect(references == ["d1", "b2", "c3", "c3", "d1", "a4"], "\(references)")
    #expect(page.matches(of: /<li id="fn-(.)">/).map { String($0.output.1) } == ["d", "b", "c", "a"])
    for name in page.matches(of: /href="#(fn[^"]*)"/).map(\.output.1) {
      #expect(page.components(separatedBy: "id=\"\(name)\"").count == 2, "\(name)")
    }
    #expect(
      page.contains("</sup> open <i>own</i></caption>") && page.components(separatedBy: "</sup> </caption>").count == 3)
  }

  @Test("Prose that looks like a mark stays what it is")
  func forged() throws {
    let html = try page("<div data-cell=\"7\"></div>\n\n<div data-cell=\"0\"></div>\n\n" + cell("1"))
    #expect(html.contains("<div data-cell=\"7\"></div>") && html.contains("<div data-cell=\"0\"></div>"))
    #expect(html.components(separatedBy: "result 1").count == 2)
    for text in ["\u{E000}0\u{E001}", "\u{E000}7\u{E000}", "\u{E000}\u{E001}\u{E002}0\u{E002}", "\u{F0000}1\u{F0000}"] {
      let html = try page("\(text) and $x_1$ and \(text)")
      #expect(html.contains("<p>\(text) and <math") && html.hasSuffix("</math> and \(text)</p>\n"))
    }
    for text in ["&#xE000;0&#xE000;", "&#57344;0&#57344;"] {
      #expect(try page("\(text) and $x_1$").contains("<p>\u{E000}0\u{E000} and <math"))
    }
  }

  @Test(
    "A number and its unit stay on one line, and no character changes",
    arguments: [
      ("It moved 0.4 m there.", "It moved <span class=\"whole\">0.4 m</span> there."),
      (
        "At 9.81 m/s² (or −3 °/s), 50 % of it",
        "At <span class=\"whole\">9.81 m/s²</span> (or <span class=\"whole\">−3 °/s</span>), <span class=\"whole\">50 %</span> of it"
      ),
      (
        "In 2026 s was no unit of x3 m, nor 3 meals",
        "In <span class=\"whole\">2026 s</span> was no unit of x3 m, nor 3 meals"
      ),
      ("5 `m` and 5 *m* and 5  m", "5 <code>m</code> and 5 <em>m</em> and 5  m"),
    ])
  func units(text: String, html: String) throws {
    #expect(try page(text).contains("<p>\(html)</p>"))
    let value = try page("It is `{swift} x` m/s, not `{swift} y` high.", values: [.value("0.25"), .value("3 cm")])
    #expect(
      value.contains("<p>It is <span class=\"whole\">0.25 m/s</span>, not <span class=\"whole\">3 cm</span> high.</p>"))
    let failed = try page("It is `{swift} x` m.", values: [.value("many")])
    #expect(failed.contains("<p>It is many m.</p>"))
  }

  @Test("A heading called as a cell, a figure or the page's own parts gets another name, and the cell keeps its own")
  func names() throws {
    let html = try page("# Drift\n\n" + cell("//| label: drift\n1") + "\n## Drift\n\n# Drift 2\n\n# Preview stop\n")
    for name in ["drift-2", "drift-3", "drift-2-2", "preview-stop-2"] {
      #expect(html.components(separatedBy: "id=\"\(name)\"").count == 2, "\(name)")
    }
    #expect(html.contains("<section class=\"cell\" id=\"drift\">"))
    #expect(html.components(separatedBy: "id=\"drift\"").count == 2)
  }

  @Test(
    "A value is shown as its characters",
    arguments: [
      "SIMD3<Double>(1.0, 2.0, 3.0)", "<script>alert(1)</script>", "*x*", "_a_ __b__", "[a](b)", "a | b", "$x$", "`x`",
      "&amp;", "# x", "1. x", "- x", "\\", "~~x~~", "<!-- x -->", "![a](b)", "a\nb", "@fig-a", "\u{E000}0\u{E000}",
      "0.5",
    ])
  func values(value: String) throws {
    let shown = MarkupText.escape(value)
    let body = "`{swift} a`\n\nIn text `{swift} a` and *`{swift} a`*.\n\n| `{swift} a` |\n|---|\n| `{swift} a` |\n"
    let values = Array(repeating: InlineOutcome?.some(.value(value)), count: 5)
    let html = try page(body, values: values)
    for place in [
      "<p>\(shown)</p>", "In text \(shown) and <em>\(shown)</em>.", "<th>\(shown)</th>", "<td>\(shown)</td>",
    ] {
      #expect(html.contains(place), "\(place) in \(html)")
    }
    // What GitHub makes of the Markdown is the same except for line ends, which are blanks.
    let markdown = HTMLText.markdown(try readme(body, values: values)).replacing("\n", with: " ")
    let plain = shown.replacing("\n", with: " ")
    for place in [
      "<p>\(plain)</p>", "In text \(plain) and <em>\(plain)</em>.", "<th>\(plain)</th>", "<td>\(plain)</td>",
    ] {
      #expect(markdown.contains(place), "\(place) in \(markdown)")
    }
  }

  /// What GitHub shows of some Markdown, without tags.
  private func shown(_ markdown: String) -> String {
    MarkupText.unescape(HTMLText.markdown(markdown).removingSpans(from: "<", to: ">"))
      .replacing(/&#(\d+);/) { Unicode.Scalar(UInt32($0.output.1) ?? 0).map(String.init) ?? "" }
  }

  @Test(
    "On GitHub, too, a value is neither an address nor a heading in a list nor a tag in the author's HTML",
    arguments: [
      "[a](b.png)", "![a](b)", "<img src=\"a.png\">", "href=\"b\"", "# x", "- x", "3. x", "    x", "a | b", "`x`",
      "*x*",
      "<b>", "\"", "$x$", "&lt;", "{.a}", "~~~", "```", "---", "\u{E000}0\u{E000}",
    ])
  func valuesOnGitHub(value: String) throws {
    let body = """
      - `{swift} a`

      1. `{swift} a`

      > `{swift} a`

      An <i>`{swift} a`</i>.
      """
    var report = try report(body, values: Array(repeating: .value(value), count: 4))
    report.folder = "/somewhere/else"
    let text = shown(MarkdownReport.body(of: report))
    let plain = value.trimmingCharacters(in: .whitespaces)
    #expect(text.components(separatedBy: plain).count == 5, "\(text)")
    #expect(!text.contains(".."), "\(text)")
    // In raw HTML there is no value, nor between its lines.
    for raw in ["<i title=\"`{swift} a`\">b</i>", "<div title=\"x\">`{swift} a`</div>", "<!-- `{swift} a` -->"] {
      report = try self.report(raw + "\n", values: [])
      #expect(MarkdownReport.body(of: report) == raw + "\n")
    }
  }

  @Test("A value in an address is part of the address, in a formula part of the formula")
  func valuesInPlaces() throws {
    let body = "[a](`{swift} a`) ![b](p-`{swift} b`.png) $x = `{swift} c`$\n"
    var report = try report(body, values: [.value("https://a.b/c_d"), .value("1 (x)"), .value("a_1 < $")])
    report.folder = "/somewhere/else"
    let text = MarkdownReport.body(of: report)
    #expect(text.contains("[a](https://a.b/c_d)") && text.contains("p-1%20%28x%29.png)"), "\(text)")
    #expect(text.contains("$x = a_1 < \\$$"), "\(text)")
  }

  @Test(
    "A table shows its texts, whatever they would mean to Markdown",
    arguments: [
      "<b>x</b>", "*x* _y_", "a|b", "`x`", "$x$", "[a](b)", "a\nb", "SIMD3<Double>(1.0)", "&amp;", "\\", "~~x~~",
    ])
  func tables(value: String) throws {
    let table = Table(columns: [.init(value)], rows: [[.text(value)]])
    let html = HTMLText.markdown(MarkdownReport.markdown(table))
    let shown = MarkupText.escape(value.replacing("\n", with: " "))
    #expect(html.contains("<th>\(shown)</th>") && html.contains("<td>\(shown)</td>"), "\(html)")
    let span = HTMLText.markdown("| \(MarkdownText.code(value)) |")
    #expect(span.contains("<code>\(shown)</code>"), "\(span)")
  }

  @Test("In places for plain text, values and formulas are characters")
  func attributes() throws {
    let value = InlineOutcome.value("a\"><b>")
    let body = "![`{swift} a` $x$](p.png \"`{swift} a`\")\n\n<i title=\"`{swift} a`\">`{swift} a`</i>\n\n    code $x$\n"
    let html = try page(body, values: Array(repeating: value, count: 3))
    let shown = "a&quot;&gt;&lt;b&gt;"
    #expect(html.contains("alt=\"\(shown) $x$\" title=\"\(shown)\""))
    #expect(html.contains("<i title=\"`{swift} a`\">\(shown)</i>"))
    #expect(html.contains("<code><span class=\"line\">code $x$\n</span></code>"))
    for fence in ["~~~ text$x$ more", "```text$x$"] {
      let close = fence.prefix(3)
      #expect(try page("> \(fence)\n> 1\n> \(close)\n").contains("language-text$x$\""))
    }
  }

  @Test("A value is inside a formula, and a failure is reported")
  func formulas() throws {
    let html = try page(
      "$x = `{swift} a`$ and `{swift} b` and `{swift} c`.", values: [.value("5"), .failed(.figure("<no>")), nil])
    #expect(html.contains("alttext=\"x = 5\""))
    #expect(html.contains("<strong>⟨error: &lt;no&gt;⟩</strong> and <strong>⟨not run⟩</strong>."))
    let price = try page("$p = `{swift} a`$", values: [.value("$5")])
    #expect(price.contains("alttext=\"p = \\$5\"") && price.contains("<math"), "\(price)")
  }

  @Test("A value that is Markdown or HTML by its type is set as such")
  func markup() throws {
    let values: [InlineOutcome?] = [
      .markup(InlineValue("*x* $a$", markdown: "*x* $a$")),
      .markup(InlineValue("f", markdown: "*f*", html: "<b class=\"c\">y</b>")), .value("*z*"),
    ]
    let html = try page("`{swift} a`, `{swift} b`, `{swift} c`.", values: values)
    #expect(html.contains("<p><em>x</em> <math") && html.contains("<b class=\"c\">y</b>, *z*."))
    #expect(try readme("`{swift} a`, `{swift} b`, `{swift} c`.", values: values).contains("*x* $a$, *f*, \\*z\\*."))
  }

  @Test("Every line of code is an element, over which comments and strings go on, and what is copied is the code")
  func lines() {
    let code = "/* a\n b */\nlet s = \"\"\"\n  x\n  \"\"\""
    let html = HTMLText.swift(code)
    #expect(html.components(separatedBy: "<span class=\"line\">").count == 6)
    #expect(
      html.hasPrefix(
        "<span class=\"line\"><span class=\"c\">/* a</span>\n</span><span class=\"line\"><span class=\"c\"> b */</span>\n"
      ))
    #expect(MarkupText.unescape(html.removingSpans(from: "<", to: ">")) == code)
    for text in ["", "a", "a\n", "a\n\nb\n\n", "<&>\n"] {
      #expect(MarkupText.unescape(HTMLText.lines(text).removingSpans(from: "<", to: ">")) == text)
    }
  }

  @Test("Formulas that are side by side are their own elements, which a narrow page sets below each other")
  func sideBySide() {
    #expect(Formulas.sideBySide("a = b,\\qquad c = d") == ["a = b,", " c = d"])
    for tex in [
      "a \\quad b", "{a \\qquad b}", "\\left( a \\qquad b \\right)", "\\begin{x} a \\qquad b \\end{x}", "{a \\qquad b",
    ] {
      #expect(Formulas.sideBySide(tex) == [tex])
    }
  }

  @Test("A short word of code is not parted at its hyphen, and is copied as it is")
  func unbroken() throws {
    let html = try page("Use `-P alpha=-2` and `a b` and `\(String(repeating: "x-", count: 30))`.\n")
    #expect(
      html.contains(
        "<code><span class=\"whole\">-P</span> <span class=\"whole\">alpha=-2</span></code> and <code>a b</code>"))
    #expect(!html.contains("whole\">x-x"))
  }

  @Test("A caption is a line, whatever it begins with")
  func captions() throws {
    for (caption, shown) in [
      ("+ 3 dB", "+ 3 dB"), ("# 5 of *7*", "# 5 of <em>7</em>"), ("1. try", "1. try"), ("    a", "a"),
      ("a\n- b", "a - b"),
      ("_a_ $x$", "<em>a</em> $x$"),
    ] {
      #expect(HTMLText.inline(caption).trimmingCharacters(in: .whitespaces) == shown)
    }
  }

  @Test("Dollar signs alone are no formulas, and a formula that cannot be read is tried once")
  func empty() throws {
    let dollars = String(repeating: "$", count: 3000)
    let html = try page("a \(dollars) b\n\n$$ $$ c\n")
    #expect(html.contains("<p>a \(dollars) b</p>") && html.contains("<p>$$ $$ c</p>"))
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A converter that counts how often it is called, and understands nothing.
    let program = "\(folder)/converter"
    try TestProgram.write("cat >/dev/null\n[ $# = 4 ] && echo x >>\(folder)/calls\nexit 1", to: program)
    let formulas = Formulas(cacheFolder: "\(folder)/cache", program: program)
    for _ in 0..<3 {
      #expect(formulas.html(.init(tex: "\\what", isDisplay: false)) == "<code class=\"formula\">\\what</code>")
    }
    #expect(try String(contentsOfFile: "\(folder)/calls", encoding: .utf8) == "x\n")
  }

  @Test(
    "Formulas that are converted at once are what each is alone, whatever is among them",
    .enabled(if: Formulas.program != nil, "blahtexml is missing"))
  func formulasAtOnce() throws {
    let sources = [
      "x = \\frac{1}{2}", "\\what", "a < b \\text{ & \"c\" } > d", "\u{1}", "\\sum_{i=0}^n i", "{", "-y % more\n+ z",
      "",
      "\\begin{matrix} a & b \\\\ c & d \\end{matrix}", "\\text{</p>\n<p>}", "é 日本", "\\mathbf v \\qquad \\hat{w}",
    ]
    let found = sources.flatMap { tex in [true, false].map { Formulas.Found(tex: tex, isDisplay: $0) } }
    func formulas() -> Formulas { Formulas(cacheFolder: "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)") }
    let (together, alone) = (formulas(), formulas())
    defer {
      for folder in [together, alone].map(\.store.folder) { try? FileManager.default.removeItem(atPath: folder) }
    }
    let made = together.html(found)
    #expect(made == found.map { alone.html($0) })
    #expect(made.count { $0.hasPrefix("<code") } <= found.count / 2)
    let sum = try #require(sources.firstIndex { $0.hasPrefix("\\sum") }) * 2
    #expect(made[sum].contains("<munderover>") && made[sum + 1].contains("<msubsup>"), "limits stand as on paper")
  }

  @Test("The head of a report shows the end of a long absolute path")
  func paths() {
    #expect(Report.shortened("/a/very/long/way/to/the/folder/of/recordings/square.csv") == "…/recordings/square.csv")
    for text in ["traces/a/very/long/way/to/the/folder/of/recordings/square.csv", "/short/way.csv", "", "2.5"] {
      #expect(Report.shortened(text) == text)
    }
  }

  @Test(
    "A page carries the characters of its text and of its formulas in its own fonts, and without formulas none for them",
    .enabled(
      if: MathFont.find() != nil && !PageFonts.findText().isEmpty
        && PageFonts(store: Store(TestCaches.formulas)) != nil,
      "fonts-linuxlibertine, fonts-texgyre-math or libharfbuzz-bin is missing"))
  func font() throws {
    let html = try page("$$\\left(\\begin{matrix} a & b \\\\ \\alpha & h \\end{matrix}\\right)$$\n")
    func fonts(_ html: String) throws -> [(family: String, style: String, font: Data)] {
      try html.matches(
        of:
          /@font-face { font-family: "([^"]+)";([^}]*?) src: url\(data:font\/(?:otf|woff2);base64,([A-Za-z0-9+\/=]+)\)/
      ).map { (String($0.output.1), String($0.output.2), try #require(Data(base64Encoded: String($0.output.3)))) }
    }
    let found = try fonts(html)
    #expect(found.map(\.family) == ["Page Text", "Page Text", "Page Text", "Formulas"])
    #expect(found[1].style.contains("italic") && found[2].style.contains("font-weight: 600 700"))
    for (family, _, font) in found {
      let signs = [Data("OTTO".utf8), Data("wOF2".utf8)]
      #expect(
        signs.contains { font.starts(with: $0) } && (2_000...120_000).contains(font.count),
        "\(family): \(font.count) bytes")
    }
    #expect(try fonts(page("No formula.\n")).map(\.family) == ["Page Text", "Page Text", "Page Text"])
    #expect(PageFonts.letters(in: "<p>ж–a</p>") == (PageFonts.usual + [0x436]).sorted())
    // All faces or none, and the better family first.
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (file, count) in [
      ("LinLibertine_R.otf", 0), ("LinLibertine_RI.otf", 0), ("LinLibertine_RZ.otf", 3),
      ("LibertinusSerif-Regular.otf", 3),
    ] {
      #expect(FileManager.default.createFile(atPath: "\(folder)/\(file)", contents: Data()))
      #expect(PageFonts.findText(in: [folder]).count == count, "\(file)")
    }
    let characters = MathFont.characters(in: "<math display=\"block\"><mi>h</mi><mo>(</mo><mi>α</mi></math><p>x</p>")
    #expect(characters == [0x28, 0x68, 0x210E, 0x3B1, 0x1D6FC].sorted())
    // A root's sign is drawn for an element: it is among the characters though it is in no text.
    for root in ["<msqrt><mn>2</mn></msqrt>", "<mroot><mn>2</mn><mn>2</mn></mroot>"] {
      #expect(MathFont.characters(in: "<math>\(root)</math><math><mn>2</mn></math>") == [0x32, 0x221A])
    }
    #expect(MathFont.characters(in: "<math><mi>∂</mi><mi>ϕ</mi></math>") == [0x3D5, 0x2202, 0x1D715, 0x1D719])
  }

  @Test("A broad table has its heads with its entries, for pages on which it does not fit")
  func broad() {
    let columns = (1...6).map { Table.Column("column \($0)", unit: "m") }
    let broad = HTMLReport.html(
      Table(columns: columns, rows: [columns.map { _ in .number(12.5) }]), number: nil, id: nil, caption: nil)
    #expect(broad.contains("class=\"scroll broad\"") && broad.contains("data-head=\"column 6 (m)\""))
    let small = HTMLReport.html(
      Table(columns: [.init("a")], rows: [[.number(1)]]), number: nil, id: nil, caption: nil)
    #expect(!small.contains("broad") && !small.contains("data-head"))
  }

  @Test("A zero byte in what a cell printed does not cut the page off")
  func zero() throws {
    let html = try page(cell("1") + "\nAfter.\n", output: "a\u{0}b")
    #expect(html.contains("a^@b 1") && html.contains("After."))
  }

  @Test("Texts that are set at the same time keep their struck out words")
  func atOnce() {
    let texts = (0..<64).map { "a ~~\($0)~~ b, www.example.org/\($0)\n\n" }
    let expected = texts.map { MarkdownTree(String(repeating: $0, count: 50)).html }
    #expect(expected.allSatisfy { $0.contains("<del>") && $0.contains("href=") })
    let wrong = Mutex(0)
    Parallel.forEach(4000, threads: 4) { index in
      let html = MarkdownTree(String(repeating: texts[index % 64], count: 50)).html
      if html != expected[index % 64] { wrong.withLock { $0 += 1 } }
    }
    #expect(wrong.withLock { $0 } == 0)
  }
}
