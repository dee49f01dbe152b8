import Foundation

/// A value that a thread of its own makes while something else is done; made at once where no thread can be started.
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
  private let lock = NSLock()
  private var values: [String: Value] = [:]
  private var bytes = 0

  /// - Parameter bytes: of texts that are kept; with more all are forgotten.
  package init(bytes: Int) { limit = bytes }

  /// What `make` makes of the text, now or earlier. Threads that ask for the same at once may both make it.
  package func callAsFunction(_ text: String, _ make: (String) -> Value) -> Value {
    if let value = lock.withLock({ values[text] }) { return value }
    let value = make(text)
    let length = text.utf8.count
    lock.withLock {
      if bytes + length > limit { (values, bytes) = ([:], 0) }
      guard length <= limit, values.updateValue(value, forKey: text) == nil else { return }
      bytes += length
    }
    return value
  }
}
