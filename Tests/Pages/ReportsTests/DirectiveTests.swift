import Testing

@testable import NotebookDocument
@testable import Reports

@Suite("What lines of the prose ask for")
struct DirectiveTests {
  private func directives(_ body: String) throws -> Directives {
    Directives(try NotebookParser.parse("---\nnotebook: {}\n---\n" + body, path: "a.md"))
  }

  @Test(
    "A new page that is asked for within a text is named with its line",
    arguments: ["\\newpage", "\\pagebreak", "{{< pagebreak >}}", "{{<pagebreak>}}"])
  func strayNewPage(mark: String) throws {
    for line in [
      "so \(mark) on", "\(mark) goes on", "behind it \(mark)", "> \(mark)", "- \(mark)", "- a\n\n     \(mark)",
    ] {
      let found = try directives("first\n\n\(line)\n")
      let place = 5 + line.count(where: \.isNewline) + 1
      #expect(found.remarks.map(\.position.line) == [place], "\(line)")
      #expect(found.remarks.first?.message.contains("“\(mark)” begins a new page only on its own line") == true)
      #expect(found.lines.isEmpty)
    }
    for line in [
      mark, "  \(mark)  ", "`\(mark)` is code", "<!-- \(mark) -->", "```tex\n\(mark)\n```", "\\newpagestyle{x}",
    ] {
      #expect(try directives("first\n\n\(line)\n").remarks.isEmpty, "\(line)")
    }
    for line in [mark, "  \(mark)", "   \(mark)  "] {
      #expect(try directives("\(line)\n").lines == [4: .newPage], "\(line)")
    }
  }
}
