import Foundation
import NotebookBench
import Testing

@testable import Reports

@Suite("Photos and tables written by hand have numbers, captions and references")
struct NumberedProseTests {
  private let figure =
    "import Gimbal\nFigure(x: FigureAxis(\"t\"), y: FigureAxis(\"y\"), [.line(\"a\", x: [0, 1], y: [0, 1])])"

  private var body: String {
    """
    See @fig-desk, @tbl-runs, @fig-drift and @fig-last.

    ![A desk with `{swift} 1 + 1` phones](photo.svg){#fig-desk width=30%}

    | a | b |
    | --- | --- |
    | 1 | 2 |

    : *Three* runs {#tbl-runs}


    """ + cell("//| label: fig-drift\n//| fig-cap: Drift.\n\(figure)")
      + "\n![Last](photo.svg){#fig-last}\n\nTable: Above {#tbl-above}\n\n| c |\n| --- |\n| 3 |\n"
  }

  @Test("They are counted with the figures and tables of cells, in the order of the notebook")
  func numbers() throws {
    let bench = try Workbench()
    try bench.write("<svg/>", to: "photo.svg")
    let result = try bench.run(body)
    #expect(result.isSuccess && result.messages.isEmpty, "\(result.messages)")
    let markdown = bench.result("README.md")
    #expect(markdown.contains("See Figure 1, Table 1, Figure 2 and Figure 3."))
    #expect(markdown.contains("<br>**Figure 1.** A desk with 2 phones\n"), "\(markdown)")
    #expect(markdown.contains("**Table 1.** *Three* runs\n") && markdown.contains("**Figure 2.** Drift."))
    #expect(markdown.contains("![Last](") && markdown.contains("**Figure 3.** Last\n"))
    #expect(markdown.contains("**Table 2.** Above\n") && !markdown.contains("{#"))
    let page = bench.result("index.html")
    for (anchor, words) in [("figure-fig-desk", "Figure 1"), ("tbl-runs-table", "Table 1")] {
      #expect(
        page.contains("<a href=\"#\(anchor)\">\(words)</a>") && page.contains("<a id=\"\(anchor)\"></a>"), "\(anchor)")
    }
    #expect(page.contains("<strong>Figure 1.</strong> A desk with 2 phones") && !page.contains("{#"))
  }

  @Test("It does not matter where an editor has wrapped them", arguments: ["README.md", "index.html"])
  func wrapped(_ file: String) throws {
    let bench = try Workbench()
    try bench.write("<svg/>", to: "photo.svg")
    func text(_ separator: String) throws -> String {
      let body = body.replacing(" runs {#tbl", with: "\(separator)runs, *four*\(separator){#tbl")
        .replacing(" desk with", with: "\(separator)desk with").replacing(
          "Table: Above", with: "Table:\(separator)Above")
      let result = try bench.run(body)
      #expect(result.isSuccess && result.messages.isEmpty, "\(result.messages)")
      return bench.result(file).split(whereSeparator: \.isWhitespace).joined()
    }
    #expect(try text("\n") == text(" "))
    #expect(try text("\n  ") == text(" "))
  }

  @Test("A label in a list, inside of a text, or away from a table draws a warning")
  func stray() throws {
    let bench = try Workbench()
    try bench.write("<svg/>", to: "photo.svg")
    let result = try bench.run(
      "- ![a](photo.svg){#fig-a}\n\nText ![b](photo.svg){#fig-b}.\n\n: Alone, over\n  two lines {#tbl-c}\n\n![d](photo.svg){#fig-d lang=de}\n"
    )
    let words = result.messages.map(bench.tidy)
    #expect(words.count == 4, "\(words)")
    #expect(words[0].contains("warning: the picture “fig-a” has no number: write it as a paragraph"))
    #expect(words[1].contains("“fig-b”") && words[2].contains("“tbl-c” belongs to no table"))
    #expect(words[3].contains("and a label, as in {#fig-setup}"))
  }

  @Test("A label that a cell, a picture or a table has before draws a warning with both lines")
  func twice() throws {
    let bench = try Workbench()
    try bench.write("<svg/>", to: "photo.svg")
    let result = try bench.run(
      "![a](photo.svg){#fig-a}\n\n![b](photo.svg){#fig-b}\n\n![c](photo.svg){#fig-a}\n\n| a |\n|--|\n| 1 |\n\n: T {#tbl-a}\n"
    )
    let words = result.messages.map(bench.tidy)
    #expect(words.count == 1 && words[0].contains("the label “fig-a” is in line"), "\(words)")
  }
}
