import Foundation

/// Runs asynchronous work and waits until it is done: a way to use `async` functions from a function that is not.
///
/// At a cell's top level plain `await` does the same. Swift's concurrency keeps its own threads from then on, and a
/// process with several threads cannot be forked: there is no checkpoint after a cell that waits, and an edit below it runs
/// it again.
///
/// - Throws: what the work throws.
public func blocking<Value: Sendable, Failure: Error>(
  _ work: @escaping @Sendable () async throws(Failure) -> Value
) throws(Failure) -> Value {
  try gimbalWait(work)
}

/// Waits for work at a cell's top level. The runner puts the call around what waits there; a notebook's code has no need
/// to.
///
/// On the main thread the main queue goes on meanwhile, so that work on the main actor gets its turn.
@_documentation(visibility: internal)
public func gimbalWait<Value, Failure: Error>(
  _ work: @escaping () async throws(Failure) -> Value
) throws(Failure) -> Value {
  let outcome = Outcome<Value, Failure>(work)
  Task.detached {
    await outcome.make()
    outcome.done.signal()
    // Wakes the main thread, should it wait below.
    DispatchQueue.main.async {}
  }
  if Thread.isMainThread {
    // A run loop without anything to wait for returns at once.
    let keeper = Timer(timeInterval: 1e6, repeats: true) { _ in }
    RunLoop.main.add(keeper, forMode: .default)
    // Once at least, so that what waits in the main queue gets its turn however fast the work is.
    repeat {
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    } while outcome.done.wait(timeout: .now()) == .timedOut
    keeper.invalidate()
  } else {
    outcome.done.wait()
  }
  return try outcome.result!.get()
}

/// Made by one task, read after the semaphore.
private final class Outcome<Value, Failure: Error>: @unchecked Sendable {
  let done = DispatchSemaphore(value: 0)
  private let work: () async throws(Failure) -> Value
  private(set) var result: Result<Value, Failure>?

  init(_ work: @escaping () async throws(Failure) -> Value) { self.work = work }

  func make() async {
    do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
  }
}
