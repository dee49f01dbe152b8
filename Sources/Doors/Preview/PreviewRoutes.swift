import Foundation
import LocalServer
import NotebookDocument

import enum Basics.Secret
import enum Basics.SystemReason

/// What can be asked of one preview, the one that serves it. Whether a request may ask at all is decided before.
///
/// | request | answer |
/// | --- | --- |
/// | `GET` nothing | the page |
/// | `GET events` | a stream of server-sent events |
/// | `GET NAME` | a file in the notebook's folder, as what it is |
/// | `POST stop` | stops the running cell |
/// | `POST run` | runs again what has failed or was stopped |
/// | `POST parameter` | gives a parameter another value: `{"name": …, "value": …}` |
/// | `POST write` | writes a parameter's value into the notebook |
package struct PreviewRoutes: Sendable {
  private let preview: NotebookPreview
  private let page: PreviewPage

  package init(_ preview: NotebookPreview, page: PreviewPage) { (self.preview, self.page) = (preview, page) }

  /// Bytes of a parameter's new value.
  private static let largestValue = 64 << 10

  /// The answer to a request for a resource: what is behind the preview's own address.
  package func answer(_ request: StrictRequest, _ resource: String) -> StrictReply {
    switch (request.method, resource) {
    case ("GET", ""): return page.reply(title: preview.name)
    case ("GET", "events") where request.isByScript: return .events(preview.hub.listen())
    case ("POST", "stop"): preview.stopCell()
    case ("POST", "run"): preview.runAgain()
    case ("POST", "parameter"): return change(request) { try preview.set($0, to: $1) }
    case ("POST", "write"): return change(request) { try preview.write($0, value: $1) }
    case ("GET", let name): return .file(name, in: preview.folder)
    default: return StrictReply(405, "This cannot be done here.")
    }
    return .done
  }

  /// The answer for a notebook that nobody has opened, or that was put to sleep: looking at a page runs nothing.
  package static func answerAsleep(_ request: StrictRequest, _ resource: String, name: String) -> StrictReply {
    switch (request.method, resource) {
    case ("GET", ""): return PreviewPage(nonce: Secret.make(), isFramed: true).reply(title: name)
    case ("GET", "events") where request.isByScript:
      let queue = EventQueue()
      let words =
        "This notebook is asleep: it was not opened here, or others were opened since. What was typed and saved is safe."
      let event = PreviewEvent.run(.asleep, problem: words).bytes
      queue.add(event, orAll: { [event] })
      return .events(queue)
    default: return StrictReply(409, "The notebook is asleep: wake it up first.")
    }
  }

  private struct Assignment: Decodable {
    var name: String
    var value: String
  }

  private func change(_ request: StrictRequest, _ body: (String, String) throws -> Void) -> StrictReply {
    do {
      guard request.body.count <= Self.largestValue,
        let assignment = try? JSONDecoder().decode(Assignment.self, from: request.body)
      else { return StrictReply(400, "Expected {\"name\": …, \"value\": …}.") }
      try body(assignment.name, assignment.value)
      return .done
    } catch {
      return StrictReply(400, SystemReason.message(error))
    }
  }
}

extension NotebookPreview {
  /// Serves the preview on this machine until the task is cancelled; `whenReady` is called with the page's address once it can be
  /// opened. Port 0 takes a free one. `isForwarded` as in `Listener.servePage`.
  ///
  /// - Throws: `ServiceError` when the port is taken.
  package func serve(port: UInt16 = 0, isForwarded: Bool = false, whenReady: @Sendable (String) -> Void) async throws {
    let routes = PreviewRoutes(self, page: PreviewPage(nonce: Secret.make()))
    try await Listener.servePage(
      port: port, isForwarded: isForwarded,
      whenReady: { address in
        start()
        whenReady(address)
      }, answer: routes.answer)
  }
}
