import Foundation
import LoopbackClient
import NotebookBench
import Synchronization
import Testing

import enum Basics.Secret

@testable import LocalServer
@testable import NotebookDocument
@testable import Preview

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Who may see the preview")
struct RequestGuardTests {
  let requests = RequestGuard(token: "0123456789abcdef", port: 4000)

  @Test(
    "The token, the host and the origin decide",
    arguments: [
      ("/0123456789abcdef/", "127.0.0.1:4000", nil, true), ("/0123456789abcdef", "localhost:4000", nil, true),
      ("/0123456789abcdef/", "LOCALHOST:4000", "http://localhost:4000", true),
      ("/0123456789abcdef/", "127.0.0.1:4000", "http://127.0.0.1:4000", true),
      ("/0123456789abcdee/", "127.0.0.1:4000", nil, false), ("/0123456789abcde/", "127.0.0.1:4000", nil, false),
      ("/", "127.0.0.1:4000", nil, false), ("/x/0123456789abcdef/", "127.0.0.1:4000", nil, false),
      ("/0123456789abcdef/", "evil.example:4000", nil, false), ("/0123456789abcdef/", "127.0.0.1:4001", nil, false),
      ("/0123456789abcdef/", "127.0.0.1", nil, false), ("/0123456789abcdef/", nil, nil, false),
      ("/0123456789abcdef/", "127.0.0.1:4000", "http://evil.example", false),
      ("/0123456789abcdef/", "127.0.0.1:4000", "https://127.0.0.1:4000", false),
      ("/0123456789abcdef/", "127.0.0.1:4000", "null", false),
    ] as [(String, String?, String?, Bool)])
  func verdicts(path: String, host: String?, origin: String?, isAllowed: Bool) {
    let verdict = requests.verdict(path: path, host: host, origin: origin)
    #expect((verdict == .allowed(resource: "")) == isAllowed, "\(verdict)")
  }

  @Test(
    "A forwarded port may have any number on the other side; names, origins and the token decide as ever",
    arguments: [
      ("/0123456789abcdef/", "127.0.0.1:9000", nil, true), ("/0123456789abcdef/", "localhost:1", nil, true),
      ("/0123456789abcdef/", "LocalHost", "http://localhost", true),
      ("/0123456789abcdef/", "localhost:9000", "http://localhost:9000", true),
      ("/0123456789abcdef/", "localhost:9000", "https://localhost:9000", true),
      ("/0123456789abcdef/", "localhost:9000", "ftp://localhost:9000", false),
      ("/0123456789abcdef/", "localhost:9000", "http://localhost:9001", false),
      ("/0123456789abcdef/", "evil.example:9000", nil, false), ("/0123456789abcdef/", "localhost:9000:1", nil, false),
      ("/0123456789abcdef/", "localhost:", nil, false), ("/0123456789abcdef/", "localhost:99999", nil, false),
      ("/0123456789abcdef/", "localhost.evil.example", nil, false), ("/0123456789abcdef/", ":9000", nil, false),
      ("/0123456789abcdee/", "127.0.0.1:9000", nil, false), ("/0123456789abcdef/", nil, nil, false),
    ] as [(String, String?, String?, Bool)])
  func forwarded(path: String, host: String?, origin: String?, isAllowed: Bool) {
    let requests = RequestGuard(token: "0123456789abcdef", port: 4000, isForwarded: true)
    let verdict = requests.verdict(path: path, host: host, origin: origin)
    #expect((verdict == .allowed(resource: "")) == isAllowed, "\(verdict)")
  }

  @Test("What is behind the token is the resource")
  func resource() {
    let verdict = requests.verdict(path: "/0123456789abcdef/a/b.png", host: "localhost:4000", origin: nil)
    #expect(verdict == .allowed(resource: "a/b.png"))
  }

  @Test("Tokens are long and differ")
  func tokens() {
    let tokens = Set((0..<100).map { _ in Secret.make() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 })
  }
}

@Suite("The preview follows its file", .serialized)
struct PreviewTests {
  /// One event as a page receives it.
  private struct Received: Decodable {
    var kind: String
    var html: String?
    var text: String?
    var anchor: String?
    var state: String?
    var cells: [PreviewEvent.CellProgress]?
  }

