import Foundation

/// A value that a thread of its own makes while something else is done.
package final class Pending<Value: Sendable>: @unchecked Sendable {
  private let group = DispatchGroup()
  private var result: Result<Value, any Error>?

  /// Begins at once.
  package init(_ make: @escaping @Sendable () throws -> Value) {
    group.enter()
    let thread = Thread { [self] in
      result = Result(catching: make)
      group.leave()
    }
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// The value, as soon as it is there.
  ///
  /// - Throws: what `make` has thrown.
  package func get() throws -> Value {
    group.wait()
    return try result!.get()
  }
}

/// Remembers what was made of the last keys, for a function whose result depends on nothing else.
package final class Memo<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  private let limit: Int
  private let lock = NSLock()
  private var values: [Key: Value] = [:]

  /// - Parameter limit: keys that are kept; with one more all are forgotten.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// What `make` makes of the key, now or earlier. Threads that ask for the same at once may both make it.
  package func callAsFunction(_ key: Key, _ make: (Key) -> Value) -> Value {
    if let value = lock.withLock({ values[key] }) { return value }
    let value = make(key)
    lock.withLock {
      if values.count >= limit { values.removeAll() }
      values[key] = value
    }
    return value
  }
}
