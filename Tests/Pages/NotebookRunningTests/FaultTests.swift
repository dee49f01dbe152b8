import Display
import Drawings
import Figures
import Foundation
import NotebookBench
import TestPrograms
import Testing

@testable import NotebookDocument
@testable import NotebookRunning
@testable import Reports

@Suite("Faults around a run")
struct FaultTests {
  @Test("Two runs of one notebook at once both give whole results")
  func twoAtOnce() throws {
    let bench = try Workbench()
    let body = cell("print(\"a\")\nlet x = \(UInt32.random(in: 0...UInt32.max))") + cell("print(x - x)")
    let path = try bench.write("---\nnotebook: {}\n---\n\(body)")
    let group = DispatchGroup()
    nonisolated(unsafe) var results = [Bool](repeating: false, count: 2)
    for index in 0..<2 {
      let output = "\(bench.folder)/plots"
      DispatchQueue.global().async(group: group) {
        let runner = NotebookRunner(cacheFolder: Workbench.cache)
        results[index] = (try? runner.run(.init(path: path, output: output)).isSuccess) ?? false
      }
    }
    group.wait()
    #expect(results == [true, true])
    #expect(bench.result("README.md").hasSuffix("```text\n0\n```\n"))
  }

  @Test("A hundred thousand lines are read, and the report stays small")
  func lines() throws {
    let bench = try Workbench()
    let result = try bench.run(cell("for i in 0..<100_000 { print(i) }"))
    #expect(result.isSuccess)
    #expect(result.text(0).hasPrefix("0\n1\n2\n"))
    #expect(result.text(0).hasSuffix("\n99999\n"))
    #expect(bench.result("README.md").utf8.count < 100_000)
  }

  @Test("A cell that starts another process does not keep the run waiting")
  func child() throws {
    let result = try Workbench().run(
      cell(
        "import Foundation\nlet p = Process()\np.executableURL = URL(fileURLWithPath: \"/bin/echo\")\np.arguments = [\"child\"]\ntry p.run()\np.waitUntilExit()\nprint(\"parent\")"
      )
        + cell("print(\"next\")"))
    #expect(result.isSuccess, "\(result.messages)")
    #expect(result.text(0).contains("child"))
    #expect(result.text(1) == "next\n")
  }

  @Test("A process that a timed-out cell started ends with it")
  func orphans() throws {
    // On a busy machine a short time may be over before it has started one.
    for seconds in [3, 30, 300] where try hasEndedOrphan(after: seconds) { return }
    Issue.record("no process was started")
  }

  /// Whether a cell had started a process when its time was over; that has then ended with it.
  private func hasEndedOrphan(after seconds: Int) throws -> Bool {
    let result = try Workbench().run(
      cell(
        "//| timeout: \(seconds)\nimport Foundation\nlet p = Process()\np.executableURL = URL(fileURLWithPath: \"/bin/sleep\")\np.arguments = [\"1000\"]\ntry p.run()\nprint(p.processIdentifier)\nwhile true {}"
      ))
    guard case .timedOut? = result.failures.first else { throw Unexpected() }
    guard let pid = Int32(result.text(0).trimmingCharacters(in: .whitespacesAndNewlines)) else { return false }
    #expect(TestProgram.survivors { [pid] } == [])
    return true
  }

  @Test("Five hundred cells run, an edit of the last runs a few of them, and one in the middle the rest")
  func manyCells() throws {
    let bench = try Workbench()
    func body(_ middle: Int, _ last: String) -> String {
      cell("var n = 0") + (1..<499).map { cell("n += \($0 == 250 ? middle : 1)") }.joined() + cell(last)
    }
    #expect(try bench.run(body(1, "n")).text(499) == "[498]")
    let edited = try bench.run(body(1, "n * 2"))
    #expect(edited.text(499) == "[996]")
    #expect(edited.explanations.dropLast().allSatisfy { $0.execution.hasPrefix("kept") })
    #expect(try bench.run(body(2, "n * 2")).text(499) == "[998]")
  }

