import Foundation
import Testing

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

  @Test("`fig-width` and `fig-height` are inches; with one of them, the other follows")
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
