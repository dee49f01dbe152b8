import Foundation
import NotebookBench
import NotebookImport
import Testing

@testable import NotebookDocument
@testable import NotebookRunning

@Suite("Notebooks of Jupyter that are run like Markdown ones")
struct JupyterRunningTests {
  /// A notebook with these cells: code, or Markdown if that is the type, with tags behind the type.
  private func notebook(_ cells: [(kind: String, source: String)]) throws -> Data {
    let values = cells.map { kind, source -> [String: Any] in
      let words = kind.split(separator: " ").map(String.init)
      var cell: [String: Any] = [
        "cell_type": words[0], "source": source, "metadata": ["tags": Array(words.dropFirst())],
      ]
      if words.dropFirst().contains("noeval") { cell["metadata"] = ["noeval": NSNull()] }
      return cell
    }
    let content: [String: Any] = [
      "cells": values, "nbformat": 4, "nbformat_minor": 5,
      "metadata": ["kernelspec": ["name": "swift", "display_name": "Swift", "language": "swift"]],
    ]
    return try JSONSerialization.data(withJSONObject: content)
  }

  private func write(_ cells: [(kind: String, source: String)], on bench: Workbench) throws -> String {
    let path = "\(bench.folder)/lab.ipynb"
    try notebook(cells).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("Variables of the tagged cell are parameters, of their types, and -P gives them other values")
  func parameters() throws {
    let bench = try Workbench()
    let path = try write(
      [
        ("markdown", "# A lab\n\nText."),
        ("code parameters", "let count = 3, alpha = 2.5\nvar names = [\"a\"]\nlet off = -1\nlet scale: Double = 2"),
        ("code", "print(count, alpha, names, off, scale)"),
      ], on: bench)
    let read = try NotebookReader.read(path)
    #expect(read.title == "A lab")
    #expect(read.frontMatter.parameters.map(\.name) == ["count", "alpha", "names", "off", "scale"])
    #expect(read.frontMatter.parameters.map(\.value.swiftType) == ["Int", "Double", "[String]", "Int", "Double"])
    func run(_ assignments: [String]) throws -> String {
      let result = try bench.runner.run(
        .init(path: path, assignments: assignments, output: "\(bench.folder)/plots"))
      #expect(result.isSuccess, "\(result.messages)")
      return result.text(1)
    }
    #expect(try run([]) == "3 2.5 [\"a\"] -1 2.0\n")
    #expect(try run(["count=4", "alpha=1", "names=b,c", "scale=0.5"]) == "4 1.0 [\"b\", \"c\"] -1 0.5\n")
    #expect(bench.result("README.md", notebook: "lab").contains("let count = 4, alpha = 1.0"))
    #expect(throws: NotebookError.self) { try run(["none=1"]) }
    #expect(throws: NotebookError.self) { try run(["count=half"]) }
  }

  @Test("A failure and a fault in an option name the cell and its line")
  func places() throws {
    let bench = try Workbench()
    let path = try write([("markdown", "x"), ("code", "1"), ("code", "let a = 1\nlet b: Int = \"\"")], on: bench)
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.messages.first?.hasPrefix("\(path):cell 2:2:14: error: ") == true, "\(result.messages)")
    let other = try write([("code", "1"), ("code", "//| echo: true\n//| lable: a\n1")], on: bench)
    let error = #expect(throws: NotebookError.self) { try NotebookReader.read(other) }
    #expect("\(error!)".hasPrefix("\(other):cell 2:2:5: error: unknown cell option “lable”"), "\(error!)")
  }

  @Test(
    "A comment, HTML or a fence that a cell of text leaves open ends with it, and faults in the text name the cell above"
  )
  func openCells() throws {
    let bench = try Workbench()
    for open in ["<!-- SECRET", "```", "<pre>", "~~~~\n```"] {
      let path = try write(
        [
          ("markdown", "Text\n\n\(open)"), ("code", "let x = 3.25\nprint(\"ONE\")"), ("markdown", "end `{swift} x`"),
          ("code", "print(\"TWO\")"), ("markdown", "a\n\nä `{swift} nope`"),
        ], on: bench)
      let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
      #expect(result.execution.outcomes.count == 2 && result.text(0) == "ONE\n", "\(open)")
      #expect(bench.result("README.md", notebook: "lab").contains("end 3.25"), "\(open)")
      #expect(result.messages.first?.hasPrefix("\(path):text below cell 2:3:13: error: ") == true, "\(result.messages)")
    }
  }

  @Test("Tags mean what they mean in Jupyter, and a block that is only shown does not run")
  func tags() throws {
    let bench = try Workbench()
    let path = try write(
      [
        ("raw", "---\ntitle: From jupytext\nnotebook: {}\nparams:\n  alpha: 1.5\n---"),
        ("code raises-exception", "fatalError(\"wanted\")"), ("code noeval", "nonsense"),
        ("code remove-output", "print(\"hidden\")"), ("code", "params.alpha"),
      ], on: bench)
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.isSuccess, "\(result.messages)")
    let page = bench.result("README.md", notebook: "lab")
    #expect(page.contains("# From jupytext") && page.contains("1.5") && page.contains("wanted"))
    #expect(page.contains("nonsense") && !page.contains("hidden\n```\n\n```text"))
  }

  @Test("A notebook in another language is refused, and so is a file that is not a notebook")
  func refusals() throws {
    let bench = try Workbench()
    let path = "\(bench.folder)/lab.ipynb"
    for text in [
      "{}", "nothing",
      #"{"cells": [], "nbformat": 4, "metadata": {"language_info": {"name": "python"}}}"#,
    ] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: ImportError.self) { try NotebookReader.read(path) }
    }
  }

  @Test("A check of such a notebook finds that nothing differs, and what does")
  func check() throws {
    let bench = try Workbench()
    let path = try write([("code", "print(6 * 7)")], on: bench)
    let request = NotebookRunner.Request(path: path, output: "\(bench.folder)/plots")
    _ = try bench.runner.run(request)
    #expect(try bench.runner.check(request).differences.isEmpty)
    _ = try write([("code", "print(6 * 8)")], on: bench)
    #expect(try bench.runner.check(request).differences.contains("+48"))
  }
}
