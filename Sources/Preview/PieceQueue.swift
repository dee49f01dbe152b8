import FlyingFox
import Foundation

/// Hands the pieces of an answer from the task that makes them to the thread that sends them, one at a time: a piece is made
/// when the one before it was taken.
final class PieceQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private var piece: Data?
  private var isOver = false
  private var waiting: CheckedContinuation<Bool, Never>?

  /// Whether a piece was not taken, or could not be made.
  private(set) var hasFailed = false

  // MARK: The task

  /// Gives an answer's head and its body.
  func put(_ response: HTTPResponse, keepsAlive: Bool) async {
    defer { end() }
    guard case .httpBody(let body) = response.payload else { return fail() }
    do {
      let length = body.count
      let head = Self.head(response, length: length, keepsAlive: keepsAlive)
      if length != nil {
        _ = await put(head + (try await response.bodyData))
      } else {
        guard await put(head) else { return }
        // Without a length its bytes come as chunks already.
        for try await chunk in body { guard await put(chunk) else { return } }
      }
    } catch {
      fail()
    }
  }

  private static func head(_ response: HTTPResponse, length: Int?, keepsAlive: Bool) -> Data {
    var lines = ["HTTP/1.1 \(response.statusCode.code) \(response.statusCode.phrase)"]
    lines += response.headers.map { "\($0.key.rawValue): \($0.value)" }.sorted()
    lines.append(length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked")
    lines.append("Connection: \(keepsAlive ? "keep-alive" : "close")")
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// Whether the piece was sent.
  private func put(_ data: Data) async -> Bool {
    guard !data.isEmpty else { return true }
    return await withCheckedContinuation { continuation in
      condition.withLock {
        (piece, waiting) = (data, continuation)
        condition.broadcast()
      }
    }
  }

  private func fail() { condition.withLock { hasFailed = true } }

  private func end() {
    condition.withLock {
      isOver = true
      condition.broadcast()
    }
  }

  // MARK: The thread

  /// The next piece, once it is there; nil behind the last one. Say what came of it before asking for another.
  func next() -> Data? {
    condition.withLock {
      while piece == nil, !isOver { condition.wait() }
      defer { piece = nil }
      return piece
    }
  }

  /// Says whether the last piece was sent.
  func taken(_ isSent: Bool) {
    let waiting = condition.withLock {
      if !isSent { hasFailed = true }
      defer { self.waiting = nil }
      return self.waiting
    }
    waiting?.resume(returning: isSent)
  }
}
