import Display
import Foundation
import NotebookBench
import Testing

@testable import NotebookDocument
@testable import NotebookRunning
@testable import Reports

@Suite("Checking against accepted results")
struct CheckingTests {
  /// Accepts the results of one body and checks another against them.
  private func differences(_ accepted: String, _ now: String, matter: String = "notebook: {}") throws -> String {
    let bench = try Workbench()
    try accept(accepted, on: bench, matter: matter)
    return try check(now, on: bench, matter: matter).differences
  }

  private func accept(_ body: String, on bench: Workbench, matter: String = "notebook: {}") throws {
    let path = try bench.write("---\ntitle: Test\n\(matter)\n---\n\(body)\n")
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", accepts: true))
    #expect(result.isSuccess, "\(result.messages)")
  }

  private func check(
    _ body: String, on bench: Workbench, matter: String = "notebook: {}"
  ) throws -> NotebookRunner.CheckResult {
    let path = try bench.write("---\ntitle: Test\n\(matter)\n---\n\(body)\n")
    return try bench.runner.check(.init(path: path, output: "\(bench.folder)/plots"))
  }

  private func figure(_ y: String) -> String {
    cell(
      "//| label: fig-a\nimport Gimbal\nFigure(x: FigureAxis(\"t\", unit: \"s\"), y: FigureAxis(\"y\", unit: \"m\"), [.line(\"a\", x: [0, 1, 2], y: [0, \(y), 1])])"
    )
  }

  @Test("A run leaves what was accepted as it is: printed text, parameters, figures")
  func runAcceptsNothing() throws {
    let bench = try Workbench()
    let matter = "notebook: {}\nparams:\n  alpha: 1.0"
    let (before, after) = (cell("print(params.alpha)") + figure("2"), cell("print(7)") + figure("3"))
    try accept(before, on: bench, matter: matter)
    let accepted = bench.result(AcceptedResults.name)
    _ = try bench.run(after, matter: matter, assignments: ["alpha=5"])
    #expect(bench.result("README.md").contains("\n7\n") && bench.result(AcceptedResults.name) == accepted)
    // The picture that was accepted is compared, too: the script is another one, the line the same.
    let same = try check(before.replacing(", 2, 1]", with: ", 2.0000001, 1]"), on: bench, matter: matter)
    #expect(same.differences == "" && same.basis == .accepted)
    let other = try check(after, on: bench, matter: matter).differences
    #expect(other.contains("--- cell 1 (accepted)") && other.contains("-1.0\n+7") && other.contains("figure fig-a"))
    // A failed run neither.
    _ = try bench.run(cell("fatalError()"), matter: matter)
    #expect(bench.result(AcceptedResults.name) == accepted)
    try accept(after, on: bench, matter: matter)
    #expect(try check(after, on: bench, matter: matter).differences == "")
  }

  @Test("A file that is no accepted results is named, and replaced only with --force")
  func brokenAcceptance() throws {
    let bench = try Workbench()
    try accept(cell("print(1)"), on: bench)
    let file = "\(bench.folder)/plots/test/\(AcceptedResults.name)"
    try bench.write("<<<<<<< ours", to: "plots/test/\(AcceptedResults.name)")
    let path = try bench.write("---\nnotebook: {}\n---\n" + cell("print(2)"))
    var request = NotebookRunner.Request(path: path, output: "\(bench.folder)/plots", accepts: true)
    #expect(throws: OutputError(.brokenAcceptance, file: file)) { try bench.runner.check(request) }
    #expect(throws: OutputError(.brokenAcceptance, file: file)) { try bench.runner.run(request) }
    #expect(bench.result(AcceptedResults.name) == "<<<<<<< ours" && bench.result("README.md").contains("\n1\n"))
    request.force = true
    #expect(try bench.runner.run(request).isSuccess)
    #expect(try bench.runner.check(request).differences == "")
  }

