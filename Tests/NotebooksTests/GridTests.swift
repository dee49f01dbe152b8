import Foundation
import Testing

@testable import NotebookDocument
@testable import NotebookRunning

@Suite("Grids and files of parameters")
struct GridTests {
  private let matter = "title: Test\nnotebook: {}\nparams:\n  alpha: 2.0\n  name: none\n  list: [1.5]\n  n: 1"
  private let body =
    cell(
      "//| label: fig-a\n//| fig-cap: A line.\n//| fig-alt: It rises.\nimport Gimbal\nFigure(x: FigureAxis(\"t\"), y: FigureAxis(\"x\"), [.line(\"a\", x: [0, 1], y: [0, params.alpha])])"
    ) + cell("print(params.alpha, params.name, params.list, params.n)")

  @Test("Every combination has a report, and the index shows their figures side by side")
  func grid() throws {
    let bench = try Workbench()
    let path = try bench.write("---\n\(matter)\n---\n\(body)")
    var titles: [String] = []
    let outcome = try bench.runner.run(
      .init(path: path, assignments: ["n=7"], output: "\(bench.folder)/plots"),
      grid: ParameterGrid(["alpha=0.5,1", "name=a/b,c"])
    ) { title, _, _ in titles.append(title) }
    #expect(
      titles == ["alpha = 0.5, name = a/b", "alpha = 0.5, name = c", "alpha = 1, name = a/b", "alpha = 1, name = c"])
    let areSuccesses = outcome.results.map(\.isSuccess)
    #expect(areSuccesses == [true, true, true, true])
    #expect(
      outcome.results.map { $0.text(1) } == [
        "0.5 a/b [1.5] 7\n", "0.5 c [1.5] 7\n", "1.0 a/b [1.5] 7\n", "1.0 c [1.5] 7\n",
      ])
    let index = bench.result("index.html", notebook: "test-grid")
    let pictures = index.matches(of: /<img src="([^"]+)" alt="([^"]+)"/)
    #expect(pictures.count == 4)
    for picture in pictures {
      let file = "\(bench.folder)/plots/test-grid/\(picture.output.1)".removingPercentEncoding!
      #expect(FileManager.default.fileExists(atPath: file), "\(file)")
    }
    #expect(index.contains("<h2 id=\"fig-a\">Figure 1</h2>"))
    #expect(pictures[0].output.2 == "It rises. (alpha = 0.5, name = a/b)")
    #expect(index.contains("href=\"alpha=0.5_name=a-b/index.html\""))
    #expect(bench.result("README.md", notebook: "test-grid/alpha=1_name=c").contains("`alpha` = `1.0`"))
    #expect(bench.result("README.md", notebook: "test-grid").contains("(alpha=1_name=c/fig-a.svg)"))
  }

  @Test("A value of the wrong type is refused before the first run")
  func wrongValue() throws {
    let bench = try Workbench()
    let path = try bench.write("---\n\(matter)\n---\n\(body)")
    #expect(throws: NotebookError.self) {
      try bench.runner.run(
        .init(path: path, output: "\(bench.folder)/plots"), grid: ParameterGrid(["alpha=1,x"]))
    }
    #expect(!FileManager.default.fileExists(atPath: "\(bench.folder)/plots"))
  }

  @Test("What is no grid is refused", arguments: ["alpha", "=1,2", "alpha="])
  func malformed(text: String) {
    #expect(throws: NotebookError(.malformedGrid(text))) { try ParameterGrid([text]) }
  }

  @Test("Values of lists are separated by semicolons; folders of one name are told apart")
  func lists() throws {
    #expect(try ParameterGrid(["list=1,2;3"]).axes == [.init(name: "list", values: ["1,2", "3"])])
    #expect(try ParameterGrid(["name=a/b,a b"]).points.map(\.folder) == ["name=a-b", "name=a-b_2"])
    #expect(throws: NotebookError.self) { try ParameterGrid(["a=1", "a=2"]) }
  }

  @Test("A file gives values; -P comes after it")
  func file() throws {
    let bench = try Workbench()
    let path = try bench.write("---\n\(matter)\n---\n\(body)")
    let file = try bench.write("alpha: 3\nname: 12\nlist: [2, 4.5]\nn: 5\n", to: "values.yaml")
    let result = try bench.runner.run(
      .init(path: path, assignments: ["n=6"], output: "\(bench.folder)/plots", parameterFile: file))
    #expect(result.text(1) == "3.0 12 [2.0, 4.5] 6\n")
  }

  @Test(
    "A file's mistakes are named with their line",
    arguments: [
      ("alhpa: 3\n", "values.yaml:1:1: error: there is no parameter “alhpa”; did you mean “alpha”?"),
      ("n: 5\nalpha: fast\n", "values.yaml:2:8: error: the parameter “alpha” takes a number, not “fast”"),
      ("n: 1.5\n", "values.yaml:1:4: error: the parameter “n” takes an integer, not “1.5”"),
      ("list: 3\n", "values.yaml:1:7: error: the parameter “list” takes a list"),
      ("n: [\n", "values.yaml:2:1: error: broken YAML"), ("- 1\n", "values.yaml:1:1: error: broken YAML"),
    ])
  func mistakes(yaml: String, message: String) throws {
    let notebook = try NotebookParser.parse("---\n\(matter)\n---\n", path: "n.md")
    do {
      _ = try ParameterFile.apply(yaml: yaml, path: "values.yaml", to: notebook)
      Issue.record("no error")
    } catch {
      #expect("\(error)".hasPrefix(message), "\(error)")
    }
  }
}