  /// A page without a browser: listens and waits.
  private final class Listener {
    private var iterator: AsyncStream<[UInt8]>.AsyncIterator
    private(set) var all: [Received] = []

    init(_ preview: NotebookPreview) { iterator = preview.hub.listen().stream.makeAsyncIterator() }

    /// The events up to the first that fits.
    func wait(_ fits: (Received) -> Bool) async throws -> [Received] {
      var events: [Received] = []
      while let bytes = await iterator.next() {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("data: ") else { continue }
        #expect(text.hasSuffix("\n\n") && text.filter { $0 == "\n" }.count == 2)
        let event = try JSONDecoder().decode(Received.self, from: Data(text.dropFirst(6).utf8))
        events.append(event)
        if fits(event) { return events }
      }
      throw Unexpected()
    }

    func waitForEnd() async throws -> [Received] { try await wait { $0.kind == "run" && $0.state != "running" } }
  }

  private func notebook(_ body: String, params: String = "") -> String {
    "---\ntitle: Test\nnotebook: {}\n\(params)---\n\(body)"
  }

  private func started(_ bench: Workbench, _ body: String) throws -> (NotebookPreview, Listener) {
    let path = try bench.write(notebook(body))
    let preview = try NotebookPreview(path: path, cacheFolder: Workbench.cache)
    let listener = Listener(preview)
    preview.start()
    return (preview, listener)
  }

  @Test("A save runs the cells that the edit concerns, and no others", .timeLimit(.minutes(60)))
  func edit() async throws {
    let bench = try Workbench()
    let first = cell("import Foundation\nlet stamp = UUID().uuidString\nprint(stamp)")
    let (preview, page) = try started(bench, first + cell("print(\"old\")"))
    defer { preview.close() }
    let events = try await page.waitForEnd()
    #expect(events.last?.state == "done")
    let states = events.flatMap { $0.kind == "cell" ? $0.cells! : [] }.filter { $0.anchor == "cell-2" }.map(\.state)
    #expect(states.suffix(2) == [.running, .done])
    let stamp = try #require(events.last { $0.kind == "page" }?.html?.firstMatch(of: /[0-9A-F-]{36}/)?.output)

    try bench.write(notebook(first + cell("print(\"new\")")))
    let after = try await page.waitForEnd()
    let html = try #require(after.last { $0.kind == "page" }?.html)
    #expect(html.contains(">new</span></pre>") && !html.contains(">old</span></pre>"))
    #expect(html.contains(stamp), "the first cell did not run again")
    #expect(!after.contains { $0.kind == "cell" && $0.cells![0].anchor == "cell-1" && $0.cells![0].state == .running })
    // Until the new result is there, the page shows the old one.
    #expect(after.first { $0.kind == "page" }?.html?.contains(">old</span></pre>") == true)
  }

  @Test("An exercise is done in the file, and its check answers with the next save", .timeLimit(.minutes(60)))
  func exercise() async throws {
    let bench = try Workbench()
    let rest =
      cell("//| solution: one\nfunc one() -> Int { 1 }")
      + cell("//| check: one\nimport Gimbal\ntry check(one(), is: 1)")
    let (preview, page) = try started(
      bench, cell("//| exercise: one\nfunc one() -> Int { blank(\"a number\") }") + rest)
    defer { preview.close() }
    #expect(try await page.waitForEnd().last?.state == "done")
    for (answer, words) in [("-1", "the sign is the wrong way round"), ("1", "check passed")] {
      try bench.write(notebook(cell("//| exercise: one\nfunc one() -> Int { \(answer) }") + rest))
      let events = try await page.waitForEnd()
      #expect(events.last?.state == "done")
      let shown = try #require(events.last { $0.kind == "cell" && $0.html != nil }?.html)
      #expect(shown.contains("id=\"cell-3\"") && shown.contains(words), "\(shown)")
    }
  }

  @Test("An error is at its cell with its line; the next save takes it away", .timeLimit(.minutes(60)))
  func error() async throws {
    let bench = try Workbench()
    let (preview, page) = try started(bench, cell("let a = 1") + cell("let b: Int = \"no\""))
    defer { preview.close() }
    let events = try await page.waitForEnd()
    #expect(events.last?.state == "failed")
    let section = try #require(events.last { $0.kind == "cell" && $0.html != nil }?.html)
    #expect(section.contains("id=\"cell-2\"") && section.contains("Error in line 9"))
    try bench.write(notebook(cell("let a = 1") + cell("let b: Int = 2\nb")))
    #expect(try await page.waitForEnd().last?.state == "done")
  }

