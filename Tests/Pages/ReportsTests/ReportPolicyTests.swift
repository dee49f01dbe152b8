import CellKernel
import Display
import Drawings
import Figures
import Foundation
import NotebookBench
import NotebookDocument
import TestCaches
import Testing

@testable import Processes
@testable import Reports

@Suite("A report that is handed out runs no script but its own")
struct ReportPolicyTests {
  private static let formulas = Formulas(cacheFolder: TestCaches.formulas)

  /// A report in which an act is in the prose, in a sentence, a heading and a caption, and is shown by a cell and by a
  /// value.
  private func report(_ act: String, matter: String = "notebook: {}") throws -> Report {
    let line = act.replacing("\n", with: " ")
    let caption = ParameterValue.text("Caption \(line)").json
    let body =
      "# About \(line)\n\nWords \(line) and `{swift} x`, <a href=\"`{swift} x`\">there</a>.\n\n"
      + "```swift\n//| label: tbl-a\n//| tbl-cap: \(caption)\nx\n```\n\n\(act)\n"
    let notebook = try NotebookParser.parse("---\n\(matter)\n---\n" + body, path: "n.md")
    var execution = Execution(
      notebook: notebook, parameters: [], outcomes: [CellOutcome(.done)],
      inlines: notebook.inlines.map { _ in .markup(InlineValue(act, markdown: nil, html: act)) })
    let table = String(decoding: try JSONEncoder().encode(Table([["a": 1.0]])), as: UTF8.self)
    execution.outcomes[0].outputs = [
      .bundle(HTML(act, fallback: "fallback").mimeBundle), .bundle(Markdown(act).mimeBundle),
      .bundle(MIMEBundle([MediaType.table: table])),
    ]
    var builder = ReportBuilder(execution, drawings: [:])
    return builder.build()
  }

  @Test("Nothing that is slipped in acts, wherever it is", arguments: slippedActs)
  func slipped(act: String) throws {
    for isLive in [false, true] {
      let page = HTMLReport(report: try report(act), formulas: Self.formulas, isLive: isLive).main()
      // The page's own buttons and boxes are no act.
      let own = page.replacing(/<button class="copy" type="button">copy<\/button>/, with: "")
      #expect(acts(in: own).isEmpty, "\(own)")
      #expect(own.contains("id=\"about") && own.contains("<section class=\"cell\""))
    }
  }

  @Test(
    "An address of Markdown leads somewhere or is none",
    arguments: [
      "[shown](javascript:alert(1))", "[shown](<java\tscript:alert(1)>)", "[shown](data:text/html,x)",
      "[shown](vbscript:x)",
      "[shown](file:///etc/passwd)", "[shown](//evil.example/x)", "[shown]: javascript:alert(1)\n\n[shown]",
      "<javascript:alert(1)> shown", "![shown](https://evil.example/x.png)", "![shown](//evil.example/x.png)",
      "[![shown](https://evil.example/x.png)](javascript:alert(1))", "[shown](&#106;avascript:alert(1))",
    ])
  func addresses(markdown: String) throws {
    let page = HTMLReport(report: try report(markdown), formulas: Self.formulas).main()
    let own = page.replacing(/<button class="copy" type="button">copy<\/button>/, with: "")
    #expect(acts(in: own).isEmpty && own.contains("shown"), "\(own)")
    #expect(!HTMLText.markdown(markdown).contains("=\"javascript"))
    // Also where a value gives the address.
    let value = "[shown](`{swift} x`)"
    let notebook = try NotebookParser.parse("---\nnotebook: {}\n---\n\(value)\n", path: "n.md")
    let execution = Execution(
      notebook: notebook, parameters: [], outcomes: [], inlines: [.value("javascript:alert(1)")])
    var builder = ReportBuilder(execution, drawings: [:])
    let shown = HTMLReport(report: builder.build(), formulas: Self.formulas).main()
    #expect(acts(in: shown).isEmpty && shown.contains("<p>shown</p>"), "\(shown)")
  }

