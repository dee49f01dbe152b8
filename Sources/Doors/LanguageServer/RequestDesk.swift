import CellCompiler
import CellKernel
import CodeHelp
import Foundation
import NotebookDocument
import NotebookRunning
import Processes

/// Answers requests about documents, one after another, on its own thread. Those that nobody waits for any more are not
/// answered in full.
final class RequestDesk: @unchecked Sendable {
  private struct Request {
    let id: JSON
    let method: String
    let parameters: JSON
    /// The document as it was when the client asked.
    let document: OpenNotebook?
  }

  /// Requests that may wait; an editor that asks faster learns that the server is busy.
  private static let most = 200

  private let shelf: DocumentShelf
  private let outbox: Outbox
  private let help: Help
  private let runs: NotebookRuns
  private let configuration: @Sendable () throws -> Session.Configuration
  private let condition = NSCondition()
  private var waiting: [Request] = []
  /// What names mean in the first document that was looked at, until SourceKit has read the libraries.
  private var cold: Assistance?
  private var isWarm = false
  private var cancelled: Set<JSON> = []
  private var isClosed = false
  private var isServing = false
  private var client = ClientCapabilities(.null)
  /// The document that was asked about last, read. Only for the serving thread.
  private var parsed: (uri: String, text: DocumentText, notebook: Notebook?)?

  init(
    _ shelf: DocumentShelf, _ outbox: Outbox, help: Help,
    configuration: @escaping @Sendable () throws -> Session.Configuration
  ) {
    (self.shelf, self.outbox, self.help, self.configuration) = (shelf, outbox, help, configuration)
    runs = NotebookRuns(outbox, configuration: configuration)
  }

  func start(_ client: ClientCapabilities) {
    condition.withLock { (self.client, isServing) = (client, true) }
    let thread = Thread { [self] in
      while let task = next() {
        switch task {
        case .answer(let request): answer(request)
        case .warmUp(let assistance): help.warmUp(assistance)
        }
      }
      condition.withLock {
        isServing = false
        condition.broadcast()
      }
    }
    thread.stackSize = 16 << 20
    thread.start()
  }

  func add(_ id: JSON, _ method: String, _ parameters: JSON) {
    let uri = Self.uri(of: parameters)
    let request = Request(id: id, method: method, parameters: parameters, document: uri.flatMap { shelf[$0] })
    let isTaken = condition.withLock { () -> Bool in
      guard waiting.count < Self.most, !isClosed else { return false }
      waiting.append(request)
      condition.broadcast()
      return true
    }
    if !isTaken { outbox.answer(id, AnswerFault(.serverCancelled, "too many requests wait; ask again")) }
  }

  private static func uri(of parameters: JSON) -> String? {
    parameters["textDocument"]?["uri"]?.string ?? parameters["arguments"]?.elements?.first?["uri"]?.string
      ?? parameters["arguments"]?.elements?.first?.string
  }

  func cancel(_ id: JSON) {
    condition.withLock {
      guard waiting.contains(where: { $0.id == id }) else { return }
      cancelled.insert(id)
    }
  }

  /// Lets go of the parts of a document that was closed.
  func forget(_ uri: String) { runs.close(uri) }

  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
    help.stop()
    runs.closeAll()
    let isOver = condition.withLock { () -> Bool in
      let limit = Date(timeIntervalSinceNow: 2)
      while isServing, condition.wait(until: limit) {}
      return !isServing
    }
    if isOver { help.end() }
  }

  /// Has SourceKit read the libraries, the first time, so that the first question is not the slow one.
  func warmUp(_ assistance: Assistance) {
    condition.withLock {
      guard !isWarm else { return }
      (isWarm, cold) = (true, assistance)
      condition.broadcast()
    }
  }

  private enum Task {
    case answer(Request)
    case warmUp(Assistance)
  }

  private func next() -> Task? {
    condition.withLock {
      while waiting.isEmpty, cold == nil, !isClosed { condition.wait() }
      if isClosed { return nil }
      if !waiting.isEmpty { return .answer(waiting.removeFirst()) }
      defer { cold = nil }
      return cold.map(Task.warmUp)
    }
  }

  private func answer(_ request: Request) {
    guard condition.withLock({ cancelled.remove(request.id) == nil }) else {
      return outbox.answer(request.id, AnswerFault(.cancelled, "the request was cancelled"))
    }
    do throws(AnswerFault) {
      outbox.answer(request.id, try result(request))
    } catch {
      outbox.answer(request.id, error)
    }
  }

  private func result(_ request: Request) throws(AnswerFault) -> JSON {
    try Answers.answer(request.method, request.document) { document in
      Question(
        document: document, notebook: notebook(of: document), parameters: request.parameters, help: help,
        client: client, runs: runs,
        examine: { [configuration] text in
          guard var configuration = try? configuration() else { return nil }
          configuration.keepGoing = true
          return try? NotebookExaminer(configuration).examine(text, path: document.path, interrupt: Interrupt())
            .messages
        })
    }
  }

  private func notebook(of document: OpenNotebook) -> Notebook? {
    if let parsed, parsed.uri == document.uri, parsed.text == document.text { return parsed.notebook }
    let notebook = document.parsed()
    parsed = (document.uri, document.text, notebook)
    return notebook
  }
}
