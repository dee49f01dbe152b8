import Foundation

/// Their own few threads for tasks that wait for other programs.
///
/// Dispatch has as many threads as there are processors and takes one that waits for one that works. A thread here begins
/// with a task and ends when no more are left.
package final class Workers: @unchecked Sendable {
  private let limit: Int
  private let lock = NSLock()
  private var tasks: [@Sendable () -> Void] = []
  private var running = 0

  /// - Parameter limit: tasks that are carried out at once, at least 1.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// Carries out a task behind those that were added before, as soon as a thread is free; before it returns where
  /// none can be started.
  package func add(_ task: @escaping @Sendable () -> Void) {
    let isNeeded = lock.withLock {
      tasks.append(task)
      guard running < limit else { return false }
      running += 1
      return true
    }
    guard isNeeded else { return }
    if !OwnThread.start({ [self] in carryOut() }) { carryOut() }
  }

  private func carryOut() {
    while let task = next() { task() }
  }

  private func next() -> (@Sendable () -> Void)? {
    lock.withLock {
      if tasks.isEmpty {
        running -= 1
        return nil
      }
      return tasks.removeFirst()
    }
  }
}
