import Figures
import Foundation
import NotebookBench
import Testing

@testable import NotebookDocument
@testable import NotebookRunning

@Suite("Options of figures")
struct FigureOptionTests {
  private func svg(_ options: String) throws -> (svg: String, bench: Workbench) {
    let bench = try Workbench()
    let result = try bench.run(
      cell(
        "//| label: fig-a\n\(options)import Gimbal\nFigure(x: FigureAxis(\"t\", unit: \"s\"), y: FigureAxis(\"y\", unit: \"m\"), [.line(\"a\", x: [0, 1, 2], y: [0, 2, 1])])"
      ))
    #expect(result.isSuccess, "\(result.messages)")
    return (bench.result("fig-a.svg"), bench)
  }

  @Test(
    "A length has its unit, or is in inches",
    arguments: [
      ("8cm", 8), ("8 cm", 8), ("85mm", 8.5), ("3in", 7.62), ("3 inches", 7.62), ("3", 7.62), ("2.5", 6.35),
      ("144pt", 5.08),
    ])
  func units(text: String, centimetres: Double) throws {
    for option in ["fig-width", "fig-height"] {
      let notebook = try NotebookParser.parse(
        "---\nnotebook: {\(option): \(text)}\n---\n```swift\n//| \(option): \(text)\n1\n```\n", path: "n.md")
      for figures in [notebook.cells[0].options.figures, notebook.frontMatter.figures] {
        let length = try #require(option == "fig-width" ? figures.width : figures.height)
        #expect(abs(length - centimetres) < 1e-9)
      }
    }
  }

