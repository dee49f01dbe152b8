import Foundation

/// Messages on their way from any number of threads to those that take them, in order.
package final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: ArraySlice<Message> = []
    var isClosed = false
  }

  private let state = Monitor(State())

  package init() {}

  /// Puts a message in.
  ///
  /// - Returns: how many wait now; nil, and nothing is put in, where the box is closed.
  @discardableResult
  package func put(_ message: Message) -> Int? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.messages.append(message)
      return state.messages.count
    }
  }

  /// The next message, once it is there; nil behind the last of a box that is closed, and where the time was over before.
  package func take(until end: Date? = nil) -> Message? {
    state.wait(until: end) { state -> Message?? in
      if let first = state.messages.popFirst() { return .some(first) }
      return state.isClosed ? .some(nil) : nil
    } ?? nil
  }

  /// All that wait, at once.
  package func takeAll() -> [Message] {
    state.withLock { state in
      defer { state.messages = [] }
      return Array(state.messages)
    }
  }

  /// Takes no more messages: those that wait can still be taken.
  package func close() { state.withLock { $0.isClosed = true } }
}
