import StrictHTTP

import enum Basics.Secret

/// The preview's server: the page, its events, and the two buttons. It listens on the loopback interface only.
///
/// | request | answer |
/// | --- | --- |
/// | `GET /TOKEN/` | the page |
/// | `GET /TOKEN/events` | a stream of server-sent events |
/// | `GET /TOKEN/NAME` | a file in the notebook's folder, as what it is |
/// | `POST /TOKEN/stop` | stops the running cell |
/// | `POST /TOKEN/run` | runs again what has failed or was stopped |
/// | `POST /TOKEN/parameter` | gives a parameter another value: `{"name": …, "value": …}` |
/// | `POST /TOKEN/write` | writes a parameter's value into the notebook |
///
/// Everything else is refused; see `RequestGuard`.
package final class PreviewServer: Sendable {
  private let preview: NotebookPreview
  private let service: LoopbackService

  /// A server for a preview; port 0 takes a free one.
  package init(_ preview: NotebookPreview, port: UInt16 = 0) {
    (self.preview, service) = (preview, LoopbackService(port: port))
  }

  /// Serves until the task is cancelled; `whenReady` is called with the page's address once it can be opened.
  ///
  /// - Throws: `ServiceError` when the port is taken.
  package func run(whenReady: @Sendable (String) -> Void) async throws {
    let routes = PreviewRoutes(preview, page: PreviewPage(nonce: Secret.make()))
    try await service.run(
      whenReady: { address in
        preview.start()
        whenReady(address)
      }, answer: { request, resource in routes.answer(request, resource) })
  }
}
