import Basics
import Foundation
import TestTiers
import Testing

@testable import Exploration

/// States of a page that earlier runs left on the disk must be what a run from the top gives.
@Suite("States that are kept on the disk")
struct KeptStateTests {
  /// `GIMBAL_KEPT` says how many notebooks, `GIMBAL_SEED` from which one on.
  @Test("After any edit, a page made of kept states is the page of a run that keeps none", .tags(.prove))
  func edits() throws {
    let first = ProcessInfo.processInfo.environment["GIMBAL_SEED"].flatMap(Int.init) ?? 9001
    for seed in first..<first + Tier.count(3, proof: 60, or: "GIMBAL_KEPT") {
      var maker = NotebookMaker(seed: UInt64(seed))
      var text = maker.notebook()
      let bench = try ExplorationBench()
      let (path, left) = ("\(bench.folder)/test.md", "\(bench.folder)/shared.txt")
      for edit in 0..<4 {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        // The file that cells read and write is there for some of the runs, with one content or another.
        let content = maker.pick([nil, "1", "2"])
        func restore() throws {
          try? FileManager.default.removeItem(atPath: left)
          if let content { try Data(content.utf8).write(to: URL(fileURLWithPath: left)) }
        }
        try restore()
        let kept = try bench.run(path, keepsRuns: true)
        try restore()
        let anew = try bench.run(path)
        #expect(kept.page.start == anew.page.start, "GIMBAL_SEED=\(seed), edit \(edit)\n\(text)")
        #expect(kept.readme == anew.readme)
        if anew.page.hasControls {
          for values in maker.states(6) {
            let isSame = try kept.page.state(values) == anew.page.state(values)
            #expect(isSame, "GIMBAL_SEED=\(seed), edit \(edit): \(values)\n\(text)")
          }
        }
        text = maker.edited(text)
      }
    }
  }

  @Test("What nothing has changed in is not run again: not the page, not one of its states")
  func unchanged() throws {
    let bench = try ExplorationBench()
    let body = """
      Prose.

      ```swift
      let twice = 2 * params.a
      print("ran", twice)
      ```

      ```swift
      print("other")
      ```
      """
    let path = try bench.notebook("a: 1", ranges: "a: [1, 4]", explore: "[a]", body)
    let first = try bench.run(path, keepsRuns: true)
    #expect(first.result.explanations.allSatisfy { $0.execution.hasPrefix("ran") })
    let second = try bench.run(path, keepsRuns: true)
    #expect(second.result.explanations.allSatisfy { $0.execution.hasPrefix("kept") })
    #expect(second.costs?.states == 4 && second.costs?.shares.allSatisfy { $0.seconds == 0 } == true)
    #expect(second.page.text == first.page.text)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data(text.replacing("Prose.", with: "Another text,\n\nof two paragraphs.").utf8).write(
      to: URL(fileURLWithPath: path))
    let third = try bench.run(path, keepsRuns: true)
    #expect(third.result.explanations.allSatisfy { $0.execution.hasPrefix("kept") })
    #expect(third.readme.contains("of two paragraphs"))
    try Data(text.replacing("2 * params", with: "3 * params").utf8).write(to: URL(fileURLWithPath: path))
    let fourth = try bench.run(path, keepsRuns: true)
    #expect(fourth.result.explanations.allSatisfy { $0.execution.hasPrefix("ran") })
    #expect(try fourth.page.state(["a": "4"]).contains("ran 12"))
  }
}

