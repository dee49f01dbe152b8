import Foundation
import NotebookRunning
import Synchronization
import Testing

@testable import Grids

/// What makes a kept result one that a clean run would not give, and the messages about it.
@Suite("Kept results")
struct KeptTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The notebook's cell.
    var cell: String
    var before: [String: String] = [:]
    /// Files that a person writes afterwards, and variables that are set.
    var after: [String: String] = [:]
    var variables: [String: String] = [:]
    var reason: String
  }

  static let cases = [
    Case(
      testDescription: "a file of truth is put beside the recording",
      cell: "let trace = try Trace(contentsOf: \"walk_imu1.csv\")\nrecord(\"truth\", trace.count)",
      before: ["walk_imu1.csv": walk], after: ["walk_vi1.csv": "0,0,0,0,0,0,0,0,1\n"], reason: "walk_vi1.csv is new"),
    Case(
      testDescription: "a failure's advice is followed",
      cell: "record(\"count\", try Trace(contentsOf: \"own.csv\").count)",
      before: ["own.csv": "t,ax,ay,az,qw,qx,qy,qz\n0.00,0,0,0,1,0,0,0\n0.01,0,0,0.1,1,0,0,0\n0.02,0,0,0,1,0,0,0\n"],
      after: [
        "own.csv.mapping.yaml": """
        time: {column: "t", unit: s}
        user-acceleration: {columns: ["ax", "ay", "az"], unit: m/s2}
        quaternion: {columns: ["qw", "qx", "qy", "qz"], turns: device to reference}

        """
      ], reason: "own.csv.mapping.yaml is new"),
    Case(
      testDescription: "a recording is added to a folder that is listed",
      cell: "record(\"count\", try FileManager.default.contentsOfDirectory(atPath: \"traces\").count)",
      before: ["traces/a.csv": "1"], after: ["traces/b.csv": "2"],
      reason: "the contents of the folder traces changed"),
    Case(
      testDescription: "a file appears that was looked for",
      cell: "record(\"there\", FileManager.default.fileExists(atPath: \"calibration.json\"))",
      after: ["calibration.json": "{}"], reason: "calibration.json is new"),
    Case(
      testDescription: "the last of 250 files that it reads changes",
      cell:
        "record(\"sum\", try (100..<350).map { Int(try String(contentsOfFile: \"many/\\($0)\", encoding: .utf8))! }.reduce(0, +))",
      before: Dictionary(uniqueKeysWithValues: (100..<350).map { ("many/\($0)", "1") }), after: ["many/349": "2"],
      reason: "many/349 changed"),
    Case(
      testDescription: "a variable with a computed name is set",
      cell:
        "record(\"v\", ProcessInfo.processInfo.environment[[\"GRID\", \"MODE\"].joined(separator: \"_\")] ?? \"none\")",
      variables: ["GRID_MODE": "loud"], reason: "the environment variable GRID_MODE changed"),
    Case(
      testDescription: "a script that it starts may have changed",
      cell:
        "let pipe = popen(\"sh ./tool.sh\", \"r\")!\nvar line = [CChar](repeating: 0, count: 50)\nfgets(&line, 50, pipe)\npclose(pipe)\nrecord(\"tool\", String(cString: line))",
      before: ["tool.sh": "echo one"], after: ["tool.sh": "echo two"],
      reason: "it starts another program, and what that program reads is not seen"),
  ]

  private static let walk = String(repeating: "0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0\n", count: 5)

  @Test("A point whose inputs changed runs again, says why, and has what a clean run has", arguments: cases)
  func grid(_ item: Case) throws {
    let bench = try GridBench()
    for (name, text) in item.before { try bench.write(text, to: name) }
    let path = try bench.notebook("  alpha: 1.0", "import Foundation\nimport Gimbal\n\(item.cell)")
    let (plan, folder, _) = try bench.plan(path, grid: ["alpha=1"])
    try bench.run(plan, in: folder)
    let first = GridFolder(folder).record(of: plan.points[0])
    if !item.reason.hasPrefix("it starts") { #expect(try bench.run(plan, in: folder).kept == 1) }
    for (name, text) in item.after { try bench.write(text, to: name) }
    bench.environment.merge(item.variables) { $1 }
    let reasons = Mutex<[String: Int]>([:])
    let tally = try bench.run(plan, in: folder) { event in
      if case .begun(_, _, _, let outdated) = event { reasons.withLock { $0 = outdated } }
    }
    #expect(tally.kept == 0 && reasons.withLock { $0[item.reason] } == 1)
    let record = GridFolder(folder).record(of: plan.points[0])
    #expect(record?.values != first?.values || record?.error != first?.error)
  }

  @Test("A report whose inputs changed is out of date", arguments: cases)
  func report(_ item: Case) throws {
    let bench = try GridBench()
    for (name, text) in item.before { try bench.write(text, to: name) }
    let path = try bench.notebook("  alpha: 1.0", "import Foundation\nimport Gimbal\n\(item.cell)")
    _ = try NotebookRunner(cacheFolder: GridBench.cache, environment: bench.environment)
      .run(NotebookRunner.Request(path: path, output: bench.output))
    for (name, text) in item.after { try bench.write(text, to: name) }
    bench.environment.merge(item.variables) { $1 }
    #expect(
      try NotebookRunner.staleness(of: path, output: bench.output, environment: bench.environment).contains(item.reason)
    )
  }

  @Test("Results with other parameters, and those of a version that wrote down no footprint, are out of date")
  func otherwise() throws {
    let bench = try GridBench()
    let path = try bench.notebook("  alpha: 1.0\n  beta: 2", "print(params.alpha)")
    let runner = NotebookRunner(cacheFolder: GridBench.cache)
    func stale() throws -> [String] { try NotebookRunner.staleness(of: path, output: bench.output) }
    _ = try runner.run(NotebookRunner.Request(path: path, assignments: ["alpha=3"], output: bench.output))
    #expect(try stale() == ["the parameter alpha changed"])
    _ = try runner.run(NotebookRunner.Request(path: path, output: bench.output))
    #expect(try stale() == [])
    let results = bench.read("plots/test/results.json")
    let old = results.replacing(/"footprint" : \[[^\]]*\],/, with: "")
    #expect(old != results)
    try bench.write(old, to: "plots/test/results.json")
    #expect(try stale() == ["the results do not say what they depend on"])
  }

  @Test(
    "A point's writing is put back when the grid is done, and its failure is kept with a word as long as it would fail")
  func leavesNothing() throws {
    let bench = try GridBench()
    let path = try bench.notebook(
      "  alpha: 1.0",
      """
      import Foundation
      try "\\(params.alpha)".write(toFile: "left.txt", atomically: false, encoding: .utf8)
      if params.alpha == 2 { fatalError("two") }
      """)
    let (plan, folder, _) = try bench.plan(path, grid: ["alpha=1,2,3"])
    try bench.run(plan, in: folder)
    #expect(!bench.exists("left.txt"))
    let failures = Mutex(0)
    let tally = try bench.run(plan, in: folder) { event in
      if case .begun(_, _, let failed, _) = event { failures.withLock { $0 = failed.mistakes.count } }
    }
    #expect(tally.kept == 3 && failures.withLock { $0 } == 1)
  }

  @Test("If two machines have a result of one point, gathering takes the one made with the files here")
  func preferred() throws {
    let (one, two) = (try GridBench(), try GridBench())
    let cell =
      "import Foundation\nimport Gimbal\nrecord(\"text\", try String(contentsOfFile: \"a b%.txt\", encoding: .utf8))"
    func prepared(_ bench: GridBench, _ text: String) throws -> (plan: GridPlan, folder: String, notes: [String]) {
      try bench.write(text, to: "a b%.txt")
      return try bench.plan(try bench.notebook("  alpha: 1.0", cell), grid: ["alpha=1"])
    }
    let (plan, mine, _) = try prepared(one, "old")
    let (theirPlan, theirs, _) = try prepared(two, "new")
    try one.run(plan, in: mine)
    try two.run(theirPlan, in: theirs)
    try one.write("new", to: "a b%.txt")
    #expect(
      try Gathering(plan, in: mine).gather().refusals.mistakes.first?.message.contains("a b%.txt changed") == true)
    #expect(try Gathering(plan, in: mine, from: [theirs]).gather().isWhole)
    #expect(
      GridFolder(mine).record(of: plan.points[0])?.values == GridFolder(theirs).record(of: plan.points[0])?.values)
    #expect(GridFolder(mine).record(of: plan.points[0])?.inputs.keys.sorted() == ["a b%.txt"])
  }
}
