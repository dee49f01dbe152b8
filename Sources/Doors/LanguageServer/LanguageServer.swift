import CellKernel
import CodeHelp
import Foundation
import Processes

/// A server of the Language Server Protocol for notebooks, over two descriptors. It answers for Markdown whose front matter has the
/// key `notebook`, for nothing else, and writes no file.
///
/// One thread reads what the client sends and keeps its documents, one looks at documents that have changed
/// (``ExaminationDesk``), one answers requests (``RequestDesk``), and one writes (``Outbox``).
package final class LanguageServer {
  /// What the server is given.
  package struct Settings: Sendable {
    package var input: Int32
    package var output: Int32
    /// The program and arguments that serve SourceKit; none where the toolchain has none.
    package var help: [String]?
    /// How cells are compiled.
    package var configuration: @Sendable () throws -> Session.Configuration
    /// The version that the server says it has.
    package var version: String

    package init(
      input: Int32 = 0, output: Int32 = 1, help: [String]?, version: String,
      configuration: @escaping @Sendable () throws -> Session.Configuration
    ) {
      (self.input, self.output, self.help, self.version) = (input, output, help, version)
      self.configuration = configuration
    }
  }

  private enum Phase { case new, running, shutDown }

  private let settings: Settings
  private let outbox: Outbox
  private let shelf = DocumentShelf()
  private let examinations: ExaminationDesk
  private let requests: RequestDesk
  private var phase = Phase.new
  private var client = ClientCapabilities(.null)

  package init(_ settings: Settings) {
    self.settings = settings
    let (outbox, shelf) = (Outbox(settings.output), shelf)
    let help = Help(start: settings.help)
    let requests = RequestDesk(shelf, outbox, help: help, configuration: settings.configuration)
    (self.outbox, self.requests) = (outbox, requests)
    examinations = ExaminationDesk(shelf, configuration: settings.configuration) { document, messages, _ in
      let marks = messages.map { MarkedMessage($0, in: document.text).json(in: document.text) }
      outbox.notify(
        "textDocument/publishDiagnostics",
        ["uri": .text(document.uri), "version": document.version, "diagnostics": .list(marks)])
      if let assistance = shelf[document.uri]?.knowledge.assistances.last { requests.warmUp(assistance) }
    }
  }

  /// Serves until the client says that it is over, or is gone.
  ///
  /// - Returns: the exit status that the protocol asks for: 0 after a shutdown, otherwise 1.
  package func run() -> Int32 {
    let status = serve()
    examinations.close()
    requests.close()
    outbox.close(within: 2)
    return status
  }

  private func serve() -> Int32 {
    var reader = MessageReader()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while Readiness.wait(settings.input, for: POLLIN) {
      let count = read(settings.input, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { break }
      reader.feed(buffer[..<count])
      while let piece = reader.next() {
        outbox.waitForRoom()
        switch piece {
        case .fault(let words): outbox.answer(.null, AnswerFault(.parseError, words))
        case .message(let data):
          if let status = take(ClientMessage(data)) { return status }
        }
      }
    }
    return phase == .shutDown ? 0 : 1
  }

  /// Takes a message; the exit status when it is the last.
  private func take(_ message: ClientMessage) -> Int32? {
    switch message {
    case .response: break
    case .invalid(let id, let fault): outbox.answer(id, fault)
    case .request(let id, let method, let parameters): answer(id, method, parameters)
    case .notification("exit", _): return phase == .shutDown ? 0 : 1
    case .notification("$/cancelRequest", let parameters): requests.cancel(parameters["id"] ?? .null)
    case .notification(let method, let parameters): if phase == .running { note(method, parameters) }
    }
    return nil
  }

  private func answer(_ id: JSON, _ method: String, _ parameters: JSON) {
    switch (phase, method) {
    case (.new, "initialize"): initialize(id, parameters)
    case (.new, _): outbox.answer(id, AnswerFault(.notInitialized, "the first request must be “initialize”"))
    case (.running, "shutdown"):
      phase = .shutDown
      outbox.answer(id, .null)
    case (.running, "initialize"): outbox.answer(id, AnswerFault(.invalidRequest, "“initialize” comes only once"))
    case (.running, _): requests.add(id, method, parameters)
    case (.shutDown, _): outbox.answer(id, AnswerFault(.invalidRequest, "the server has been shut down"))
    }
  }

  private func initialize(_ id: JSON, _ parameters: JSON) {
    client = ClientCapabilities(parameters["capabilities"] ?? .null)
    let options = parameters["initializationOptions"]
    var settings = ExaminationDesk.Settings()
    settings.keepsGoing = options?["keepGoing"]?.bool ?? settings.keepsGoing
    settings.isStrict = options?["strict"]?.bool ?? settings.isStrict
    examinations.start(settings)
    requests.start(client)
    phase = .running
    outbox.answer(
      id,
      [
        "capabilities": client.answer,
        "serverInfo": ["name": "gimbal", "version": .text(self.settings.version)],
      ])
  }

  /// Asks the client to tell of files that change on disk, where it can.
  private func watchFiles() {
    guard client.watchesFiles else { return }
    outbox.ask(
      "client/registerCapability",
      [
        "registrations": [
          [
            "id": "files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": [["globPattern": "**/*"]]],
          ]
        ]
      ])
  }

  private func note(_ method: String, _ parameters: JSON) {
    switch method {
    case "initialized": return watchFiles()
    // Pictures, bibliographies and recordings decide about a notebook's messages, too.
    case "workspace/didChangeWatchedFiles": return shelf.addresses.forEach(examinations.add)
    default: break
    }
    let document = parameters["textDocument"]
    guard let uri = document?["uri"]?.string else { return }
    let version = document?["version"] ?? .null
    switch method {
    case "textDocument/didOpen":
      guard let text = document?["text"]?.string else { return }
      shelf.open(OpenNotebook(uri: uri, version: version, text: DocumentText(text, encoding: client.encoding)))
      examinations.add(uri)
    case "textDocument/didChange":
      if shelf.change(uri, to: version, parameters["contentChanges"]?.elements ?? []) { examinations.add(uri) }
    case "textDocument/didSave": if shelf[uri] != nil { examinations.add(uri) }
    case "textDocument/didClose":
      shelf.close(uri)
      examinations.forget(uri)
      requests.forget(uri)
      outbox.notify("textDocument/publishDiagnostics", ["uri": .text(uri), "diagnostics": []])
    default: break
    }
  }
}
