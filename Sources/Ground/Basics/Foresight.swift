import Foundation

/// A value that its own thread makes while something else is done; made at once where no thread can be started.
package final class Pending<Value: Sendable>: Sendable {
  private let result = Monitor<Result<Value, any Error>?>(nil)

  /// Begins at once.
  package init(_ make: @escaping @Sendable () throws -> Value) {
    let fulfil: @Sendable () -> Void = { [result] in
      let made = Result(catching: make)
      result.withLock { $0 = made }
    }
    if !OwnThread.start(fulfil) { fulfil() }
  }

  /// The value, as soon as it is there.
  ///
  /// - Throws: what `make` has thrown.
  package func get() throws -> Value { try result.wait { $0 }!.get() }
}

/// Remembers what was made of the last texts, for a function whose result depends on nothing else.
package final class Memo<Value: Sendable>: Sendable {
  private struct State {
    var values: [String: Value] = [:]
    var bytes = 0
    /// What some thread is making at the moment.
    var making: Set<String> = []
  }

  private let limit: Int
  private let state = Monitor(State())

  /// - Parameter bytes: of texts that are kept; with more all are forgotten.
  package init(bytes: Int) { limit = bytes }

  /// What `make` makes of the text, now or earlier. If several threads ask for the same value at once, one makes it,
  /// and the others wait.
  package func callAsFunction(_ text: String, _ make: (String) -> Value) -> Value {
    let length = text.utf8.count
    guard length <= limit else { return make(text) }
    let known = state.wait { state -> Value?? in
      guard !state.making.contains(text) else { return nil }
      if state.values[text] == nil { state.making.insert(text) }
      return .some(state.values[text])
    }
    if let found = known ?? nil { return found }
    let value = make(text)
    state.withLock { state in
      if state.bytes + length > limit { (state.values, state.bytes) = ([:], 0) }
      state.values[text] = value
      state.bytes += length
      state.making.remove(text)
    }
    return value
  }
}
