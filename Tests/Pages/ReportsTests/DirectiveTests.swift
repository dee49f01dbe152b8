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

  @Test(
    "A fence in raw HTML and one that ends nothing are named with their lines; where HTML shows its text, nothing is said"
  )
  func strayFences() throws {
    let found = try directives("<div>\n::: {.guess #g}\nA?\n\nIt is.\n:::\n</div>\n").remarks
    #expect(found.map(\.position.line) == [5, 9])
    #expect(found.first?.message.contains("“::: guess” in raw HTML means nothing") == true)
    #expect(found.last?.message.contains("this “:::” ends nothing") == true)
    for body in [
      "<pre>\n::: columns\n</pre>\n", "<!--\n::: columns\n-->\n", "~~~\n:::\n~~~\n",
      "<div>\n\n::: notes\nA\n:::\n\n</div>\n",
    ] {
      #expect(try directives(body).remarks.isEmpty, "\(body)")
    }
  }

  @Test("A cell in a footnote is named")
  func cellInFootnote() throws {
    let text = "---\nnotebook: {}\n---\nA[^n].\n\n[^n]: Note.\n\n    ```swift\n    1\n    ```\n"
    let warnings = try NotebookParser.parse(text, path: "a.md").warnings
    #expect(warnings.map(\.position.line) == [8])
    #expect(warnings.first?.message.contains("a cell in a footnote is only shown") == true)
  }
}
