import Basics
import Foundation
import NotebookBench
import NotebookRunning
import Processes
import Testing

/// What a run has left on the disk serves the next one as long as a run from the top would give the same.
@Suite("Runs that are kept on the disk")
struct KeptRunTests {
  /// What the cells printed, and how many of them ran.
  private struct Came: Equatable {
    var text: String
    var ran: Int

    init(_ text: String, ran: Int) { (self.text, self.ran) = (text, ran) }
  }

  /// A folder with a notebook and a cache, and programs that run the notebook one after the other.
  private final class Desk {
    let folder: String
    var environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": "/home/one"]
    var cache: String { "\(folder)/cache" }

    init() throws {
      folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }

    /// Runs the notebook as a new program does.
    func run(
      _ body: String, _ assignments: [String] = [], keepGoing: Bool = false, interrupt: Interrupt = Interrupt()
    ) throws -> Came {
      try write("---\ntitle: Test\nnotebook: {}\nparams:\n  a: 1\n---\n\(body)\n", to: "test.md")
      let runner = NotebookRunner(
        cacheFolder: cache, keepGoing: keepGoing, keepsRuns: true, environment: environment)
      let result = try runner.run(
        .init(path: "\(folder)/test.md", assignments: assignments, output: "\(folder)/plots"), interrupt: interrupt)
      let texts = result.execution.outcomes.indices.map { result.text($0) }
      return Came(texts.joined(), ran: result.explanations.count { $0.execution.hasPrefix("ran") })
    }
  }

  @Test("A run holds until its code, a parameter, a file or a variable that it read is another")
  func invalidation() throws {
    let desk = try Desk()
    let body =
      cell(
        "import Foundation\nprint(params.a, (try? String(contentsOfFile: \"data.txt\", encoding: .utf8)) ?? \"none\")")
      + cell(
        "print(ProcessInfo.processInfo.environment[\"COLOUR\"] ?? \"none\", getenv(\"HOME\").map { String(cString: $0) } ?? \"none\")"
      )
    #expect(try desk.run(body) == Came("1 none\nnone /home/one\n", ran: 2))
    #expect(try desk.run(body) == Came("1 none\nnone /home/one\n", ran: 0))
    #expect(try desk.run("Prose.\n\n" + body + "\nMore.\n").ran == 0, "prose changes nothing")
    #expect(try desk.run(body, ["a=2"]) == Came("2 none\nnone /home/one\n", ran: 2))
    #expect(try desk.run(body, ["a=2"]).ran == 0)
    #expect(try desk.run(body).ran == 0, "both values are kept")
    try desk.write("here", to: "data.txt")
    #expect(try desk.run(body) == Came("1 here\nnone /home/one\n", ran: 2), "a file has come")
    #expect(try desk.run(body).ran == 0)
    try desk.write("there", to: "data.txt")
    #expect(try desk.run(body).text.hasPrefix("1 there"), "a file has changed")
    try FileManager.default.removeItem(atPath: "\(desk.folder)/data.txt")
    #expect(try desk.run(body).text.hasPrefix("1 none"), "a file is gone")
    desk.environment["COLOUR"] = "green"
    #expect(try desk.run(body).text.contains("green"), "a variable has come")
    desk.environment["HOME"] = "/home/two"
    #expect(try desk.run(body).text.contains("/home/two"), "a variable of the place has changed")
    #expect(try desk.run(body).ran == 0)
    #expect(try desk.run(body.replacing("print(params", with: "print(10 * params")).text.hasPrefix("10 none"))
    #expect(try desk.run(body, keepGoing: true).ran == 2, "how cells run has changed")
  }

  @Test("What another run could give otherwise is not kept: time, random numbers, files that cells change, failures")
  func unsettled() throws {
    for code in [
      "import Foundation\nprint(Date().timeIntervalSince1970 > 0)", "print(UInt64.random(in: 0...9) < 10)",
      "import Foundation\ntry \"x\".write(toFile: \"made.txt\", atomically: true, encoding: .utf8)",
      "import Foundation\nlet child = Process()\nchild.executableURL = URL(fileURLWithPath: \"/bin/true\")\ntry child.run()\nchild.waitUntilExit()",
      "let none: Int? = params.a == 7 ? 1 : nil\nprint(none!)",
    ] {
      let desk = try Desk()
      #expect(try desk.run(cell(code)).ran == 1)
      #expect(try desk.run(cell(code)).ran == 1, "\(code)")
    }
  }

