import Foundation
import NotebookDocument
import StrictHTTP

import enum Basics.Secret

/// An application that is served on this machine only, behind a secret in its address.
package struct LoopbackService: Sendable {
  private let token = Secret.make()
  private let port: UInt16
  private let limits: LoopbackListener.Limits

  /// A service on this port; 0 takes a free one.
  package init(port: UInt16) { self.init(port: port, limits: .init()) }

  init(port: UInt16, limits: LoopbackListener.Limits) { (self.port, self.limits) = (port, limits) }

  /// Whether a service could listen on this port.
  package static func isFree(_ port: UInt16) -> Bool {
    guard let socket = try? ListeningSocket(port: port, isLocal: true, backlog: 1) else { return false }
    close(socket.descriptor)
    return true
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameters:
  ///   - beside: what goes on as long as it serves.
  ///   - whenReady: called with the page's address once it can be opened.
  ///   - answer: the answer to a request that `RequestGuard` allows, and the resource that it asks for; on one of `AnswerDesk`'s
  ///     threads.
  /// - Throws: `ServiceError` when the port is taken.
  package func run(
    beside: (@Sendable () async throws -> Void)? = nil, whenReady: @Sendable (String) -> Void,
    answer: @escaping @Sendable (StrictRequest, _ resource: String) -> StrictReply
  ) async throws {
    let socket: ListeningSocket
    do throws(ListeningSocket.Failure) {
      socket = try ListeningSocket(port: port, isLocal: true, backlog: 64)
    } catch {
      throw ServiceError(.noServer(error.reason))
    }
    let requests = RequestGuard(token: token, port: socket.port)
    let listener = LoopbackListener(
      socket, limits: limits,
      allow: {
        // As it was sent: nothing has been decoded.
        requests.verdict(path: $0.path, host: $0.headers["host"], origin: $0.headers["origin"])
      }, answer: answer)
    listener.start()
    defer { listener.close() }
    whenReady("http://127.0.0.1:\(listener.port)/\(token)/")
    do {
      try await beside?()
      while true { try await Task.sleep(for: .seconds(3600)) }
    } catch is CancellationError {
      return
    }
  }
}
