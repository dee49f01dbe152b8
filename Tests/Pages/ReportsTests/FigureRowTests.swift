import Foundation
import NotebookBench
import Testing

@testable import NotebookDocument
@testable import Processes
@testable import Reports

@Suite("Figures in a row")
struct FigureRowTests {
  /// A cell that shows this many figures.
  private func figures(_ count: Int, _ options: String) -> String {
    cell(
      "\(options)\nimport Gimbal\n(1...\(count)).map { k in Figure(x: FigureAxis(\"t\", unit: \"s\"), y: FigureAxis(\"y\", unit: \"m\"), [.line(\"a\", x: [0, 1], y: [0, Double(k)])]) }"
    )
  }
  private let three = """
    //| label: fig-x
    //| fig-cap: All of *them*.
    //| fig-subcap: [One | bar, Two, Three]
    //| fig-alt: [A, B, C]
    //| layout-ncol: 2
    """

  @Test("Parts share a number, have letters, and can be referred to; the last row may be short")
  func row() throws {
    let bench = try Workbench()
    let result = try bench.run(
      "See @fig-x, @fig-x-b and @fig-x-3.\n\n" + figures(3, three) + figures(1, "//| label: fig-y") + "\n@fig-y")
    #expect(result.isSuccess && result.messages == [], "\(result.messages)")
    let markdown = bench.result("README.md")
    #expect(markdown.contains("See Figure 1, Figure 1 (b) and Figure 1 (c)."))
    #expect(
      markdown.contains(
        """
        | ![A](fig-x-1.svg) | ![B](fig-x-2.svg) |
        | :---: | :---: |
        | (a) One \\| bar | (b) Two |
        | ![C](fig-x-3.svg) |  |
        | (c) Three |  |

        **Figure 1.** All of *them*.
        """))
    #expect(markdown.contains("**Figure 2.**"))
    let page = bench.result("index.html")
    #expect(page.contains("<div class=\"parts\" style=\"--columns: 2\">"))
    #expect(page.contains("<figcaption>(c) Three</figcaption>"))
    #expect(page.contains("<strong>Figure 1.</strong> All of <em>them</em>."))
    #expect(page.contains("<a href=\"#figure-fig-x-2\">Figure 1 (b)</a>"))
    for anchor in ["figure-fig-x", "figure-fig-x-1", "figure-fig-x-2", "figure-fig-x-3", "figure-fig-y"] {
      #expect(page.components(separatedBy: "id=\"\(anchor)\"").count == 2)
    }
  }

  @Test("The words for those who do not see a figure have their values and no comments, in each file")
  func spokenWords() throws {
    let bench = try Workbench()
    let words = "//| label: fig-a\n//| fig-cap: Cap\n//| fig-alt: 'Alt `{swift} 1 + 1` <!-- SECRET -->'"
    #expect(try bench.run(figures(1, words)).isSuccess)
    for file in ["fig-a.svg", "index.html", "README.md"] {
      let text = bench.result(file)
      #expect(text.contains(file == "README.md" ? "![Alt 2](" : "aria-label=\"Alt 2\""), "\(file)")
      #expect(!text.contains("SECRET") && !text.contains("{swift} 1"), "\(file)")
    }
    _ = try bench.run(figures(1, "//| label: fig-a\n//| fig-cap: Cap <!-- SECRET --> b"))
    #expect(!bench.result("fig-a.svg").contains("SECRET") && !bench.result("index.html").contains("SECRET"))
  }

  @Test("Figures that are side by side are drawn narrower, unless the cell says how wide")
  func width() throws {
    let bench = try Workbench()
    _ = try bench.run(
      figures(2, "//| label: narrow\n//| layout-ncol: 2") + figures(2, "//| label: column\n//| layout-ncol: 1")
        + figures(2, "//| label: asked\n//| layout-ncol: 2\n//| fig-width: 5")
        + figures(1, "//| label: alone\n//| layout-ncol: 2"))
    func width(_ name: String) throws -> Double {
      let match = try #require(bench.result("\(name).svg").firstMatch(of: #/viewBox="0 0 ([0-9.]+) /#))
      return try #require(Double(match.output.1))
    }
    #expect(abs(try width("narrow-1") - 7.7 * 72 / 2.54) < 0.1)
    #expect(abs(try width("column-1") - 12 * 72 / 2.54) < 0.1)
    #expect(abs(try width("asked-2") - 360) < 0.1)
    #expect(abs(try width("alone") - 12 * 72 / 2.54) < 0.1)
  }

  @Test("The figures of a row are as high as the highest of them, each row by itself")
  func height() throws {
    let bench = try Workbench()
    let shapes = ["{7, 3}", "{5, 5}", "{3, 4}", "nil"].map { shape in
      let size =
        shape == "nil" ? "nil" : ".init(width: \(shape.dropFirst().prefix(1)), height: \(shape.dropLast().suffix(1)))"
      return "Figure(x: FigureAxis(\"t\"), y: FigureAxis(\"y\"), size: \(size), [.line(\"a\", x: [0, 1], y: [0, 1])])"
    }
    let list = shapes.joined(separator: ", ")
    let result = try bench.run(
      cell("//| label: fig-r\n//| layout-ncol: 2\nimport Gimbal\n[\(list)]")
        + cell("//| label: fig-s\n//| layout-ncol: 4\n//| fig-height: 4cm\n[\(list)]")
        + cell("//| label: fig-t\n//| layout-ncol: 1\n[\(list)]"))
    #expect(result.isSuccess, "\(result.messages)")
    func heights(_ label: String) -> [Double] {
      (1...4).map { index in
        let match = bench.result("\(label)-\(index).svg").firstMatch(of: #/viewBox="0 0 [0-9.]+ ([0-9.]+)"/#)
        return (Double(match?.output.1 ?? "0")! / 72 * 25.4).rounded() / 10
      }
    }
    #expect(heights("fig-r") == [5, 5, 5.7, 5.7])
    #expect(heights("fig-s") == [4, 4, 4, 4])
    #expect(heights("fig-t") == [3, 5, 4, 7.4])
  }

  @Test("A list of captions becomes the parts' captions; without layout each figure has its own number")
  func captions() throws {
    let bench = try Workbench()
    _ = try bench.run(
      figures(2, "//| label: fig-a\n//| fig-cap: [Left, Right]\n//| layout-ncol: 2")
        + figures(2, "//| label: fig-b\n//| fig-cap: [Left, Right]")
        + figures(2, "//| label: fig-c\n//| fig-subcap: [Upper, Lower]"))
    let markdown = bench.result("README.md")
    #expect(markdown.contains("| (a) Left | (b) Right |\n\n**Figure 1.**\n"))
    #expect(
      markdown.contains("![Left](fig-b-1.svg)\n\n**Figure 2.** Left\n\n![Right](fig-b-2.svg)\n\n**Figure 3.** Right"))
    #expect(
      markdown.contains("![Upper](fig-c-1.svg)\n\n(a) Upper\n\n![Lower](fig-c-2.svg)\n\n(b) Lower\n\n**Figure 4.**"))
  }

  @Test("What is printed between the figures stays; the parts are at the first")
  func between() throws {
    let bench = try Workbench()
    let figure = "Figure(x: FigureAxis(\"t\"), y: FigureAxis(\"y\"), [.line(\"a\", x: [0, 1], y: [0, 1])])"
    _ = try bench.run(
      cell("//| label: f\n//| layout-ncol: 2\nimport Gimbal\ndisplay(\(figure))\nprint(\"between\")\n\(figure)"))
    let markdown = bench.result("README.md")
    #expect(markdown.contains("| (a) | (b) |\n\n**Figure 1.**\n\n```text\nbetween\n```"))
  }

  @Test("LaTeX gets boxes, Word a table with widths, Jupyter one picture below the other")
  func exports() throws {
    let bench = try Workbench()
    let path = try bench.write("---\nnotebook: {}\n---\n" + figures(3, three))
    let (report, _) = try bench.runner.runAndReport(
      .init(path: path, output: "\(bench.folder)/plots", formats: [.ipynb]), interrupt: Interrupt()
    ) { _ in }
    let latex = PaperText.of(report, .latex)
    #expect(latex.components(separatedBy: "\\begin{minipage}[t]{0.480\\linewidth}").count == 4)
    #expect(latex.components(separatedBy: "\\end{minipage}\\par\\medskip").count == 3)
    #expect(latex.contains("![B](fig-x-2.pdf){width=100%}\n\\par\\smallskip\n(b) Two\n"))
    let word = PaperText.of(report, .word)
    #expect(word.contains("| ![C](fig-x-3.png){width=7.7cm} |  |"))
    let jupyter = bench.result("test.ipynb")
    #expect(jupyter.components(separatedBy: "\"image/png\"").count == 4)
    #expect(jupyter.contains("(b) Two") && jupyter.contains("**Figure 1.** All of *them*."))
  }

  @Test(
    "A number of columns that is none is refused with its line",
    arguments: ["0", "-1", "2.5", "two", "[1, 2]", "13"])
  func columns(value: String) {
    #expect {
      try NotebookParser.parse("---\nnotebook: {}\n---\n```swift\n//| layout-ncol: \(value)\n1\n```\n", path: "n.md")
    } throws: { error in
      "\(error)".hasPrefix("n.md:5:18: error: “layout-ncol” must be a whole number from 1 to 12")
    }
  }

  @Test("Captions of the parts leave one caption for the whole")
  func captionsTwice() {
    #expect {
      try NotebookParser.parse(
        "---\nnotebook: {}\n---\n```swift\n//| fig-subcap: [a, b]\n//| fig-cap: [c, d]\n1\n```\n", path: "n.md")
    } throws: { error in
      "\(error)".hasPrefix("n.md:6:14: error: “fig-cap” must be one text, next to “fig-subcap”")
    }
  }
}

