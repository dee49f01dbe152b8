import Basics
import CellKernel
import Display
import Drawings
import Files
import Foundation
import NotebookBench
import ReportExport
import SafeMarkup
import TestCaches
import Testing

@testable import NotebookDocument
@testable import Processes
@testable import Reports

@Suite("Slides")
struct SlideTests {
  private static let formulas = Formulas(cacheFolder: TestCaches.formulas)

  private func report(_ body: String, matter: String = "notebook: {}") throws -> Report {
    let notebook = try NotebookParser.parse("---\n\(matter)\n---\n" + body, path: "talk.md")
    var execution = Execution(
      notebook: notebook, parameters: [], outcomes: notebook.cells.map { _ in CellOutcome(.done) },
      inlines: notebook.inlines.map { _ in .value("VALUE") })
    for index in execution.outcomes.indices { execution.outcomes[index].outputs = [.text("result \(index + 1)\n")] }
    var builder = ReportBuilder(execution, drawings: [:])
    return builder.build()
  }

  private func slides(_ body: String, matter: String = "notebook: {}") throws -> String {
    HTMLReport(report: try report(body, matter: matter), formulas: Self.formulas).slides()
  }

  /// The contents of each slide, and its notes.
  private func sheets(_ page: String) -> [(shown: String, said: String)] {
    page.components(separatedBy: "<div class=\"page\">").dropFirst().map { part in
      let end =
        part.range(of: "</section>\n<aside class=\"notes\"")
        ?? part.range(of: "</section>\n</div>\n", options: .backwards)
      let start = end?.lowerBound ?? part.endIndex
      return (String(part[..<start]), String(part[start...]))
    }
  }

  @Test("A heading of the first two levels and a rule begin a slide; nothing else does")
  func breaks() throws {
    func names(_ body: String) throws -> [String?] { SlideDeck(try report(body)).slides.map(\.heading) }
    #expect(try names("# A\n\nx\n\n## B\n\nx\n\n### C\n\nx\n\n---\n\nx\n") == ["A", "B", nil])
    #expect(try names("before\n\n# A\n") == [nil, "A"])
    #expect(try names("A\n===\n\nB\n---\n\nx\n") == ["A", "B"], "underlined headings")
    #expect(try names("---\n\n# A\n\nx\n\n***\n\n---\n\n") == ["A"], "rules with nothing behind begin nothing")
    #expect(try names("# A `b` *c*\n") == ["A b c"])
    #expect(try names("# A\n\n```text\n# no\n---\n```\n\n> # no\n\n- # no\n\n$$\na\n---\nb\n$$\n") == ["A"])
    #expect(try names("# A\n\n" + cell("//| include: false\n1") + "\n# B\n").count == 2)
    let deck = SlideDeck(try report("# A\n\n" + cell("//| include: false\n1") + "\n## B\n\nx\n"))
    #expect(deck.slides.map(\.hasContent) == [false, true], "a cell that shows nothing is no content")
    #expect(try names("") == [])
  }

