import Foundation
import Synchronization

/// Work on several threads that are gone when the call returns.
///
/// A notebook's host forks after each cell, which is safe only in a process with one thread. Dispatch keeps its threads
/// for later work; these are joined.
package enum Parallel {
  /// Calls `body` once for each index from 0, on `threads` threads; each takes the next index that nobody has.
  ///
  /// - Parameters:
  ///   - threads: At least 1; the calling thread is one of them.
  ///   - progress: Called on the calling thread with the number of finished indices, now and then and at the end.
  package static func forEach(
    _ count: Int, threads: Int, progress: ((Int) -> Void)? = nil, _ body: @escaping @Sendable (Int) -> Void
  ) {
    let work = Work(count: count, body: body)
    let others = (1..<max(1, min(threads, count))).compactMap { _ in
      OwnThread.joinable(stackSize: 8 << 20) { work.run(progress: nil) }
    }
    work.run(progress: progress)
    for thread in others { pthread_join(thread, nil) }
    progress?(count)
  }

  /// What `body` makes of each index from 0, on `threads` threads.
  ///
  /// - Throws: What `body` throws for the first index for which it throws; the others are worked on all the same.
  package static func map<T: Sendable, Failure: Error>(
    _ count: Int, threads: Int, progress: ((Int) -> Void)? = nil,
    _ body: @escaping @Sendable (Int) throws(Failure) -> T
  ) throws(Failure) -> [T] {
    let results = Mutex([Result<T, Failure>?](repeating: nil, count: count))
    forEach(count, threads: threads, progress: progress) { index in
      let result: Result<T, Failure>
      do throws(Failure) { result = .success(try body(index)) } catch { result = .failure(error) }
      results.withLock { $0[index] = result }
    }
    var values = [T]()
    values.reserveCapacity(count)
    for result in results.withLock({ $0 }) { values.append(try result!.get()) }
    return values
  }

  /// As many threads as the machine has processors that are switched on.
  package static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }
}

/// The indices that are left.
private final class Work: Sendable {
  private let count: Int
  private let body: @Sendable (Int) -> Void
  private let next = Mutex(0)

  init(count: Int, body: @escaping @Sendable (Int) -> Void) {
    self.count = count
    self.body = body
  }

  func run(progress: ((Int) -> Void)?) {
    while true {
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      guard index < count else { return }
      body(index)
      progress?(index)
    }
  }
}
