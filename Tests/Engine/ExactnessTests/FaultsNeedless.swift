import CellKernel
import Foundation
import Testing

/// What once ran though nothing had changed that concerned it.
@Suite("Faults: needless work")
struct FaultsNeedless {
  private static let cells: [NotebookModel.Item] = [.code("var c = 1"), .code("c += 1\nprint(c)"), .code("print(c)")]

  @Test("Another expression in the prose runs no cell", arguments: ["c + 1", "nothing", "[1][3]"])
  func inlineEdit(_ expression: String) throws {
    let bench = try SessionBench()
    var items = Self.cells
    items.insert(.inline("c"), at: 1)
    try bench.run(items)
    items[1] = .inline(expression)
    try bench.run(items)
    #expect(bench.kept == [true, true, true])
    try bench.run(items)
    #expect(bench.kept == [true, true, true])
  }

  @Test("A cell on top that must fail, and does not compile, runs no other")
  func failingOnTop() throws {
    let bench = try SessionBench()
    let items: [NotebookModel.Item] = [.code("nothing", ["error": "true"])] + Self.cells
    try bench.run(items)
    try bench.run(items)
    #expect(bench.kept == [true, true, true, true])
  }

  @Test(
    "What stays out of a parameter's way is kept when its value changes, and nothing is compiled",
    arguments: [
      cells,
      [
        .code("import Foundation\nlet alpha = sqrt(4.0)"), .code("let twice = 2 * alpha"), .code("print(alpha, twice)"),
      ],
    ])
  func parameter(cells: [NotebookModel.Item]) throws {
    let bench = try SessionBench()
    let items: [NotebookModel.Item] = cells + [.code("print(params.alpha)"), .code("print(\"below\")")]
    try bench.run(items, parameters: [.init(name: "alpha", value: "1")])
    let execution = try bench.run(items, parameters: [.init(name: "alpha", value: "2")])
    #expect(bench.kept == [true, true, true, false, false])
    #expect(execution.text(3) == "2\n")
    #expect(
      bench.session.explanations.allSatisfy { $0.compilation == "taken from the cache" },
      "\(bench.session.explanations)")
  }

  @Test(
    "A cell put in on top compiles nothing below, also where the cells were compiled with the parameters",
    arguments: [
      (cells, []), (cells, ["alpha"]), ([.code("let a = params.alpha"), .code("print(a, params)")], ["alpha"]),
      ([.code("func f(_ p: Parameters) -> Double { p.alpha }"), .code("f(params)")], ["alpha", "beta"]),
    ])
  func insertion(cells: [NotebookModel.Item], names: [String]) throws {
    let bench = try SessionBench()
    let parameters = names.map { NotebookModel.Parameter(name: $0, value: "1.5") }
    let before = try bench.run(cells, parameters: parameters)
    let items = [.code("print(\"new\")")] + cells
    let after = try bench.run(items, parameters: parameters)
    let below = bench.session.explanations.dropFirst()
    #expect(below.allSatisfy { $0.compilation == "taken from the cache" }, "\(bench.session.explanations)")
    #expect(after.texts.dropFirst() == before.texts[...])
    // Another cell on top, and other values.
    let third = try bench.run([.code("let new = 1")] + items, parameters: parameters)
    #expect(third.texts.dropFirst(2) == before.texts[...])
    let others = names.map { NotebookModel.Parameter(name: $0, value: "2.5") }
    let again = try bench.run([.code("let new = 1")] + items, parameters: others)
    #expect(bench.session.explanations.allSatisfy { $0.compilation == "taken from the cache" })
    let clean = try SessionBench().run([.code("let new = 1")] + items, parameters: others)
    #expect(again.texts == clean.texts)
  }

  @Test("Parameters that a cell on top defines again are the new ones below")
  func redefinedParameters() throws {
    let bench = try SessionBench()
    let parameters = [NotebookModel.Parameter(name: "alpha", value: "1.5")]
    let cells: [NotebookModel.Item] = [.code("print(params)"), .code("print(2)")]
    _ = try bench.run(cells, parameters: parameters)
    let execution = try bench.run([.code("let params = 7")] + cells, parameters: parameters)
    #expect(execution.text(1) == "7\n")
  }

  @Test("Characters come whole, wherever a read ends")
  func characters() throws {
    let bench = try SessionBench()
    var texts: [String] = []
    let execution = try bench.run([
      .code(
        "import Foundation\nfor byte in Array(\"é日本🎈\\n\".utf8) {\n  var byte = byte\n  write(1, &byte, 1)\n  usleep(3_000)\n}"
      )
    ]) { event in
      if case .kernel(_, .text(.output, let text)) = event { texts.append(text) }
    }
    #expect(texts.joined() == "é日本🎈\n" && !texts.contains { $0.contains("\u{fffd}") }, "\(texts)")
    #expect(execution.text(0) == "é日本🎈\n")
  }

  @Test("What a cell that must fail and does not defines is not there for an expression below it")
  func mustFailAndDoesNot() {
    let sequence = TrialSequence(
      [.code("let a = 2", ["error": "true"]), .inline("a")], manner: .init(keepGoing: true, cleanCompilesApart: true),
      .edit(.nothing))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }
}
