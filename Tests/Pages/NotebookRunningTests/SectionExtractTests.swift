import Foundation
import NotebookBench
import NotebookDocument
import NotebookRunning
import Testing

@Suite("A section of a notebook as a notebook by itself")
struct SectionExtractTests {
  private static let text = """
    ---
    title: Turns
    notebook: {}
    params: {alpha: 2.0, beta: 3.0}
    ---
    # Base

    ```swift
    import Foundation
    ```

    ```swift
    func twice(_ x: Double) -> Double { 2 * x }
    ```

    ```swift
    let unused = 17
    ```

    ```swift
    //| label: tbl-base
    //| tbl-cap: What there is.
    let base = twice(params.alpha)
    base
    ```

    # Two *mirrors* {#mirrors}

    As @tbl-base shows[^1], it is `{swift} String(format: "%.2f", base)`.

    ```swift
    var steps = 0
    ```

    ## A part

    ```swift
    steps += 1
    print(twice(base), steps)
    ```

    # Three

    [^1]: Said by somebody.

    ```swift
    extension Double { var half: Double { self / 2 } }
    print(base.half)
    ```

    ## A part

    ```swift
    steps += 1
    print(steps)
    ```

    """

  private func extract(_ heading: String) throws -> String {
    try SectionExtract(heading, of: NotebookParser.parse(Self.text, path: "n.md")).text
  }

  @Test("It has the cells whose names it uses, and theirs, and none that it does not")
  func rests() throws {
    let text = try extract("Two mirrors")
    #expect(text.hasPrefix("---\ntitle: Turns\n"))
    for part in [
      "import Foundation", "func twice", "let base", "var steps", "## A part", "print(twice(base), steps)",
      "[^1]: Said",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    for part in ["unused", "# Three", "extension Double", "# Base"] { #expect(!text.contains(part), "\(part)") }
    // What only carries the section is not shown; a table that it refers to is.
    #expect(text.contains("//| include: false\nfunc twice") && text.contains("```swift\n//| label: tbl-base"))
  }

  @Test("It runs, and gives what the section gives in the whole notebook", arguments: ["Two mirrors", "Three", "51"])
  func runs(heading: String) throws {
    let bench = try Workbench()
    let whole = try bench.runner.run(
      .init(path: bench.write(Self.text, to: "whole.md"), output: "\(bench.folder)/plots"))
    let part = try bench.runner.run(
      .init(path: bench.write(extract(heading), to: "part.md"), output: "\(bench.folder)/plots"))
    #expect(whole.isSuccess && part.isSuccess, "\(part.messages)")
    // “tbl-base” shows no table, and a heading has a label; nothing else is new.
    #expect(
      part.messages.allSatisfy { $0.contains("shows no table") || $0.contains("“{#mirrors}” is shown unchanged") },
      "\(part.messages)")
    let expected = ["Two mirrors": "8.0 1", "Three": "2.0", "51": "2"][heading]!
    let printed = part.execution.outcomes.indices.map { part.text($0) }.joined()
    #expect(printed.contains(expected), "\(printed)")
    // The section at this line is below another heading.
    if heading != "51" { #expect(bench.result("README.md", notebook: "part").contains(expected)) }
  }

  @Test("A heading that is not there, or is there twice, is an error that says what to do")
  func headings() throws {
    func message(_ heading: String) -> String {
      do {
        _ = try extract(heading)
        return ""
      } catch { return (error as? ExtractError)?.message ?? "\(error)" }
    }
    #expect(
      message("Two mirors").hasPrefix("no heading is called “Two mirors”; did you mean “Two mirrors”?"),
      "\(message("Two mirors"))")
    #expect(
      message("A part")
        == "“A part” is the heading of the sections in lines 35, 51; give the number of the line instead")
    #expect(message("36").hasPrefix("no heading is called “36”"))
    let bare = try NotebookParser.parse("---\nnotebook: {}\n---\nText.\n", path: "n.md")
    #expect(throws: ExtractError(.noHeading("x", known: []), file: "n.md")) { try SectionExtract("x", of: bare) }
  }
}
