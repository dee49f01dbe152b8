import Foundation

/// Passes messages on to the pages that look at motion. A page that falls behind misses some, and is told how many: live
/// samples that come late help nobody, and memory has an end.
final class MotionStream: @unchecked Sendable {
  /// Messages that may wait for a page: half a second of them.
  private static let depth = 32

  private struct Listener {
    var continuation: AsyncStream<[UInt8]>.Continuation
    var missed = 0
  }

  private let lock = NSLock()
  private var listeners: [Int: Listener] = [:]
  private var number = 0

  /// A page's stream; it ends when the page goes.
  func listen(first: String) -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.depth))
    continuation.yield(Self.bytes(first))
    let id = lock.withLock { () -> Int in
      number += 1
      listeners[number] = Listener(continuation: continuation)
      return number
    }
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      _ = lock.withLock { listeners.removeValue(forKey: id) }
    }
    return stream
  }

  var count: Int { lock.withLock { listeners.count } }

  /// Sends one JSON text.
  func send(_ json: String) {
    let bytes = Self.bytes(json)
    lock.withLock {
      for (id, var listener) in listeners {
        if listener.missed > 0 {
          if case .dropped = listener.continuation.yield(
            Self.bytes("{\"kind\":\"missed\",\"count\":\(listener.missed)}"))
          {
            listeners[id]?.missed += 1
            continue
          }
          listener.missed = 0
        }
        if case .dropped = listener.continuation.yield(bytes) { listener.missed += 1 }
        listeners[id] = listener
      }
    }
  }

  /// A comment, which fails where a page is gone and so frees the connection.
  func beat() {
    lock.withLock { for listener in listeners.values { listener.continuation.yield(Array(": beat\n\n".utf8)) } }
  }

  func close() {
    let all = lock.withLock { listeners.values.map(\.continuation) }
    for continuation in all { continuation.finish() }
  }

  private static func bytes(_ json: String) -> [UInt8] { Array("data: \(json)\n\n".utf8) }
}
