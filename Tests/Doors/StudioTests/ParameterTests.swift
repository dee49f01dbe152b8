import Foundation
import LoopbackClient
import Testing

@testable import NotebookDocument
@testable import Preview

@Suite("A parameter's value is written into the notebook, and nothing else changes")
struct ParameterWritingTests {
  private let text = """
    ---
    title: "A: b"
    notebook: {}
    params:
      # what comes in
      trace: traces/a.csv   # a recording
      alpha: 2.0  # s⁻¹
      count:  3
      loud: true
      rates: [1, 2.5]
    ---
    alpha: 2.0

    ```swift
    let x = params.alpha
    ```

    """

  @Test(
    "Every type of value, with the comment behind it",
    arguments: [
      ("alpha", "0.125", "  alpha: 0.125  # s⁻¹"), ("alpha", "-3e-7", "  alpha: -3e-07  # s⁻¹"),
      ("count", "7", "  count:  7"), ("loud", "false", "  loud: false"), ("rates", "[3, 4]", "  rates: [3.0, 4.0]"),
      ("trace", "traces/b c.csv", "  trace: traces/b c.csv   # a recording"),
      ("trace", "yes", "  trace: \"yes\"   # a recording"), ("trace", "2", "  trace: \"2\"   # a recording"),
      ("trace", "a: #b", "  trace: \"a: #b\"   # a recording"), ("trace", "", "  trace: \"\"   # a recording"),
    ])
  func types(name: String, value: String, line: String) throws {
    let changed = try ParameterWriting.write(name, value, into: text, path: "a.md")
    let (old, new) = (text.components(separatedBy: "\n"), changed.components(separatedBy: "\n"))
    try #require(old.count == new.count)
    let differing = zip(old, new).filter { $0 != $1 }
    #expect(differing.count <= 1 && new.contains(line), "\(differing)")
    let notebook = try NotebookParser.parse(Data(changed.utf8), path: "a.md")
    let wanted = try ParameterAssignments.apply(
      ["\(name)=\(value)"], to: NotebookParser.parse(Data(text.utf8), path: "a.md"))
    #expect(notebook.frontMatter.parameters == wanted)
  }

  @Test("Line ends stay as they are")
  func lineEnds() throws {
    let changed = try ParameterWriting.write("count", "4", into: text.replacing("\n", with: "\r\n"), path: "a.md")
    #expect(changed == text.replacing("\n", with: "\r\n").replacing("count:  3", with: "count:  4"))
  }

  @Test("What cannot be replaced on its own line is refused, and so is what is no value")
  func refusals() {
    let flow = "---\nnotebook: {}\nparams: {alpha: 2.0}\n---\n"
    #expect { try ParameterWriting.write("alpha", "3", into: flow, path: "a.md") } throws: {
      ($0 as? NotebookError)?.reason == .unwritableParameter("alpha")
    }
    #expect(throws: NotebookError.self) { try ParameterWriting.write("alpha", "x", into: text, path: "a.md") }
    #expect(throws: NotebookError.self) { try ParameterWriting.write("beta", "1", into: text, path: "a.md") }
  }
}

@Suite("Parameters become controls")
struct ParameterControlTests {
  private func control(_ value: String, _ ranges: String = "", folder: String = "/", name: String = "p") throws
    -> ParameterControl
  {
    let notebook = try NotebookParser.parse(
      Data("---\nnotebook: {\(ranges)}\nparams:\n  \(name): \(value)\n---\n".utf8), path: "a.md")
    let front = notebook.frontMatter
    return ParameterControl(
      front.parameters[0], declared: front.parameters[0].value, range: front.ranges[name], folder: folder)
  }

  @Test("A number is a slider around its value, or as far as the notebook says")
  func numbers() throws {
    let free = try control("2.0")
    #expect(free.kind == .number && free.least == 0 && free.greatest == 10 && free.step == 0.05)
    #expect(try control("-0.3").least == -1)
    #expect(try control("0.0").least == -1)
    let whole = try control("3")
    #expect(whole.step == 1 && whole.greatest == 12)
    let ranged = try control("2.0", "ranges: {p: [1, 5]}")
    #expect(ranged.least == 1 && ranged.greatest == 5 && ranged.step == 0.02)
    #expect(try control("2.0", "ranges: {p: [1, 5, 0.5]}").step == 0.5)
    let beyond = try control("9.0", "ranges: {p: [1, 5]}")
    #expect(beyond.greatest == 9)
    #expect(try control(".inf").kind == .text)
  }

