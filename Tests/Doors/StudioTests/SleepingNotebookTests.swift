import Foundation
import LocalServer
import Testing
import Toolchains

@testable import Preview
@testable import Studio

/// Which notebooks of a studio run, and which are put to sleep.
@Suite("Notebooks asleep", .serialized)
struct SleepingNotebookTests {
  private func write(_ names: [String], _ code: String, in bench: StudioBench) throws {
    for name in names {
      try bench.write("---\ntitle: \(name)\nnotebook: {}\n---\n\n```swift\n\(code)\n```\n", to: "\(name).md")
    }
  }

  private func ids(_ bench: StudioBench) async throws -> [String: String] {
    let entries: [NotebookShelf.Entry] = try await bench.value("GET", "notebooks")
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.title, $0.id) })
  }

  private func awake(_ bench: StudioBench) async throws -> [String] {
    let entries: [NotebookShelf.Entry] = try await bench.value("GET", "notebooks")
    return entries.filter(\.isOpen).map(\.title).sorted()
  }

  @Test("To look at a page, as a picture in another notebook does, starts nothing; to open the notebook does")
  func looking() async throws {
    let bench = try StudioBench()
    try write(["a"], "print(1)", in: bench)
    let id = try #require(await ids(bench)["a"])
    for place in ["report/", "report/x.png", "places", "text"] {
      _ = try await bench.ask("GET", "notebooks/\(id)/\(place)")
      #expect(try await awake(bench) == [], "\(place)")
    }
    #expect(try await bench.ask("GET", "notebooks/\(id)/open").status == 404)
    #expect(try await bench.ask("GET", "notebooks/\(id)/places").status == 409)
    #expect(try await bench.ask("POST", "notebooks/\(id)/open", "{}").status == 200)
    #expect(try await awake(bench) == ["a"])
    #expect(try await bench.ask("GET", "notebooks/\(id)/places").status == 200)
  }

  @Test(
    "A stream is for scripts: as a picture of a notebook it would hold one of the browser's six connections for ever")
  func streamsAsPictures() async throws {
    let bench = try StudioBench()
    try write(["a", "b"], "print(1)", in: bench)
    let ids = try await ids(bench)
    #expect(try await bench.ask("POST", "notebooks/\(ids["a"]!)/open", "{}").status == 200)
    for place in ["motion/events", "notebooks/\(ids["a"]!)/report/events", "notebooks/\(ids["b"]!)/report/events"] {
      for (kind, status) in [("image", 404), ("video", 404), ("iframe", 404), ("empty", 200), (nil, 200)]
        as [(String?, Int)]
      {
        var request = StrictRequest("GET", place, body: Data())
        request.headers["sec-fetch-dest"] = kind
        let answer = bench.routes.answer(request, place).status
        #expect(status == 200 ? answer == 200 : (400..<500).contains(answer), "\(place) as \(kind ?? "anything")")
      }
    }
  }

  @Test("Among many notebooks the idle ones go to sleep; a running one goes on, and sleepers stay asleep")
  func many() async throws {
    let bench = try StudioBench()
    try write(["runs"], "while true {}", in: bench)
    try write(["b", "c", "d", "e"], "print(1)", in: bench)
    let ids = try await ids(bench)
    func open(_ name: String) async throws {
      #expect(try await bench.ask("POST", "notebooks/\(ids[name]!)/open", "{}").status == 200)
      for _ in 0..<6_000 where name != "runs" {
        // Opened and run to the end.
        if try await bench.ask("GET", "notebooks/\(ids[name]!)/places").status == 200,
          try bench.notebooks.preview(ids[name]!)?.0.isBusy == false
        {
          break
        }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    for name in ["runs", "b", "c", "d", "e"] { try await open(name) }
    #expect(try await awake(bench) == ["d", "e", "runs"])
    // Pages of sleeping notebooks ask again and again.
    for _ in 0..<3 {
      for name in ["b", "c"] { #expect(try await bench.ask("GET", "notebooks/\(ids[name]!)/report/").status == 200) }
    }
    #expect(try await awake(bench) == ["d", "e", "runs"])
    try await open("b")
    #expect(try await awake(bench) == ["b", "e", "runs"])
  }

  @Test("When all open notebooks run, more may, up to a documented bound")
  func bound() async throws {
    let bench = try StudioBench()
    let names = (1...7).map { "n\($0)" }
    try write(names, "while true {}", in: bench)
    let ids = try await ids(bench)
    var statuses: [Int] = []
    for name in names { statuses.append(try await bench.ask("POST", "notebooks/\(ids[name]!)/open", "{}").status) }
    #expect(statuses == [200, 200, 200, 200, 200, 200, 409])
    #expect(try await awake(bench) == Array(names.prefix(6)))
  }

  @Test(
    "The variables behind the cells that have run are listed, and looking at them runs no cell and changes no result")
  func variables() async throws {
    let bench = try StudioBench()
    let file = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let runs = "import Foundation\nlet log = fopen(\"\(file)\", \"a\")!; fputs(\"ran\\n\", log); fclose(log)"
    try write(
      ["a"],
      "let count = 3\nvar names = [\"x\"]\n```\n\n```swift\n\(runs)\n```\n\n```swift\nlet half = 0.5\nfatalError()",
      in: bench)
    let id = try #require(await ids(bench)["a"])
    #expect(try await bench.ask("POST", "notebooks/\(id)/variables", "{}").status == 409)
    #expect(try await bench.ask("POST", "notebooks/\(id)/open", "{}").status == 200)
    var found: [[String: String]] = []
    for _ in 0..<12_000 where found.isEmpty {
      found = (try? await bench.value("POST", "notebooks/\(id)/variables", "{}")) ?? []
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(found.contains(["name": "count", "type": "Int", "value": "3"]))
    #expect(found.contains(["name": "names", "type": "[String]", "value": "[x]"]))
    for _ in 0..<3 { _ = try await bench.ask("POST", "notebooks/\(id)/variables", "{}") }
    #expect(!found.contains { $0["name"] == "half" })
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "ran\n")
  }

  @Test(
    "The editor completes names of the cells above, also on a cell's last line, and nothing in prose",
    .enabled(if: StudioProgram.isThere), .timeLimit(.minutes(60)))
  func completions() async throws {
    struct Question: Encodable { var text: String, line: Int, column: Int }
    struct Answer: Decodable {
      struct Item: Decodable { var text: String }
      var isCode: Bool
      var start: Int
      var items: [Item]
    }
    let library = try #require(Toolchain.find().sourceKit)
    let bench = try StudioBench(help: [StudioProgram.path, "kernel", "assist", library])
    let head = "---\ntitle: a\nnotebook: {}\n---\n\n```swift\nlet wheelbase = 3\n```\n\n"
    try bench.write(head, to: "a.md")
    let id = try #require(await ids(bench)["a"])
    #expect(try await bench.ask("POST", "notebooks/\(id)/open", "{}").status == 200)
    let text = head + "É whe\n\n```swift\nlet é = 1\n  é + whe\n```\n"
    func ask(_ line: Int, _ column: Int) async throws -> Answer {
      let question = try JSONEncoder().encode(Question(text: text, line: line, column: column))
      return try await bench.value("POST", "notebooks/\(id)/complete", String(decoding: question, as: UTF8.self))
    }
    var answer = try await ask(13, 9)
    // Until the first cell has run nothing is known of it.
    while !answer.isCode {
      try await Task.sleep(for: .milliseconds(50))
      answer = try await ask(13, 9)
    }
    #expect(answer.start == 6 && answer.items.contains { $0.text == "wheelbase" })
    let prose = try await ask(9, 5)
    #expect(!prose.isCode && prose.items.isEmpty)
  }
}