  @Test("A loop of the kit over all processors leaves nothing behind, and is kept; your own thread is not")
  func threads() throws {
    let loop = """
      import Gimbal
      let traces = try (1...3).map { try SimulatedTrace.square.trace(seed: UInt64($0)) }
      print(try Study(of: traces, comparing: [.scheme(.none)], threads: 4).recordings.count)
      """
    let desk = try Desk()
    #expect(try desk.run(cell(loop) + cell("print(params.a)")).ran == 2)
    #expect(try desk.run(cell(loop) + cell("print(params.a)")) == Came("3\n1\n", ran: 0))
    for own in [
      "import Foundation\nThread.detachNewThread {}",
      "import Foundation\nvar thread = pthread_t()\npthread_create(&thread, nil, { _ in nil }, nil)\npthread_join(thread, nil)",
    ] {
      #expect(try desk.run(cell(own)).ran == 1)
      #expect(try desk.run(cell(own)).ran == 1, "\(own)")
    }
  }

  @Test("A failure that a cell is meant to have is kept, with its message at the cell's new place")
  func meantFailure() throws {
    let desk = try Desk()
    let body = cell("//| error: true\nlet none: Int? = params.a == 7 ? 1 : nil\nprint(none!)") + cell("print(\"on\")")
    #expect(try desk.run(body).ran == 2)
    #expect(try desk.run("\n\n\n" + body) == Came("on\n", ran: 0))
    let fresh = try Desk()
    _ = try fresh.run("\n\n\n" + body)
    let pages = try [desk, fresh].map { desk in
      try String(contentsOfFile: "\(desk.folder)/plots/test/index.html", encoding: .utf8).replacing(
        desk.folder, with: "")
    }
    #expect(pages[0] == pages[1])
  }

  @Test("A damaged entry is made again, whichever byte or file of it is lost")
  func damage() throws {
    let long =
      cell("print(params.a)")
      + cell("import Display\nTable(columns: [.init(\"n\")], rows: (0..<2000).map { [.count($0)] })")
    let desk = try Desk()
    let whole = try desk.run(long).text
    var random = SeededRandom(seed: 4)
    for trial in 0..<12 {
      let runs = "\(desk.cache)/runs"
      let files = try FileManager.default.subpathsOfDirectory(atPath: runs).filter { $0.contains("/") }.sorted()
      #expect(files.count >= 4, "the run, and the table that stands by itself")
      let file = "\(runs)/\(files.randomElement(using: &random)!)"
      if trial % 3 == 0 {
        try FileManager.default.removeItem(atPath: file)
      } else {
        var data = try Data(contentsOf: URL(fileURLWithPath: file))
        let place = data.indices.randomElement(using: &random)!
        if trial % 3 == 1 { data[place] ^= 0x20 } else { data = data.prefix(place) }
        try data.write(to: URL(fileURLWithPath: file))
      }
      #expect(try desk.run(long).text == whole, "\(file)")
      #expect(try desk.run(long) == Came(whole, ran: 0), "it is kept again: \(file)")
    }
  }

  @Test("Two runs at once, and a run that is stopped, leave nothing that another would get wrong")
  func company() throws {
    let desk = try Desk()
    let body = cell("print(params.a)") + cell("var sum = 0\nfor i in 0..<1000 { sum += i }\nprint(sum)")
    let stopped = Interrupt()
    stopped.request()
    _ = try? desk.run(body, interrupt: stopped)
    #expect(try desk.run(body).ran == 2, "what was stopped is not kept")
    let other = body.replacing("1000", with: "2000")
    try desk.write("---\ntitle: Test\nnotebook: {}\nparams:\n  a: 1\n---\n\(other)\n", to: "test.md")
    let (folder, cache, environment) = (desk.folder, desk.cache, desk.environment)
    let texts = try Parallel.map(4, threads: 4) { index in
      let runner = NotebookRunner(cacheFolder: cache, keepsRuns: true, environment: environment)
      let result = try runner.run(.init(path: "\(folder)/test.md", output: "\(folder)/plots-\(index)"))
      return result.execution.outcomes.indices.map { result.text($0) }.joined()
    }
    #expect(Set(texts) == ["1\n1999000\n"])
    #expect(try desk.run(other) == Came("1\n1999000\n", ran: 0))
  }
}
