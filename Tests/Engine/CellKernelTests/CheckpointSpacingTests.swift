import Foundation
import NotebookBench
import Testing

@testable import CellCompiler
@testable import CellKernel

@Suite("Checkpoints of a history are few, and the state is whole")
struct CheckpointSpacingTests {
  @Test("The latest stay, the first stays, and gaps grow with age", arguments: [1, 3, 8])
  func spacing(latest: Int) {
    let spacing = CheckpointSpacing(latest: latest)
    var places: [Int] = []
    for place in 0..<5000 {
      places.append(place)
      while let index = spacing.dispensable(among: places) { places.remove(at: index) }
      #expect(places.first == 0)
      #expect(places.suffix(latest).elementsEqual(max(0, place - latest + 1)...place))
      // If the state of any cell is lost, as many cells have to run again as ran in the time since, at most.
      for (earlier, later) in zip(places, places.dropFirst()) {
        #expect(later - earlier <= max(1, (place - earlier + 1) / 2 + 1))
      }
    }
    #expect(places.count < latest + 40)
  }

  @Test("After cells ran in place there are few checkpoints, and those stay")
  func sparse() {
    let spacing = CheckpointSpacing(latest: 4)
    #expect(spacing.dispensable(among: [0, 16, 32, 48, 64]) == nil)
    #expect(spacing.dispensable(among: []) == nil)
    #expect(spacing.dispensable(among: [0, 500, 502, 503, 504, 505]) == nil)
    #expect(spacing.dispensable(among: [0, 1, 501, 502, 503, 504, 505]) == nil)
    #expect(spacing.dispensable(among: [0, 1, 2, 502, 503, 504, 505]) == 1)
  }

  @Test(
    "A long program's forks cost a time in proportion to its length, also where each is slow",
    arguments: [0.0005, 0.005])
  func forks(secondsByDepth: Double) {
    func cost(cells: Int) -> (forks: Int, seconds: Double) {
      var history = StateProcess.History()
      var seconds = 0.0
      for _ in 0..<cells {
        let fork = history.allowsRunningInPlace(freeForks: 64) ? nil : secondsByDepth * Double(history.depth)
        seconds += fork ?? 0
        history = history.adding(seconds: 0.001, forkedIn: fork)
      }
      return (history.depth, seconds)
    }
    let (few, many) = (cost(cells: 1250), cost(cells: 5000))
    #expect(many.seconds < 5 * few.seconds)
    #expect(many.forks < 250, "\(many.forks)")
  }

  @Test("A program of many slow units keeps few processes, and goes on rightly after an edit anywhere")
  func manyUnits() throws {
    var configuration = try SessionConfiguration(cacheFolder: Workbench.cache)
    // Each cell gets a checkpoint, as slow cells do.
    (configuration.freeForks, configuration.mostProcesses) = (.max, 40)
    let session = try ProgramSession(configuration)
    func units(_ changed: Int?) -> [CodeUnit] {
      [CodeUnit(.cell, code: "var total = 0")]
        + (1...200).map { CodeUnit(.cell, code: "total += \($0 == changed ? 0 : $0)") }
        + [CodeUnit(.expression, code: "total")]
    }
    func run(_ changed: Int?) throws -> String? {
      try session.run(
        units(changed), parameters: [:], folder: NSTemporaryDirectory()
      ).outcomes.last??.value?.text
    }
    #expect(try run(nil) == "20100")
    let held = session.steps.count { $0.after.process.holdsState }
    #expect(held > 8 && held <= 40 + 32, "\(held)")
    for changed in [190, 100, 3] { #expect(try run(changed) == "\(20100 - changed)") }
  }

  @Test("Many cells: processes, descriptors and memory are bounded; whatever is killed, the state is whole")
  func manyCells() throws {
    var configuration = try SessionConfiguration(cacheFolder: Workbench.cache)
    // Each cell gets a checkpoint, as slow cells do.
    configuration.freeForks = .max
    let history = try History(configuration, folder: NSTemporaryDirectory())
    let cells = (1...160).map { "var value\($0) = \($0)\ntotal += value\($0)" }
    #expect(try history.run("var total = 0").outcome.status == .done)
    var most = 0
    var opened: [Int] = []
    for (index, cell) in cells.enumerated() {
      let next = cells[(index + 1)...].prefix(60).map { (code: $0, options: CodeUnit.Options()) }
      #expect(try history.run(cell, foreseen: next).outcome.status == .done)
      if index % 40 == 39 {
        most = max(most, states(of: history).count)
        // Other tests run next to this one, and open files for a while.
        opened.append(
          try (0..<20).map { _ in
            usleep(50_000)
            return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
          }.min()!)
      }
    }
    #expect(most > 8 && most < 40, "\(most) processes")
    // A descriptor for each cell would be 80 more.
    #expect(opened.last! - opened[1] < 70, "descriptors: \(opened)")
    #expect(try value("total", in: history) == "12880")
    let crash = try history.run("total = 0; fatalError()").outcome
    if case .failed = crash.status {} else { Issue.record("the cell did not fail") }
    #expect(try value("total", in: history) == "12880")
    for place in [1, 2, 5] {
      let processes = states(of: history)
      kill(processes[processes.count - 1 - place], SIGKILL)
      let after = try whole({ try history.run("total += 1") }, \.outcome)
      #expect(after.outcome.status == .done)
      #expect(after.disturbances.isEmpty)
    }
    #expect(try value("total", in: history) == "12883")
    #expect(states(of: history).count < 40)
    kill(states(of: history)[3], SIGKILL)
    #expect(try value("total", in: history) == "12883")
    #expect(states(of: history).count < 40)
    history.restart()
    #expect(try value("1 + 1", in: history) == "2")
  }

  @Test(
    "A failed cell that waited, or looked at the network, has not disturbed files; one that started a program may have")
  func disturbances() throws {
    let history = try History(try SessionConfiguration(cacheFolder: Workbench.cache), folder: NSTemporaryDirectory())
    let failing = [
      "import Foundation\n_ = RunLoop.main.run(mode: .default, before: Date() + 0.01)\nfatalError()",
      "import Foundation\nexit(1)", "_ = UInt64.random(in: 0...9); fatalError()",
    ]
    for code in failing {
      let failed = try history.run(code).outcome
      if case .failed = failed.status {} else { Issue.record("did not fail: \(code)") }
      #expect(try history.run("let after\(failing.firstIndex(of: code)!) = 1").disturbances.isEmpty, "\(code)")
    }
    _ = try history.run("import Foundation\nsystem(\"true\")\nfatalError()")
    #expect(try history.run("let last = 1").disturbances == [.cannotPutBack("child process")])
  }

  /// A unit that begins in a process which is just being killed is lost, and the state before it stays: it is run again.
  private func whole<Result>(_ run: () throws -> Result, _ outcome: (Result) -> UnitOutcome) rethrows -> Result {
    for _ in 0..<4 {
      let result = try run()
      if case .failed(.lost) = outcome(result).status { continue }
      return result
    }
    return try run()
  }

  private func value(_ code: String, in history: History) throws -> String? {
    let outcome = try whole({ try history.evaluate(code, timeout: 600) }, \.outcome).outcome
    #expect(outcome.status == .done)
    return outcome.value?.text
  }

  /// The processes that hold the history's states, the root first: each is a child of the one before it.
  /// The processes that hold its states, the earliest first.
  private func states(of history: History) -> [pid_t] {
    var found: [pid_t] = []
    var current = history.session.steps.last?.after
    while let state = current {
      if state.process.isUsable, found.last != state.process.process { found.append(state.process.process) }
      current = state.parent
    }
    return found.reversed()
  }
}
