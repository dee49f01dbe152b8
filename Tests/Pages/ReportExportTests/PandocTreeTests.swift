import Basics
import CellKernel
import Foundation
import NotebookBench
import NotebookDocument
import Testing

@testable import Processes
@testable import ReportExport
@testable import Reports

/// What paper is made of, next to what pandoc itself would read.
@Suite("The document for pandoc", .enabled(if: TypesettingTools().pandoc != nil, "pandoc is missing: “make setup”"))
struct PandocTreeTests {
  private static let pandoc = TypesettingTools().pandoc ?? ""

  private func blocks(_ markdown: String) -> String {
    "[\(PandocTree.blocks(of: markdown, for: .init(folder: "/nowhere", reader: .latex)))]"
  }

  /// Pandoc's own reading, or what it reads of ours.
  private func read(_ text: String, _ format: String) throws -> NSArray {
    let (status, output) = try Subprocess.run(
      Self.pandoc, ["--from", format, "--to", "json"], input: text)
    let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? NSDictionary
    let found = try #require(document?["blocks"] as? NSArray, "\(output.prefix(300))")
    #expect(status == 0)
    return found
  }

  private func readOurs(_ markdown: String) throws -> NSArray {
    let bench = try Workbench()
    let reader = "\(bench.folder)/reader.lua"
    try Data(PandocFilter.reader.utf8).write(to: URL(fileURLWithPath: reader))
    return try read("{\"meta\":{},\"blocks\":\(blocks(markdown))}", reader)
  }

  /// The innermost two parts that differ. Ours have the names of headings that pages have, formulas in words that all know, quantities whose
  /// lines stay together, and no languages but names.
  private func difference(_ ours: Any, _ theirs: Any) -> String? {
    if ours as? NSObject == theirs as? NSObject { return nil }
    if let a = ours as? [Any], let b = theirs as? [Any], a.count == b.count {
      return zip(a, b).lazy.compactMap { difference($0, $1) }.first
    }
    if let a = ours as? [String: Any], let b = theirs as? [String: Any], let kind = a["t"] as? String {
      let isGap = ["Space", "SoftBreak"].contains(b["t"] as? String)
      if isGap, a["c"] as? String == "\u{A0}" { return nil }
      if kind == b["t"] as? String {
        guard let c = a["c"] as? [Any], let d = b["c"] as? [Any] else { return difference(a["c"] ?? "", b["c"] ?? "") }
        switch kind {
        case "Header": return difference([c[0], c[2]], [d[0], d[2]])
        case "Math" where c[1] as? String == Formulas.known(d[1] as? String ?? "").trimmingCharacters(in: .newlines):
          return difference(c[0], d[0])
        default: return difference(c, d)
        }
      }
    }
    return "\(ours) for \(theirs)".replacing(/\s+/, with: " ")
  }

