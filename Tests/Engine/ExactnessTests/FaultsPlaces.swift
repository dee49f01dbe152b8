import CellKernel
import Foundation
import NotebookRunning
import Testing

/// What once was on a page that no clean run shows: options, places and labels of cells that were kept.
@Suite("Faults: options, places, labels")
struct FaultsPlaces {
  private static let figure = "Figure(x: FigureAxis(\"t\"), y: FigureAxis(\"v\"), [.line(\"a\", x: [0, 1], y: [0, 1])])"

  @Test("Two notebooks with a cell in common: the one in which it must fail fails")
  func twoNotebooks() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ name: String, _ items: [NotebookModel.Item]) throws -> NotebookRunner.Request {
      try Data(NotebookModel(items: items).text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).md"))
      return .init(path: "\(folder)/\(name).md", output: "\(folder)/plots")
    }
    let runner = NotebookRunner(cacheFolder: SequenceTrial.cache)
    let warning = "let unused: Int? = 1\nprint(unused)"
    let first = try write("a", [.code("1 + 1"), .code(warning)])
    let second = try write("b", [.prose("Words.\n\nMore words."), .code("1 + 1", ["error": "true"])])
    let third = try write("c", [.prose("Words.\n\nMore words."), .code("1 + 1"), .code(warning)])
    #expect(try runner.run(first).isSuccess)
    let refused = try runner.run(second)
    #expect(!refused.isSuccess && refused.execution.failure(0) == .didNotFail)
    let kept = try runner.run(third)
    let line = try #require(kept.execution.notebook.cells.last).codeLine + 1
    #expect(kept.messages.contains { $0.hasPrefix("\(third.path):\(line):") }, "\(kept.messages)")
  }

  @Test("A cell is marked to fail, or no longer marked", arguments: ["print(1)", "fatalError(\"boom\")", "nothing"])
  func mustFail(_ code: String) {
    let sequence = TrialSequence(
      [.code(code), .code("print(\"below\")")], .edit(.option(0, "error", "true")), .edit(.option(0, "error", nil)),
      .edit(.option(0, "error", "true")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test(
    "Prose grows above a cell that must fail: its message says the new line",
    arguments: ["fatalError(\"boom\")", "nothing"])
  func proseAboveFailure(_ code: String) {
    let sequence = TrialSequence([.code(code, ["error": "true"])], .edit(.prose(0, "A line.\n\nAnother line.")))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("Cells come, go and change places above figures: labels and sizes follow")
  func figures() {
    let sequence = TrialSequence(
      [.code("import Figures\nlet start = 1"), .code(Self.figure, ["fig-width": "3"]), .code(Self.figure)],
      .edit(.insert(.code("print(\"new\")"), at: 1), .option(2, "fig-width", nil)), .edit(.move(1, to: 3)),
      .edit(.duplicate(2, to: 1)))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }

  @Test("A trap is at its statement, not at the cells below, behind which its code lies")
  func trap() throws {
    let sequence = TrialSequence(
      [.code("let base = 1"), .code("var shift = Int.max\nshift += base"), .code("print(base)")],
      manner: .init(cleanCompilesApart: true), .edit(.nothing))
    #expect(SequenceTrial.fault(of: sequence) == nil)
  }
}
