import Basics
import Foundation
import Synchronization
import Testing

@Suite("Threads for tasks")
struct OwnThreadTests {
  /// A stack that no machine has room for: no thread can be started with it.
  private static let impossible = 1 << 46

  @Test("A thread runs its task elsewhere; if none can be started, an error is returned and the task is not begun")
  func start() {
    let done = DispatchSemaphore(value: 0)
    let isElsewhere = Mutex(false)
    let caller = ObjectIdentifier(Thread.current)
    #expect(
      OwnThread.start {
        isElsewhere.withLock { $0 = ObjectIdentifier(Thread.current) != caller }
        done.signal()
      })
    #expect(done.wait(timeout: .now() + 300) == .success && isElsewhere.withLock { $0 })
    #expect(!OwnThread.start(stackSize: Self.impossible) { Issue.record("it was begun") })
  }

  @Test("Tasks of workers are all carried out, at most so many at once; what is pending is there when it is asked for")
  func workers() throws {
    let workers = Workers(limit: 2)
    let state = Mutex((running: 0, most: 0, done: 0))
    let all = DispatchGroup()
    for _ in 0..<20 {
      all.enter()
      workers.add {
        state.withLock {
          $0.running += 1
          $0.most = max($0.most, $0.running)
        }
        usleep(1000)
        state.withLock {
          $0.running -= 1
          $0.done += 1
        }
        all.leave()
      }
    }
    #expect(all.wait(timeout: .now() + 300) == .success)
    #expect(state.withLock { $0.done == 20 && $0.most <= 2 })
    #expect(try Pending { 6 * 7 }.get() == 42)
  }
}