  @Test("The same notebook gives no difference, and a check writes nothing")
  func same() throws {
    let body = "`{swift} 1 + 1`\n\n" + cell("print(1.5)\n[1, 2]")
    #expect(try differences(body, body) == "")
    let bench = try Workbench()
    _ = try bench.run(cell("print(1)"))
    let report = bench.result("README.md")
    let path = try bench.write("---\nnotebook: {}\n---\n" + cell("print(2)"))
    let check = try bench.runner.check(.init(path: path, output: "\(bench.folder)/plots"))
    // Nothing was accepted yet.
    #expect(check.differences == "--- cell 1 (last run)\n+++ cell 1 (now)\n@@ -1,1 +1,1 @@\n-1\n+2\n")
    #expect(check.basis == .lastRun && bench.result("README.md") == report)
    #expect(bench.result(AcceptedResults.name).hasPrefix("(there is no"))
  }

  @Test("Without results there is an error that says how to make them")
  func missing() throws {
    let bench = try Workbench()
    let path = try bench.write("---\nnotebook: {}\n---\n")
    #expect(throws: RunError(.noResults("\(bench.folder)/plots/test"), file: path)) {
      try bench.runner.check(.init(path: path, output: "\(bench.folder)/plots"))
    }
  }

  @Test("`tolerance` lets numbers differ, and nothing else")
  func tolerance() throws {
    let with = { (text: String) in cell("//| tolerance: 0.01\nprint(\"\(text)\")") }
    #expect(try differences(with("a 100 b −2.5e3"), with("a 100.5 b −2.51e3")) == "")
    #expect(try differences(with("a 100"), with("a 102")) != "")
    #expect(try differences(with("a 100"), with("b 100")) != "")
    #expect(try differences(cell("print(100)"), cell("print(100.5)")) != "")
  }

  @Test("`mask` ignores what it matches")
  func mask() throws {
    let with = { (text: String) in cell("//| mask: 'at \\d+'\nprint(\"\(text)\")") }
    #expect(try differences(with("done at 1200"), with("done at 1300")) == "")
    #expect(try differences(with("done at 1200"), with("failed at 1300")) != "")
  }

  @Test("`volatile` leaves a cell out")
  func volatile() throws {
    #expect(try differences(cell("//| volatile: true\nprint(1)"), cell("//| volatile: true\nprint(2)")) == "")
  }

  @Test("Tables are compared entry by entry")
  func tables() throws {
    func table(_ value: String, _ option: String = "") -> String {
      cell("\(option)import Gimbal\nTable(columns: [.init(\"a\"), .init(\"b\", digits: 2)], rows: [[\"x\", \(value)]])")
    }
    #expect(try differences(table("1.0"), table("1.0000000001")) == "")
    #expect(try differences(table("1.0"), table("1.001")) != "")
    let tolerant = "//| tolerance: 0.01\n"
    #expect(try differences(table("1.0", tolerant), table("1.001", tolerant)) == "")
  }

  @Test("Figures are compared by what made them")
  func figures() throws {
    #expect(try differences(figure("2"), figure("2")) == "")
    #expect(try differences(figure("2"), figure("2.0000001")) == "", "less than a line's width")
    #expect(try differences(figure("2"), figure("2.2")).contains("figure fig-a"))
  }

  @Test("Differences of figures are described, and both pictures can be looked at")
  func figureWords() throws {
    func drawing(x: String = "time", line: String = "\"a\", x: [0, 1, 2], y: [0, 2, 1]", cap: String = "") -> String {
      cell(
        """
        //| label: fig-a
        //| fig-alt: A.\(cap)
        import Gimbal
        Figure(x: FigureAxis("\(x)", unit: "s"), y: FigureAxis("y"), [.line(\(line)), .line("b", x: [0, 1, 2], y: [2, 0, 0])])
        """)
    }
    // Their pictures lie in their folders.
    var benches: [Workbench] = []
    func told(_ after: String) throws -> String {
      benches.append(try Workbench())
      try accept(drawing(), on: benches.last!)
      return try check(after, on: benches.last!).differences
    }
    let data = try told(drawing(line: "\"a\", x: [0, 1, 2], y: [0, 2, 1.5]"))
    #expect(data.contains("-figure fig-a\n+figure fig-a differs in the data of “a”\n"), "\(data)")
    #expect(!data.contains(/[0-9a-f]{16}/))
    for match in data.matches(of: /(?:look at|and at) +(.+)/) {
      #expect(try String(contentsOfFile: String(match.output.1), encoding: .utf8).contains("<svg"))
    }
    #expect(data.matches(of: /(?:look at|and at) +\//).count == 2)
    #expect(try told(drawing(x: "duration")).contains("labels: “time (s)” became “duration (s)”"))
    #expect(try told(drawing(cap: "\n//| fig-width: 8cm")).contains("differs in the size, "))
    let renamed = try told(drawing(line: "\"c\", x: [0, 1, 2], y: [0, 2, 1]"))
    #expect(renamed.contains("lines or markers: “a” became “c”"), "\(renamed)")
    let axis = try told(drawing(line: "\"a\", x: [0, 1, 2], y: [0, 200, 1]"))
    #expect(axis.contains("the numbers at the axes") && !axis.contains("the data of"), "\(axis)")
    let look = try told(drawing(line: "\"a\", x: [0, 1, 2], y: [0, 2, 1], look: .init(color: .green, dash: .dotted)"))
    #expect(look.contains("the look of “a”"), "\(look)")
    withExtendedLifetime(benches) {}
  }

  @Test("A failure that was not there is a difference")
  func failure() throws {
    #expect(
      try differences(cell("print(1)"), cell("print(1)\nfatalError(\"no\")")).contains("+failure: Fatal error: no"))
  }

  @Test("Staleness is decided by hashes: the notebook's and those of the files that it read")
  func staleness() throws {
    let bench = try Workbench()
    try bench.write("1\n", to: "data.csv")
    let body = cell("import Gimbal\nimport Foundation\n_ = try? Trace(contentsOf: \"data.csv\")\nprint(1)")
    _ = try bench.run(body)
    let (path, output) = ("\(bench.folder)/test.md", "\(bench.folder)/plots")
    #expect(try NotebookRunner.staleness(of: path, output: output) == [])
    try bench.write("2\n", to: "data.csv")
    #expect(try NotebookRunner.staleness(of: path, output: output) == ["data.csv changed"])
    try FileManager.default.removeItem(atPath: "\(bench.folder)/data.csv")
    #expect(try NotebookRunner.staleness(of: path, output: output) == ["data.csv is gone"])
    try bench.write("1\n", to: "data.csv")
    try bench.write("---\ntitle: Test\nnotebook: {}\n---\n\(body)\nmore\n")
    #expect(try NotebookRunner.staleness(of: path, output: output) == ["the notebook has changed"])
    #expect(try NotebookRunner.staleness(of: path, output: "/nowhere") == ["there are no results in /nowhere/test"])
  }

  @Test("A unified difference shows what changed with three lines around it")
  func unified() {
    let old = (1...20).map(String.init)
    var new = old
    new[4] = "five"
    new.removeLast()
    #expect(
      UnifiedDiff.text(old: old, new: new, oldName: "a", newName: "b")
        == "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n@@ -17,4 +17,3 @@\n 17\n 18\n 19\n-20\n")
    #expect(UnifiedDiff.text(old: old, new: old, oldName: "a", newName: "b") == "")
    #expect(UnifiedDiff.text(old: [], new: ["x"], oldName: "a", newName: "b") == "--- a\n+++ b\n@@ -0,0 +1,1 @@\n+x\n")
  }

  @Test("A mask that goes back over a text for ever is given up, and named with its cell")
  func endlessMask() throws {
    let desk = try BuiltProgram.Desk()
    try desk.write(
      "---\ntitle: M\nnotebook: {}\n---\n\n```swift\n//| mask: '(a+)+$'\nprint(String(repeating: \"a\", count: 40) + \"b\")\n```\n",
      to: "mask.md")
    #expect(try desk.run("run", "mask.md").status == 0)
    let (status, output) = try desk.run("check", "mask.md")
    #expect(status == 2)
    #expect(
      output.contains("mask.md:6:1: error: the mask “(a+)+$” was still searching this cell's text after 5 s"),
      "\(output)")
  }
}
