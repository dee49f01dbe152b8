import class Basics.Monitor

/// The events that still have to be sent to one page: server-sent events, which the thread that sends them takes one
/// by one.
///
/// A page that does not read is not waited for, and costs no more than `limit`.
package final class EventQueue: Sendable {
  /// Bytes that may wait for a page. More lets a slow page see each step; less takes less memory for one that sleeps.
  package static let limit = 4 << 20

  private struct State {
    var events: ArraySlice<[UInt8]> = []
    var size = 0
    var isClosed = false

    mutating func append(_ bytes: [UInt8]) {
      guard !isClosed else { return }
      events.append(bytes)
      size += bytes.count
    }
  }

  private let state = Monitor(State())

  package init() {}

  /// Adds an event; `all` is what brings a page up to date, this event included, and takes the place of too much.
  package func add(_ bytes: [UInt8], orAll all: () -> [[UInt8]]) {
    state.withLock { state in
      state.append(bytes)
      if state.size > Self.limit {
        state.events = all()[...]
        // What it takes to be up to date is not what the page is slow at: room for the next steps begins here.
        state.size = 0
      }
    }
  }

  /// Adds an event if fewer than this many wait.
  ///
  /// - Returns: whether it was added.
  package func add(_ bytes: [UInt8], whereFewerThan depth: Int) -> Bool {
    state.withLock { state in
      guard state.events.count < depth else { return false }
      state.append(bytes)
      return true
    }
  }

  /// Adds a comment as a sign of life, where nothing else waits: it fails where a page is gone, which frees the connection.
  package func beat() { _ = add(Array(": beat\n\n".utf8), whereFewerThan: 1) }

  /// The next event, once it is there; nil after the end.
  package func next() -> [UInt8]? {
    state.wait { state -> [UInt8]?? in
      if let first = state.events.popFirst() {
        state.size = max(0, state.size - first.count)
        return .some(first)
      }
      return state.isClosed ? .some(nil) : nil
    } ?? nil
  }

  /// Ends the queue.
  package func close() { state.withLock { $0.isClosed = true } }

  package var isEnded: Bool { state.withLock(\.isClosed) }
}
