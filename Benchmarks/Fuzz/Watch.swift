import Foundation
import Synchronization

/// The seeds in work, for a signal handler, which may not take a lock.
nonisolated(unsafe) private var seedsInWork: UnsafeMutablePointer<UInt64>?
nonisolated(unsafe) private var seedsCount = 0

/// Knows what each worker is doing and since when, and says which seed failed.
final class Watch: Sendable {
  private struct Work {
    var seed: UInt64 = 0
    var since: UInt64 = 0
    var isBusy = false
    var done = 0
    var refused = 0
  }

  private struct State {
    var work: [Work]
    var running: Int
    var slowest = (seconds: 0.0, seed: UInt64(0))
  }

  private let state: Mutex<State>
  private let count: Int
  private let limit: Double

  init(threads: Int, count: Int, limit: Double) {
    self.count = count
    self.limit = limit
    state = Mutex(State(work: Array(repeating: Work(), count: threads), running: threads))
    seedsInWork = .allocate(capacity: threads)
    seedsInWork?.initialize(repeating: 0, count: threads)
    seedsCount = threads
  }

  var refused: Int { state.withLock { $0.work.reduce(0) { $0 + $1.refused } } }
  var slowest: (seconds: Double, seed: UInt64) { state.withLock { $0.slowest } }

  func begin(_ worker: Int, _ seed: UInt64) {
    seedsInWork?[worker] = seed
    let now = DispatchTime.now().uptimeNanoseconds
    state.withLock {
      $0.work[worker].seed = seed
      $0.work[worker].since = now
      $0.work[worker].isBusy = true
    }
  }

  func end(_ worker: Int, isRefused: Bool) {
    let now = DispatchTime.now().uptimeNanoseconds
    state.withLock {
      $0.work[worker].isBusy = false
      $0.work[worker].done += 1
      $0.work[worker].refused += isRefused ? 1 : 0
      let seconds = Double(now - $0.work[worker].since) / 1e9
      if seconds > $0.slowest.seconds { $0.slowest = (seconds, $0.work[worker].seed) }
    }
  }

  func finish() { state.withLock { $0.running -= 1 } }

  func fail(_ message: String) -> Never {
    print(message)
    exit(1)
  }

  /// Until all workers have finished; a line every few seconds, and the end when one input takes longer than the limit.
  func waitWithProgress() {
    var told = 0
    while state.withLock({ $0.running > 0 }) {
      Thread.sleep(forTimeInterval: 0.2)
      let now = DispatchTime.now().uptimeNanoseconds
      let (work, slowest) = state.withLock { ($0.work, $0.slowest) }
      for worker in work where worker.isBusy && Double(now &- worker.since) / 1e9 > limit && now > worker.since {
        fail("seed \(worker.seed): still at work after \(limit) s")
      }
      let done = work.reduce(0) { $0 + $1.done }
      if done * 50 / max(count, 1) > told {
        told = done * 50 / max(count, 1)
        print("\(done) of \(count), the slowest \(String(format: "%.2f", slowest.seconds)) s (seed \(slowest.seed))")
        fflush(nil)
      }
    }
  }

  /// Lets a trap say which seeds were being worked on before it ends the program.
  func namesSeedOnSignals() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
      signal(number) { number in
        // Digits by hand: hardly anything may be called here.
        var text = [UInt8](repeating: 32, count: 1)
        text.removeAll(keepingCapacity: true)
        text += Array("\ntrapped at one of the seeds".utf8)
        for index in 0..<seedsCount { text += Array(" \(seedsInWork?[index] ?? 0)".utf8) }
        text.append(10)
        text.withUnsafeBytes { _ = write(2, $0.baseAddress, $0.count) }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
