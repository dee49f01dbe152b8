import Foundation
import NotebookBench
import TestDisks
import Testing

@testable import NotebookDocument
@testable import NotebookRunning

@Suite("A full disk", .enabled(if: SmallDisk.isPossible, "mounting a small file system needs root"))
struct DiskFullTests {
  @Test("Results that find no room are named, what was there stays whole, and with room again the run succeeds")
  func results() throws {
    let disk = try SmallDisk(bytes: 1 << 20)
    let bench = try Workbench()
    func run(_ text: String) throws -> NotebookRunner.Result {
      let path = try bench.write("---\ntitle: Test\nnotebook: {}\n---\n\(cell("print(\"\(text)\")"))")
      return try bench.runner.run(.init(path: path, output: "\(disk.folder)/plots"))
    }
    #expect(try run("first").isSuccess)
    let file = "\(disk.folder)/plots/test/index.html"
    let before = FileManager.default.contents(atPath: file)
    try disk.fill(leaving: 0)
    do {
      _ = try run(String(repeating: "second ", count: 1000))
      Issue.record("no error")
    } catch let error as any PlacedError {
      #expect("\(error)".contains("No space left on device"))
      #expect("\(error)".contains("plots/test/README.md"))
    }
    #expect(FileManager.default.contents(atPath: file) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(disk.folder)/plots/test")
    #expect(names.sorted() == ["README.md", "index.html", "results.json"])
    disk.clear()
    #expect(try run("third").isSuccess)
  }

  @Test("A cache without room is named, and the notebook's results stay", arguments: [0, 8192, 32768])
  func cache(room: Int) throws {
    let disk = try SmallDisk(bytes: 1 << 20)
    let bench = try Workbench(cache: disk.folder)
    try disk.fill(leaving: room)
    var said = ""
    do {
      let result = try bench.run(cell("print(\(room))"))
      #expect(!result.isSuccess)
      said = result.messages.joined()
    } catch let error as any PlacedError {
      said = "\(error)"
    }
    #expect(said.contains("No space left on device"), "\(said)")
    #expect(said.contains(disk.folder), "\(said)")
    disk.clear()
    #expect(try bench.run(cell("print(\(room))")).text(0) == "\(room)\n")
  }
}
