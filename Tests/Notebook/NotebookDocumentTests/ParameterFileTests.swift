import Foundation
import NotebookBench
import Testing

@testable import NotebookDocument

@Suite("Files of parameters")
struct ParameterFileTests {
  private let matter = "title: Test\nnotebook: {}\nparams:\n  alpha: 2.0\n  name: none\n  list: [1.5]\n  n: 1"
  private let body = cell("print(0)") + cell("print(params.alpha, params.name, params.list, params.n)")

  @Test("A file gives values; -P comes after it")
  func file() throws {
    let bench = try Workbench()
    let path = try bench.write("---\n\(matter)\n---\n\(body)")
    let file = try bench.write("alpha: 3\nname: 12\nlist: [2, 4.5]\nn: 5\n", to: "values.yaml")
    let result = try bench.runner.run(
      .init(path: path, assignments: ["n=6"], output: "\(bench.folder)/plots", parameterFile: file))
    #expect(result.text(1) == "3.0 12 [2.0, 4.5] 6\n")
  }

  @Test(
    "A file's mistakes are named with their line",
    arguments: [
      ("alhpa: 3\n", "values.yaml:1:1: error: there is no parameter “alhpa”; did you mean “alpha”?"),
      ("n: 5\nalpha: fast\n", "values.yaml:2:8: error: the parameter “alpha” takes a number, not “fast”"),
      ("n: 1.5\n", "values.yaml:1:4: error: the parameter “n” takes an integer, not “1.5”"),
      ("list: 3\n", "values.yaml:1:7: error: the parameter “list” takes a list"),
      ("n: [\n", "values.yaml:2:1: error: broken YAML"), ("- 1\n", "values.yaml:1:1: error: broken YAML"),
    ])
  func mistakes(yaml: String, message: String) throws {
    let notebook = try NotebookParser.parse("---\n\(matter)\n---\n", path: "n.md")
    do {
      _ = try ParameterFile.apply(yaml: yaml, path: "values.yaml", to: notebook)
      Issue.record("no error")
    } catch {
      #expect("\(error)".hasPrefix(message), "\(error)")
    }
  }
}
