import Foundation
import Testing

@testable import NotebookDocument
@testable import NotebookRunning
@testable import NotebookTemplates

@Suite("Files of parameters")
struct ParameterFileTests {
  private let matter = "title: Test\nnotebook: {}\nparams:\n  alpha: 2.0\n  name: none\n  list: [1.5]\n  n: 1"
  private let body = cell("print(0)") + cell("print(params.alpha, params.name, params.list, params.n)")

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
    #expect(bench.result("README.md").hasPrefix("# A \"quoted\" \\\\ title: with colon\n"))
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
    // The course: 18 to 24 letters on a screen, 12 to 15 in the air, of 26.
    let right = page.matches(of: /Right: (\d+) of 78/).compactMap { Double($0.output.1) }
    #expect(right.count == 2 && right[0] / 3 >= 18 && right[1] / 3 >= 15, "\(right)")
    for name in ["fig-screen", "fig-air"] {
      let sheet = bench.result("\(name).svg")
      for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" { #expect(sheet.contains(">\(letter) → "), "\(letter) in \(name)") }
    }
    // A recording and letters of one's own take the place of what is made up.
    let strokes = "gesture,label,x,y,t\n" + (0..<20).map { "1,I,10,\(10 * $0),\(0.02 * Double($0))\n" }.joined()
    try bench.write(strokes, to: "mine.csv")
    let own = try bench.runner.run(
      .init(path: path, assignments: ["strokes=\(bench.folder)/mine.csv"], output: "\(bench.folder)/plots"))
    #expect(own.isSuccess && bench.result("README.md").contains(" of 1, which is"), "\(own.messages)")
    try FileManager.default.createDirectory(atPath: "\(bench.folder)/waved", withIntermediateDirectories: true)
    let letters = """
      import Gimbal
      let pen = try AirLetterGenerator(letters: LetterGenerator(seed: 3))
      for (index, letter) in ["L", "O", "L"].enumerated() {
        try pen.trace(letter, index: index).write(to: "waved/\\(letter)-\\(index).csv")
      }
      """
    let writer = try bench.write("---\nnotebook: {}\n---\n" + cell(letters), to: "letters.md")
    #expect(try bench.runner.run(.init(path: writer, output: "\(bench.folder)/plots")).isSuccess)
    let air = try bench.runner.run(
      .init(path: path, assignments: ["waved=\(bench.folder)/waved"], output: "\(bench.folder)/plots"))
    #expect(air.isSuccess && bench.result("README.md").contains("Right: 3 of 3, which is"), "\(air.messages)")
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
