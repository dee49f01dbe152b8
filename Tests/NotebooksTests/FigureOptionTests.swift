import Figures
import Foundation
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
    "On a page a figure is as wide as the text, and one that is drawn narrower is narrower, so that letters have one size"
  )
  func share() throws {
    func shares(_ options: String) throws -> [Substring] {
      let (_, bench) = try svg(options)
      return bench.result("index.html").matches(of: /class="picture[^"]*" style="--share: ([\d.]+)"/).map(\.output.1)
    }
    #expect(try shares("").isEmpty)
    #expect(try shares("//| fig-width: 6\n").isEmpty)
    #expect(try shares("//| fig-width: 3\n//| fig-height: 3\n") == ["0.635"])
  }

  @Test("`fig-cap` stands under the figure, `fig-alt` is what is read out")
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