  private static let texts: [String] = {
    let root = Checkout.root
    return ["notebooks", "notebooks/lab", "docs", "docs/examples", "."].flatMap { folder in
      let place = root.appendingPathComponent(folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
      return names.filter { $0.hasSuffix(".md") }.sorted().map { place.appendingPathComponent($0).path }
    }
  }()

  private static let dialect = "gfm-emoji+tex_math_dollars+footnotes+raw_attribute-yaml_metadata_block"

  @Test("Our documents and notebooks are read as pandoc reads Markdown")
  func ownTexts() throws {
    // A quarter of them, each time another one.
    let texts = try Self.texts.shuffled().prefix(Self.texts.count / 4).map { path in
      // References to other chapters, which have words everywhere, are pandoc's citations.
      try String(contentsOfFile: path, encoding: .utf8).replacing(/(?s)^---\n.*?\n---\n/, with: "")
        .replacing(/@(?=\w+\/(?:fig|tbl|eq)-)/, with: "")
    }
    #expect(texts.count > 12)
    let text = texts.joined(separator: "\n\n")
    let found = difference(try readOurs(text), try read(text, Self.dialect))
    #expect(found == nil, "\(text)")
  }

  @Test("Whatever lines are next to each other: pandoc takes what is made of them, and every note ends")
  func shuffledLines() throws {
    var random = SeededRandom(seed: UInt64.random(in: 0..<1 << 32))
    let odd = [
      "[^a] and [^b]", "[^a]: in [^b], [^a] $x$", "[^b]: in [^a]", "    more", "> > - 1. x", "~~a **b~~ c**", "$$",
      "- x",
      "$`a`$ `b`{=latex}", "```{=typst}", "| a | `b\\|c` |", "|---|:-:|", "<!-- -- --> x",
      "![$a$ ![b](c)](<d e> \"f\")",
      "> [!TIP]", "- [ ] x", "<b>\u{1}\\\"</b>", "`c`&#123;=typst} `d`\\{=latex}",
      "```&#123;=openxml}", "", "", "",
    ]
    let lines = try Self.texts.prefix(12).flatMap {
      try String(contentsOfFile: $0, encoding: .utf8).components(separatedBy: "\n")
    }
    let made = (0..<300).map { _ in
      let text = (0..<30).map { _ in (Bool.random(using: &random) ? odd : lines).randomElement(using: &random)! }
      return blocks(text.joined(separator: "\n"))
    }
    for json in made {
      #expect((try? JSONSerialization.jsonObject(with: Data(json.utf8))) is NSArray, "seed \(random), \(json)")
      #expect(!json.contains(/"Raw(?:Inline|Block)","c":\["(?!html)/), "an author's text is raw: \(json)")
    }
    let bench = try Workbench()
    let reader = "\(bench.folder)/reader.lua"
    try Data(PandocFilter.reader.utf8).write(to: URL(fileURLWithPath: reader))
    let all = made.map { $0.dropFirst().dropLast() }.filter { !$0.isEmpty }
    #expect(try read("{\"meta\":{},\"blocks\":[\(all.joined(separator: ","))]}", reader).count >= all.count)
  }

  @Test("Footnotes of footnotes are there once, also those that lead back, and no text grows without bounds by them")
  func notes() {
    let nested = blocks("a[^a]\n\n[^a]: see [^b]\n\n[^b]: inner [^a]\n")
    #expect(
      nested.components(separatedBy: #""t":"Note""#).count == 3 && nested.components(separatedBy: "inner").count == 2)
    let twice = (0..<40).map { "\n[^\($0)]: word [^\($0 + 1)] and [^\($0 + 1)]\n" }.joined()
    #expect(blocks("a[^0] b[^0]\n" + twice).components(separatedBy: #""t":"Note""#).count <= 103)
    let deep = blocks(String(repeating: "> ", count: 20_000) + "x")
    #expect(deep.components(separatedBy: "BlockQuote").count == 20_001)
  }

  private func words(ofWord file: String) throws -> String {
    let reader =
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.namelist(), *[z.read(n).decode() for n in z.namelist() if n.startswith('word/') and n.endswith('.xml')])"
    return try Subprocess.run("/usr/bin/env", ["python3", "-c", reader, file]).output.replacing(/<[^>]*>/, with: "")
  }

  /// A notebook's LaTeX on one line, its Word as text, and the README.
  private func papers(_ body: String, title: String = "T") throws -> (tex: String, word: String, markdown: String) {
    let bench = try Workbench()
    let path = try bench.write("---\ntitle: \(title)\nnotebook: {}\n---\n\(body)\n")
    try bench.write("no picture", to: "n.txt")
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.docx, .tex]))
    #expect(result.isSuccess, "\(result.messages)")
    return (
      bench.result("test.tex").replacing(/\s+/, with: " "), try words(ofWord: "\(bench.folder)/plots/test/test.docx"),
      bench.result("README.md")
    )
  }

  @Test("A footnote of a footnote is there, words that are no formula are code, and titles are texts")
  func formats() throws {
    let (tex, word, _) = try papers(
      "a[^a]\n\n[^a]: see [^b]\n\n[^b]: inner `note`\n\n    - one\n    - two\n\n$$\n- a\n= b\n$$\n\n$a\\) \\textbf{c}$ d<br>e",
      title: "\"true\"")
    #expect(tex.contains("\\footnote{see (inner \\texttt{note} one two)}") && tex.contains("\\[- a = b\\]"))
    #expect(tex.contains("\\title{true}") && !tex.contains("\\textbf{c}") && tex.contains("d\\\\ e"))
    #expect(word.contains("see (inner note one two)") && word.contains("true") && word.contains("textbf{c}"))
  }

  @Test("What a cell or a value leaves open, defines or means to Markdown ends with it, and none of it is raw")
  func apart() throws {
    let (tex, word, markdown) = try papers(
      cell("import Gimbal\nlet bar = Markdown(\"c | d\")\nlet mono = Markdown(\"`g`{=latex}\")") + """
        | a | b |
        | --- | --- |
        | `{swift} bar` | *`{swift} " - e "`* |

        """ + cell("Markdown(\"first\\n\\n```\\ncode\")")
        + cell("Markdown(\"second [^1]\\n\\n[^1]: inner\\n\\n`\\\\textbf{f}`{=latex}\\n\\n<!-- open\")")
        + "\nprose[^1] *here* `{swift} mono` `\\textbf{h}`&#123;=latex}\n\n[^1]: outer\n\n```{=latex}\n\\i\n```"
    )
    for text in [tex, word] {
      #expect(text.contains("inner") && text.contains("outer") && text.contains("second") && text.contains("c | d"))
    }
    #expect(tex.contains("\\emph{here}") && tex.contains("\\texttt{\\textbackslash{}textbf\\{f\\}}"))
    #expect(!tex.contains("\\textbf{f}") && !tex.contains("\\textbf{h}") && tex.contains("\\texttt{g}"))
    #expect(tex.contains("\\begin{verbatim} \\i \\end{verbatim}"))
    #expect(markdown.contains("code\n```\n") && markdown.contains("<!-- open\n-->") && markdown.contains("c \\| d"))
  }

  @Test(
    "What is not a picture, is elsewhere or outside, is loaded by no format, and links lead where those of pages do")
  func addresses() throws {
    let (tex, word, _) = try papers(
      "![pf](n.txt) ![pa](file:///etc/passwd) ![pb](/etc/passwd) ![pc](http://127.0.0.1:9/x.png) [pd](javascript:x) [pe](http://a.b) []()"
    )
    #expect(!word.contains("media/") && !tex.contains("includegraphics") && !tex.contains("javascript"))
    for name in ["pa", "pb", "pc", "pd", "pe", "pf"] { #expect(tex.contains(name) && word.contains(name)) }
    #expect(tex.contains("\\href{http://a.b}{pe}"))
  }

  @Test(
    "Behind what a notebook leaves open at its end the answers are as they are elsewhere",
    arguments: ["```", "<!--", "<pre>"])
  func ends(_ opening: String) throws {
    let (tex, _, _) = try papers(
      "::: {.guess #g}\nHow many?\n\nIt is `{swift} 2.0`.\n:::\n\n\(opening)\nlast")
    #expect(tex.contains("section{Answers}"), "\(tex.suffix(600))")
  }

  @Test("Text in columns and in no column is below them, with a warning, and they begin no page")
  func columns() throws {
    let bench = try Workbench()
    let path = try bench.write(
      "---\ntitle: T\nnotebook: {}\n---\n::: columns\n- straya\n::: column\nleft\n\n\\newpage\n\n:::\nstrayb\n::: column\nright\n:::\n::: columns\n::: column\nstrayc\n:::\n:::\n:::\nbelow\n"
    )
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.tex, .docx]))
    let tex = bench.result("test.tex")
    let places = ["left", "right", "straya", "strayb", "strayc", "below"].map { tex.range(of: $0)?.lowerBound }
    #expect(
      !places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted()
        && !tex.contains("\\newpage"))
    #expect(result.messages.count { $0.contains("in no column") } == 3)
    #expect(tex.contains("\\item\n  straya\n\\end{itemize}\n\nstrayb"), "\(tex.suffix(900))")
    #expect(result.messages.contains { $0.contains("no new one begins in them") })
    _ = try words(ofWord: "\(bench.folder)/plots/test/test.docx")
  }

  @Test("A value in an address, a title or a heading is its characters, and no sign of ours is in a paper")
  func places() throws {
    let body = """
      # On `{swift} "Mars"`

      [a](#on-mars) http://a.b:`{swift} 80`/c <http://a.b/`{swift} 5`> [b](http://a.b/`{swift} 6` "t `{swift} 7`") \
      [c *c* `{swift} linked` d](http://e.f) ![p](`{swift} "nowhere"`.png)
      """
    let (tex, word, _) = try papers(
      cell(
        "//| echo: false\nimport Gimbal\nlet linked = Markdown(\"[in](http://in.n)\")\nMarkdown(\"# Of a cell\\n\\n![two](x.png){width=30%}\")"
      ) + "\n" + body)
    for text in [tex, word] {
      #expect(!text.contains("\u{F8FF}") && !text.contains("in.n"))
      #expect(!text.contains("width=30\\%") && !text.contains("{width=30%}"))
    }
    #expect(
      tex.contains("\\url{http://a.b:80/c}") && tex.contains("\\url{http://a.b/5}") && tex.contains("{http://a.b/6}"))
    #expect(tex.contains("\\label{on-mars}") && tex.contains("nowhere.png") && !tex.contains("\\label{of-a-cell}"))
    #expect(tex.contains("\\href{http://e.f}{c \\emph{c} in d}"))
  }

  @Test(
    "A caption of a cell has the footnotes and the addresses of the text, and a cell's Markdown what figures are called"
  )
  func captions() throws {
    let (tex, word, _) = try papers(
      cell(
        "//| label: fig-a\n//| fig-cap: \"One[^1] [two][there]\"\nimport Gimbal\n"
          + "Figure(x: FigureAxis(\"x\"), y: FigureAxis(\"y\"), [.line(x: [0, 1], y: [0, 1])])")
        + cell("Markdown(\"three in @fig-a\")") + "\n[^1]: noted\n\n[there]: http://a.b\n\n```\nopen")
    #expect(tex.contains("\\textbf{Figure 1.} One\\footnote{noted} \\href{http://a.b}{two}"), "\(tex.suffix(900))")
    for text in [tex, word] { #expect(text.contains("three in Figure 1") && text.contains("noted")) }
  }

  @Test("Notes of citations are at the foot of the text, and in brackets where there is no foot: page and paper agree")
  func notesOfCitations() throws {
    let bench = try Workbench()
    try bench.write(
      bibliographySample.replacing(
        "title = {Strapdown Inertial Navigation Technology}", with: "title = {Of $x^2$ by @titterton2004}"),
      to: "refs.bib")
    try bench.write(
      """
      <?xml version="1.0" encoding="utf-8"?>
      <style xmlns="http://purl.org/net/xbiblio/csl" class="note" version="1.0">
        <info><title>Own</title><id>http://example.org/own</id><updated>2024-01-01T00:00:00+00:00</updated></info>
        <citation><layout><text variable="title" font-style="italic"/></layout></citation>
        <bibliography><layout><names variable="author"/></layout></bibliography>
      </style>

      """, to: "notes.csl")
    let path = try bench.write(
      "---\ntitle: T\nbibliography: refs.bib\ncsl: notes.csl\nnotebook: {}\n---\n"
        + cell(
          "//| label: fig-a\n//| fig-cap: \"One[^1] [two][there] three [@titterton2004]\"\nimport Gimbal\n"
            + "Figure(x: FigureAxis(\"x\"), y: FigureAxis(\"y\"), [.line(x: [0, 1], y: [0, 1])])")
        + cell("Markdown(\"four [@savage1998] and @titterton2004\")")
        + "\nFive [@savage1998], @titterton2004.\n\n[^1]: noted\n\n[there]: http://a.b\n\n```\nopen")
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.tex]))
    #expect(result.isSuccess && result.messages.isEmpty, "\(result.messages)")
    let page = bench.result("index.html").replacing(/\s+/, with: " ")
    let tex = bench.result("test.tex").replacing(/\s+/, with: " ")
    for text in [page, tex, bench.result("README.md")] {
      #expect(text.contains("open") && text.contains("noted"), "\(text.suffix(1500))")
    }
    #expect(!tex.contains("cited-"))
    #expect(!page.contains("[^cited"))
    let caption = try #require(page.firstMatch(of: /<figcaption>.*?<\/figcaption>/)).output
    #expect(caption.matches(of: /class="footnote-ref"/).count == 2, "\(caption)")
    #expect(caption.contains("<a href=\"http://a.b\">two</a>"), "\(caption)")
    #expect(page.components(separatedBy: "class=\"footnotes\"").count == 2)
    for name in page.matches(of: /href="#(fn[^"]*)"/).map(\.output.1) {
      #expect(page.components(separatedBy: "id=\"\(name)\"").count == 2, "\(name)")
    }
    #expect(page.contains("and (<em>Of <math"), "\(page)")
    #expect(page.contains("four (<em>Strapdown inertial") && tex.contains("four (\\emph{Strapdown inertial"), "\(tex)")
    #expect(tex.contains("\\footnote{\\emph{Of \\(x^2\\)"), "\(tex)")
  }

  @Test(
    "Elements of HTML in a line that paper has are there, where they end, and where a formula parts them they are not")
  func elements() throws {
    let (tex, word, _) = try papers(
      "m/s<sup>2</sup>, H<SUB class=\"x\">2</SUB>O, <b>bold <i>both</i></b>, *in <s>gone</s>* and <u>below *this</u>*\n\n"
        + "<sup>before\n$$ a $$ {#eq-a}\nafter</sup> <b>open</i> [a <b>link</b>](http://a.b)\n\n| <b>c | d</b> |\n| --- | --- |"
    )
    for words in [
      "m/s\\textsuperscript{2}, H\\textsubscript{2}O", "\\textbf{bold \\emph{both}}", "\\emph{in \\st{gone}}",
      "and below \\emph{this}", "before \\begin{equation}",
      "\\end{equation} after open \\href{http://a.b}{a \\textbf{link}}",
      "c & d",
    ] {
      #expect(tex.contains(words), "\(words) in \(tex.suffix(1200))")
    }
    #expect(word.contains("m/s2, H2O, bold both, in gone and below this"))
  }

  @Test("A numbered formula in the middle of a paragraph parts it, and is empty on neither side")
  func parted() throws {
    let (tex, word, _) = try papers(
      "before\n$$ a $$ {#eq-a}\n$$ b $$ {#eq-b}\nafter\n\n- in\n  $$ c $$ {#eq-c}\n\n- [ ] task\n  $$ d $$ {#eq-d}\n\n"
        + "- [x] | a | b |\n  |---|---|\n  | c | d |")
    let equations = [("a", 1), ("b", 2), ("c", 3)].map {
      "\\begin{equation}\\tag{\($1)}\\label{eq-\($0)} \($0) \\end{equation}"
    }
    #expect(tex.contains("before \(equations[0]) \(equations[1]) after"), "\(tex.suffix(600))")
    #expect(tex.contains("\\item in \(equations[2])"))
    #expect(tex.contains("\\square") && word.contains("☐") && word.contains("☒"), "\(tex.suffix(600))")
    for number in ["(1)", "(2)", "(3)"] { #expect(word.contains(number)) }
  }

  @Test("A slide begins above its heading, also where the parser ends that one line too late")
  func inserted() throws {
    let notebook = try NotebookParser.parse("---\ntitle: T\nnotebook: {}\n---\nzqa\n===\nzqb\n---\nzqc\n", path: "n.md")
    var builder = ReportBuilder(
      Execution(notebook: notebook, parameters: [], outcomes: [], inlines: []), drawings: [:])
    var additions = PaperBody.Additions(cells: [])
    additions.inserted = [5: PaperReader.typst.raw("first"), 7: PaperReader.typst.raw("second")]
    let blocks = TypstSetter(report: builder.build()).blocks(nil, additions)
    let places = ["first", "zqa", "second", "zqb", "zqc"].map { blocks.range(of: $0)?.lowerBound }
    #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(blocks)")
  }

  @Test("Formulas of GitHub's other notation, as citations have them, are formulas between dollar signs")
  func otherNotation() { #expect(MarkdownText.withPlainFormulas("a $`x^2`$ `b` $c$") == "a $x^2$ `b` $c$") }

  @Test("Lines of a value or a cell may end with any sign", arguments: ["\\r\\n", "\\r"])
  func lineEnds(_ end: String) throws {
    let (tex, _, markdown) = try papers(
      cell("import Gimbal\nMarkdown(\"first\(end)\(end)- second\")")
        + "\nA `{swift} Markdown(\"third\(end)\(end)fourth\")` b.")
    #expect(tex.contains("\\item second") && tex.contains("A third fourth b."))
    #expect(markdown.contains("first") && markdown.contains("A third fourth b."))
  }

  @Test("A numbered formula that is code has its number")
  func numbers() throws {
    let (tex, word, _) = try papers("$$ \\unknown{x} $$ {#eq-u}\n\n$$ E = m $$ {#eq-w}\n\nSee @eq-w.")
    #expect(tex.contains("\\hfill(1)") && tex.contains("\\tag{2}\\label{eq-w}") && tex.contains("See Equation 2"))
    #expect(word.contains("(1)") && word.contains("(2)"))
  }
}
