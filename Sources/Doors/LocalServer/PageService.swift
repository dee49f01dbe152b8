import Foundation

import enum Basics.Secret

extension Listener {
  /// Serves a page on this machine only, behind a secret in its address, until the task is cancelled. One that is forwarded, as from
  /// a container, takes connections on all interfaces and at whatever port the other side has; the secret stays.
  ///
  /// - Parameters:
  ///   - port: the port; 0 takes a free one.
  ///   - isForwarded: whether the port is forwarded to the machine where the browser is.
  ///   - alongside: a task that runs as long as it serves.
  ///   - whenReady: called with the page's address once it can be opened.
  ///   - answer: the answer to a request that the guard allows, and the resource that it asks for.
  /// - Throws: `ServiceError` when the port is taken.
  package static func servePage(
    port: UInt16, isForwarded: Bool = false, limits: Limits = Limits(),
    alongside: (@Sendable () async throws -> Void)? = nil,
    whenReady: @Sendable (String) -> Void, answer: @escaping Answer
  ) async throws {
    let listener: Listener
    do throws(ListeningSocket.Failure) {
      listener = try Listener(port: port, isLocal: !isForwarded, limits: limits)
    } catch {
      throw ServiceError(.noServer(error.reason))
    }
    let token = Secret.make()
    listener.start(RequestGuard(token: token, port: listener.port, isForwarded: isForwarded), answer: answer)
    defer { listener.close() }
    whenReady("http://127.0.0.1:\(listener.port)/\(token)/")
    do {
      try await alongside?()
      while true { try await Task.sleep(for: .seconds(3600)) }
    } catch is CancellationError {
      return
    }
  }
}
