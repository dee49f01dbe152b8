import Foundation

/// A value that its own thread makes while something else is done; made at once where no thread can be started.
package final class Pending<Value: Sendable>: @unchecked Sendable {
  private let group = DispatchGroup()
  private var result: Result<Value, any Error>?

  /// Begins at once.
  package init(_ make: @escaping @Sendable () throws -> Value) {
    group.enter()
    let fulfil: @Sendable () -> Void = { [self] in
      result = Result(catching: make)
      group.leave()
    }
    if !OwnThread.start(fulfil) { fulfil() }
  }

  /// The value, as soon as it is there.
  ///
  /// - Throws: what `make` has thrown.
  package func get() throws -> Value {
    group.wait()
    return try result!.get()
  }
}

/// Remembers what was made of the last texts, for a function whose result depends on nothing else.
package final class Memo<Value: Sendable>: @unchecked Sendable {
  private let limit: Int
  private let condition = NSCondition()
  private var values: [String: Value] = [:]
  private var bytes = 0
  /// What some thread is making at the moment.
  private var making: Set<String> = []

  /// - Parameter bytes: of texts that are kept; with more all are forgotten.
  package init(bytes: Int) { limit = bytes }

  /// What `make` makes of the text, now or earlier. If several threads ask for the same value at once, one makes it,
  /// and the others wait.
  package func callAsFunction(_ text: String, _ make: (String) -> Value) -> Value {
    let length = text.utf8.count
    guard length <= limit else { return make(text) }
    let found = condition.withLock { () -> Value? in
      while making.contains(text) { condition.wait() }
      if values[text] == nil { making.insert(text) }
      return values[text]
    }
    if let found { return found }
    let value = make(text)
    condition.withLock {
      if bytes + length > limit { (values, bytes) = ([:], 0) }
      values[text] = value
      bytes += length
      making.remove(text)
      condition.broadcast()
    }
    return value
  }
}