@Suite("References")
struct ReferenceTests {
  @Test("They are found in prose, not in code, not in words, not behind a backslash")
  func marks() {
    let marks = ReferenceMarks.find(in: "é @fig-a, `@fig-b`, x@fig-c, \\@fig-d (@tbl-e-1). @fig-")
    #expect(marks.map(\.label) == ["fig-a", "tbl-e-1"])
    #expect(marks[0].columns == 3..<9)
  }

  @Test("A caption can refer, too, and your own label goes before one that was made")
  func captions() throws {
    let bench = try Workbench()
    let figure = "Figure(x: FigureAxis(\"t\"), y: FigureAxis(\"y\"), [.line(\"a\", x: [0, 1], y: [0, 1])])"
    _ = try bench.run(
      cell("//| label: fig-a-b\nimport Gimbal\n\(figure)")
        + cell("//| label: fig-a\n//| layout-ncol: 2\n//| fig-cap: As @fig-a-b.\n[\(figure), \(figure)]")
        + "\n@fig-a-a, @fig-a-b")
    #expect(bench.result("README.md").contains("**Figure 2.** As Figure 1."))
    #expect(bench.result("README.md").contains("Figure 2 (a), Figure 1"))
    #expect(bench.result("index.html").contains("As <a href=\"#figure-fig-a-b\">Figure 1</a>."))
  }
}