  @Test("What is caught while it is being written is not told; what stays broken is")
  func caughtHalfWritten() throws {
    let bench = try Workbench()
    let path = try bench.write(notebook(cell("print(0)")))
    let isWriting = Mutex(true)
    let saved = SavedNotebook(path, assignments: []) {
      let text = isWriting.withLock { $0 } ? self.notebook(cell("print(1)")) : "Still without front matter."
      try? Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    guard case .saved = saved.news() else { return #expect(Bool(false), "the file as it is found") }
    try bench.write("")
    guard case .saved(let work) = saved.news() else { return #expect(Bool(false), "the whole file follows") }
    #expect(work.notebook.cells.first?.code.contains("print(1)") == true && saved.problem == nil)
    isWriting.withLock { $0 = false }
    try bench.write("")
    guard case .broken(let words) = saved.news() else { return #expect(Bool(false), "it stays broken") }
    #expect(saved.problem == words)
  }

  @Test(
    "A notebook that disappears is said to be gone, and followed when it is back, as it was", .timeLimit(.minutes(60)))
  func gone() async throws {
    let bench = try Workbench()
    let (preview, page) = try started(bench, cell("print(1)"))
    defer { preview.close() }
    #expect(try await page.waitForEnd().last?.state == "done")
    let path = "\(bench.folder)/test.md"
    let content = try Data(contentsOf: URL(fileURLWithPath: path))
    try FileManager.default.removeItem(atPath: path)
    let gone = try await page.waitForEnd().last
    #expect(gone?.state == "failed" && gone?.text?.contains("the notebook is no longer there") == true)
    #expect(preview.places.problems.contains { $0.message.contains("no longer there") })
    try content.write(to: URL(fileURLWithPath: path))
    let back = try await page.waitForEnd().last
    #expect(back?.state == "done" && back?.text == nil)
  }

  @Test("A strict preview says what the report lacks until it lacks nothing", .timeLimit(.minutes(60)))
  func strict() async throws {
    let bench = try Workbench()
    let path = try bench.write(notebook("As @fig-a shows.\n"))
    let preview = try NotebookPreview(path: path, cacheFolder: Workbench.cache, isStrict: true)
    let page = Listener(preview)
    preview.start()
    defer { preview.close() }
    let end = try await page.waitForEnd().last
    #expect(end?.state == "failed")
    #expect(end?.text.map(bench.tidy) == "test.md:5:4: error: there is no figure or table “fig-a”\n")
    try bench.write(notebook("As nothing shows.\n"))
    let next = try await page.waitForEnd().last
    #expect(next?.state == "done" && next?.text == nil)
  }

  @Test("Blocks that are nearly cells are reported next to the page", .timeLimit(.minutes(60)))
  func nearCell() async throws {
    let bench = try Workbench()
    let (preview, page) = try started(bench, "```{swift}\n1\n```\n")
    defer { preview.close() }
    let end = try await page.waitForEnd().last
    #expect(end?.state == "done" && end?.text?.contains("test.md:5:1: warning: a block that begins") == true)
  }

  @Test("A file that cannot be read is reported; the report stays", .timeLimit(.minutes(60)))
  func broken() async throws {
    let bench = try Workbench()
    let (preview, page) = try started(bench, cell("print(1)"))
    defer { preview.close() }
    _ = try await page.waitForEnd()
    try bench.write("---\nnotebook: [\n---\n")
    let events = try await page.waitForEnd()
    #expect(events.last?.text?.contains("broken YAML") == true)
    #expect(!events.contains { $0.kind == "page" })
    try bench.write(notebook(cell("print(2)")))
    #expect(try await page.waitForEnd().last?.state == "done")
  }

  @Test("The stop button stops the cell and keeps the state before it", .timeLimit(.minutes(60)))
  func stop() async throws {
    let bench = try Workbench()
    let first = cell("import Foundation\nvar n = 7\nlet stamp = UUID().uuidString\nprint(stamp)")
    let (preview, page) = try started(bench, first + cell("n += 1\nprint(\"begun\")\nwhile true {}"))
    defer { preview.close() }
    let before = try await page.wait { $0.kind == "output" && $0.text?.contains("begun") == true }
    preview.stopCell()
    let events = try await page.waitForEnd()
    #expect(events.last?.state == "stopped")
    #expect(events.contains { $0.html?.contains("the cell was interrupted") == true })
    let stamp = try #require((before + events).compactMap(\.html).joined().firstMatch(of: /[0-9A-F-]{36}/)?.output)
    try bench.write(notebook(first + cell("print(\"n is \\(n)\")")))
    let after = try await page.waitForEnd()
    let html = try #require(after.last { $0.kind == "page" }?.html)
    #expect(html.contains("n is 7") && html.contains(stamp))
  }

  @Test("A save stops the running cell when the edit concerns it", .timeLimit(.minutes(60)))
  func editWhileRunning() async throws {
    let bench = try Workbench()
    let (preview, page) = try started(bench, cell("print(\"begun\")\nwhile true {}"))
    defer { preview.close() }
    _ = try await page.wait { $0.kind == "output" }
    try bench.write(notebook(cell("print(\"mended\")")))
    let events = try await page.waitForEnd()
    #expect(events.last?.state == "done")
    #expect(events.last { $0.kind == "page" }?.html?.contains(">mended</span></pre>") == true)
    #expect(!events.contains { $0.html?.contains("was interrupted") == true })
  }

  @Test("A save lets the running cell end when the edit does not concern it", .timeLimit(.minutes(60)))
  func editBelowWhileRunning() async throws {
    let bench = try Workbench()
    let slow = cell(
      "import Foundation\nprint(\"begun\", UUID().uuidString)\nThread.sleep(forTimeInterval: 0.6)")
    let (preview, page) = try started(bench, slow + cell("print(\"one\")"))
    defer { preview.close() }
    let begun = try await page.wait { $0.kind == "output" }
    try bench.write(notebook("More prose.\n\n" + slow + cell("print(\"two\")")))
    let events = try await page.waitForEnd()
    let stamp = try #require(begun.last?.text?.firstMatch(of: /[0-9A-F-]{36}/)?.output)
    let html = try #require(events.last { $0.kind == "page" }?.html)
    #expect(html.contains(stamp), "the slow cell ran once")
    #expect(html.contains(">two</span></pre>") && html.contains("More prose"))
  }

  @Test("A changed input file runs the cells that read it", .timeLimit(.minutes(60)))
  func input() async throws {
    let bench = try Workbench()
    let rows = (0..<20).map { "\(Double($0) / 100),0,0,0\n" }.joined()
    try bench.write("t,ax,ay,az\n" + rows, to: "a.csv")
    let body =
      cell("print(\"above\")")
      + cell(
        "import Gimbal\nimport Foundation\nlet data = try Data(contentsOf: URL(fileURLWithPath: \"a.csv\"))\nprint(\"bytes\", data.count)"
      )
    let (preview, page) = try started(bench, body)
    defer { preview.close() }
    #expect(try await page.waitForEnd().last?.state == "done")
    try bench.write("t,ax,ay,az\n", to: "a.csv")
    let events = try await page.waitForEnd()
    #expect(events.last { $0.kind == "page" }?.html?.contains("bytes 11") == true)
    #expect(!events.contains { $0.kind == "cell" && $0.cells![0].anchor == "cell-1" && $0.cells![0].state == .running })
  }

  @Test(
    "A recording that a program writes again every half second is followed to its last state, also next to waiting cells",
    .timeLimit(.minutes(60)), arguments: ["", "await Task { 1 }.value"])
  func growingInput(beside: String) async throws {
    let bench = try Workbench()
    try bench.write("0", to: "a.csv")
    let body =
      cell(beside) + cell("import Foundation\nprint(\"read\", try String(contentsOfFile: \"a.csv\", encoding: .utf8))")
    let (preview, page) = try started(bench, body)
    defer { preview.close() }
    #expect(try await page.waitForEnd().last?.state == "done")
    for step in 1...6 {
      try bench.write("\(step)", to: "a.csv")
      try await Task.sleep(for: .milliseconds(500))
    }
    _ = try await page.wait { $0.kind == "page" && $0.html?.contains(">read 6</span></pre>") == true }
    try bench.write("seven", to: "a.csv")
    _ = try await page.wait { $0.kind == "page" && $0.html?.contains(">read seven</span></pre>") == true }
  }

  @Test(
    "A notebook that rewrites or deletes what it reads runs once, and again after a change from outside",
    .timeLimit(.minutes(60)))
  func ownFiles() async throws {
    let bench = try Workbench()
    try bench.write("0", to: "a.csv")
    let body =
      cell(
        "import Foundation\nlet file = URL(fileURLWithPath: \"a.csv\")\nlet data = try Data(contentsOf: file)\nprint(data.count)\ntry Data(UUID().uuidString.utf8).write(to: file)"
      ) + cell("try FileManager.default.removeItem(at: file)")
    let (preview, page) = try started(bench, body)
    defer { preview.close() }
    #expect(try await page.waitForEnd().last?.state == "done")
    try await Task.sleep(for: .milliseconds(500))
    try bench.write("four", to: "a.csv")
    let events = try await page.waitForEnd()
    #expect(events.count { $0.kind == "run" && $0.state == "running" } == 1, "it had not run in between")
    #expect(events.last { $0.kind == "page" }?.html?.contains(">4</span></pre>") == true)
  }

  @Test("A page that comes later is brought up to date", .timeLimit(.minutes(60)))
  func late() async throws {
    let bench = try Workbench()
    let (preview, page) = try started(bench, cell("print(\"begun\")\nwhile true {}"))
    defer { preview.close() }
    _ = try await page.wait { $0.kind == "output" }
    let late = Listener(preview)
    let events = try await late.wait { $0.kind == "run" }
    #expect(events.map(\.kind) == ["page", "cell", "output", "run"])
    #expect(events[1].cells?[0].state == .running)
    #expect(events[2].text == "begun\n")
  }
}

@Suite("The preview's server")
struct PreviewServerTests {
  @Test("It answers on the loopback interface, and only those who know the token", .timeLimit(.minutes(60)))
  func server() async throws {
    let bench = try Workbench()
    let path = try bench.write("---\nnotebook: {}\n---\n" + cell("print(\"served\")"))
    try bench.write("picture", to: "a.png")
    try bench.write("words", to: "a.txt")
    try bench.write("<script>alert(1)</script>", to: "page.html")
    try bench.write("kept", to: ".test.md.draft")
    try bench.write("bytes", to: "a \"b\".bin")
    try bench.write("spaced", to: "my photo.png")
    try bench.write("percent", to: "100%25.png")
    try bench.write("<svg/>", to: "ä.svg")
    let outside = try Workbench()
    try outside.write("outside", to: "x.png")
    try FileManager.default.createSymbolicLink(
      atPath: "\(bench.folder)/link.png", withDestinationPath: "\(outside.folder)/x.png")
    mkfifo("\(bench.folder)/pipe.png", 0o600)
    let preview = try NotebookPreview(path: path, cacheFolder: Workbench.cache)
    let (addresses, ready) = AsyncStream<String>.makeStream()
    let task = Task { try await preview.serve { ready.yield($0) } }
    defer {
      preview.close()
      task.cancel()
    }
    var iterator = addresses.makeAsyncIterator()
    let address = try #require(await iterator.next())
    let match = try #require(address.wholeMatch(of: /http:\/\/127\.0\.0\.1:(\d+)(\/[0-9a-f]{32}\/)/))
    let port = UInt16(match.output.1)!
    let root = String(match.output.2)
    let host = "127.0.0.1:\(port)"

    let page = try await exchange("GET", root, host: host, port: port)
    #expect(page.hasPrefix("HTTP/1.1 200"))
    #expect(page.contains("Content-Security-Policy: default-src 'none'") && page.contains("no-store"))
    #expect(page.contains("<script nonce=") && !page.contains("src=\"http"))
    #expect(try await exchange("GET", "/", host: host, port: port).hasPrefix("HTTP/1.1 403"))
    #expect(try await exchange("GET", root, host: "evil.example", port: port).hasPrefix("HTTP/1.1 403"))
    let foreign = try await exchange("POST", root + "stop", host: host, origin: "http://evil.example", port: port)
    #expect(foreign.hasPrefix("HTTP/1.1 403"))
    #expect(try await exchange("POST", root + "run", host: host, port: port).hasPrefix("HTTP/1.1 200"))
    #expect(try await exchange("PUT", root, host: host, port: port).hasPrefix("HTTP/1.1 405"))
    #expect(try await exchange("GET", root + "a.png", host: host, port: port).hasSuffix("picture"))
    #expect(try await exchange("GET", root + "my%20photo.png", host: host, port: port).hasSuffix("spaced"))
    #expect(try await exchange("GET", root + "100%2525.png", host: host, port: port).hasSuffix("percent"))
    let drawing = try await exchange("GET", root + "%C3%A4.svg", host: host, port: port)
    #expect(drawing.hasSuffix("<svg/>"))
    #expect(drawing.contains("Content-Security-Policy: default-src 'none'") && drawing.contains("sandbox"))
    let name = URL(fileURLWithPath: outside.folder).lastPathComponent
    for climb in [
      "../\(name)/x.png", "%2e%2e/\(name)/x.png", "..%2F\(name)%2fx.png", "link.png", "pipe.png", "a.png%00.txt",
      "%ff.png",
      "%2E%2E%2F%2E%2E%2Fetc%2Fpasswd", ".png/../../\(name)/x.png",
    ] {
      let answer = try await exchange("GET", root + climb, host: host, port: port)
      #expect(answer.hasPrefix("HTTP/1.1 4") && !answer.contains("outside"), "\(climb)")
    }
    // Each file as what it is, and none as a part of this site.
    for (name, type, policy) in [
      ("a.txt", "text/plain; charset=utf-8", "sandbox"), ("test.md", "text/plain; charset=utf-8", "sandbox"),
      ("page.html", "text/html; charset=utf-8", "sandbox"),
      ("a%20%22b%22.bin", "application/octet-stream", "attachment; filename*=UTF-8''a%20%22b%22%2Ebin"),
    ] {
      let answer = try await exchange("GET", root + name, host: host, port: port)
      #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("Content-Type: \(type)"), "\(name)")
      #expect(answer.contains(policy) && answer.contains("nosniff"), "\(name): \(answer)")
    }
    #expect(try await exchange("GET", root + ".test.md.draft", host: host, port: port).hasPrefix("HTTP/1.1 404"))
    #expect(try await exchange("GET", root + "../../etc/x.png", host: host, port: port).hasPrefix("HTTP/1.1 4"))
    let events = try await exchange("GET", root + "events", host: host, port: port) {
      $0.contains(">served</span></pre>")
    }
    #expect(events.contains("text/event-stream") && events.contains("data: {"))
  }

  /// Sends one request and reads until the connection closes or enough is there.
  private func exchange(
    _ method: String, _ path: String, host: String, origin: String? = nil, port: UInt16,
    isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> String {
    let headers = "Host: \(host)\r\nConnection: close\r\n" + (origin.map { "Origin: \($0)\r\n" } ?? "")
    return try await RawLine.answer(to: "\(method) \(path) HTTP/1.1\r\n\(headers)\r\n", port: port, until: isEnough)
  }

  @Test("A port in use is reported")
  func taken() async throws {
    let bench = try Workbench()
    let path = try bench.write("---\nnotebook: {}\n---\n")
    let first = try NotebookPreview(path: path, cacheFolder: Workbench.cache)
    let (addresses, ready) = AsyncStream<String>.makeStream()
    let task = Task { try await first.serve { ready.yield($0) } }
    defer { task.cancel() }
    var iterator = addresses.makeAsyncIterator()
    let port = UInt16(try #require(await iterator.next()?.firstMatch(of: /:(\d+)\//)).output.1)!
    let second = try NotebookPreview(path: path, cacheFolder: Workbench.cache)
    await #expect(throws: ServiceError.self) { try await second.serve(port: port) { _ in } }
  }

  @Test("A notebook that is not there is refused")
  func missing() {
    #expect(throws: NotebookError(.unreadable("there is no such file"), file: "/nowhere.md")) {
      try NotebookPreview(path: "/nowhere.md")
    }
  }
}
