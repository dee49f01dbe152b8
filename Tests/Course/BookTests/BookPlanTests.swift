import Foundation
import Testing

@testable import Book
@testable import NotebookDocument

@Suite("What a book consists of")
struct BookPlanTests {
  private func names(_ plan: BookPlan) -> [String] { plan.entries.map(\.name) }

  @Test("The chapters of a folder are its notebooks, in the order in which people count")
  func folder() throws {
    let bench = try BookBench()
    for name in ["10-late", "2-early", "1-first"] { try bench.notebook(name, "Text.") }
    try bench.write("# No notebook\n", to: "README.md")
    try bench.write("---\ntitle: No notebook either\n---\n", to: "other.md")
    let plan = try BookPlan.read(["\(bench.folder)/notebooks"])
    #expect(names(plan) == ["1-first", "2-early", "10-late"])
    #expect(plan.title == "notebooks" && plan.notes.isEmpty)
  }

  @Test("A book.yml says titles, parts, names and the order; a pattern stands for what is not listed yet")
  func contents() throws {
    let bench = try BookBench()
    for name in ["a", "b", "lab/1-one", "lab/2-two"] { try bench.notebook(name, "Text.") }
    try bench.write(
      """
      title: A book
      subtitle: Of tests
      authors: [One, Two]
      lang: de
      about: Some *text*.
      cover: b/fig-a
      chapters:
        - b.md
        - part: More
          chapters: [{file: lab/2-two.md, name: second}, lab/*.md, missing/*.md]
        - a.md
      """, to: "book.yml")
    let plan = try BookPlan.read(["\(bench.folder)/notebooks"])
    #expect(names(plan) == ["b", "second", "1-one", "a"])
    #expect(plan.entries.map(\.part) == [nil, "More", "More", nil])
    #expect(
      plan.title == "A book" && plan.subtitle == "Of tests" && plan.authors == ["One", "Two"] && plan.language == "de")
    #expect(plan.cover?.label == "b/fig-a" && plan.cover?.position?.line == 6)
    #expect(plan.notes.count == 1 && plan.notes[0].contains("book.yml:10:") && plan.notes[0].contains("missing/*.md"))
    #expect(try names(BookPlan.read(["\(bench.folder)/notebooks/book.yml"])) == names(plan))
  }

  @Test("Notebooks that are named one by one stand in that order")
  func named() throws {
    let bench = try BookBench()
    let paths = try ["b", "a"].map { try bench.notebook($0, "Text.") }
    #expect(try names(BookPlan.read(paths)) == ["b", "a"])
  }

  @Test(
    "What is wrong with a table of contents is said with its line",
    arguments: [
      ("chapters:\n  - a.md\n  - missing.md", "book.yml:3:5: error: there is no notebook “missing.md”"),
      ("chapters: a.md", "book.yml:1:11: error: “chapters” must be a list of notebooks"),
      (
        "chapter: [a.md]", "book.yml:1:1: error: unknown key “chapter” in a table of contents; did you mean “chapters”?"
      ),
      (
        "chapters:\n  - {file: a.md, nam: x}",
        "book.yml:2:18: error: unknown key “nam” of a chapter; did you mean “name”?"
      ),
      ("chapters:\n  - {file: a.md, name: index}", "book.yml:2:5: error: the chapter's name “index” is that of a page"),
      (
        "chapters:\n  - {file: a.md, name: 'x y'}",
        "book.yml:2:5: error: the chapter's name “x y” cannot be part of an address"
      ),
      ("chapters:\n  - a.md\n  - {file: sub/a.md}", "book.yml:3:5: error: the chapter's name “a” is also that of a.md"),
      ("chapters:\n  - part: x\n    chapters:\n      - part: y\n        chapters: [a.md]", "without a part in a part"),
      ("title: x", "book.yml: error: there are no notebooks"),
      ("title: [", "book.yml:"),
    ])
  func mistakes(_ text: String, _ message: String) throws {
    let bench = try BookBench()
    try bench.notebook("a", "Text.")
    try bench.notebook("sub/a", "Text.")
    try bench.write(text, to: "book.yml")
    let error = #expect(throws: (any Error).self) { try BookPlan.read(["\(bench.folder)/notebooks"]) }
    let words = bench.tidy(error!)
    #expect(words.contains(message), "\(words)")
  }

  @Test("What is no input is refused by its name")
  func inputs() throws {
    let bench = try BookBench()
    let text = try bench.write("text", to: "notes.txt")
    try FileManager.default.createDirectory(atPath: "\(bench.folder)/empty", withIntermediateDirectories: true)
    let notebook = try bench.notebook("a", "Text.")
    for (inputs, message) in [
      ([text], "neither a folder, nor a notebook, nor a book.yml"),
      (["\(bench.folder)/empty"], "there are no notebooks"),
      ([notebook, "\(bench.folder)/notebooks"], "leave the others away"),
      (["\(bench.folder)/none"], "there is no such file"),
    ] {
      let error = #expect(throws: (any Error).self) { try BookPlan.read(inputs) }
      #expect("\(error!)".contains(message), "\(error!)")
    }
  }
}
