import CellKernel
import NotebookDocument
import ReportExport
import Testing

@testable import Reports

@Suite("Questions to answer in prose")
struct QuestionTests {
  private func report(_ body: String) throws -> Report {
    let notebook = try NotebookParser.parse("---\nnotebook: {}\n---\n" + body, path: "n.md")
    let outcomes = notebook.cells.map { _ in CellOutcome(.done) }
    var builder = ReportBuilder(
      Execution(
        notebook: notebook, parameters: [], outcomes: outcomes,
        inlines: Array(repeating: nil, count: notebook.inlines.count)), drawings: [:])
    return builder.build()
  }

  private func page(_ body: String) throws -> String {
    HTMLReport(report: try report(body), formulas: Formulas(cacheFolder: "")).main()
  }

  private func prose(_ body: String, _ dialect: ProseDialect) throws -> String {
    ProseSplicer(report: try report(body), dialect: dialect).lines { _, _ in "" }.joined(separator: "\n")
  }

  private let open = "::: {.answer #why points=\"3\"}\nWhy does it grow?\n\n<!-- Write here. -->\n\n:::\n\nAfter.\n"
  private let answered = "::: {.answer #why}\nWhy does it grow?\n\nBecause it **adds up**.\n\n- twice\n:::\n\nAfter.\n"

  @Test("A page shows the question, its points, and the answer or that there is none")
  func pages() throws {
    let text = try page(open)
    #expect(text.contains("<div class=\"question\" role=\"group\" id=\"why\" aria-labelledby=\"why-title\">"))
    #expect(text.contains("To answer (3 points)</p>") && text.contains("<p>Why does it grow?</p>"))
    #expect(text.contains("Not answered yet.") && text.contains("<p>After.</p>"))
    let other = try page(answered)
    #expect(other.contains("To answer</p>") && !other.contains("Not answered yet."))
    #expect(other.contains("<div class=\"written\">\n<p>Because it <strong>adds up</strong>.</p>"))
    #expect(other.components(separatedBy: "<div").count == other.components(separatedBy: "</div>").count)
  }

  @Test("Markdown reads as text, and paper has room to write until something is written")
  func texts() throws {
    let text = try prose(open, .github)
    #expect(text.contains("**To answer (3 points):**\nWhy does it grow?") && text.contains("*Not answered yet.*"))
    #expect(!text.contains(":::"))
    #expect(try prose(answered, .github).contains("Why does it grow?\n\nBecause it"))
    for (reader, mark) in [(PaperReader.typst, "#block("), (.latex, "\\fbox"), (.word, "w:tblBorders")] {
      let text = PaperText.of(try report(open), reader)
      #expect(text.contains(mark) && text.contains("**To answer (3 points):**\nWhy does it grow?"))
      let other = PaperText.of(try report(answered), reader)
      #expect(!other.contains(mark) && other.contains("Because it **adds up**."))
    }
  }

  @Test("In Jupyter, each line is next to the source's")
  func jupyter() throws {
    for body in [open, answered] {
      #expect(
        try prose(body, .jupyter).components(separatedBy: "\n").count == body.components(separatedBy: "\n").count - 1)
    }
  }

  @Test("A question's name is nobody else's")
  func names() {
    for body in [
      "::: {.answer #a}\nWhy?\n:::\n\n::: {.answer #a}\nWhy?\n:::\n",
      "```swift\n//| label: a\n```\n\n::: {.answer #a}\nWhy?\n:::\n",
    ] {
      #expect(throws: NotebookError.self) { try report(body) }
    }
  }
}
