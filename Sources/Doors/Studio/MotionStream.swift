import Foundation
import LocalServer
import Synchronization

/// Passes messages on to the pages that look at motion. A page that falls behind misses some, and learns how many: live
/// samples that come late help nobody, and memory has an end.
final class MotionStream: Sendable {
  /// Messages that may wait for a page: half a second of them.
  private static let depth = 32

  private struct Listener {
    weak var queue: EventQueue?
    var missed = 0
  }

  private let listeners = Mutex([Listener]())

  /// The messages to a page, until it goes.
  func listen(first: String) -> EventQueue {
    let queue = EventQueue()
    _ = queue.add(Self.bytes(first), whereFewerThan: Self.depth)
    listeners.withLock { $0.append(Listener(queue: queue)) }
    return queue
  }

  /// Sends one JSON text.
  func send(_ json: String) {
    listeners.withLock { listeners in
      listeners.removeAll { $0.queue?.isEnded ?? true }
      for index in listeners.indices {
        let missed = listeners[index].missed
        let note = missed > 0 ? Self.bytes("{\"kind\":\"missed\",\"count\":\(missed)}") : []
        let isAdded = listeners[index].queue?.add(note + Self.bytes(json), whereFewerThan: Self.depth) ?? true
        listeners[index].missed = isAdded ? 0 : missed + 1
      }
    }
  }

  /// Gives a sign of life to each page.
  func beat() { forEach { $0.beat() } }

  func close() { forEach { $0.close() } }

  private func forEach(_ body: (EventQueue) -> Void) { listeners.withLock { $0.compactMap(\.queue) }.forEach(body) }

  private static func bytes(_ json: String) -> [UInt8] { Array("data: \(json)\n\n".utf8) }
}
