import FlyingFox
import FlyingSocks
import Foundation
import NotebookDocument

/// The preview's server: the page, its events, and the two buttons. It listens on the loopback interface only.
///
/// | request | answer |
/// | --- | --- |
/// | `GET /TOKEN/` | the page |
/// | `GET /TOKEN/events` | a stream of server-sent events |
/// | `GET /TOKEN/NAME.png` (svg, jpg, gif, webp) | a picture in the notebook's folder |
/// | `POST /TOKEN/stop` | stops the running cell |
/// | `POST /TOKEN/run` | runs again what has failed or was stopped |
/// | `POST /TOKEN/parameter` | gives a parameter another value: `{"name": …, "value": …}` |
/// | `POST /TOKEN/write` | writes a parameter's value into the notebook |
///
/// Everything else is refused; see `RequestGuard`.
package final class PreviewServer: Sendable {
  private let preview: NotebookPreview
  private let server: HTTPServer
  private let token: String

  /// A server for a preview; port 0 takes a free one.
  package init(_ preview: NotebookPreview, port: UInt16 = 0) {
    (self.preview, token) = (preview, RequestGuard.makeToken())
    server = HTTPServer(address: Loopback.address(port: port), logger: .disabled)
  }

  /// Serves until the task is cancelled; `whenReady` is called with the page's address once it can be opened.
  ///
  /// - Throws: `NotebookError` when the port is taken.
  package func run(whenReady: @Sendable (String) -> Void) async throws {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { [server] in try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.disconnected }
        let requests = RequestGuard(token: token, port: port)
        let routes = PreviewRoutes(preview, page: PreviewPage(nonce: RequestGuard.makeToken()))
        await server.appendRoute("*") { request in await Self.answer(request, requests, routes) }
        preview.start()
        whenReady("http://127.0.0.1:\(port)/\(token)/")
        try await group.next()
      }
    } catch let error as SocketError {
      if Task.isCancelled { return }
      throw NotebookError(.noServer("\(error.localizedDescription)"))
    }
  }

  private static func answer(
    _ request: HTTPRequest, _ requests: RequestGuard, _ routes: PreviewRoutes
  ) async -> HTTPResponse {
    // As it was sent: what the server made of it may be decoded, or not, or twice.
    let verdict = requests.verdict(
      path: request.target.path(), host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")])
    switch verdict {
    case .refused(let why): return LocalResponse.text(.forbidden, why)
    case .allowed(let resource): return await routes.answer(request, resource)
    }
  }
}
