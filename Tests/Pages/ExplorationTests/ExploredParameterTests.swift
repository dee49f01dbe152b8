import CellKernel
import Foundation
import Reports
import Testing

@testable import NotebookDocument

@Suite("Parameters that a page explores")
struct ExploredParameterTests {
  private func parse(_ notebook: String, _ parameters: String) throws -> FrontMatter {
    try FrontMatter(yaml: "notebook:\n\(notebook)\nparams:\n\(parameters)\n", file: "test.md", firstLine: 2)
  }

  private func values(_ range: String, _ value: String) throws -> [String] {
    try parse("  ranges: {a: \(range)}\n  explore: [a]", "  a: \(value)").explored[0].values.map(\.description)
  }

  @Test("Its values are those of the range, as they are written")
  func values() throws {
    #expect(try values("[0, 0.5, 0.1]", "0.2") == ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"])
    #expect(try values("[0.05, 0.3, 0.1]", "0.2") == ["0.05", "0.15", "0.25"])
    #expect(try values("[-1, 1, 1]", "0.0") == ["-1.0", "0.0", "1.0"])
    #expect(try values("[1, 3]", "2") == ["1", "2", "3"])
    #expect(try values("[0, 10, 5]", "5") == ["0", "5", "10"])
    #expect(try values("[one, two words]", "one") == ["one", "two words"])
    #expect(try parse("  explore: [a]", "  a: true").explored[0].values.map(\.description) == ["false", "true"])
    #expect(try values("[1e-5, 3e-5, 1e-5]", "1.0e-5").count == 3)
  }

  @Test("A value between the steps finds its place; a text comes first")
  func start() throws {
    let number = try parse("  ranges: {a: [0, 2, 1]}\n  explore: [a]", "  a: 0.5").explored[0]
    #expect(number.values(with: .number(0.5)).map(\.description) == ["0.0", "0.5", "1.0", "2.0"])
    #expect(number.values(with: .number(1)).count == 3)
    let text = try parse("  ranges: {a: [x, y]}\n  explore: a", "  a: x").explored[0]
    #expect(text.values(with: .text("z")).map(\.description) == ["z", "x", "y"])
  }

  @Test("It has a name for readers, and a unit")
  func words() throws {
    let found = try parse(
      "  ranges: {a: [0, 2, 1]}\n  explore:\n    - a: {label: rate, unit: s⁻¹}\n  explore-limit: 1.5 MB", "  a: 1.0")
    #expect(found.explored[0].label == "rate" && found.explored[0].unit == "s⁻¹")
    #expect(found.exploreLimit == 1_500_000)
    #expect(ByteCount.parse("500kB") == 500_000 && ByteCount.parse("12") == 12 && ByteCount.parse("many") == nil)
  }

  @Test("Labels name parameters for the report's head and for the controls; a control's own words come first")
  func labels() throws {
    let options =
      "  ranges: {a: [0, 2, 1], b: [0, 2, 1]}\n  labels: {a: {label: rate, unit: s⁻¹}, b: {unit: m}, c: letter}\n"
      + "  explore:\n    - a: {label: α}\n    - b"
    let text = "---\nnotebook:\n\(options)\nparams:\n  a: 1.0\n  b: 2.0\n  c: S\n---\n"
    let notebook = try NotebookParser.parse(text, path: "n.md")
    #expect(notebook.frontMatter.explored.map(\.label) == ["α", "b"])
    #expect(notebook.frontMatter.explored.map(\.unit) == ["s⁻¹", "m"])
    let execution = Execution(
      notebook: notebook, parameters: notebook.frontMatter.parameters, outcomes: [], inlines: [])
    var builder = ReportBuilder(execution, drawings: [:])
    let shown = builder.build().shownParameters
    #expect(shown.map(\.name) == ["α", "b", "letter"])
    #expect(shown.map(\.short) == ["1.0\u{A0}s⁻¹", "2.0\u{A0}m", "S"])
  }

  @Test(
    "What cannot be explored is refused with its line, and with what to write",
    arguments: [
      ("explore: [b]", "a: 1.0", "there is no parameter “b”"),
      ("explore: [a]", "a: 2.0", "write “ranges: {a: [0, 4, 0.2]}”"),
      ("explore: [a]", "a: -2", "write “ranges: {a: [-4, 0, 0.2]}”"),
      (
        "ranges: {a: [0, 4]}, explore: [a]", "a: 2.0",
        "its range has no step; write for example “ranges: {a: [0, 4, 0.2]}”"
      ),
      ("explore: [a]", "a: text", "nothing says which texts there are"),
      ("explore: [a]", "a: [1, 2]", "it is a list"),
      ("ranges: {a: [0, 4, 0.001]}, explore: [a]", "a: 2.0", "a control has 500 at most"),
      ("ranges: {a: [0, 4, 0.5]}, explore: [a]", "a: 2", "not one of integers"),
      ("ranges: {a: [x, y, x]}, explore: [a]", "a: x", "names a value twice"),
      ("ranges: {a: [0, 4, 1]}, explore: [a, a]", "a: 2", "“explore” names it twice"),
      ("ranges: {a: [0, 4, 1]}, explore: [a: {lable: x}]", "a: 2", "unknown key “lable”"),
      ("ranges: {a: [0, 4, 1]}, explore: [[a]]", "a: 2", "a list of parameters"),
      ("labels: {b: rate}", "a: 2", "there is no parameter “b”"),
      ("labels: {a: {name: rate}}", "a: 2", "unknown key “name” under “a” in “labels”"),
      ("labels: {a: [rate]}", "a: 2", "a mapping of parameters to words"),
      ("labels: a", "a: 2", "a mapping of parameters to words"),
      ("explore-limit: much", "a: 2", "a size, such as 3 MB"),
    ])
  func refusals(notebook: String, parameters: String, message: String) throws {
    let error = #expect(throws: NotebookError.self) {
      try FrontMatter(yaml: "notebook: {\(notebook)}\nparams: {\(parameters)}\n", file: "test.md", firstLine: 2)
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.position?.line == 2)
  }
}
