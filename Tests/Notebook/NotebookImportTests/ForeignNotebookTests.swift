import Display
import Foundation
import NotebookBench
import NotebookImport
import Testing

@testable import NotebookDocument
@testable import ReportExport

@Suite("Other programs' formats")
struct ForeignNotebookTests {
  private let body = """
    Prose with `{swift} 6 * 7` and $x^2$.

    ```swift
    //| label: tbl-a
    //| tbl-cap: A table
    import Gimbal
    print("printed")
    Table(columns: [.init("scheme"), .init("drift", unit: "m")], rows: [["none", 12.34]])
    ```

    ```swift
    //| label: fig-a
    //| fig-cap: A line.
    //| fig-alt: It rises.
    //| echo: false
    Figure(x: FigureAxis("t", unit: "s"), y: FigureAxis("x", unit: "m"), [.line("a", x: [0, 1], y: [0, 1])])
    ```

    ```swift noeval
    shown()
    ```

    ```swift
    //| error: true
    [1, 2][5]
    ```

    As @fig-a shows.
    """

  private struct Cell: Decodable {
    var cellType: String
    var id: String
    var source: JupyterNotebook.Text
    var outputs: [Output]?
    struct Output: Decodable {
      var outputType: String
      var name: String?
      var text: JupyterNotebook.Text?
      var data: [String: JupyterNotebook.Text]?
      var traceback: [String]?
    }
  }
  private struct File: Decodable { var cells: [Cell] }

