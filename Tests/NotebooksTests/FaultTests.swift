import Display
import Figures
import Foundation
import Testing

@testable import Notebooks

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
        let runner = try? NotebookRunner(cacheFolder: Workbench.cache)
        results[index] = (try? runner?.run(.init(path: path, output: output)).isSuccess) ?? false
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
    let bench = try Workbench()
    let result = try bench.run(
      cell(
        "//| timeout: 0.5\nimport Foundation\nlet p = Process()\np.executableURL = URL(fileURLWithPath: \"/bin/sleep\")\np.arguments = [\"1000\"]\ntry p.run()\nprint(p.processIdentifier)\nwhile true {}"
      ))
    guard case .timedOut? = result.failures.first else { throw Unexpected() }
    let pid = try #require(Int32(result.text(0).trimmingCharacters(in: .whitespacesAndNewlines)))
    Thread.sleep(forTimeInterval: 0.3)
    let state = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
    #expect(state.isEmpty || state.contains(") Z "))
  }

  @Test("Fifty cells run in one chain of checkpoints")
  func manyCells() throws {
    let result = try Workbench().run(cell("var n = 0") + (0..<50).map { _ in cell("n += 1") }.joined() + cell("n"))
    #expect(result.text(51) == "[50]")
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
    let drawer = FigureDrawer(
      cacheFolder: NSTemporaryDirectory() + UUID().uuidString, renderer: .init(searchPath: "/nowhere"))
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
