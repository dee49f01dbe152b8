import Basics
import CellKernel
import Foundation
import TestTiers
import Testing

@testable import Exploration

/// Random notebooks with controls, each state of whose page must be the page of a run with its values.
@Suite("States of random notebooks")
struct StateTrialTests {
  private static func setting(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

  /// `GIMBAL_EXPLORED` says how many states at least, `GIMBAL_SEED` from which notebook on.
  @Test("Each state of a page is the page of a run with its values", .tags(.prove))
  func trials() throws {
    let wanted = Tier.count(30, proof: 1500, or: "GIMBAL_EXPLORED")
    var (seed, compared) = ((Self.setting("GIMBAL_SEED") ?? 1) - 1, 0)
    while compared < wanted {
      seed += 1
      var maker = NotebookMaker(seed: UInt64(seed))
      let notebook = maker.notebook()
      let bench = try ExplorationBench()
      let path = "\(bench.folder)/test.md"
      try Data(notebook.utf8).write(to: URL(fileURLWithPath: path))
      let keepsGoing = maker.chance(3)
      let left = "\(bench.folder)/shared.txt"
      let run = try bench.run(path, keepGoing: keepsGoing)
      let page = run.page
      // What does not compile, compiles for no values: such a page has no controls, and every other has them.
      let compiles = !run.result.execution.outcomes.contains {
        if case .failed(.compile) = $0.status { true } else { false }
      }
      #expect(page.hasControls == compiles && page.controls.isEmpty != compiles, "GIMBAL_SEED=\(seed)\n\(notebook)")
      guard compiles else { continue }
      for values in maker.states(Tier.proves ? 25 : 6) {
        // Both begin in the folder as it was.
        try? FileManager.default.removeItem(atPath: left)
        let alone = try bench.run(path, values.map { "\($0)=\($1)" }, keepGoing: keepsGoing).page
        let (state, expected) = (try page.state(values), alone.start)
        compared += 1
        let isSame = state == expected
        #expect(
          isSame,
          "GIMBAL_SEED=\(seed) GIMBAL_EXPLORED=1: \(values)\n\(notebook)\n\(difference(state, expected))")
      }
    }
  }

  /// The first lines that differ.
  private func difference(_ one: String, _ other: String) -> String {
    let (left, right) = (one.components(separatedBy: "\n"), other.components(separatedBy: "\n"))
    guard let line = zip(left, right).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
      return "one is longer"
    }
    return "page: \(left[line].prefix(400))\nrun:  \(right[line].prefix(400))"
  }
}

/// Makes notebooks in which parameters reach cells in many ways: by names, functions, variables, objects, files, failures.
struct NotebookMaker {
  private var random: SeededRandom
  private(set) var parameters: [(name: String, values: [String])] = []
  private var constants: [String] = []
  private var variables: [String] = []
  private var functions: [String] = []
  private var boxes: [String] = []
  private var count = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &random)! }

  /// As many states of the page, each another; all of them where there are fewer.
  mutating func states(_ most: Int) -> [[String: String]] {
    let all = parameters.reduce([[:]]) { states, parameter in
      states.flatMap { state in parameter.values.map { state.merging([parameter.name: $0]) { $1 } } }
    }
    return Array(all.shuffled(using: &random).prefix(most))
  }

  mutating func notebook() -> String {
    let names = ["a", "b", "c"].prefix(Int.random(in: 1...3, using: &random))
    parameters = names.map { name in (name, Array(["0", "1", "2", "3"].prefix(Int.random(in: 2...4, using: &random)))) }
    let ranges = parameters.map { "\($0.name): [\($0.values[0]), \($0.values.last!)]" }.joined(separator: ", ")
    var text =
      "---\ntitle: Trial\nnotebook:\n  ranges: {\(ranges)}\n  explore: [\(names.joined(separator: ", "))]\nparams:\n"
    for parameter in parameters { text += "  \(parameter.name): \(pick(parameter.values))\n" }
    text += "---\n\n"
    for _ in 0..<Int.random(in: 3...7, using: &random) {
      text += chance(3) ? prose() : "```swift\n\(options())\(cell())\n```\n\n"
    }
    return text
  }

  private mutating func options() -> String {
    chance(6) ? "//| echo: false\n" : chance(8) ? "//| include: false\n" : ""
  }

  private mutating func next(_ kind: String) -> String {
    count += 1
    return "\(kind)\(count)"
  }

  /// An expression of an integer.
  private mutating func value(_ depth: Int = 0) -> String {
    var ways = ["params.\(pick(parameters).name)", "\(Int.random(in: 0...9, using: &random))"]
    if !constants.isEmpty { ways += [pick(constants), pick(constants)] }
    if !variables.isEmpty { ways.append(pick(variables)) }
    if !functions.isEmpty { ways.append("\(pick(functions))()") }
    if !boxes.isEmpty { ways.append("\(pick(boxes)).value") }
    if depth < 2 {
      ways.append("(\(value(depth + 1)) + \(value(depth + 1)))")
      ways.append("(\(value(depth + 1)) > 1 ? \(value(depth + 1)) : 0)")
    }
    return pick(ways)
  }

  private mutating func prose() -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return "## Heading `{swift} \(value())`\n\n"
    case 1: return "A formula $x_{`{swift} \(value())`}$ and `{swift} \(value())`.\n\n"
    case 2: return "- item `{swift} \(value())`\n- another\n\n"
    case 3: return "::: {.columns}\n::: {.column}\nLeft `{swift} \(value())`.\n:::\n::: {.column}\nRight.\n:::\n:::\n\n"
    default: return "A sentence with `{swift} \(value())` and `{swift} \(value())`.\n\n"
    }
  }

  private mutating func cell() -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2:
      let expression = value()
      let name = next("constant")
      constants.append(name)
      return "let \(name) = \(expression)\nprint(\(name))"
    case 3:
      let expression = value()
      let name = next("variable")
      variables.append(name)
      return "var \(name) = \(expression)"
    case 4 where !variables.isEmpty: return "\(pick(variables)) += \(value())\n\(value())"
    case 5:
      let expression = value()
      let name = next("function")
      functions.append(name)
      return "func \(name)() -> Int { \(expression) }"
    case 6:
      let (kind, name) = (next("Box"), next("box"))
      boxes.append(name)
      return "final class \(kind) { var value = 1 }\nlet \(name) = \(kind)()"
    case 7 where !boxes.isEmpty: return "\(pick(boxes)).value = \(value())"
    case 8: return "print(12 / \(value()))"
    case 9:
      return
        "import Foundation\ntry \"\\(\(value()))\".write(toFile: \"shared.txt\", atomically: true, encoding: .utf8)"
    case 10:
      return "import Foundation\nprint((try? String(contentsOfFile: \"shared.txt\", encoding: .utf8)) ?? \"nothing\")"
    case 11:
      return "import Display\nTable(columns: [.init(\"value\")], rows: [[.count(\(value()))], [.count(\(value()))]])"
    default: return "print(\"values\", \(value()), \(value()))"
    }
  }
}
