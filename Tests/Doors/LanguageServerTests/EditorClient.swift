import CellKernel
import CodeHelp
import Foundation
import LanguageServer
import Processes
import TestCaches
import Toolchains

/// A server in this process, and an editor that talks to it by the book.
final class EditorClient: @unchecked Sendable {
  private let toServer: Int32
  private let fromServer: Int32
  private var reader = MessageReader()
  private var nextID = 0
  private let server: Server
  let folder: String

  static let cache = TestCaches.cells

  /// The built program, which serves SourceKit; nil where it is not built.
  static var help: [String]? {
    let program = URL(fileURLWithPath: LibraryLocation.currentProgram).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("gimbal").path
    guard FileManager.default.isExecutableFile(atPath: program), let library = (try? Toolchain.find())?.sourceKit else {
      return nil
    }
    return [program, "kernel", "assist", library]
  }

  /// - Parameter cache: where what is compiled is kept; nil for where all tests keep it.
  init(help: [String]? = nil, cache: String? = nil) throws {
    folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // A server that has ended reads no more.
    signal(SIGPIPE, SIG_IGN)
    var (there, back): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&there) == 0, pipe(&back) == 0 else { throw POSIXError(.EMFILE) }
    (toServer, fromServer) = (there[1], back[0])
    let ends = (input: there[0], output: back[1])
    let settings = LanguageServer.Settings(input: ends.input, output: ends.output, help: help, version: "test") {
      try Session.Configuration(cacheFolder: cache ?? Self.cache)
    }
    let server = Server()
    self.server = server
    // The thread holds the server alone: the client's folder goes with the test, not with the thread.
    let thread = Thread {
      server.status = LanguageServer(settings).run()
      close(ends.input)
      close(ends.output)
      server.ended.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// How a server ended, and that it has.
  private final class Server: @unchecked Sendable {
    let ended = DispatchSemaphore(value: 0)
    var status: Int32 = -1
  }

  deinit {
    close(toServer)
    close(fromServer)
    try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: Messages

  func send(raw bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { write(toServer, $0.baseAddress! + done, bytes.count - done) }
      guard count > 0 else { return }
      done += count
    }
  }

  func send(_ message: JSON) {
    let body = message.data
    send(raw: Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }

  func notify(_ method: String, _ parameters: JSON) {
    send(["jsonrpc": "2.0", "method": .text(method), "params": parameters])
  }

  /// The next message of the server; nil when none comes in these seconds.
  func receive(seconds: Double = 300) -> JSON? {
    let end = ContinuousClock.now + .seconds(seconds)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      switch reader.next() {
      case .message(let data)?: return try? JSON(data)
      case .fault(let words)?: return ["fault": .text(words)]
      case nil:
        guard Readiness.wait(fromServer, for: POLLIN, until: end) else { return nil }
        let count = read(fromServer, &buffer, buffer.count)
        guard count > 0 else { return nil }
        reader.feed(buffer[..<count])
      }
    }
  }

  /// The answer to a request: `result` or `error`.
  func ask(_ method: String, _ parameters: JSON) -> JSON? {
    nextID += 1
    let id = nextID
    send(["jsonrpc": "2.0", "id": .integer(id), "method": .text(method), "params": parameters])
    while let message = receive() {
      if message["id"]?.int == id { return message }
      note(message)
    }
    return nil
  }

  // MARK: A conversation

  private(set) var published: [JSON] = []
  /// What else the server has said or asked without being asked itself.
  private(set) var told: [JSON] = []

  func note(_ message: JSON) {
    if message["method"]?.string == "textDocument/publishDiagnostics" {
      published.append(message["params"]!)
    } else {
      told.append(message)
    }
  }

  @discardableResult
  func initialize(
    encodings: [JSON] = ["utf-16"], showsPages: Bool = false, takesTrees: Bool = true, _ options: JSON = [:]
  ) -> JSON? {
    let answer = ask(
      "initialize",
      [
        "processId": .null, "rootUri": .null, "initializationOptions": options,
        "capabilities": [
          "general": ["positionEncodings": .list(encodings)],
          "textDocument": [
            "completion": ["completionItem": ["snippetSupport": true]],
            "documentSymbol": ["hierarchicalDocumentSymbolSupport": .boolean(takesTrees)],
          ],
          "window": ["showDocument": ["support": .boolean(showsPages)]],
        ],
      ])
    notify("initialized", [:])
    return answer?["result"]
  }

  func uri(_ name: String = "test.md") -> JSON { .text(URL(fileURLWithPath: "\(folder)/\(name)").absoluteString) }

  /// Writes a document to its file.
  func save(_ text: String, as name: String = "test.md") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  func open(_ text: String, as name: String = "test.md", version: Int = 1) {
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": uri(name), "languageId": "markdown", "version": .integer(version), "text": .text(text),
        ]
      ])
  }

  func change(_ changes: [JSON], of name: String = "test.md", to version: Int) {
    notify(
      "textDocument/didChange",
      ["textDocument": ["uri": uri(name), "version": .integer(version)], "contentChanges": .list(changes)])
  }

  /// The diagnostics of a version, once there are so many and nothing else comes for a moment; the last ones where that never is.
  func diagnostics(
    of name: String = "test.md", version: Int, count: Int, within seconds: Double = 300
  ) -> [JSON]? {
    func last() -> [JSON]? {
      published.last { $0["uri"] == uri(name) && $0["version"]?.int == version }?["diagnostics"]?.elements
    }
    let end = ContinuousClock.now + .seconds(seconds)
    while last()?.count != count, ContinuousClock.now < end { if let message = receive(seconds: 1) { note(message) } }
    while let message = receive(seconds: seconds == 0 ? 0.01 : 0.3) { note(message) }
    return last()
  }

  /// All diagnostics that came of a version, in their order.
  func allDiagnostics(of name: String = "test.md", version: Int) -> [[JSON]] {
    published.filter { $0["uri"] == uri(name) && $0["version"]?.int == version }
      .map { $0["diagnostics"]?.elements ?? [] }
  }

  func ask(_ method: String, line: Int, character: Int, of name: String = "test.md", _ more: [String: JSON] = [:])
    -> JSON?
  {
    let parameters: [String: JSON] = [
      "textDocument": ["uri": uri(name)], "position": ["line": .integer(line), "character": .integer(character)],
    ]
    return ask(method, .object(parameters.merging(more) { $1 }))?["result"]
  }

  /// Has the server do something; `result` or `error`.
  func execute(_ command: String, _ argument: [String: JSON] = [:], of name: String = "test.md") -> JSON? {
    ask(
      "workspace/executeCommand",
      ["command": .text(command), "arguments": [.object(["uri": uri(name)].merging(argument) { $1 })]])
  }

  func closeDocument(_ name: String = "test.md") {
    notify("textDocument/didClose", ["textDocument": ["uri": uri(name)]])
  }

  /// Ends the conversation; the server's exit status.
  func end() -> Int32 {
    _ = ask("shutdown", .null)
    notify("exit", .null)
    return server.ended.wait(timeout: .now() + 300) == .success ? server.status : -2
  }
}
