import Foundation
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
