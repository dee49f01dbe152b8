import CellCompiler
import CellKernel
import CodeHelp
import Foundation
import NotebookDocument
import NotebookRunning
import Processes

import class Basics.Monitor
import enum Basics.OwnThread

/// Answers requests about documents, one after another, on its own thread. Those that nobody waits for any more are not
/// answered in full.
final class RequestDesk: Sendable {
  private struct Request: Sendable {
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
  private struct State {
    var waiting: ArraySlice<Request> = []
    /// What names mean in the first document that was looked at, until SourceKit has read the libraries.
    var cold: Assistance?
    var isWarm = false
    var cancelled: Set<JSON> = []
    var isClosed = false
    var isServing = false
    var client = ClientCapabilities(.null)
    /// The document that was asked about last, read.
    var parsed: (uri: String, text: DocumentText, notebook: Notebook?)?
  }

  private let state = Monitor(State())

  init(
    _ shelf: DocumentShelf, _ outbox: Outbox, help: Help,
    configuration: @escaping @Sendable () throws -> Session.Configuration
  ) {
    (self.shelf, self.outbox, self.help, self.configuration) = (shelf, outbox, help, configuration)
    runs = NotebookRuns(outbox, configuration: configuration)
  }

  func start(_ client: ClientCapabilities) {
    state.withLock { ($0.client, $0.isServing) = (client, true) }
    let isStarted = OwnThread.start(stackSize: 16 << 20) { [self] in
      while let task = next() {
        switch task {
        case .answer(let request): answer(request)
        case .warmUp(let assistance): help.warmUp(assistance)
        }
      }
      state.withLock { $0.isServing = false }
    }
    if !isStarted { state.withLock { ($0.isServing, $0.isClosed) = (false, true) } }
  }

  func add(_ id: JSON, _ method: String, _ parameters: JSON) {
    let uri = Self.uri(of: parameters)
    let request = Request(id: id, method: method, parameters: parameters, document: uri.flatMap { shelf[$0] })
    let isTaken = state.withLock { state in
      guard state.waiting.count < Self.most, !state.isClosed else { return false }
      state.waiting.append(request)
      return true
    }
    if !isTaken { outbox.answer(id, AnswerFault(.serverCancelled, "too many requests wait; ask again")) }
  }

  private static func uri(of parameters: JSON) -> String? {
    parameters["textDocument"]?["uri"]?.string ?? parameters["arguments"]?.elements?.first?["uri"]?.string
      ?? parameters["arguments"]?.elements?.first?.string
  }

  func cancel(_ id: JSON) {
    state.withLock { state in
      guard state.waiting.contains(where: { $0.id == id }) else { return }
      state.cancelled.insert(id)
    }
  }

  /// Lets go of the parts of a document that was closed.
  func forget(_ uri: String) { runs.close(uri) }

  func close() {
    state.withLock { $0.isClosed = true }
    help.stop()
    runs.closeAll()
    if state.wait(until: Date(timeIntervalSinceNow: 2), while: \.isServing) { help.end() }
  }

  /// Has SourceKit read the libraries, the first time, so that the first question is not the slow one.
  func warmUp(_ assistance: Assistance) {
    state.withLock { state in
      guard !state.isWarm else { return }
      (state.isWarm, state.cold) = (true, assistance)
    }
  }

  private enum Task: Sendable {
    case answer(Request)
    case warmUp(Assistance)
  }

  private func next() -> Task? {
    state.wait { state -> Task?? in
      if state.isClosed { return .some(nil) }
      if let first = state.waiting.popFirst() { return .answer(first) }
      defer { state.cold = nil }
      return state.cold.map { .warmUp($0) }
    } ?? nil
  }

  private func answer(_ request: Request) {
    guard state.withLock({ $0.cancelled.remove(request.id) == nil }) else {
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
        client: state.withLock(\.client), runs: runs,
        examine: { [configuration] text in
          guard var configuration = try? configuration() else { return nil }
          configuration.keepGoing = true
          return try? NotebookExaminer(configuration).examine(text, path: document.path, interrupt: Interrupt())
            .messages
        })
    }
  }

  private func notebook(of document: OpenNotebook) -> Notebook? {
    if let parsed = state.withLock(\.parsed), parsed.uri == document.uri, parsed.text == document.text {
      return parsed.notebook
    }
    let notebook = document.parsed()
    state.withLock { $0.parsed = (document.uri, document.text, notebook) }
    return notebook
  }
}
