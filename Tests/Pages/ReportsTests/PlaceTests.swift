import CellKernel
import Foundation
import NotebookDocument
import Testing

@testable import Reports

/// Constructs in every place of a document: in comments, raw HTML and code they do not exist; elsewhere they work, or
/// their line is named.
@Suite("Constructs in every place")
struct PlaceTests {
  private func notebook(_ body: String) throws -> Notebook {
    try NotebookParser.parse("---\nnotebook: {}\n---\n\(body)\n", path: "n.md")
  }

  private func report(_ body: String) throws -> Report {
    let notebook = try notebook(body)
    let execution = Execution(
      notebook: notebook, parameters: [], outcomes: notebook.cells.map { _ in CellOutcome(.done) },
      inlines: notebook.inlines.map { _ in .value("3.25") })
    var builder = ReportBuilder(execution, drawings: [:])
    return builder.build()
  }

  private func page(_ report: Report) -> String {
    HTMLReport(report: report, formulas: Formulas(cacheFolder: "\(NSTemporaryDirectory())gimbal-formulas")).main()
  }

  private static let constructs = [
    "::: {.guess #guess-a}\nSECRET question\n\nIt is `{swift} a`.\n:::", "::: {.answer #why}\nSECRET why?\n:::",
    "::: columns\n::: column\nSECRET\n:::\n:::", "::: notes\nSECRET\n:::", "SECRET `{swift} removed`, see @fig-old.",
    "SECRET [@nobody2001] $\\nothing{$ ![a](b.png){width=wide}", "$$\nSECRET\n$$ {#eq-a}", "SECRET \\newpage",
    "# SECRET `{swift}", "```swift\n//| label: SECRET\nnothing\n```",
  ]

  @Test("A comment, however much is in it, is neither shown nor named", arguments: constructs)
  func comments(construct: String) throws {
    let indented = construct.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    for comment in [
      "<!--\n\(construct)\n-->", "<!-- SECRET\n\n\(construct)\n\nSECRET -->",
      "- one\n\n  <!--\n\(indented.joined(separator: "\n"))\n  -->\n\n- two",
    ] {
      let report = try report("Before.\n\n\(comment)\n\nEnd.")
      #expect(report.remarks().isEmpty, "\(report.remarks())")
      #expect(report.notebook.inlines.isEmpty && report.notebook.cells.isEmpty)
      let page = page(report)
      #expect(!page.contains("SECRET") && page.contains("<p>End.</p>"), "\(page)")
      #expect(page.ranges(of: "<div").count == page.ranges(of: "</div>").count)
    }
  }

  @Test("Raw HTML and code show what is written", arguments: constructs)
  func literal(construct: String) throws {
    let lines = construct.split(separator: "\n").joined(separator: "\n")
    for hiding in ["<pre>\n\(lines)\n</pre>", "<div title=\"a\">\n\(lines)\n</div>", "~~~text\n\(construct)\n~~~"] {
      let report = try report("Before.\n\n\(hiding)\n\nEnd.")
      // A fence that was meant as one is named.
      let isFenced = hiding.hasPrefix("<div") && construct.hasPrefix(":::")
      let remarks = report.remarks().filter { !isFenced || !$0.message.contains("in raw HTML means nothing") }
      #expect(remarks.isEmpty, "\(remarks)")
      #expect(MarkdownReport.body(of: report) == "Before.\n\n\(hiding)\n\nEnd.\n")
    }
  }

  @Test(
    "What means nothing in a list or a quotation is named with its line",
    arguments: [
      ("::: {.guess #g}\nSECRET?\n\nIt is `{swift} a`.\n:::", "a guess cannot be in"),
      ("::: {.answer #g}\nSECRET?\n:::", "a question cannot be in"), ("::: notes\nSECRET\n:::", "cannot be in"),
      ("::: columns\n::: column\na\n:::\n:::", "means nothing and stays as text"),
      ("\\newpage", "begins a new page only on its own line"),
      ("::: {#refs}\n:::", "means nothing and stays as text"),
    ])
  func contained(construct: String, message: String) throws {
    for (first, others, name) in [("> ", "> ", "a quotation"), ("- ", "  ", "a list"), ("1. ", "   ", "a list")] {
      let lines = construct.split(separator: "\n", omittingEmptySubsequences: false)
      let body = lines.enumerated().map { ($0 == 0 ? first : others) + $1 }.joined(separator: "\n")
      var found: (line: Int?, words: String) = (nil, "nothing")
      do {
        if let remark = try report("Before.\n\n\(body)").remarks().first {
          found = (remark.position.line, remark.message)
        }
      } catch let error as NotebookError {
        found = (error.position?.line, error.message)
      }
      #expect(found.line == 6 && found.words.contains(message), "\(body)\n\(found)")
      #expect(construct == "\\newpage" || found.words.contains(name), "\(found)")
    }
  }

  @Test("An expression that goes on in the next line is one value, and what is around it stays")
  func wrapped() throws {
    let report = try report(
      "It is (`{swift}\nx`). And `{swift} f(1,\n2)`,\nand more.\n\n> So `{swift} a +\n> b` it is.\n\nEnd.")
    #expect(
      MarkdownReport.body(of: report)
        == "It is (3.25). And 3.25,\nand more.\n\n> So 3.25 it is.\n\nEnd.\n")
    let page = page(report).replacing(/\s+/, with: " ")
    #expect(page.contains("<p>It is (3.25). And 3.25, and more.</p>"), "\(page)")
    #expect(page.contains("<p>So 3.25 it is. </p>") || page.contains("<p>So 3.25 it is.</p>"), "\(page)")
  }

  @Test("The place of a mistake in an expression that goes on is in the line in which it is")
  func places() throws {
    let notebook = try notebook("> It is `{swift} f(1,\n> two)`.")
    #expect(notebook.inlines.map(\.expression) == ["f(1, two)"])
    let inline = notebook.inlines[0]
    #expect(notebook.place(in: inline, byte: 0) == .init(line: 4, column: 17))
    #expect(notebook.place(in: inline, byte: 2) == .init(line: 4, column: 19))
    #expect(notebook.place(in: inline, byte: 5) == .init(line: 5, column: 2))
  }

  @Test("A caption's expressions are computed behind its cell, and are in every caption")
  func captions() throws {
    let notebook = try notebook(
      "```swift\n//| fig-cap:\n//|   - It is `{swift} x`.\n//|   - \"`{swift} y`\"\n//| fig-alt: A `{swift} z`.\n1\n```"
    )
    #expect(notebook.inlines.map(\.expression) == ["x", "y", "z"])
    #expect(notebook.inlines.map(\.cellsBefore) == [1, 1, 1])
    #expect(notebook.inlines.map(\.line) == [6, 7, 8])
    let options = notebook.cells[0].options
    let filled = options.captions.map { notebook.filled($0, ofCell: 0) { "\($0)" } }
    #expect(filled == ["It is 0.", "1", "A 2."])
  }

  @Test("Formulas are in lists and quotations, and their lines are neither headings nor items")
  func formulas() throws {
    for (first, others) in [("", ""), ("> ", "> "), ("- ", "  ")] {
      let lines = ["$$", "a", "= b", "- c", "$$ {#eq-a}"].enumerated().map { ($0 == 0 ? first : others) + $1 }
      let equations = Equation.find(in: try notebook(lines.joined(separator: "\n")))
      #expect(
        equations.map { $0.tex.trimmingCharacters(in: .whitespacesAndNewlines) }
          .map { $0.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } } == [["a", "= b", "- c"]])
    }
  }
}