  @Test("A Jupyter notebook holds prose, code, and outputs with figures and tables")
  func jupyter() throws {
    let bench = try Workbench()
    let path = try bench.write("---\ntitle: T\nnotebook: {}\nparams:\n  n: 3\n---\n" + body)
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.ipynb]))
    #expect(result.isSuccess, "\(result.messages)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let file = try decoder.decode(File.self, from: Data(bench.result("test.ipynb").utf8))
    #expect(
      file.cells.map(\.cellType) == [
        "markdown", "code", "markdown", "code", "code", "markdown", "code", "markdown",
      ])
    #expect(Set(file.cells.map(\.id)).count == 8)
    #expect(file.cells[0].source.string == "# T\n\nParameters: `n` = `3`")
    #expect(file.cells[1].source.string.contains("let n: Int = 3\n"))
    #expect(file.cells[2].source.string == "Prose with 42 and $x^2$.")
    #expect(file.cells[7].source.string == "As Figure 1 shows.")
    let table = try #require(file.cells[3].outputs)
    #expect(table[0].name == "stdout" && table[0].text?.string == "printed\n")
    #expect(table[1].data?["text/html"]?.string.contains("<td class=\"number\">12.3</td>") == true)
    // Dollar signs in it are no formulas.
    #expect(table[1].data?["text/html"]?.string.contains("<tbody class=\"tex2jax_ignore mathjax_ignore\">") == true)
    let figure = try #require(file.cells[4].outputs?[0].data)
    #expect(figure["image/svg+xml"]?.string.contains("<svg") == true)
    let png = try #require(figure["image/png"].flatMap { Data(base64Encoded: $0.string) })
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(figure["text/plain"]?.string == "It rises.")
    #expect(file.cells[6].outputs?[0].outputType == "error")
    #expect(file.cells[6].outputs?[0].traceback?.joined().contains("Index out of range") == true)
    // A run without the format leaves the file as long as it shows what the rest shows.
    _ = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(bench.result("test.ipynb").contains("nbformat"))
    try bench.write(String(contentsOfFile: path, encoding: .utf8) + "\nMore.\n")
    _ = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(bench.result("test.ipynb").hasPrefix("(there is no"))
  }

  @Test("An exported notebook comes back with its cells, options and front matter")
  func roundTrip() throws {
    let bench = try Workbench()
    // Speaker's notes are in no cell of Jupyter's, and stay where they are in the source.
    let notes =
      "\n::: notes\nSay this.\n\nAnd that.\n:::\n\nBelow the notes.\n\n```swift\nlet last = 1\n```\n\nThe end.\n"
    let path = try bench.write("---\ntitle: T\nnotebook:\n  timeout: 9\nparams:\n  n: 3\n---\n" + body + notes)
    _ = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.ipynb]))
    let imported = try ForeignNotebook.read("\(bench.folder)/plots/test/test.ipynb")
    #expect(imported.remarks == [])
    let original = try NotebookParser.read(path)
    let again = try NotebookParser.parse(imported.text, path: path)
    #expect(again.frontMatter == original.frontMatter)
    #expect(again.cells.map(\.code) == original.cells.map(\.code))
    #expect(again.cells.map(\.options) == original.cells.map(\.options))
    #expect(again.shownBlocks.map(\.code) == original.shownBlocks.map(\.code))
    // Prose comes back as it was written: with expressions and references, not with their values.
    #expect(again.inlines.map(\.expression) == ["6 * 7"])
    #expect(imported.text.contains("As @fig-a shows."))
    let lines = { (text: String) in text.split(separator: "\n").filter { !$0.isEmpty } }
    #expect(lines(imported.text) == lines(try String(contentsOfFile: path, encoding: .utf8)))
  }

  @Test("An exported notebook holds its parameters, which Jupyter may change; given ones are of one run")
  func parameterCells() throws {
    let bench = try Workbench()
    let front =
      "---\ntitle: T\nnotebook: {}\nparams:\n  n: 3  # how many\n  alpha: 2.0\n  name: \"a \\\"b\\\"\"\n  list: [1.5, 2]\n  none: .nan\n  on: true\n---\n"
    let path = try bench.write(front + "```swift\nprint(params)\nprint(params.n, params.alpha)\n```\n")
    let plain = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.ipynb]))
    let exported = bench.result("test.ipynb")
    #expect(try ForeignNotebook.jupyter(Data(exported.utf8), name: "t").text.hasPrefix(front))
    // The same notebook in both forms.
    try exported.write(toFile: "\(bench.folder)/lab.ipynb", atomically: true, encoding: .utf8)
    func run(_ assignments: [String] = []) throws -> String {
      let result = try bench.runner.run(
        .init(path: "\(bench.folder)/lab.ipynb", assignments: assignments, output: "\(bench.folder)/plots"))
      #expect(result.isSuccess, "\(result.messages)")
      return result.text(1)
    }
    #expect(try run() == plain.text(0))
    #expect(try run(["n=5", "alpha=1"]).hasSuffix("5 1.0\n"))
    // What is edited in Jupyter counts, there and after an import.
    let edited = exported.replacing("let n: Int = 3", with: "let n: Int = 4")
    try edited.write(toFile: "\(bench.folder)/lab.ipynb", atomically: true, encoding: .utf8)
    #expect(try run().hasSuffix("4 2.0\n"))
    #expect(
      try ForeignNotebook.jupyter(Data(edited.utf8), name: "t").text
        .hasPrefix(front.replacing("n: 3 ", with: "n: 4 ")))
    // Without the front matter it is made of the cell.
    let bare = edited.replacing("\"front_matter\"", with: "\"other\"").replacing("\"gimbal\"", with: "\"else\"")
    let again = try NotebookParser.parse(ForeignNotebook.jupyter(Data(bare.utf8), name: "t").text, path: "t.md")
    #expect(again.frontMatter.parameters.map(\.name) == ["n", "alpha", "name", "list", "none", "on"])
    #expect(
      again.frontMatter.parameters.map(\.value.swiftType) == ["Int", "Double", "String", "[Double]", "Double", "Bool"])
    #expect(again.cells.count == 1)
  }

  @Test("Values that a run was given stand in their own cell, and take effect where that notebook runs")
  func injectedParameters() throws {
    let bench = try Workbench()
    let path = try bench.write(
      "---\nnotebook: {}\nparams:\n  n: 3\n  alpha: 2.0\n---\n```swift\nprint(params.n, params.alpha)\n```\n")
    _ = try bench.runner.run(
      .init(path: path, assignments: ["alpha=7"], output: "\(bench.folder)/plots", formats: [.ipynb]))
    let exported = bench.result("test.ipynb")
    #expect(exported.contains("injected-parameters") && exported.contains("let alpha = 7.0"))
    let imported = try ForeignNotebook.jupyter(Data(exported.utf8), name: "t")
    #expect(imported.text.contains("alpha: 2.0") && imported.remarks.contains { $0.contains("-P alpha=7.0") })
    func run(_ text: String, _ assignments: [String] = []) throws -> String {
      try text.write(toFile: "\(bench.folder)/lab.ipynb", atomically: true, encoding: .utf8)
      let result = try bench.runner.run(
        .init(path: "\(bench.folder)/lab.ipynb", assignments: assignments, output: "\(bench.folder)/plots"))
      #expect(result.isSuccess, "\(result.messages)")
      return result.text(2)
    }
    #expect(try run(exported) == "3 7.0\n")
    #expect(try run(exported, ["alpha=8"]) == "3 8.0\n")
    for (given, words) in [("let alpha = \\\"x\\\"", "takes a number"), ("let beta = 7.0", "no parameter “beta”")] {
      let text = exported.replacing("let alpha = 7.0", with: given)
      #expect(throws: (any Error).self) { try run(text) }
      do { _ = try run(text) } catch {
        #expect("\(error)".contains(words) && "\(error)".contains("lab.ipynb"), "\(error)")
      }
    }
  }

  @Test("Prose that was edited in Jupyter is taken as it is there, with a word about it")
  func editedProse() throws {
    let bench = try Workbench()
    let path = try bench.write("---\nnotebook: {}\n---\nThe answer is `{swift} 6 * 7`.\n")
    _ = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", formats: [.ipynb]))
    let exported = bench.result("test.ipynb")
    #expect(exported.contains("The answer is 42."))
    let edited = exported.replacing("The answer is 42.", with: "It is 42.")
    let imported = try ForeignNotebook.jupyter(Data(edited.utf8), name: "test")
    #expect(imported.text.contains("It is 42.") && !imported.text.contains("{swift}"))
    #expect(imported.remarks == ["prose was changed: it keeps the values of its expressions, not the expressions"])
  }

  @Test("Quarto's and R Markdown's notation becomes ours")
  func knitr() throws {
    let text = """
      ---
      title: From elsewhere
      output: html_document
      params:
        alpha: 2
      ---
      Inline `{swift} params.alpha`.

      ```{swift}
      #| label: fig-one
      #| fig-cap: "A caption: with a colon"
      #| code-fold: true
      let x = 1
      ```

      ```{swift two, echo=FALSE, fig.cap="One, two", cache=TRUE}
      let y = x
      ```

      ```{r}
      plot(1)
      ```

      ````{swift}
      let fence = "```"
      ````

      ```swift
      onlyShown()
      ```
      """
    let result = KnitrImport.convert(text, name: "elsewhere")
    try expectGolden(result.text + "\n", "imported.md")
    #expect(result.remarks.count == 3, "\(result.remarks)")
    let notebook = try NotebookParser.parse(result.text, path: "elsewhere.md")
    #expect(notebook.cells.count == 3)
    #expect(notebook.cells[0].options.figureCaptions == ["A caption: with a colon"])
    #expect(notebook.cells[1].options.label == "two")
    #expect(notebook.cells[1].options.echo == false)
    #expect(notebook.cells[1].options.figureCaptions == ["One, two"])
    #expect(notebook.shownBlocks.count == 1)
    #expect(notebook.frontMatter.parameters.map(\.name) == ["alpha"])
  }

  @Test("A Jupyter notebook in another language is shown, not run")
  func python() throws {
    let json = """
      {"cells": [{"cell_type": "markdown", "metadata": {}, "source": "# Title"},
       {"cell_type": "code", "execution_count": 1, "metadata": {"collapsed": true}, "source": ["x = 1\\n", "x"],
        "outputs": [{"output_type": "execute_result", "data": {"text/plain": ["1"], "application/json": {"a": 1}},
        "metadata": {}, "execution_count": 1}]}],
       "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
       "nbformat": 4, "nbformat_minor": 2}
      """
    let result = try ForeignNotebook.jupyter(Data(json.utf8), name: "py")
    #expect(result.text == "---\ntitle: \"py\"\nnotebook: {}\n---\n\n# Title\n\n```python\nx = 1\nx\n```\n")
    #expect(result.remarks.count == 1)
    #expect(try NotebookParser.parse(result.text, path: "py.md").cells.isEmpty)
  }

  @Test("What is no notebook is refused in words")
  func refusals() throws {
    let bench = try Workbench()
    for (name, text) in [("a.ipynb", "{}"), ("b.txt", "x")] {
      let path = try bench.write(text, to: name)
      #expect(throws: ImportError.self) { try ForeignNotebook.read(path) }
    }
    let known = ["ipynb", "pdf", "tex", "docx", "slides-html", "slides-pdf", "slides"]
    #expect(throws: ExportError(.unknownFormat("pfd", known: known))) {
      try ExportFormat.list("ipynb, pfd")
    }
    #expect("\(ExportError(.unknownFormat("pfd", known: ["ipynb", "pdf"])))".contains("did you mean “pdf”?"))
  }

  @Test("Commands of Jupyter become comments, each with a warning that names its cell and what to do")
  func commands() throws {
    func cell(_ code: String) -> String {
      let source = String(decoding: try! JSONEncoder().encode(code), as: UTF8.self)
      return #"{"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "source": \#(source)}"#
    }
    let cells = [
      "let a = 7\nprint(a\n  % 3)",
      "%install '.package(url: \"https://a.org/n.git\", from: \"1.2.0\")' Numerics Real\nimport Numerics",
      "%include \"Shim.swift\"\nlet s = \"\"\"\n%time\n\"\"\"",
      "let isReady = true\n!isReady",
      "!pip install numpy",
      "!ls\n!ls -l",
    ]
    let all = cells.map(cell).joined(separator: ",")
    let json =
      #"{"nbformat": 4, "nbformat_minor": 5, "metadata": {"language_info": {"name": "swift"}}, "cells": [\#(all)]}"#
    let result = try ForeignNotebook.jupyter(Data(json.utf8), name: "n")
    #expect(result.remarks.count == 5, "\(result.remarks)")
    #expect(
      result.remarks[0].hasPrefix("cell 2: “%install”")
        && result.remarks[0].hasSuffix("{url: https://a.org/n.git, from: 1.2.0, product: [Numerics, Real]}"))
    #expect(
      result.remarks[1].hasPrefix("cell 3: “%include”") && result.remarks[2].hasPrefix("cell 5: “!pip”")
        && result.remarks[3].hasPrefix("cell 6: “!ls”"))
    let codes = try NotebookParser.parse(result.text, path: "n.md").cells.map { String($0.code.dropLast()) }
    #expect(codes[0] == cells[0] && codes[3] == cells[3] && codes[1].hasPrefix("// %install '.package("), "\(codes)")
    #expect(codes[2].hasSuffix("\"\"\"\n%time\n\"\"\"") && codes[4] == "// !pip install numpy", "\(codes)")
    // What the message says to write is front matter.
    let entry = result.remarks[0].components(separatedBy: "packages:”: ").last ?? ""
    let matter = "---\nnotebook:\n  packages:\n    \(entry)\n---\n"
    #expect(try NotebookParser.parse(matter, path: "n.md").frontMatter.packages.count == 1)
  }
}