extension KeptStateTests {
  @Test(
    "A check that compares processor times reads no clock, and its notebook is kept; one that reads a clock runs each time",
    arguments: [
      ("try check(\"a sum\", isLinearFrom: 100) { size in _ = (0..<size).reduce(0, +) }", "kept"),
      ("print(Date.now.timeIntervalSince1970 > 0)", "ran"),
    ])
  func times(_ code: String, _ execution: String) throws {
    let bench = try ExplorationBench()
    let path = try bench.notebook(
      "a: 1", ranges: "a: [1, 2]", explore: "[a]",
      "```swift\nimport Foundation\nimport Gimbal\n\(code)\nprint(params.a)\n```")
    let first = try bench.run(path, keepsRuns: true)
    let second = try bench.run(path, keepsRuns: true)
    #expect(first.result.isSuccess && second.result.isSuccess, "\(first.result.messages)")
    #expect(
      second.result.explanations.allSatisfy { $0.execution.hasPrefix(execution) }, "\(second.result.explanations)")
  }

  @Test("A page that was kept is made again when a file has changed that only another state reads")
  func inputOfAState() throws {
    let bench = try ExplorationBench()
    try Data("one".utf8).write(to: URL(fileURLWithPath: "\(bench.folder)/data.txt"))
    let body = """
      ```swift
      import Foundation
      if params.a > 2 { print("read", try String(contentsOfFile: "data.txt", encoding: .utf8)) }
      ```
      """
    let path = try bench.notebook("a: 1", ranges: "a: [1, 4]", explore: "[a]", body)
    #expect(try bench.run(path, keepsRuns: true).page.state(["a": "4"]).contains("read one"))
    #expect(try bench.run(path, keepsRuns: true).costs?.shares.allSatisfy { $0.seconds == 0 } == true)
    try Data("two".utf8).write(to: URL(fileURLWithPath: "\(bench.folder)/data.txt"))
    let third = try bench.run(path, keepsRuns: true)
    #expect(try third.page.state(["a": "4"]).contains("read two"))
    #expect(third.costs?.shares.contains { $0.seconds > 0 } == true)
    #expect(try bench.run(path, limit: 10_000_000, keepsRuns: true).costs?.shares.contains { $0.seconds > 0 } == true)
  }

  @Test(
    "A page with cells that do not end well is kept: one that is not evaluated, an exercise, a cell that waits for it, one that must fail"
  )
  func leftOut() throws {
    let bench = try ExplorationBench()
    let body = [
      "print(params.a)", "//| eval: false\nlet b = 2",
      "//| exercise: c\nimport Gimbal\nlet c: Int = blank(\"a number\")", "print(c)",
      "//| error: true\nthrow CancellationError()",
    ].map {
      "```swift\n\($0)\n```\n"
    }.joined(separator: "\n")
    let path = try bench.notebook("a: 1", ranges: "a: [1, 4]", explore: "[a]", body)
    let pages = try (0..<2).map { _ in try bench.run(path, keepsRuns: true) }
    #expect(pages[0].result.isSuccess, "\(pages[0].result.messages)")
    #expect(pages[0].costs?.shares.contains { $0.seconds > 0 } == true)
    #expect(pages[1].costs?.shares.allSatisfy { $0.seconds == 0 } == true)
    #expect(pages[0].page.start == pages[1].page.start)
  }

  @Test("A page whose states draw random numbers is not kept")
  func drawing() throws {
    let bench = try ExplorationBench()
    let body = "```swift\nif params.a > 2 { print(\"drew\", Double.random(in: 0..<1)) }\n```"
    let path = try bench.notebook("a: 1", ranges: "a: [1, 4]", explore: "[a]", body)
    let pages = try (0..<2).map { _ in try bench.run(path, keepsRuns: true).page.state(["a": "4"]) }
    #expect(pages[0].contains("drew") && pages[0] != pages[1])
  }
}

extension NotebookMaker {
  /// The notebook with one change: of a number, of the prose, or of the order of its blocks.
  mutating func edited(_ text: String) -> String {
    var lines = text.components(separatedBy: "\n")
    // Not in the front matter: the states are those of the first text.
    let start = (lines.dropFirst().firstIndex(of: "---") ?? 0) + 1
    switch pick([0, 0, 1]) {
    case 0:
      let numbered = lines.indices.filter { $0 >= start && lines[$0].contains(/\b[0-9]\b/) }
      guard !numbered.isEmpty else { return text + "\nMore.\n" }
      let line = pick(numbered)
      lines[line] = lines[line].replacing(/\b[0-9]\b/, with: "\(pick(Array(0...9)))", maxReplacements: 1)
    default: lines.append("Prose that says \(pick(Array(0...99))).")
    }
    return lines.joined(separator: "\n")
  }
}