  @Test("A script in a line goes with its words; a style in a line stays a style")
  func inALine() {
    #expect(
      HTMLText.markdown("Words <script>let *a* = 1;\nalert(1)</script> and <b>more</b>.")
        == "<p>Words  and <b>more</b>.</p>\n")
    #expect(
      HTMLText.markdown("Words <style>.a { color: red }</style><i class=\"a\">red</i>.")
        == "<p>Words <style>.a { color: red }</style><i class=\"a\">red</i>.</p>\n")
    #expect(HTMLText.markdown("Words <script>and more <b>b</b>.") == "<p>Words and more <b>b</b>.</p>\n")
    let many = String(repeating: "<script> ", count: 20_000)
    #expect(HTMLText.markdown("Words " + many).count < 30_000)
  }

  @Test("The policy names each script of the page by its hash, and none of an author's")
  func policy() throws {
    let scene = "\(SceneScript.mark){}</script>"
    for main in ["", scene, "\(TurningScript.mark)[]</script>", scene + TurningScript.mark + "[]</script>"] {
      let page = HTMLPage.page(title: "t", language: "en", main: main, scripts: PageScripts(for: main))
      let policy = try #require(
        page.firstMatch(of: /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/)?.output.1)
      let scripts = page.matches(of: /(?s)<script>(.*?)<\/script>/).map { String($0.output.1) }
      #expect(scripts.count == 1 + (main.contains("scene") ? 1 : 0) + (main.contains("space") ? 1 : 0))
      for script in scripts {
        // By another program's SHA-256.
        let (status, sum) = try Subprocess.run("/usr/bin/sha256sum", [], input: script)
        let bytes = sum.prefix(64).map { $0 }
        let digest = stride(from: 0, to: bytes.count, by: 2).compactMap { UInt8(String(bytes[$0...$0 + 1]), radix: 16) }
        #expect(status == 0 && policy.contains("'sha256-\(Data(digest).base64EncodedString())'"))
      }
      #expect(policy.hasPrefix("default-src 'none'; ") && policy.contains("base-uri 'none'; form-action 'none'"))
      #expect(!policy.split(separator: ";").contains { $0.contains("script-src") && $0.contains("unsafe") })
      // Before anything that it is to hold for.
      #expect(page.firstRange(of: "Content-Security-Policy")!.lowerBound < page.firstRange(of: "<style>")!.lowerBound)
    }
  }

  @Test(
    "`raw-html: trusted` keeps an author's HTML as it is in the report, not in the preview; another value is refused")
  func trusted() throws {
    let act = "<script>document.title = 1</script>"
    let trusted = try report(act, matter: "notebook: {raw-html: trusted}")
    let page = HTMLReport(report: trusted, formulas: Self.formulas).text()
    #expect(page.components(separatedBy: act).count >= 5 && !page.contains("Content-Security-Policy"))
    #expect(!HTMLReport(report: trusted, formulas: Self.formulas, isLive: true).main().contains(act))
    let safe = try report(act, matter: "notebook: {raw-html: safe}")
    #expect(!HTMLReport(report: safe, formulas: Self.formulas).text().contains(act))
    for (value, found) in [("yes", "“yes”"), ("[trusted]", "a list"), ("", "“”")] {
      let text = "---\nnotebook:\n  timeout: 3\n  raw-html: \(value)\n---\n"
      let error = try #require(throws: NotebookError.self) { try NotebookParser.parse(text, path: "n.md") }
      #expect(error.description.hasPrefix("n.md:4:"), "\(error)")
      #expect(error.message == "“raw-html” must be “safe” or “trusted”, but is \(found)")
    }
    let misspelt = #expect(throws: NotebookError.self) {
      try NotebookParser.parse("---\nnotebook: {raw-htm: trusted}\n---\n", path: "n.md")
    }
    #expect(misspelt?.message.contains("did you mean “raw-html”?") == true)
  }

  @Test("A picture that a cell hands over is seen and does nothing, in the page and as a file; a scene comes as data")
  func pictures() throws {
    let svg =
      "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"><script>alert(1)</script><rect width=\"3\"/></svg>"
    let drawer = FigureDrawer(cacheFolder: TestCaches.formulas)
    func drawing(_ contents: [String: String]) throws -> FigureDrawing {
      try drawer.draw(
        MIMEBundle(contents), label: "fig-a", index: 0,
        options: try CellOptions(yaml: "", reader: YAMLReader(file: "n.md", firstLine: 1)), formats: ["svg"])
    }
    let clean = "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect width=\"3\"/></svg>"
    // Something called a scene that is not one, and HTML with a script next to a picture.
    for more in [[:], [MediaType.html: "<b>x</b><script>alert(1)</script>"], [MediaType.scene: "{\"cameras\": []}"]] {
      let drawing = try drawing([MediaType.svg: svg].merging(more) { $1 })
      #expect(drawing.svg == clean && drawing.files["svg"] == Data(clean.utf8))
    }
    let camera = try SceneCamera(right: SIMD3(1, 0, 0), up: SIMD3(0, 1, 0), back: SIMD3(0, 0, 1), distance: 4)
    let scene = try InteractiveScene(
      solid: .box(SIMD3(1, 1, 1), colors: []), cameras: [camera], times: [0],
      alternative: "</figure><script>alert(1)</script>")
    let shown = try drawing([
      MediaType.svg: svg, MediaType.scene: String(decoding: JSONEncoder().encode(scene), as: UTF8.self),
    ])
    #expect(shown.svg.contains(SceneScript.mark) && !shown.svg.contains("alert(1)</script>"))
    #expect(shown.svg.matches(of: /<script/).count == 1 && PageScripts(for: shown.svg) == .scenes)
  }
}
