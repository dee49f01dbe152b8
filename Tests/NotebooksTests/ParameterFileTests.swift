import Foundation
import Testing

@testable import NotebookDocument
@testable import NotebookRunning

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
    #expect(bench.result("README.md").hasPrefix("# A \"quoted\" \\ title: with colon\n"))
    #expect(bench.result("fig-drift.svg").contains("<svg"))
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
