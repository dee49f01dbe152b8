import Foundation

/// The events that still have to be sent to one page: server-sent events, which the thread that sends them takes one
/// by one.
///
/// A page that does not read is not waited for, and costs no more than `limit`.
package final class EventQueue: @unchecked Sendable {
  /// Bytes that may wait for a page. More lets a slow page see each step; less takes less memory for one that sleeps.
  package static let limit = 4 << 20

  private let condition = NSCondition()
  private var events: [[UInt8]] = []
  private var size = 0
  private var isClosed = false

  package init() {}

  /// Adds an event; `all` is what brings a page up to date, this event included, and takes the place of too much.
  package func add(_ bytes: [UInt8], orAll all: () -> [[UInt8]]) {
    condition.withLock {
      append(bytes)
      if size > Self.limit {
        events = all()
        // What it takes to be up to date is not what the page is slow at: room for the next steps begins here.
        size = 0
      }
    }
  }

  /// Adds an event if fewer than this many wait.
  ///
  /// - Returns: whether it was added.
  package func add(_ bytes: [UInt8], whereFewerThan depth: Int) -> Bool {
    condition.withLock {
      guard events.count < depth else { return false }
      append(bytes)
      return true
    }
  }

  /// Adds a comment as a sign of life, where nothing else waits: it fails where a page is gone, which frees the connection.
  package func beat() { _ = add(Array(": beat\n\n".utf8), whereFewerThan: 1) }

  private func append(_ bytes: [UInt8]) {
    guard !isClosed else { return }
    events.append(bytes)
    size += bytes.count
    condition.signal()
  }

  /// The next event, once it is there; nil after the end.
  package func next() -> [UInt8]? {
    condition.withLock {
      while events.isEmpty, !isClosed { condition.wait() }
      guard !events.isEmpty else { return nil }
      let first = events.removeFirst()
      size = max(0, size - first.count)
      return first
    }
  }

  /// Ends the queue.
  package func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  package var isEnded: Bool { condition.withLock { isClosed } }
}
