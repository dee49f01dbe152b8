import Display
import Files
import Foundation
import NotebookDocument
import Results
import Synchronization
import Testing

import enum Basics.CommaSeparated

@testable import Grids

@Suite("Running and gathering grids")
struct RunTests {
  /// Doubles a parameter, and counts how often it has really run in a file that is not the notebook's.
  private let doubling = """
    import Gimbal
    record("double", 2 * params.alpha, unit: "m")
    Table(columns: [.init("name"), .init("square", unit: "m²")], rows: [[.text("a"), .number(params.alpha * params.alpha)]])
    """

  @Test("Every point has its own values; what cells record is in the database and not on the page")
  func values() throws {
    let bench = try GridBench()
    let path = try bench.notebook("  alpha: 1.0", doubling)
    let results = try bench.results(path, grid: ["alpha=1,2,3"], reports: true)
    #expect(try results.values("double") == [2, 4, 6])
    #expect(try results.names == ["double"] && results.parameters == ["alpha"])
    let table = try results.table
    #expect(table.columns.map(\.heading) == ["alpha", "double (m)"])
    #expect(table.rows == [[.number(1), .number(2)], [.number(2), .number(4)], [.number(3), .number(6)]])
    #expect(table.text(row: 0, column: 0) == "1", "as it was given")
    let numbers = try results.query("SELECT subject, name, value, unit FROM numbers ORDER BY point")
    #expect(numbers.rows.map { $0[2] } == [.number(1), .number(4), .number(9)])
    #expect(numbers.rows[0][0] == .text("a") && numbers.rows[0][3] == .text("m²"))
    #expect(!bench.read("plots/test-grid/alpha=2/README.md").contains("double ="))
    let index = bench.read("plots/test-grid/index.html")
    #expect(
      index.contains("href=\"alpha=2/index.html\"") && index.contains("Recorded values") && index.contains("double"))
    #expect(bench.read("plots/test-grid/README.md").contains("[alpha = 2](alpha=2/README.md)"))
  }

  @Test("A name of nothing recorded is refused with those that are there; a query cannot change anything")
  func questions() throws {
    let bench = try GridBench()
    let results = try bench.results(try bench.notebook("  alpha: 1.0", doubling), grid: ["alpha=1,2"])
    #expect(throws: ResultsError.unknownName("drift", known: ["double"])) { try results.values("drift") }
    #expect(throws: ResultsError.self) { try results.query("SELECT nothing FROM nowhere") }
    #expect(throws: ResultsError.self) { try results.query("DELETE FROM points") }
    #expect(try results.query("SELECT count(*) FROM points").rows == [[.count(2)]])
    #expect(throws: ResultsError.missing("/nowhere")) { try GridResults(contentsOf: "/nowhere") }
    let file = try bench.write("not a database, but a text that is long enough to be one", to: "text.sqlite")
    #expect(throws: ResultsError.self) { try GridResults(contentsOf: file) }
  }

  @Test("Numbers without end, words, nothing and repeated names come through as they are")
  func kinds() throws {
    let bench = try GridBench()
    let path = try bench.notebook(
      "  alpha: 1.0",
      """
      import Gimbal
      record("n", 9_007_199_254_740_993)
      record("nan", Double.nan)
      record("inf", -Double.infinity)
      record("words", "a, \\"b\\"\\nc")
      record("yes", true)
      record("none", Double?.none)
      record("again", 1.0)
      record("again", 2.0)
      record("tenth", 0.1 + 0.2)
      """)
    let results = try bench.results(path, grid: ["alpha=1"])
    let recorded = try results.query("SELECT name, value FROM recorded ORDER BY place").rows
    #expect(recorded.count == 9)
    #expect(recorded[0][1] == .count(9_007_199_254_740_993))
    #expect(recorded[1][1].isNaN)
    #expect(recorded[2][1] == .number(-.infinity) && recorded[3][1] == .text("a, \"b\"\nc"))
    #expect(recorded[4][1] == .text("yes") && recorded[5][1] == .empty)
    #expect(recorded[6][1] == .number(1) && recorded[7][1] == .number(2) && recorded[8][1] == .number(0.1 + 0.2))
    let csv = CommaSeparated.text(try results.sheet(.points))
    #expect(
      csv.contains("\"a, \"\"b\"\"\nc\"") && csv.contains("0.30000000000000004") && csv.contains("9007199254740993"))
  }

  @Test("A result that exists is not computed again; what is repeated, changed or damaged is")
  func resumed() throws {
    let bench = try GridBench()
    try bench.write("import", to: "data.txt")
    try bench.write("one", to: "more.txt")
    let path = try bench.notebook(
      "  alpha: 1.0\n  data: data.txt",
      "import Gimbal\nimport Foundation\nrecord(\"text\", try String(contentsOfFile: \"more.txt\", encoding: .utf8))")
    let (plan, folder, _) = try bench.plan(path, grid: ["alpha=1,2,3"])
    #expect(try bench.run(plan, in: folder, [0, 1]).done == 2)
    var tally = try bench.run(plan, in: folder)
    #expect(tally.done == 1 && tally.kept == 2)
    tally = try bench.run(plan, in: folder, again: true)
    #expect(tally.done == 3 && tally.kept == 0)
    // A file that no parameter names, but the cell has read.
    try bench.write("two", to: "more.txt")
    let stale = try Gathering(plan, in: folder).gather()
    #expect(stale.refused == 3 && stale.done == 0)
    #expect(stale.refusals.mistakes.map(\.points) == [["alpha = 1", "alpha = 2", "alpha = 3"]])
    #expect(try bench.run(plan, in: folder).done == 3)
    // A record that was cut off, and one that is lost.
    try bench.write("{\"format\":1,", to: "plots/test-grid/alpha=1/point.json")
    try FileManager.default.removeItem(atPath: "\(folder)/alpha=2/point.json")
    #expect(try Gathering(plan, in: folder).gather().missing == ["alpha = 1", "alpha = 2"])
    tally = try bench.run(plan, in: folder)
    #expect(tally.done == 2 && tally.kept == 1)
    #expect(try Gathering(plan, in: folder).gather().isWhole)
    #expect(try GridResults(contentsOf: folder).query("SELECT DISTINCT value FROM recorded").rows == [[.text("two")]])
  }

  @Test(
    "A person's file among those of a grid stays, unless it is to be replaced",
    arguments: ["plan.json", "README.md", "index.html", "results.sqlite", "alpha=1/point.json"])
  func foreign(name: String) throws {
    let bench = try GridBench()
    let path = try bench.notebook("  alpha: 1.0", "print(1)")
    let mine = #"{"mine": true}"#
    try bench.write(mine, to: "plots/test-grid/\(name)")
    func everything() throws {
      let (plan, folder, _) = try bench.plan(path, grid: ["alpha=1,2"])
      try bench.run(plan, in: folder)
      _ = try Gathering(plan, in: folder).gather()
    }
    #expect(throws: OwnershipError(.alreadyThere, file: "\(bench.folder)/plots/test-grid/\(name)")) { try everything() }
    #expect(bench.read("plots/test-grid/\(name)") == mine)
    try FileManager.default.removeItem(atPath: "\(bench.folder)/plots/test-grid/\(name)")
    try everything()
    // What we have gathered is replaced; what was edited since is not.
    try everything()
    guard name.hasSuffix(".md") || name.hasSuffix(".html") else { return }
    try bench.write(mine, to: "plots/test-grid/\(name)")
    #expect(throws: OwnershipError.self) { try everything() }
    let (plan, folder, _) = try bench.plan(path, grid: ["alpha=1,2"])
    _ = try Gathering(plan, in: folder).gather(force: true)
    #expect(bench.read("plots/test-grid/\(name)") != mine)
  }

  @Test("A variable of the environment that a point has read is one of its inputs; its place on disk is not")
  func variables() throws {
    let bench = try GridBench()
    let name = "GIMBAL_TEST_\(UInt32.random(in: 0 ... .max))"
    let path = try bench.notebook(
      "  alpha: 1.0",
      "import Gimbal\nimport Foundation\nlet found = ProcessInfo.processInfo.environment",
      "record(\"found\", found[\"\(name)\"] ?? \"nothing\")\nrecord(\"home\", getenv(\"HOME\") != nil)\nlet got = getenv(\"\(name)\") != nil"
    )
    let (plan, folder, _) = try bench.plan(path, grid: ["alpha=1,2"])
    #expect(try bench.run(plan, in: folder, [0]).done == 1)
    bench.environment[name] = "loud"
    let mixed = try bench.gather(plan, in: folder)
    #expect(mixed.refused == 1 && mixed.refusals.mistakes[0].message.contains("variable \(name) changed"))
    #expect(try bench.run(plan, in: folder).done == 2)
    #expect(try bench.run(plan, in: folder).kept == 2)
    #expect(try bench.gather(plan, in: folder).isWhole)
    let results = try GridResults(contentsOf: folder)
    #expect(try results.query("SELECT DISTINCT value FROM recorded WHERE name = 'found'").rows == [[.text("loud")]])
    let inputs = try results.query("SELECT DISTINCT path FROM inputs").rows
    #expect(inputs.contains([.text("$\(name)")]) && !inputs.contains([.text("$HOME")]))
  }

  @Test("A point that fails is recorded with its error, and stops no other")
  func failures() throws {
    let bench = try GridBench()
    let path = try bench.notebook(
      "  alpha: 1.0", "import Gimbal\nrecord(\"x\", params.alpha)",
      "struct Refusal: Error {}\nif params.alpha == 2 { throw Refusal() }\nrecord(\"late\", 1)")
    let (plan, folder, _) = try bench.plan(path, grid: ["alpha=1,2,3"])
    let tally = try bench.run(plan, in: folder)
    #expect(tally.done == 2 && tally.failed == 1)
    let summary = try Gathering(plan, in: folder).gather()
    #expect(summary.isWhole && summary.failed == 1)
    let results = try GridResults(contentsOf: folder)
    let errors = try results.query("SELECT status, error FROM points WHERE number = 2").rows[0]
    #expect(errors[0] == .text("failed"))
    #expect("\(errors[1])".contains("test.md") && "\(errors[1])".contains("Refusal"))
    // What it had recorded before is kept, but is not among those that went through.
    #expect(try results.values("x") == [1, 3])
    #expect(try results.query("SELECT value FROM recorded WHERE point = 2").rows == [[.number(2)]])
    #expect(try bench.run(plan, in: folder).kept == 3)
    #expect(try bench.run(plan, in: folder, retryFailed: true).failed == 1)
    let page = bench.read("plots/test-grid/index.html")
    #expect(page.contains("<strong>failed</strong>") && page.contains("1 point failed with this error: alpha = 2"))
    // Before all numbers, with a link to the reason; on the terminal, too.
    let words = "1 of 3 points failed; tables and figures of the grid's results are without them"
    #expect(summary.leftOut == words)
    let told = try #require(page.range(of: words.replacing("'", with: "&#39;")) ?? page.range(of: words))
    let table = try #require(page.range(of: "<h2 id=\"recorded\">"))
    #expect(told.lowerBound < table.lowerBound && page.contains("<a href=\"#what-failed\">What failed</a>"))
    #expect(bench.read("plots/test-grid/README.md").contains("**\(words).** [What failed](#what-failed)"))
  }

  @Test("One mistake in 21 points is reported once, with its points, on the page and when it is kept")
  func oneMistake() throws {
    let bench = try GridBench()
    let path = try bench.notebook("  alpha: 1.0", "struct Refusal: Error {}", "if params.alpha > 3 { throw Refusal() }")
    let (plan, folder, _) = try bench.plan(path, grid: ["alpha=1..24/24"], reports: true)
    try bench.run(plan, in: folder)
    let summary = try bench.gather(plan, in: folder)
    #expect(summary.failed == 21 && summary.failures.mistakes.count == 1)
    #expect(
      summary.failures.mistakes.first?.words()
        == "21 points failed with this error: alpha = 4; alpha = 5; alpha = 6; alpha = 7; alpha = 8; and 16 more")
    for name in ["index.html", "README.md"] {
      #expect(bench.read("plots/test-grid/\(name)").components(separatedBy: ": error: ").count == 2, "\(name)")
    }
    let kept = Mutex<[PointFailures.Mistake]>([])
    try bench.run(plan, in: folder) { event in
      if case .begun(_, _, let failures, _) = event { kept.withLock { $0 = failures.mistakes } }
    }
    #expect(kept.withLock { $0 } == summary.failures.mistakes)
  }

  @Test("A page links no report that an older run has left, and says that there are none")
  func olderReports() throws {
    let bench = try GridBench()
    let path = try bench.notebook("  alpha: 1.0", doubling)
    _ = try bench.results(path, grid: ["alpha=1,2"], reports: true)
    #expect(bench.read("plots/test-grid/index.html").contains("href=\"alpha=2/index.html\""))
    _ = try bench.results(path, grid: ["alpha=1,2"])
    #expect(bench.exists("plots/test-grid/alpha=2/index.html"))
    for name in ["index.html", "README.md"] {
      let page = bench.read("plots/test-grid/\(name)")
      #expect(!page.contains("alpha=2/") && page.contains("alpha = 2") && page.contains("left no report"), "\(name)")
    }
  }

  @Test("Next to a panel each value is as short as it takes to tell it from the others of its parameter")
  func captions() {
    let points = ["0.01", "0.1"].flatMap { alpha in
      ["ellipse", "square"].map { name in
        GridPlan.Point(
          id: "", values: ["alpha=\(alpha)", "trace=recordings/of-the-year/2024/\(name).csv"], folder: "")
      }
    }
    #expect(
      GridPage.captions(of: points) == [
        "alpha = 0.01, trace = ellipse", "alpha = 0.01, trace = square", "alpha = 0.1, trace = ellipse",
        "alpha = 0.1, trace = square",
      ])
    #expect(GridPage.captions(of: [.init(id: "", values: [], folder: "")]) == ["the notebook as it is"])
  }

  @Test("Points that run again say why: an edited notebook, other options, a report that is gone; --again asks nothing")
  func whyAgain() throws {
    let bench = try GridBench()
    let path = try bench.notebook("  alpha: 1.0\n  beta: 2", doubling)
    func reasons(reports: Bool = false, again: Bool = false, fixed: [String] = []) throws -> [String: Int] {
      let (plan, folder, _) = try bench.plan(path, grid: ["alpha=1,2"], fixed: fixed, reports: reports)
      let told = Mutex<[String: Int]>([:])
      try bench.run(plan, in: folder, again: again) { event in
        if case .begun(_, _, _, let outdated) = event { told.withLock { $0 = outdated } }
      }
      return told.withLock { $0 }
    }
    #expect(try reasons() == [:])
    #expect(try reasons(reports: true) == ["the options changed from “no report” to “report”": 2])
    try FileManager.default.removeItem(atPath: "\(bench.folder)/plots/test-grid/alpha=2/index.html")
    #expect(try reasons(reports: true) == ["the report is gone": 1])
    _ = try bench.notebook("  alpha: 1.0\n  beta: 2", doubling, "print(1)")
    // Both at once are both told.
    #expect(
      try reasons() == ["the notebook changed": 2, "the options changed from “report” to “no report”": 2])
    #expect(try reasons(again: true) == [:])
    #expect(try reasons(fixed: ["beta=3"]) == ["a value that all points share changed": 2])
  }

  @Test(
    "Columns are in the plan's order, and every sheet has the parameters as numbers; CSV and JSON have units in heads"
  )
  func sheets() throws {
    let bench = try GridBench()
    let path = try bench.notebook("  alpha: 1.0\n  beta: 2.0", doubling)
    let results = try bench.results(path, grid: ["beta=0.25,3", "alpha=1"])
    #expect(try results.parameters == ["beta", "alpha"])
    let numbers = try results.sheet(.numbers)
    #expect(
      numbers.columns.map(\.title) == ["point", "beta", "alpha", "label", "row", "subject", "name", "value", "unit"])
    #expect(numbers.rows.map { $0[1] } == [.number(0.25), .number(3)])
    #expect(CommaSeparated.text(try results.table) == "beta,alpha,double (m)\r\n0.25,1.0,2.0\r\n3.0,1.0,2.0\r\n")
    let json = RowsJSON.text(try results.table)
    let rows = try JSONDecoder().decode([[String: Double]].self, from: Data(json.utf8))
    #expect(rows == [["beta": 0.25, "alpha": 1, "double (m)": 2], ["beta": 3, "alpha": 1, "double (m)": 2]])
  }

  @Test("What an export wrote, the next one may replace; what somebody has changed, or wrote there before, not")
  func exports() throws {
    let bench = try GridBench()
    let path = try bench.notebook("  alpha: 1.0", doubling)
    _ = try bench.results(path, grid: ["alpha=1,2"])
    let grid = GridFolder("\(bench.output)/test-grid")
    let file = try bench.write("point,double\n", to: "numbers.csv")
    #expect(grid.exportedHash(of: file) == nil)
    try grid.noteExport(file)
    #expect(grid.exportedHash(of: file) != nil)
    // Gathering again keeps the note, and a page is nobody's export.
    _ = try bench.results(path, grid: ["alpha=1,2,3"])
    #expect(grid.exportedHash(of: file) != nil && grid.exportedHash(of: "\(grid.path)/index.html") == nil)
    try bench.write("mine", to: "numbers.csv")
    #expect(grid.exportedHash(of: file) == nil)
  }

  @Test("Shards on two machines, moved together, are what one machine has; contradictions are refused")
  func machines() throws {
    let (one, two) = (try GridBench(), try GridBench())
    let (first, second) = (try one.notebook("  alpha: 1.0", doubling), try two.notebook("  alpha: 1.0", doubling))
    let (plan, folder, _) = try one.plan(first, grid: ["alpha=1..5/5"])
    let (theirPlan, theirs, _) = try two.plan(second, grid: ["alpha=1..5/5"])
    #expect(plan.points.map(\.id) == theirPlan.points.map(\.id))
    try one.run(plan, in: folder, plan.shard("1/2"))
    try two.run(theirPlan, in: theirs, plan.shard("2/2"))
    #expect(try Gathering(plan, in: folder).gather().missing.count == 2)
    #expect(try Gathering(plan, in: folder, from: [theirs]).gather().isWhole)
    try two.run(theirPlan, in: theirs)
    _ = try Gathering(theirPlan, in: theirs).gather()
    let (mine, other) = (try GridResults(contentsOf: folder), try GridResults(contentsOf: theirs))
    #expect(try ResultsDifferences(mine, other).isEmpty)
    // The same point with another value: neither is taken.
    let record = try String(contentsOfFile: "\(theirs)/alpha=3/point.json", encoding: .utf8)
    try Data(record.replacing("{\"number\":{\"_0\":6}}", with: "{\"number\":{\"_0\":7}}").utf8)
      .write(to: URL(fileURLWithPath: "\(theirs)/alpha=3/point.json"))
    let summary = try Gathering(plan, in: folder, from: [theirs]).gather()
    #expect(summary.refusals.mistakes.map { $0.message.contains("a different result of the same point") } == [true])
    #expect(try GridResults(contentsOf: folder).values("double") == [2, 4, 8, 10])
    _ = try Gathering(theirPlan, in: theirs).gather()
    #expect(
      try ResultsDifferences(GridResults(contentsOf: folder), GridResults(contentsOf: theirs)).lines.contains {
        $0.contains("alpha = 3")
      })
  }

  @Test("Another kit and another notebook than planned are refused")
  func foreign() throws {
    let bench = try GridBench()
    try bench.write("1", to: "a.csv")
    let path = try bench.notebook("  alpha: 1.0\n  trace: a.csv", doubling)
    var (plan, folder, _) = try bench.plan(path, grid: ["alpha=1,2"])
    try bench.run(plan, in: folder)
    let kit = plan.kit
    plan.kit = String(repeating: "0", count: 32)
    #expect(throws: GridError.self) { try bench.run(plan, in: folder) }
    // A node with another kit has written this point behind our back.
    plan.kit = kit
    let file = "plots/test-grid/alpha=1/point.json"
    try bench.write(bench.read(file).replacing("\"kit\":\"\(kit)", with: "\"kit\":\"0123456789abcdef"), to: file)
    #expect(try Gathering(plan, in: folder).gather().refused == 1)
    _ = try bench.notebook("  alpha: 1.0\n  trace: a.csv", doubling + "\n// more")
    #expect(throws: GridError(.notebookChanged, file: plan.notebookPath(from: folder))) {
      try bench.run(plan, in: folder)
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: GridError.self) { try bench.run(plan, in: folder) }
  }

  @Test("A point draws its own random numbers, whatever ran before it on the same machine")
  func randomness() throws {
    let bench = try GridBench()
    let path = try bench.notebook(
      "  alpha: 1.0", "import Gimbal\nlet drawn = Int.random(in: 0..<1_000_000_000)",
      "record(\"drawn\", drawn)\nrecord(\"x\", params.alpha)")
    let (plan, folder, _) = try bench.plan(path, grid: ["alpha=1..6/6"])
    try bench.run(plan, in: folder, jobs: 1)
    _ = try Gathering(plan, in: folder).gather()
    #expect(Set(try GridResults(contentsOf: folder).values("drawn")).count == 6)
  }

  @Test("Points whose cells write files run one after the other, and do not see each other's")
  func writing() throws {
    let bench = try GridBench()
    let path = try bench.notebook(
      "  alpha: 1.0",
      """
      import Gimbal
      import Foundation
      try "\\(params.alpha)".write(toFile: "scratch.txt", atomically: false, encoding: .utf8)
      usleep(20_000)
      record("read", Double(try String(contentsOfFile: "scratch.txt", encoding: .utf8))!)
      """)
    let (plan, folder, _) = try bench.plan(path, grid: ["alpha=1..8/8"])
    let serial = Mutex(0)
    try bench.run(plan, in: folder, jobs: 4) { event in
      if case .becameSerial = event { serial.withLock { $0 += 1 } }
    }
    #expect(serial.withLock { $0 } == 1)
    _ = try Gathering(plan, in: folder).gather()
    #expect(try GridResults(contentsOf: folder).values("read") == [1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test("Points of which only some write files: what ran next to one of them runs again", arguments: 0..<3)
  func writingLate(round: Int) throws {
    let bench = try GridBench()
    // Each reads what another may have left, and waits long enough for others to end meanwhile; round by round another one
    // writes.
    let path = try bench.notebook(
      "  alpha: 1.0",
      """
      import Gimbal
      import Foundation
      let before = FileManager.default.fileExists(atPath: "scratch.txt")
      if Int(params.alpha) == \(round * 2 + 2) {
        try "w".write(toFile: "scratch.txt", atomically: false, encoding: .utf8)
        usleep(300_000)
      }
      usleep(20_000)
      let after = FileManager.default.fileExists(atPath: "scratch.txt")
      if Int(params.alpha) == \(round * 2 + 2) { try FileManager.default.removeItem(atPath: "scratch.txt") }
      if after && Int(params.alpha) == 3 { fatalError("another's file") }
      record("seen", before || after && Int(params.alpha) != \(round * 2 + 2) ? 1 : 0)
      """)
    let (plan, folder, _) = try bench.plan(path, grid: ["alpha=1..8/8"])
    let ends = Mutex((finished: 0, putOff: 0))
    let tally = try bench.run(plan, in: folder, jobs: 4) { event in
      ends.withLock {
        switch event {
        case .finished: $0.finished += 1
        case .putOff(_, after: .some): $0.putOff += 1
        default: break
        }
      }
    }
    #expect(tally.done == 8 && tally.failed == 0)
    #expect(ends.withLock { $0.finished - $0.putOff } == 8)
    _ = try Gathering(plan, in: folder).gather()
    #expect(try GridResults(contentsOf: folder).values("seen") == Array(repeating: 0, count: 8))
  }

  @Test("A folder that cannot be written fails this machine, not the point")
  func unwritable() throws {
    let bench = try GridBench()
    let (plan, folder, _) = try bench.plan(try bench.notebook("  alpha: 1.0", doubling), grid: ["alpha=1,2"])
    try bench.write("in the way", to: "plots/test-grid/alpha=1")
    #expect(throws: (any Error).self) { try bench.run(plan, in: folder) }
    #expect(try Gathering(plan, in: folder).gather().missing.contains("alpha = 1"))
    try FileManager.default.removeItem(atPath: "\(folder)/alpha=1")
    try bench.run(plan, in: folder)
    #expect(try Gathering(plan, in: folder).gather().isWhole)
  }

  @Test("A seal stands for points that all have a record")
  func seals() throws {
    let bench = try GridBench()
    let (plan, folder, _) = try bench.plan(try bench.notebook("  alpha: 1.0", doubling), grid: ["alpha=1,2"])
    let seal = "\(bench.folder)/seals/1.json"
    try bench.run(plan, in: folder, [0])
    #expect(throws: GridError.self) { try ShardSeal.write([0, 1], of: plan, in: folder, to: seal) }
    #expect(!FileManager.default.fileExists(atPath: seal))
    try ShardSeal.write([0], of: plan, in: folder, to: seal)
    #expect(bench.read("seals/1.json").contains(plan.points[0].id))
  }

  @Test("A notebook reads a grid's results as a table")
  func readBack() throws {
    let bench = try GridBench()
    _ = try bench.results(try bench.notebook("  alpha: 1.0", doubling), grid: ["alpha=1,2"])
    let reader = try bench.notebook(
      "  n: 1", "import Gimbal\nlet results = try GridResults(contentsOf: \"plots/test-grid\")",
      "record(\"sum\", try results.values(\"double\").reduce(0, +))\ntry results.table", name: "reader.md")
    let results = try bench.results(reader, grid: ["n=1"])
    #expect(try results.values("sum") == [6])
    #expect(try results.query("SELECT count(*) FROM numbers").rows == [[.count(4)]])
  }
}

extension Table.Cell {
  fileprivate var isNaN: Bool { if case .number(let number) = self { number.isNaN } else { false } }
}
