import Foundation
import Synchronization

/// Their own few threads for tasks that wait for other programs.
///
/// Dispatch has as many threads as there are processors and takes one that waits for one that works. A thread here begins
/// with a task and ends when no more are left.
package final class Workers: Sendable {
  private struct State {
    var tasks: ArraySlice<@Sendable () -> Void> = []
    var running = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: tasks that are carried out at once, at least 1: with 1 they follow each other.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// Carries out a task behind those that were added before, as soon as a thread is free; before it returns where
  /// none can be started.
  package func add(_ task: @escaping @Sendable () -> Void) {
    let isNeeded = state.withLock { state in
      state.tasks.append(task)
      guard state.running < limit else { return false }
      state.running += 1
      return true
    }
    guard isNeeded else { return }
    if !OwnThread.start({ [self] in carryOut() }) { carryOut() }
  }

  private func carryOut() {
    while let task = next() { task() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if let first = state.tasks.popFirst() { return first }
      state.running -= 1
      return nil
    }
  }
}
