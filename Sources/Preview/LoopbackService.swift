import FlyingFox
import FlyingSocks
import Foundation
import NotebookDocument

/// An application that is served on this machine only, behind a secret in its address.
package struct LoopbackService: Sendable {
  private let token = RequestGuard.makeToken()
  private let server: HTTPServer

  /// A service on this port; 0 takes a free one.
  package init(port: UInt16) { server = HTTPServer(address: Loopback.address(port: port), logger: .disabled) }

  /// Serves until the task is cancelled.
  ///
  /// - Parameters:
  ///   - beside: what goes on as long as it serves.
  ///   - whenReady: called with the page's address once it can be opened.
  ///   - answer: the answer to a request that `RequestGuard` allows, and the resource that it asks for.
  /// - Throws: `NotebookError` when the port is taken.
  package func run(
    beside: (@Sendable () async throws -> Void)? = nil, whenReady: @Sendable (String) -> Void,
    answer: @escaping @Sendable (HTTPRequest, _ resource: String) async -> HTTPResponse
  ) async throws {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.disconnected }
        let requests = RequestGuard(token: token, port: port)
        await server.appendRoute("*") { request in
          // As it was sent: what the server made of it may be decoded, or not, or twice.
          let verdict = requests.verdict(
            path: request.target.path(), host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")])
          switch verdict {
          case .refused(let why): return LocalResponse.text(.forbidden, why)
          case .allowed(let resource): return await answer(request, resource)
          }
        }
        if let beside { group.addTask { try await beside() } }
        whenReady("http://127.0.0.1:\(port)/\(token)/")
        try await group.next()
      }
    } catch let error as SocketError {
      if Task.isCancelled { return }
      throw NotebookError(.noServer("\(error.localizedDescription)"))
    }
  }
}
