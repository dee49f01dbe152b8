import Foundation
import NotebookBench
import ReportExport
import Testing

@testable import NotebookDocument
@testable import NotebookRunning
@testable import Preview
@testable import Reports

@Suite("Citations, numbered formulas, directives")
struct CitationTests {
  /// A style that writes numbers, or notes at the foot.
  private static func style(_ kind: String, cites: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <style xmlns="http://purl.org/net/xbiblio/csl" class="\(kind)" version="1.0">
      <info><title>Own</title><id>http://example.org/own</id><updated>2024-01-01T00:00:00+00:00</updated></info>
      <citation><layout prefix="[" suffix="]" delimiter=", "><text variable="\(cites)"/></layout></citation>
      <bibliography><layout suffix="."><text variable="citation-number" prefix="[" suffix="] "/><text variable="title"/></layout></bibliography>
    </style>

    """
  }

  @Test(
    "Citations of a line are found as pandoc finds them",
    arguments: [
      ("As @a1 says [@b, p. 3; -@c:d].", ["@a1", "[@b, p. 3; -@c:d]"]), ("See [see @x].", ["[see @x]"]),
      ("@key [p. 3] says", ["@key [p. 3]"]), ("mail a@b.org, \\@home, `@code`, @fig-one, [@tbl-two], @eq-x", []),
      ("[a link](x@y), [@ref]: x, ![@p](q)", []), ("(@a), “@b”, @a.", ["@a", "@b", "@a"]),
      ("https://host/@name and x/@y", []),
    ])
  func marks(line: String, found: [String]) {
    let marks = CitationMark.find(in: line)
    #expect(marks.map(\.text) == found)
    for mark in marks {
      #expect(String(decoding: Array(line.utf8)[mark.columns], as: UTF8.self) == mark.text)
    }
  }

  @Test("Citations are set by the style, in the page and in Markdown; one that no file has is reported with its line")
  func citations() throws {
    guard TypesettingTools().pandoc != nil else { return print("skipped: pandoc is missing") }
    let bench = try Workbench()
    try bench.write(bibliographySample, to: "refs.bib")
    try bench.write(Self.style("in-text", cites: "citation-number"), to: "numbers.csl")
    try bench.write(Self.style("note", cites: "title"), to: "notes.csl")
    let body = "One [@savage1998].\n\nTwo @titterton2004, three [@savage1999].\n"
    var result = try bench.run(body, matter: "bibliography: refs.bib\nnotebook: {}")
    let messages = result.messages.map(bench.tidy)
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("test.md:8:") == true && messages[0].contains("“@savage1999” is not in refs.bib"))
    #expect(messages.first?.contains("did you mean “@savage1998”?") == true)
    #expect(bench.result("README.md").contains("One (Savage 1998)."))
    #expect(bench.result("README.md").contains("Two Titterton and Weston (2004), three"))
    #expect(bench.result("index.html").contains("One (<a href=\"#ref-savage1998\">Savage 1998</a>)."))
    #expect(bench.result("index.html").contains("id=\"ref-savage1998\""))
    result = try bench.run(body, matter: "bibliography: refs.bib\ncsl: numbers.csl\nnotebook: {}")
    #expect(bench.result("README.md").contains("One \\[1\\]."), "the style changes the report")
    #expect(bench.result("README.md").contains("Strapdown inertial navigation integration algorithm design."))
    result = try bench.run(body, matter: "bibliography: refs.bib\ncsl: notes.csl\nnotebook: {}")
    #expect(bench.result("index.html").contains("footnote-ref"))
    #expect(bench.result("README.md").firstMatch(of: /\[\^cited-\w+\]: .*Strapdown/) != nil)
    // A name that looks like an address with a sign in hexadecimal.
    try bench.write(bibliographySample, to: "a%41.bib")
    result = try bench.run("One [@savage1998].", matter: "bibliography: a%41.bib\nnotebook: {}")
    #expect(result.isSuccess && bench.result("README.md").contains("One (Savage 1998)."), "\(result.messages)")
    // A wrapped group, a comma between keys, and emphasis.
    let wrapped = "One [see @savage1998,\n@titterton2004]. _@savage1998_, [see _@titterton2004_,\np. 3].\n"
    result = try bench.run(wrapped, matter: "bibliography: refs.bib\nnotebook: {}")
    #expect(result.messages.isEmpty, "\(result.messages)")
    let set = bench.result("README.md")
    #expect(
      set.contains("One (see Savage 1998; Titterton and Weston 2004).") && set.contains("_Savage (1998)_"), "\(set)")
    // An @ outside of brackets may be a name.
    result = try bench.run("Ask @somebody.", matter: "bibliography: refs.bib\nnotebook: {}")
    #expect(result.messages.count == 1 && bench.result("README.md").contains("Ask @somebody."))
    // Without a bibliography brackets are text, which is reported.
    result = try bench.run(body)
    #expect(result.messages.count == 2 && result.messages[0].contains("bibliography: references.bib"))
    #expect(bench.result("README.md").contains("[@savage1998]"))
  }

  @Test("A bibliography that is missing or broken is reported with the line that names it, before anything runs")
  func broken() throws {
    guard TypesettingTools().pandoc != nil else { return print("skipped: pandoc is missing") }
    let bench = try Workbench()
    try bench.write("@article{a, title = {x", to: "bad.bib")
    for (matter, words) in [
      ("bibliography: bat.bib", "did you mean “"), ("bibliography: bad.bib", "unexpected"),
      ("bibliography: [bad.bib]\ncsl: bad.bib", "cannot be used"),
    ] {
      do {
        _ = try bench.run("[@a]\n\n```swift\nprint(1)\n```\n", matter: "\(matter)\nnotebook: {}")
        Issue.record("no error for \(matter)")
      } catch let error as ExportError {
        #expect(error.description.contains(words), "\(error)")
        #expect(error.position?.line == 3, "\(error)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: "\(bench.folder)/plots/test/README.md"))
  }

  @Test("An edit of the bibliography makes results stale, and a preview notices it")
  func inputs() throws {
    guard TypesettingTools().pandoc != nil else { return print("skipped: pandoc is missing") }
    let bench = try Workbench()
    let bibliography = try bench.write(bibliographySample, to: "refs.bib")
    _ = try bench.run("[@savage1998]", matter: "bibliography: refs.bib\nnotebook: {}")
    func staleness() throws -> [String] {
      try NotebookRunner.staleness(of: "\(bench.folder)/test.md", output: "\(bench.folder)/plots")
    }
    #expect(try staleness() == [])
    var watch = FileWatch("\(bench.folder)/test.md")
    #expect(watch.newContent() != nil)
    watch.besides = [bibliography]
    #expect(watch.newContent() == nil)
    try bench.write(
      bibliographySample.replacing("1998,", with: "1999,").replacing("year = 1998", with: "year = 1999"), to: "refs.bib"
    )
    #expect(watch.newContent() != nil)
    #expect(watch.newContent() == nil)
    #expect(try staleness() == ["refs.bib has changed"])
  }

  @Test(
    "A label that names no formula, one that is twice, and references without a target are reported with their lines"
  )
  func equations() throws {
    let bench = try Workbench()
    let result = try bench.run(
      "See @eq-a, @eq-b and @eq-none.\n\n$$ x $$ {#eq-a}\n\n$$\ny\n$$ {#eq-b}\n\n$$ z $$ {#eq-a}\n\nlost {#eq-lost}\n\n`{#eq-code}`"
    )
    let messages = result.messages.map(bench.tidy)
    #expect(messages.count == 3, "\(messages)")
    #expect(messages[0].hasPrefix("test.md:5:22:") && messages[0].contains("no formula “eq-none”"))
    #expect(messages[1].hasPrefix("test.md:13:") && messages[1].contains("already used by the formula at line 7"))
    #expect(messages[2].hasPrefix("test.md:15:6:") && messages[2].contains("“{#eq-lost}” does not belong to a formula"))
    #expect(bench.result("README.md").hasPrefix("# Test\n\nSee Equation 1, Equation 2 and @eq-none."))
    #expect(bench.result("index.html").components(separatedBy: "id=\"eq-a\"").count == 2)
  }

  @Test("Fences of colons and braces behind pictures that have no meaning are reported with their lines")
  func directives() throws {
    let bench = try Workbench()
    let body =
      "::: columns\n::: column\na\n:::\n:::\n\n::: column\nb\n:::\n\n::: aside\nc\n:::\n\n![p](p.png){widht=30%}\n\n::: columns\n::: column\nd\n"
    let result = try bench.run(body)
    let lines = result.messages.map(bench.tidy).compactMap {
      $0.split(separator: ":").dropFirst().first.flatMap { Int($0) }
    }
    // The picture's braces, and that it is not there.
    #expect(lines == [11, 15, 19, 19, 21, 22], "\(result.messages)")
    #expect(result.isSuccess)
    let page = bench.result("index.html")
    #expect(page.components(separatedBy: "<div class=\"columns\">").count == 2, "columns that do not end are none")
    for word in ["<p>a</p>", "<p>b</p>", "<p>c</p>", "<p>d</p>"] { #expect(page.contains(word)) }
    let strict = try bench.runner.run(
      .init(path: "\(bench.folder)/test.md", output: "\(bench.folder)/plots", isStrict: true))
    #expect(!strict.isSuccess)
  }

  @Test(
    "Braces behind a picture that are wrapped, or whose picture has its address elsewhere, are reported; a link is no picture"
  )
  func strayBraces() throws {
    func remarks(_ body: String) throws -> [String] {
      PictureSetting.remarks(of: try NotebookParser.parse("---\nnotebook: {}\n---\n\(body)\n", path: "/tmp/a.md")).map {
        "\($0.position.line):\($0.position.column ?? 0)"
      }
    }
    #expect(try remarks("ä ![a](p.png){width=30%\nheight=2cm}") == ["4:4"])
    #expect(try remarks("![a](p.png){width=30%\n#fig-a}").isEmpty)
    for picture in ["![a][r]", "![a][]", "![r]"] {
      #expect(try remarks("- ä \(picture){width=30%}\n\n[r]: p.png") == ["4:\(6 + picture.count)"], "\(picture)")
    }
    for text in [
      "\\![a](p.png){width=30%}", "`![a][r]{width=30%}`", "[a][r]{width=30%}", "\\![a][r]{width=30%}", "![a][r]{so}",
      "```md\n![a][r]{width=30%}\n```",
    ] { #expect(try remarks(text).isEmpty, "\(text)") }
    let document = Document(["\\![a](p.png) \\\\![b](q.png)"])
    #expect(document.targets.map(\.isPicture) == [false, true])
  }

  @Test("Columns share the width as they say, and share the rest otherwise")
  func shares() throws {
    func shares(_ first: String, _ second: String) throws -> [Double]? {
      let notebook = try NotebookParser.parse(
        "---\nnotebook: {}\n---\n::: columns\n::: \(first)\n:::\n::: \(second)\n:::\n:::\n", path: "/tmp/a.md")
      guard case .columns(let shares)? = Directives(notebook).lines[4] else { return nil }
      return shares
    }
    #expect(try shares("column", "column") == [0.5, 0.5])
    #expect(try shares("{.column width=\"25%\"}", "column") == [0.25, 0.75])
    #expect(try shares("{.column width=90%}", "{.column width=90%}") == [0.5, 0.5])
  }

  @Test("Each figure's allowed places are read, and other words are refused")
  func places() throws {
    func cell(_ options: String) throws -> CellOptions {
      try NotebookParser.parse("---\nnotebook: {}\n---\n```swift\n//| \(options)\n```\n", path: "/tmp/a.md").cells[0]
        .options
    }
    #expect(try cell("fig-pos: here").position(ofFigure: 3) == .here)
    #expect(try cell("fig-pos: H").position(ofFigure: 0) == .here, "as Quarto has it")
    #expect(try cell("fig-pos: '!htb'").position(ofFigure: 0) == .auto)
    let each = try cell("fig-pos: [auto, here]")
    #expect(each.position(ofFigure: 0) == .auto && each.position(ofFigure: 1) == .here)
    #expect(throws: NotebookError.self) { try cell("fig-pos: top") }
  }

  @Test("Several authors with their groups, on one line with the date or on two")
  func titleBlock() throws {
    func byline(_ matter: String) throws -> [[String]] {
      try NotebookParser.parse("---\n\(matter)\nnotebook: {}\n---\n", path: "/tmp/a.md").frontMatter.byline
    }
    #expect(try byline("author: [Ada, Bob]\ndate: 2024-05-06") == [["Ada", "Bob", "2024-05-06"]])
    #expect(try byline("author: {name: Ada, affiliation: Engines}") == [["Ada"], ["Engines"]])
    #expect(
      try byline("author:\n  - {name: Ada, affiliation: A}\n  - {name: Bob, affiliation: {name: B}}\ngroup: Course")
        == [["Ada¹", "Bob²"], ["¹ A", "² B", "Course"]])
    #expect(try byline("author: {name: {given: Ada, family: Lovelace}}") == [["Ada Lovelace"]])
    #expect(throws: NotebookError.self) { try byline("author: {affiliation: A}") }
  }
}
