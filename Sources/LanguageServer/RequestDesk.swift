import CellKernel
import CodeHelp
import Foundation
import NotebookDocument

/// Answers requests about documents, one after another, on a thread of its own. Those that nobody waits for any more are not
/// answered in full.
final class RequestDesk: @unchecked Sendable {
  private struct Request {
    let id: JSON
    let method: String
    let parameters: JSON
    /// The document as it was when the client asked.
    let document: OpenNotebook?
  }

  /// Requests that may wait; an editor that asks faster is told that the server is busy.
  private static let most = 200

  private let shelf: DocumentShelf
  private let outbox: Outbox
  private let help: Help
  private let runs: NotebookRuns
  private let condition = NSCondition()
  private var waiting: [Request] = []
  private var cancelled: Set<JSON> = []
  private var isClosed = false
  private var isServing = false
  private var client = ClientCapabilities(.null)
  /// The document that was asked about last, read. Of the serving thread alone.
  private var parsed: (uri: String, text: DocumentText, notebook: Notebook?)?

  init(
    _ shelf: DocumentShelf, _ outbox: Outbox, help: Help,
    configuration: @escaping @Sendable () throws -> Session.Configuration
  ) {
    (self.shelf, self.outbox, self.help) = (shelf, outbox, help)
    runs = NotebookRuns(outbox, configuration: configuration)
  }

  func start(_ client: ClientCapabilities) {
    condition.withLock { (self.client, isServing) = (client, true) }
    let thread = Thread { [self] in
      while let request = next() { answer(request) }
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

  /// Lets go of what belongs to a document that was closed.
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

  private func next() -> Request? {
    condition.withLock {
      while waiting.isEmpty, !isClosed { condition.wait() }
      return isClosed || waiting.isEmpty ? nil : waiting.removeFirst()
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
    guard let answerer = Answers.byMethod[request.method] else {
      throw AnswerFault(.unknownMethod, "the server does not know “\(request.method)”")
    }
    guard let document = request.document, document.isNotebook else { return .null }
    let question = Question(
      document: document, notebook: notebook(of: document), parameters: request.parameters, help: help, client: client,
      runs: runs)
    return try answerer(question)
  }

  private func notebook(of document: OpenNotebook) -> Notebook? {
    if let parsed, parsed.uri == document.uri, parsed.text == document.text { return parsed.notebook }
    let notebook = document.parsed()
    parsed = (document.uri, document.text, notebook)
    return notebook
  }
}

/// A question about a notebook.
struct Question {
  let document: OpenNotebook
  /// The document as a notebook; nil where it cannot be read as one.
  let notebook: Notebook?
  let parameters: JSON
  let help: Help
  let client: ClientCapabilities
  let runs: NotebookRuns

  var text: DocumentText { document.text }

  /// The place that is asked about.
  ///
  /// - Throws: `AnswerFault` where there is none.
  func place() throws(AnswerFault) -> DocumentText.Place {
    guard let place = text.place(parameters["position"]) else {
      throw AnswerFault(.invalidParameters, "“position” must have a “line” and a “character”")
    }
    return place
  }

  /// The code in which a place stands; nil in the prose.
  func cursor(at place: DocumentText.Place) -> CodeCursor? {
    notebook.flatMap { CodeCursor($0, line: place.line + 1, column: place.column) }
  }

  /// The place of a byte of a code.
  func place(ofByte byte: Int, in code: CodePlace) -> DocumentText.Place {
    let position = code.position(ofByte: byte)
    return .init(position.line - 1, position.column)
  }
}

/// Who answers which method.
enum Answers {
  typealias Answerer = @Sendable (Question) throws(AnswerFault) -> JSON

  static let byMethod: [String: Answerer] = [
    "textDocument/completion": CompletionAnswer.answer,
    "textDocument/hover": HoverAnswer.answer,
    "textDocument/signatureHelp": SignatureAnswer.answer,
    "textDocument/definition": NameAnswers.definition,
    "textDocument/references": NameAnswers.references,
    "textDocument/documentHighlight": NameAnswers.highlights,
    "textDocument/prepareRename": NameAnswers.prepareRename,
    "textDocument/rename": NameAnswers.rename,
    "textDocument/documentSymbol": OutlineAnswer.symbols,
    "textDocument/foldingRange": OutlineAnswer.foldings,
    "textDocument/formatting": FormattingAnswer.answer,
    "textDocument/rangeFormatting": FormattingAnswer.answer,
    "textDocument/codeAction": ActionAnswer.answer,
    "textDocument/codeLens": NotebookCommand.lenses,
    "textDocument/semanticTokens/full": TokenAnswer.answer,
    "workspace/executeCommand": NotebookCommand.execute,
  ]
}
