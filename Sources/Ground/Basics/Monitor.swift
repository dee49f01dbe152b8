import Foundation

/// State that several threads share, and for whose changes they can wait. If nobody waits, use `Mutex`.
///
/// This is the only place with a condition variable: what waits by hand forgets to wake, or wakes one of two.
package final class Monitor<State: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var state: State

  package init(_ state: State) { self.state = state }

  /// Reads or changes the state, and lets all that wait look at it again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return try body(&state)
  }

  /// Waits until a body finds what it looks for, which it may change at once.
  ///
  /// - Parameter end: until when; for ever where it is nil.
  /// - Returns: what the body has found; nil where the time was over before.
  package func wait<Found>(until end: Date? = nil, for body: (inout State) -> Found?) -> Found? {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    while true {
      if let found = body(&state) { return found }
      if let end {
        // What has come at the last moment counts.
        guard condition.wait(until: end) else { return body(&state) }
      } else {
        condition.wait()
      }
    }
  }

  /// The same for a condition alone; false where the time was over before it held.
  @discardableResult
  package func wait(until end: Date? = nil, while condition: (State) -> Bool) -> Bool {
    wait(until: end) { condition($0) ? nil : () } != nil
  }
}