  @Test("A heading or a rule in a division, or in an author's element, begins no slide")
  func enclosed() throws {
    func lines(_ body: String) throws -> [Int] { SlideDeck(try report(body)).slides.map { $0.line - 3 } }
    let columns = "::: columns\n::: column\n## Left\n\ntext\n\n---\n:::\n::: column\nRight\n:::\n:::\n\n## End\n"
    #expect(try lines(columns) == [1, 14])
    #expect(try slides(columns).contains("<hr />"), "a rule in a column is shown")
    #expect(try lines("# A\n\n::: incremental\n- a\n\n# B\n\n:::\n\n---\n\nx\n") == [1, 10])
    #expect(
      try lines("::: incremental\n- a\n:::\n\n# B\n") == [1, 5],
      "the first slide holds the division that it begins with")
    #expect(try lines("<div>\n\n# A\n\n</div>\n\n# B\n") == [1, 7])
    #expect(try lines("<div class=x><p>\n\n# A\n\n<br></div>\n\n# B\n") == [1, 7])
    #expect(try lines("<details><summary>S</summary>\n\n# A\n\n</details>\n\n# B\n") == [1, 7])
    #expect(try lines("<div>\n\n# A\n\n<!-- </div> -->\n\n# B\n") == [1, 3, 7], "an element without end holds nothing")
    #expect(try lines("::: incremental\n\n# A\n\n# B\n") == [1, 3, 5], "nor does a division")
  }

  @Test("The HTML of each slide is well nested, whatever headings, divisions and HTML are in each other")
  func nesting() throws {
    for seed in 1...60 {
      var random = SeededRandom(seed: UInt64(seed))
      func text(_ depth: Int, isAsked: Bool) -> String {
        (0..<2 + Int(random.uniform() * 3)).map { _ in
          let inner = { text(depth + 1, isAsked: true) }
          switch Int(random.uniform() * (depth > 2 ? 6 : 12)) {
          case 0: return "# Head\n\n"
          case 1: return "## Head\n\n"
          case 2: return "---\n\n"
          case 3: return "> # no\n\n- item\n\n"
          case 4: return ". . .\n\n"
          case 5: return "Text.[^n]\n\n"
          case 6: return "::: columns\n::: column\n\(inner()):::\n::: column\n\(inner()):::\n:::\n\n"
          case 7: return "::: incremental\n\(inner()):::\n\n"
          case 8: return "<div>\n\n\(inner())</div>\n\n"
          case 9: return "<details><summary>S</summary>\n\n\(inner())</details>\n\n"
          case 10: return "::: notes\nM\n:::\n\n"
          default:
            return isAsked
              ? "Text\n\n"
              : "::: {.guess #g\(Int(random.uniform() * 1e9))}\nA?\n\n---\n\n# Head\n\nIt is `{swift} x`.\n:::\n\n"
          }
        }.joined()
      }
      let body = text(0, isAsked: false) + "\n[^n]: Note.\n"
      for sheet in try sheets(slides(body)) {
        var (tokens, open) = (MarkupTokens(sheet.shown), [String]())
        while let token = tokens.next() {
          switch token {
          case .start(let tag): if !["br", "hr", "img", "input"].contains(tag.name) { open.append(tag.name) }
          case .end(let name): #expect(open.popLast() == name, "\(body)")
          case .text, .unseen: break
          }
        }
        #expect(open == ["section"], "\(body)")
      }
    }
  }

  @Test("Steps are marked on slides, are no content, and show nowhere else")
  func steps() throws {
    let body =
      "# A\n\nOne.\n\n. . .\n\nTwo.\n\n::: incremental\n- three\n- four\n:::\n\n# B\n\n. . .\n\n> . . .\n\n# C\n\n`. . .`\n"
    let page = try slides(body)
    #expect(page.ranges(of: "<div class=\"pause\" hidden></div>").count == 2)
    #expect(page.contains("<div class=\"incremental\">"))
    #expect(SlideDeck(try report("# A\n\n. . .\n\n# B\n\nx\n")).slides.map(\.hasContent) == [false, true])
    let report = try report(body)
    #expect(report.remarks(formulas: Self.formulas).isEmpty)
    let readme = MarkdownReport.text(of: report)
    // What is quoted, or code, stays.
    #expect(readme.ranges(of: ". . .").count == 2 && !readme.contains(":::"), "\(readme)")
  }

  @Test("A figure has the slide's room, whatever paper it was made for; only what is tiny stays small")
  func room() throws {
    func figure(_ width: Double) throws -> String {
      let notebook = try NotebookParser.parse("---\nnotebook: {}\n---\n" + cell("//| label: fig-a\n1"), path: "talk.md")
      var outcome = CellOutcome(.done)
      outcome.outputs = [.bundle(MIMEBundle([MediaType.svg: "<svg/>"]))]
      let svg = "<svg class=\"gimbal-figure\" viewBox=\"0 0 \(width / 2.54 * 72) 100\"></svg>"
      let drawing = FigureDrawing(label: "fig-a", index: 0, files: [:], svg: svg, scriptHash: "")
      var builder = ReportBuilder(
        Execution(notebook: notebook, parameters: [], outcomes: [outcome], inlines: []),
        drawings: [0: [.success(drawing)]])
      return HTMLReport(report: builder.build(), formulas: Self.formulas).slides()
    }
    // A share of a page's width is twice as much of a slide's: it was 36rem, three quarters of the slide, for 12 cm.
    let column = try figure(8.5)
    #expect(column.contains("--share: 0.590") && column.contains("calc(var(--share, 1) * 86.4rem)"))
    #expect(8.5 / 14.4 * 86.4 > 48, "a column figure may be as wide as the slide")
  }

  @Test("Every piece of a notebook is on one slide, in order, whatever it is made of")
  func whole() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<60 {
      var (body, words): (String, [(String, Int)]) = ("", [])
      // The title has the first; a rule with nothing behind it has one that what follows takes.
      var (slide, isOpen) = (1, false)
      for index in 0..<Int.random(in: 4...16, using: &random) {
        let word = "word\(index)x"
        let kind = Int.random(in: 0...6, using: &random)
        if kind < 3, !isOpen { slide += 1 }
        if kind >= 3, slide == 1 { slide = 2 }
        isOpen = kind == 2
        body +=
          [
            "# \(word)", "## \(word)", "---", "### \(word)", "- \(word)\n- item", "> \(word)",
            "\(word) and $x_{\(index)}$",
          ][kind] + "\n\n"
        if kind != 2 { words.append((word, slide)) }
      }
      let found = sheets(try slides(body))
      for (word, slide) in words {
        #expect(found.indices.filter { found[$0].shown.contains(word) } == [slide - 1], "\(word) of\n\(body)")
      }
    }
  }

  @Test("Speaker's notes are next to their slide, and on no slide, page or paper")
  func notes() throws {
    let body = """
      ::: notes
      Said first.
      :::

      # A

      Shown `{swift} x`.

      ::: {.notes}
      Said *later* with $x_1$ and `{swift} x`.

      ```text
      :::
      ```
      :::

      ## B
      ::::notes
      ::: columns
      Said inside.
      :::
      Said at last.
      ::::
      Shown at last.
      """
    let report = try report(body)
    let page = HTMLReport(report: report, formulas: Self.formulas).slides()
    let found = sheets(page)
    #expect(found.count == 3)
    #expect(found.allSatisfy { !$0.shown.contains("Said") && !$0.shown.contains(":::") })
    #expect(found[0].said.contains("Said first."))
    #expect(found[1].said.contains("Said <em>later</em> with <math") && found[1].said.contains("and VALUE."))
    #expect(found[1].said.contains(":::\n") && found[1].shown.contains("Shown VALUE."))
    #expect(found[2].said.contains("Said inside.") && found[2].said.contains("Said at last."))
    #expect(found[2].shown.contains("Shown at last."))
    for text in [
      HTMLReport(report: report, formulas: Self.formulas).text(), MarkdownReport.text(of: report),
      PaperText.of(report, .latex), PaperText.of(report, .word), PaperText.of(report, .typst),
    ] {
      #expect(!text.contains("Said") && !text.contains(":::") && text.contains("Shown at last."))
    }
  }

  @Test("Notes that do not end are text, with a warning at their line; a cell in notes is an error at its own")
  func faults() throws {
    let open = try NotebookParser.parse("---\nnotebook: {}\n---\n# A\n\n::: notes\nx\n", path: "n.md")
    #expect(open.speakerNotes.isEmpty)
    #expect(open.warnings.map(\.position.line) == [6] && open.warnings[0].message.contains("do not end"))
    let text = "---\nnotebook: {}\n---\n::: notes\nx\n\n```swift\n1\n```\n:::\n"
    #expect(throws: NotebookError(.cellInNotes(line: 4), file: "n.md", position: Position(line: 7))) {
      try NotebookParser.parse(text, path: "n.md")
    }
  }

  @Test("Slides have the policy of the report's page, and request nothing", arguments: slippedActs)
  func policy(act: String) throws {
    let page = try slides("# About\n\n\(act)\n\n::: notes\n\(act)\n:::\n")
    let main = page.components(separatedBy: "<main>").last!.components(separatedBy: "</main>").first!
    #expect(acts(in: main).isEmpty)
    let scripts = page.matches(of: /<script>((?:(?!<\/script>)[\s\S])*)<\/script>/).map { String($0.output.1) }
    #expect(scripts.contains(SlideScript.text))
    #expect(scripts.allSatisfy { page.contains("'sha256-\(PagePolicy.hash($0))'") })
    #expect(!page.contains("src=\"http") && !page.contains("url(http"))
  }

  @Test("A reference leads to the slide of its figure, and footnotes are on a last slide")
  func links() throws {
    let page = try slides("# A\n\nOne[^1].\n\n# B\n\nTwo.\n\n[^1]: Below.\n")
    let found = sheets(page)
    #expect(found.count == 4 && found[3].shown.contains("Below.") && !found[2].shown.contains("Below."))
    // The page counts as paper does, which has the notes below their slides.
    #expect(found[2].shown.contains("3 / 3") && !found[3].shown.contains("/ 3") && !page.contains(">4 /"))
    #expect(page.contains("<h2 id=\"a\">A</h2>"))
  }

  @Test("“slides” stands for both files, and each can be asked for alone")
  func formats() throws {
    #expect(try ExportFormat.list("slides") == [.slidesHTML, .slidesPDF])
    #expect(try ExportFormat.list("slides-html, slides, ipynb") == [.ipynb, .slidesHTML, .slidesPDF])
    #expect(try ExportFormat.list("slides-pdf").map { $0.file(of: "a") } == ["a-slides.pdf"])
    #expect("\(ExportError(.unknownFormat("html", known: ["pdf"])))".contains("always written as a page, index.html"))
    #expect("\(ExportError(.unknownFormat("slide", known: ["pdf", "slides"])))".contains("did you mean “slides”?"))
    try ExportFormat.slidesHTML.require(path: "/nowhere", beside: nil)
    #expect(throws: ProcessError.self) { try ExportFormat.slidesPDF.require(path: "/nowhere", beside: nil) }
  }

  @Test("The files of slides are owned, kept and taken away as those of every format are")
  func files() throws {
    let bench = try Workbench()
    let path = try bench.write("---\ntitle: T\nnotebook: {}\n---\n# A\n\n" + cell("1 + 1"))
    let output = "\(bench.folder)/plots"
    func run(_ formats: [ExportFormat], force: Bool = false) throws {
      _ = try bench.runner.run(.init(path: path, output: output, formats: formats, force: force))
    }
    try run([.slidesHTML])
    #expect(
      bench.result("test-slides.html").contains("1 / 2") && bench.result("results.json").contains("test-slides.html"))
    try bench.write("mine", to: "plots/test/test-slides.html")
    #expect(throws: OwnershipError.self) { try run([.slidesHTML]) }
    #expect(bench.result("test-slides.html") == "mine")
    try run([.slidesHTML], force: true)
    #expect(bench.result("test-slides.html").contains("1 / 2"))
    let slides = bench.result("test-slides.html")
    // Other formats of the same content take nothing away; a report that says something else does.
    for formats in [[], [.ipynb], [.slidesHTML], [.ipynb]] as [[ExportFormat]] {
      try run(formats)
      #expect(bench.result("test-slides.html") == slides, "after \(formats)")
      #expect(bench.result("results.json").contains("test-slides.html"))
    }
    #expect(bench.result("test.ipynb").contains("nbformat"))
    try bench.write("changed by hand", to: "plots/test/test.ipynb")
    try run([])
    #expect(bench.result("test.ipynb") == "changed by hand" && !bench.result("results.json").contains("test.ipynb"))
    try bench.write("---\ntitle: T\nnotebook: {}\n---\n# A\n\n" + cell("1 + 2"))
    try run([])
    #expect(bench.result("test-slides.html").contains("there is no"), "the report no longer says the same")
  }

  @Test("What holds a picture that was changed since is taken away, though the report says the same")
  func picture() throws {
    let bench = try Workbench()
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>"
    try bench.write(svg, to: "drawn.svg")
    let path = try bench.write("---\ntitle: T\nnotebook: {}\n---\n# A\n\n![words](drawn.svg)\n")
    func run(_ formats: [ExportFormat]) throws {
      _ = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: formats))
    }
    try run([.slidesHTML])
    try run([])
    #expect(bench.result("test-slides.html").contains("1 / 2"))
    try FileManager.default.setAttributes([.modificationDate: Date.now + 60], ofItemAtPath: "\(bench.folder)/drawn.svg")
    try run([])
    #expect(bench.result("test-slides.html").contains("there is no"))
  }

  @Test(
    "As PDF a slide is a page of 16 to 9, pictures get smaller before letters do, and one that is set too small is named",
    .enabled(if: TypesettingTools().makesPDF && Program.find("pdftotext") != nil, "Typst or poppler-utils is missing"))
  func paper() throws {
    let bench = try Workbench()
    let many = (1...40).map { "Line \($0) of them.\n\n" }.joined()
    let figure =
      "//| label: fig-a\n//| fig-cap: A caption.\n//| echo: false\n"
      + "import Gimbal\nFigure(x: FigureAxis(\"x\"), y: FigureAxis(\"y\"), [.line(x: [0, 1], y: [0, 1])])"
    let body =
      "# Part\n\n## Figure\n\n::: notes\nSaid.\n:::\n\n" + cell(figure) + "\n## Full\n\n" + many
      + "---\n\nLast of all.\n"
    let path = try bench.write("---\ntitle: On Slides\nauthor: Ada\nnotebook: {}\n---\n" + body)
    func run(isStrict: Bool) throws -> (messages: [String], isSuccess: Bool) {
      let result = try bench.runner.run(
        .init(path: path, output: "\(bench.folder)/plots", formats: [.slidesPDF], isStrict: isStrict))
      return (result.messages, result.isSuccess)
    }
    let (messages, isSuccess) = try run(isStrict: false)
    let line = try #require(body.components(separatedBy: "\n").firstIndex(of: "## Full")) + 6
    #expect(isSuccess && messages.count == 1)
    #expect(messages[0].contains("test.md:\(line):1: warning: the slide “Full” holds more than fits"), "\(messages)")
    #expect(try !run(isStrict: true).isSuccess)
    let file = "\(bench.folder)/plots/test/test-slides.pdf"
    let pages = try Subprocess.run(Program.find("pdftotext")!, ["-layout", file, "-"]).output
      .split(separator: "\u{0C}").map(String.init)
    #expect(pages.count == 5)
    #expect(pages[0].contains("On Slides") && pages[0].contains("Ada") && pages[0].contains(/1 *\/ *5/))
    #expect(pages[2].contains("Figure 1. A caption."))
    #expect((1...40).allSatisfy { pages[3].contains("Line \($0) of them.") }, "nothing is cut")
    #expect(pages[4].contains("Last of all.") && !pages.joined().contains("Said."))
    let size = try Subprocess.run(Program.find("pdfinfo")!, [file]).output
    let match = try #require(size.firstMatch(of: /Page size: +([\d.]+) x ([\d.]+)/))
    #expect(abs(Double(match.output.1)! / Double(match.output.2)! - 16.0 / 9) < 0.01)
  }
}