@Suite("Starting, examining, cleaning")
struct SurroundingsCommandTests {
  @Test("The starter notebook runs, whatever its title")
  func starter() throws {
    let bench = try Workbench()
    let path = try bench.write(StarterNotebook.text(title: "A \"quoted\" \\ title: with colon"))
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.isSuccess, "\(result.messages)")
    #expect(result.text(0) == "after 30.0 s the phone seems to be 9.00 m away\n")
    #expect(bench.result("README.md").hasPrefix("# A \"quoted\" \\ title: with colon\n"))
    #expect(bench.result("fig-drift.svg").contains("<svg"))
  }

  @Test("The lab's notebook runs as it is, fit to hand in")
  func lab() throws {
    let bench = try Workbench()
    let path = try bench.write(LabNotebook.text(title: "Lab 3: \"ours\""))
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", isStrict: true))
    #expect(result.isSuccess, "\(result.messages)")
    // The ten things that the hand-in asks for: five questions, two accuracies, two pictures, the parameters.
    let page = bench.result("README.md")
    #expect(page.contains(" of 78, which is") && page.contains("fig-screen.svg") && page.contains("fig-air.svg"))
    #expect(page.components(separatedBy: "?").count > 8)
    // A recording and letters of one's own take the place of what is made up.
    let strokes = "gesture,label,x,y,t\n" + (0..<20).map { "1,I,10,\(10 * $0),\(0.02 * Double($0))\n" }.joined()
    try bench.write(strokes, to: "mine.csv")
    let own = try bench.runner.run(
      .init(path: path, assignments: ["strokes=\(bench.folder)/mine.csv"], output: "\(bench.folder)/plots"))
    #expect(own.isSuccess && bench.result("README.md").contains(" of 1, which is"), "\(own.messages)")
  }

  @Test("A build that was moved is noticed, one that was not is fine", arguments: [true, false])
  func moved(isMoved: Bool) throws {
    let bench = try Workbench()
    let folder = "\(bench.folder)/here/.build/x86_64/debug"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let recorded = isMoved ? "/old/place" : URL(fileURLWithPath: "\(bench.folder)/here").resolvingSymlinksInPath().path
    try Data("{ \"binaryPath\" : \"\(recorded)/.build/x86_64/debug/a.xctest\" }".utf8).write(
      to: URL(fileURLWithPath: "\(folder)/description.json"))
    let finding = try #require(Installation.examine(beside: "\(folder)/gimbal").first { $0.name == "build" })
    #expect(finding.isFound == !isMoved)
    if case .faulty(let words) = finding.state { #expect(words.contains("/old/place") && words.contains("make build")) }
    #expect(Installation.examine(beside: "\(bench.folder)/gimbal").allSatisfy { $0.name != "build" })
  }

  @Test("What is missing is said, with what to install")
  func doctor() {
    let present = Installation.examine()
    #expect(present.first { $0.name == "Swift" }?.isFound == true)
    #expect(present.first { $0.name == "gnuplot" }?.isFound == true)
    let absent = Installation.examine(path: "/nowhere", beside: "/nowhere/gimbal")
    #expect(absent.filter { $0.isNeeded && !$0.isFound }.map(\.name) == ["Swift", "Gimbal's libraries", "gnuplot"])
    for finding in absent where finding.name != "cache" {
      guard case .missing(let remedy) = finding.state else {
        Issue.record("\(finding.name) was found")
        continue
      }
      #expect(remedy.contains("install") || remedy.contains("build"))
    }
  }

  @Test("Cleaning removes the entries of the cache, and nothing else")
  func clean() throws {
    let cache = "\(NSTemporaryDirectory())gimbal-clean-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: cache) }
    _ = try Workbench(cache: cache).run(cell("1 + 1"))
    try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(cache)/note.txt"))
    #expect(try CacheCleaning.clean(cacheFolder: cache, olderThanDays: 1).entries == 0)
    let removed = try CacheCleaning.clean(cacheFolder: cache)
    #expect(removed.entries >= 1 && removed.bytes > 1000)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(cache)/units").isEmpty)
    #expect(FileManager.default.fileExists(atPath: "\(cache)/note.txt"))
    #expect(try Workbench(cache: cache).run(cell("1 + 1")).text(0) == "[2]")
  }
}
