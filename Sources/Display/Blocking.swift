import Foundation

/// Runs asynchronous work and waits until it is done: a cell's way to use `async` functions.
///
/// Swift's concurrency keeps threads of its own from then on, and a process with several threads cannot be forked: there is
/// no checkpoint after a cell that uses this, and an edit below it runs it again.
///
/// - Throws: what the work throws.
public func blocking<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  let box = Box<Value>()
  Task.detached {
    do { box.result = .success(try await work()) } catch { box.result = .failure(error) }
    done.signal()
  }
  done.wait()
  return try box.result!.get()
}

/// Written before the semaphore is signalled, read after it was waited for.
private final class Box<Value>: @unchecked Sendable {
  var result: Result<Value, any Error>?
}