  @Test("A switch, a choice, the recordings next to the one that is named, and else a text")
  func others() throws {
    #expect(try control("true").kind == .boolean)
    #expect(try control("a", "ranges: {p: [a, b]}").choices == ["a", "b"])
    #expect(try control("z", "ranges: {p: [a, b]}").choices == ["z", "a", "b"])
    #expect(try control("hello").kind == .text && control("[1, 2]").kind == .text)
    let folder = "\(NSTemporaryDirectory())gimbal-controls-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: "\(folder)/traces", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["b.csv", "a.csv", "c.txt", ".hidden.csv"] {
      try Data().write(to: URL(fileURLWithPath: "\(folder)/traces/\(name)"))
    }
    #expect(try control("traces/a.csv", folder: folder).choices == ["traces/a.csv", "traces/b.csv"])
  }

  @Test(
    "A range that is none is an error of the notebook",
    arguments: [
      "{p: [5, 1]}", "{p: 3}", "{p: [1]}", "{p: [1, 2, -1]}", "{p: [1, a]}", "{q: [1, 2]}", "[1, 2]",
      "{p: [1, 2, 3, 4]}",
    ])
  func wrong(ranges: String) {
    #expect(throws: NotebookError.self) { try control("2.0", "ranges: \(ranges)") }
  }
}

@Suite("A preview's parameters can be moved", .serialized)
struct MovedParameterTests {
  @Test("Another value runs what reads it, a wrong one is refused, and a run ends at the cell that was asked for")
  func moved() async throws {
    let folder = "\(NSTemporaryDirectory())gimbal-moved-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/a.md"
    let text = """
      ---
      notebook: {}
      params:
        alpha: 2.0
      ---
      ```swift
      print("alpha is", params.alpha)
      ```

      ```swift
      print("last", params.alpha)
      ```

      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let preview = try NotebookPreview(path: path, cacheFolder: "\(folder)/cache")
    var events = preview.hub.listen().stream.makeAsyncIterator()
    preview.start()
    defer { preview.close() }
    // Nothing waits without a limit: a closed preview ends its events, and then what is waited for is missing.
    Thread.detachNewThread {
      sleep(900)
      preview.close()
    }
    /// The events until one has all of these texts.
    func wait(_ texts: String...) async -> String {
      while let bytes = await events.next() {
        let event = String(decoding: bytes, as: UTF8.self)
        if texts.allSatisfy(event.contains) { return event }
      }
      return ""
    }
    #expect(await !wait("\"kind\":\"run\"", "done").isEmpty)
    #expect(throws: NotebookError.self) { try preview.set("alpha", to: "much") }
    #expect(throws: NotebookError.self) { try preview.set("beta", to: "1") }
    try preview.set("alpha", to: "3.5")
    #expect(await wait("\"kind\":\"page\"", "alpha is 3.5", "last 3.5").contains("\"declared\":\"2.0\""))
    for _ in 0..<6_000 where preview.places.cells.map(\.first) != [6, 10] {
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(preview.places.cells.map(\.first) == [6, 10] && preview.places.problems.isEmpty)
    #expect(await !wait("\"kind\":\"run\"", "done").isEmpty)
    try preview.write("alpha", value: "3.5")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text.replacing("2.0", with: "3.5"))
    #expect(await !wait("\"kind\":\"page\"", "\"declared\":\"3.5\"").isEmpty)
    #expect(await !wait("\"kind\":\"run\"", "done").isEmpty)
    try Data(text.replacing("print(\"last\"", with: "print(\"newest\"").utf8).write(to: URL(fileURLWithPath: path))
    preview.runUp(toLine: 7)
    #expect(await !wait("\"kind\":\"run\"", "stopped").isEmpty)
    #expect(preview.places.problems.isEmpty)
    preview.runAgain()
    #expect(await !wait("newest 2.0").isEmpty)
    #expect(await !wait("\"kind\":\"run\"", "done").isEmpty)
  }
}