  @Test(
    "What is no length, no page, no size of text and no font is refused with its line, in a cell and in the front matter",
    arguments: [
      ("fig-width", "8km"), ("fig-width", "0.4in"), ("fig-width", "3m"), ("fig-height", "-3cm"), ("fig-height", "50%"),
      ("fig-size", "colum"), ("text", "3"), ("text", "8cm"), ("text", "big"), ("font", "a,b"), ("font", "[a]"),
    ])
  func refusals(option: String, value: String) {
    for (text, place) in [
      ("---\nnotebook: {}\n---\n```swift\n//| \(option): \(value)\n1\n```\n", "n.md:5:"),
      ("---\nnotebook:\n  \(option): \(value)\n---\n", "n.md:3:"),
    ] {
      #expect {
        try NotebookParser.parse(text, path: "n.md")
      } throws: { error in
        "\(error)".hasPrefix(place) && "\(error)".contains("error: “\(option)” must be ")
      }
    }
  }

  @Test("The pages that an option can name are those that a figure can be made for")
  func places() {
    #expect(FigurePlace.allCases.map(\.rawValue) == Figure.Place.allCases.map(\.rawValue))
  }

  /// What scenes a notebook can show.
  private static let scenes = [
    "try ScenePicture.phones([(\"a\", .identity), (\"b\", .identity)])", "try InteractiveScene.phone(.identity)",
    "try SceneGroup([(\"a\", .phone(.identity)), (\"b\", .phone(.identity))])",
    "try SteadyDice(times: [0, 1], attitudes: [.identity, .identity]).animation(rate: 2)",
  ]

  @Test("Every option of figures holds for every scene, on paper and in a page, where a notebook says it as well")
  func scenes() throws {
    let bench = try Workbench()
    let options = [
      "", "//| fig-size: column\n", "//| fig-width: 9cm\n", "//| fig-height: 5cm\n", "//| text: 14\n",
      "//| font: DejaVu Serif\n",
    ]
    var body = cell("import Gimbal")
    for (scene, call) in Self.scenes.enumerated() {
      for (option, words) in options.enumerated() {
        body += cell("//| label: fig-s\(scene)-o\(option)\n\(words)\(call)")
      }
    }
    let path = try bench.write("---\nnotebook: {}\n---\n" + body)
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.isSuccess && result.messages == [], "\(result.messages)")
    let page = bench.result("index.html")
    for scene in Self.scenes.indices {
      func svg(_ option: Int) -> String { bench.result("fig-s\(scene)-o\(option).svg") }
      func size(_ option: Int) throws -> [Double] {
        let box = try #require(svg(option).firstMatch(of: #/viewBox="0 0 ([0-9.]+) ([0-9.]+)" width="([0-9.]+)pt"/#))
        #expect(box.output.1 == box.output.3)
        return [box.output.1, box.output.2].map { (Double($0)! / 72 * 25.4).rounded() / 10 }
      }
      #expect(try size(1)[0] == 8.5 && size(2)[0] == 9 && size(3)[1] == 5, "\(Self.scenes[scene])")
      #expect(svg(0).contains("font-size=\"9\"") && svg(1).contains("font-size=\"8\""))
      #expect(svg(4).contains("font-size=\"14\"") && svg(5).contains("font-family=\"'DejaVu Serif', "))
      #expect(Set(options.indices.map(svg)).count == options.count)
    }
    for words in [
      "width:min(100%,27.98rem)", "width:min(100%,29.62rem)", "width:min(100%,16.46rem)", "font-size:1.63rem",
    ] {
      #expect(page.components(separatedBy: words).count > 2, "\(words) for a scene and for several")
    }
    #expect(page.contains("max-width:29.62rem") && page.contains("font-family:'DejaVu Serif',"))
    let whole = try bench.write(
      "---\nnotebook: {fig-size: column}\n---\n" + cell("//| label: fig-n\nimport Gimbal\n\(Self.scenes[0])"))
    _ = try bench.runner.run(.init(path: whole, output: "\(bench.folder)/plots"))
    #expect(bench.result("fig-n.svg").contains("width=\"240.9pt\""))
  }

  @Test("Your own picture stays as it is, and options for figures at its cell are refused in words with its line")
  func ownPicture() throws {
    let bench = try Workbench()
    let picture = "MIMEBundle([MediaType.svg: \"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>\"])"
    let result = try bench.run(
      cell("//| label: fig-p\n//| fig-width: 6cm\n//| text: 8\nimport Display\n\(picture)")
        + cell("//| label: fig-q\n\(picture)"))
    #expect(result.isSuccess && result.messages.count == 1)
    let said = try #require(result.messages.first)
    #expect(
      said.contains(#/test\.md:\d+:\d+: warning: fig-p: “fig-width”, “text”: the cell shows its own picture/#),
      "\(said)")
  }

  @Test("A scene that was not made by the kit is no trap")
  func brokenScene() throws {
    let bench = try Workbench()
    let frame = "{\\\"shapes\\\":[],\\\"caption\\\":\\\"\\\"}"
    for json in [
      "{}", "{\\\"frames\\\":[],\\\"columns\\\":1,\\\"aspect\\\":1,\\\"alternative\\\":\\\"\\\"}",
      "{\\\"frames\\\":[\(frame)],\\\"columns\\\":0,\\\"aspect\\\":0,\\\"alternative\\\":\\\"\\\"}",
    ] {
      let result = try bench.run(
        cell(
          "import Display\nMIMEBundle([MediaType.svg: \"<svg xmlns='http://www.w3.org/2000/svg'/>\", MediaType.scene: \"\(json)\"])"
        ))
      #expect(result.isSuccess, "\(result.messages)")
    }
  }

  @Test("A cell's word goes before the figure's own, and that before the notebook's")
  func precedence() throws {
    func drawn(_ notebook: String, _ options: String, _ call: String = "") throws -> (width: Double, sizes: Set<String>)
    {
      let bench = try Workbench()
      let path = try bench.write(
        "---\nnotebook: {\(notebook)}\n---\n"
          + cell(
            "//| label: fig-a\n\(options)import Gimbal\nFigure(x: FigureAxis(\"t\"), y: FigureAxis(\"y\"), [.line(\"a\", x: [0, 1, 2], y: [0, 2, 1])])\(call)"
          ))
      let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
      #expect(result.isSuccess, "\(result.messages)")
      let svg = bench.result("fig-a.svg")
      let width = try #require(svg.firstMatch(of: #/viewBox="0 0 ([0-9.]+) /#).flatMap { Double($0.output.1) })
      // Ten points are the picture's own size.
      let sizes = svg.matches(of: #/<text([^>]*)>/#).map { text in
        text.output.1.firstMatch(of: #/font-size="([0-9.]+)"/#).map { String($0.output.1) } ?? "10"
      }
      return ((width / 72 * 25.4).rounded() / 10, Set(sizes))
    }
    #expect(try drawn("", "").sizes == ["10", "9", "9.5"])
    var found = try drawn("fig-size: column", "")
    #expect(found.width == 8.5 && found.sizes == ["8"])
    found = try drawn("fig-size: column", "//| fig-size: page\n")
    #expect(found.width == 16 && found.sizes == ["10"])
    found = try drawn("fig-size: column, text: 7", "", ".fitted(to: .slide)")
    #expect(found.width == 24 && found.sizes == ["18"])
    found = try drawn("fig-width: 10cm", "//| text: 12\n", ".lettered(6)")
    #expect(found.width == 10 && found.sizes == ["12"])
    found = try drawn("text: 7", "//| fig-size: column\n//| fig-width: 9cm\n")
    #expect(found.width == 9 && found.sizes == ["8"])
  }

  @Test("`fig-width` and `fig-height` without unit are inches; with one of them, the other follows")
  func size() throws {
    let natural = try svg("").svg
    let both = try svg("//| fig-width: 5\n//| fig-height: 2\n").svg
    #expect(both.contains("viewBox=\"0 0 360 144\""))
    let wide = try svg("//| fig-width: 5\n").svg
    #expect(wide.contains("viewBox=\"0 0 360 "))
    let high = try svg("//| fig-height: 2\n").svg
    #expect(high.contains(" 144\""))
    #expect(Set([natural, both, wide, high]).count == 4)
  }

  @Test(
    "On a page a figure's letters have one size, a little smaller than the text's, until it is as wide as the text"
  )
  func share() throws {
    func shares(_ options: String) throws -> [Substring] {
      let (_, bench) = try svg(options)
      return bench.result("index.html").matches(of: /class="picture[^"]*" style="--share: ([\d.]+)"/).map(\.output.1)
    }
    #expect(try shares("") == ["0.833"])
    #expect(try shares("//| fig-width: 6\n").isEmpty)
    #expect(try shares("//| fig-width: 3\n//| fig-height: 3\n") == ["0.529"])
  }

  @Test("`fig-cap` is under the figure, `fig-alt` is what is read out")
  func words() throws {
    let (svg, bench) = try svg("//| fig-cap: The caption\n//| fig-alt: The words\n")
    #expect(svg.contains("aria-label=\"The words\""))
    #expect(bench.result("README.md").contains("![The words](fig-a.svg)\n\n**Figure 1.** The caption"))
    #expect(bench.result("index.html").contains("<strong>Figure 1.</strong> The caption"))
  }

  @Test("PNG is written on request, and taken away when it is no longer asked for")
  func png() throws {
    let (_, bench) = try svg("")
    let file = "\(bench.folder)/plots/test/fig-a.png"
    #expect(!FileManager.default.fileExists(atPath: file))
    let request = { (png: Bool) in
      NotebookRunner.Request(path: "\(bench.folder)/test.md", output: "\(bench.folder)/plots", png: png)
    }
    _ = try bench.runner.run(request(true))
    #expect(FileManager.default.fileExists(atPath: file))
    _ = try bench.runner.run(request(false))
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
