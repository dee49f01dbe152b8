import Basics
import CellKernel
import Display
import NotebookBench
import NotebookDocument
import ReportExport
import Testing

@testable import Reports

/// Texts of a notebook around something that is taken out or replaced.
@Suite("Blocks around a text that is taken out")
struct BlockJoinerTests {
  private func report(_ body: String, output: Output? = nil) throws -> Report {
    let notebook = try NotebookParser.parse("---\nnotebook: {}\n---\n" + body, path: "n.md")
    var execution = Execution(
      notebook: notebook, parameters: [], outcomes: notebook.cells.map { _ in CellOutcome(.done) },
      inlines: notebook.inlines.map { _ in .value("VALUE") })
    for index in execution.outcomes.indices { execution.outcomes[index].outputs = [output].compactMap(\.self) }
    var builder = ReportBuilder(execution, drawings: [:])
    return builder.build()
  }

  private func body(_ text: String, output: Output? = nil) throws -> String {
    MarkdownReport.body(of: try report(text, output: output))
  }

  /// The text on paper, which needs no comments.
  private func paper(_ text: String) throws -> String {
    PaperText.of(try report(text), .latex).replacing(/<!-- gone -->\s*/, with: "")
  }

  /// HTML without comments, the paragraphs of lists, and blanks between elements.
  private func structure(_ markdown: String) -> String {
    HTMLText.markdown(markdown).removingSpans(from: "<!--", to: "-->")
      .replacing(/<li>\s*(?!<p>)([^<\n]+)/) { "<li><p>\($0.output.1)</p>" }
      .replacing(/\s*(<[^>]*>)\s*/) { String($0.output.1) }
      .replacing(/(<\/(?:p|ul|ol|blockquote)>)([^<\n]+)(?=<)/) { "\($0.output.1)<p>\($0.output.2)</p>" }
  }

  private static let hidden = "```swift\n//| include: false\nlet a = 1\n```"
  private static let notes = "::: notes\nM\n:::"
  private static let above = [
    "Para two", "- item", "1. one\n2. two", "- item\n  - inner", "> quote", "| a |\n| - |\n| b |", "    code", "# Head",
    "Head\n===",
    "> - item", "<div>\nraw\n</div>\n\nPara",
  ]
  private static let below = [
    "---", "===", "Text.", "  Text.", "- next", "* next", "1. next", "  - next", "> next", "    code", "| c |",
    "# Next", "***", "-",
  ]

  @Test("Columns of a README have the widths that are written, and share the rest")
  func columns() throws {
    let body = "::: columns\n::: {.column width=\"40%\"}\na\n:::\n::: column\nb\n:::\n:::\n"
    let text = MarkdownReport.text(of: try report(body))
    #expect(text.contains("width=\"40%\"") && text.contains("width=\"60%\""), "\(text)")
  }

  @Test("What was apart in the notebook stays apart in Markdown, with empty lines around what is taken out and without")
  func apart() throws {
    for above in Self.above {
      for below in Self.below {
        for (gap, isHidden) in [(Self.hidden, true), (Self.notes, false)] {
          for (before, after) in [("\n", "\n"), ("\n\n", "\n"), ("\n", "\n\n"), ("\n\n", "\n\n")] {
            let text = above + before + gap + after + below + "\n"
            let bare = above + before + "<!-- gone -->" + after + below + "\n"
            let expected = structure(bare)
            #expect(structure(try body(text)) == expected, "\(text)")
            #expect(try paper(text) == paper(bare), "\(text)")
            if !isHidden {
              let cells = JupyterExport(report: try report(text), pictures: [:]).notebook().cells.dropFirst()
              #expect(structure(cells.map(\.source.string).joined(separator: "\n")) == expected, "\(text)")
            }
          }
        }
      }
    }
  }

  @Test("In a list and a quotation a cell that shows nothing parts what is above and below it")
  func contained() throws {
    func check(_ marks: (first: String, other: String), _ above: String, _ below: String) throws {
      func behind(_ text: String) -> String {
        text.split(separator: "\n").map { marks.other + $0 }.joined(separator: "\n")
      }
      let text = "\(marks.first)\(above)\n\(behind(Self.hidden))\n\(behind(below))\n"
      let bare = "\(marks.first)\(above)\n\(behind("<!-- gone -->"))\n\(behind(below))\n"
      #expect(structure(try body(text)) == structure(bare), "\(text)")
      #expect(try paper(text) == paper(bare), "\(text)")
    }
    for marks in [("- ", "  "), ("> ", "> "), ("1. ", "   "), ("> - ", ">   "), ("- > ", "  > ")] {
      for above in ["item", "- inner", "> quote"] {
        for below in ["===", "Text.", "- next", "> next"] { try check(marks, above, below) }
      }
    }
    for text in [
      "- a\n  CELL\n- b\n", "- a\n- CELL\n- b\n", "- a\n- CELL\n  Text.\n- b\n", "1. a\n2. CELL\n3. b\n",
      "- CELL\n\nText.\n",
      "- a\n  CELL\nText.\n",
    ] {
      let hidden = Self.hidden.replacing("\n", with: "\n" + (text.hasPrefix("1") ? "   " : "  "))
      let expected = structure(text.replacing("CELL", with: "<!-- gone -->"))
      #expect(structure(try body(text.replacing("CELL", with: hidden))) == expected, "\(text)")
    }
    #expect(try body("- a\n  \(Self.hidden.replacing("\n", with: "\n  "))\n- b\n") == "- a\n- b\n")
  }

  @Test("A text in place of a cell or of a fence is its own block")
  func own() throws {
    let shown = "```swift\n//| echo: false\n1\n```"
    let markdown = Output.bundle(MIMEBundle([MediaType.markdown: "made"]))
    let list = Output.bundle(MIMEBundle([MediaType.markdown: "- made"]))
    #expect(try body("Above\n\(shown)\nBelow\n", output: markdown) == "Above\n\nmade\n\nBelow\n")
    #expect(
      try body("> Above\n> \(shown.replacing("\n", with: "\n> "))\n> Below\n", output: markdown)
        == "> Above\n>\n> made\n>\n> Below\n")
    #expect(
      structure(try body("- Above\n\(shown)\n- Below\n", output: list))
        == "<ul><li><p>Above</p></li></ul><ul><li><p>made</p></li></ul><ul><li><p>Below</p></li></ul>")
    #expect(try body("Above\n\(shown)\nBelow\n", output: .text("x\n")) == "Above\n```text\nx\n```\nBelow\n")
    let question = "- item\n::: {.answer #q1}\nHow?\n:::\n"
    for text in [try body(question), try paper(question)] {
      #expect(text.hasPrefix("- item\n\n**To answer:**\nHow?"), "\(text)")
    }
    let steps = "Text\n::: incremental\n===\n:::\n"
    #expect(try paper(steps).hasPrefix("Text\n\n===\n"))
    #expect(
      try body("Above\n\n\(Self.hidden)\n\nBelow\n") == "Above\n\nBelow\n", "no more empty lines than one")
    #expect(try body("# Head\n\(Self.hidden)\nBelow\n") == "# Head\nBelow\n", "none where none is needed")
  }
}