  @Test("A notebook that changes while it runs gives a report of what was read, and is stale afterwards")
  func changesMeanwhile() throws {
    let bench = try Workbench()
    let matter = "---\nnotebook: {}\n---\n"
    let path = try bench.write(matter + cell("print(\"before\")") + cell("let x = 1\nx"))
    var changed = false
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots")) { event in
      if case .running = event, !changed {
        changed = true
        _ = try? bench.write(matter + "New first line.\n\n" + cell("print(\"after\")") + cell("nothing"))
      }
    }
    #expect(changed && result.isSuccess)
    #expect(bench.result("README.md").contains("before"))
    #expect(!bench.result("README.md").contains("New first line"))
    #expect(try !NotebookRunner.staleness(of: path, output: "\(bench.folder)/plots").isEmpty)
    let again = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(again.failures.first?.position == Position(line: 10, column: 1))
  }

  @Test("A recording that changes after a cell has read it, while that cell still runs, is read again by the next run")
  func recordingChangesMeanwhile() throws {
    let bench = try Workbench()
    func write(_ value: Int) throws {
      let header =
        "# gimbal trace 1\n# name: a\ntime_s,attitude_w,attitude_x,attitude_y,attitude_z,user_acceleration_x_m_s2,user_acceleration_y_m_s2,user_acceleration_z_m_s2\n"
      try bench.write(header + (0..<5).map { "\(Double($0) / 100),1,0,0,0,\(value),0,0\n" }.joined(), to: "t.csv")
    }
    try write(1)
    let body = cell(
      "import Gimbal\nimport Foundation\nlet t = try Trace(contentsOf: \"t.csv\")\nprint(t.userAcceleration[0].x)\nfflush(nil)\nThread.sleep(forTimeInterval: 0.3)"
    )
    let first = try bench.run(body) { event in
      if case .kernel = event { try? write(2) }
    }
    #expect(first.text(0) == "1.0\n")
    #expect(try bench.run(body).text(0) == "2.0\n")
  }

  @Test(
    "A gnuplot that is killed in the middle of a figure is named at the cell; the other figures and the text are there")
  func gnuplotKilled() throws {
    let bench = try Workbench()
    let standIn = "\(bench.folder)/gnuplot"
    // The real gnuplot, killed once it has begun with the figure of this name.
    let script = """
      cat > "$0.$$"
      if grep -rq doomed .; then
        mkfifo "$0.$$.half"
        { head -n 2 "$0.$$"; while kill -0 $$; do sleep 0.1; done; } > "$0.$$.half" 2>/dev/null &
        { sleep 0.1; kill -9 $$; } > /dev/null 2>&1 &
        exec gnuplot "$@" < "$0.$$.half"
      fi
      exec gnuplot "$@" < "$0.$$"

      """
    try TestProgram.write(script, to: standIn)
    var runner = NotebookRunner(cacheFolder: "\(bench.folder)/cache")
    runner.drawer.renderer.command = standIn
    let figure =
      "Figure(x: FigureAxis(\"NAME\", unit: \"s\"), y: FigureAxis(\"y\", unit: \"m\"), [.line(\"NAME\", x: [0, 1], y: [0, 1])])"
    let path = try bench.write(
      "---\nnotebook: {}\n---\n" + cell("import Gimbal\n" + figure.replacing("NAME", with: "whole"))
        + cell("//| label: fig-doomed\n" + figure.replacing("NAME", with: "doomed")) + cell("print(\"text\")"))
    let result = try runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(!result.isSuccess)
    #expect(result.messages.joined().contains("test.md:8:1: error: figure 'fig-doomed'"), "\(result.messages)")
    #expect(result.messages.joined().contains("killed"))
    #expect(FileManager.default.fileExists(atPath: "\(bench.folder)/plots/test/cell-1.svg"))
    #expect(!FileManager.default.fileExists(atPath: "\(bench.folder)/plots/test/fig-doomed.svg"))
    #expect(bench.result("README.md").contains("text"))
    let healed = NotebookRunner(cacheFolder: "\(bench.folder)/cache")
    #expect(try healed.run(.init(path: path, output: "\(bench.folder)/plots")).isSuccess)
  }

  @Test("Windows line ends run, and errors keep their lines")
  func windows() throws {
    let bench = try Workbench()
    let path = try bench.write("---\r\nnotebook: {}\r\n---\r\n```swift\r\nlet x = 1\r\nnothing\r\n```\r\n")
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.failures.first?.position == Position(line: 6, column: 1))
  }

  @Test("Without gnuplot the figure's cell says what to install, and the text of the report is there")
  func noGnuplot() throws {
    let bench = try Workbench()
    let drawer = FigureDrawer(
      cacheFolder: "\(bench.folder)/cache", renderer: .init(searchPath: "/nowhere"))
    let figure = Figure(
      x: FigureAxis("time", unit: "s"), y: FigureAxis("y", unit: "m"), [.line("a", x: [0, 1], y: [0, 1])])
    let json = String(decoding: try JSONEncoder().encode(figure), as: UTF8.self)
    do {
      _ = try drawer.draw(
        MIMEBundle([MediaType.figure: json]), label: "fig-a", index: 0, options: .init(), formats: ["svg"])
      Issue.record("no error")
    } catch let failure as FigureFailure {
      #expect(failure.message.contains("fig-a"))
      #expect(failure.message.contains("apt-get install gnuplot"))
    }
  }
}
