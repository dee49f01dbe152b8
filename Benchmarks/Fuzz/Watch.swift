import Foundation
import Synchronization

/// The seeds in work, for a signal handler, which may not take a lock.
nonisolated(unsafe) private var seedsInWork: UnsafeMutablePointer<UInt64>?
nonisolated(unsafe) private var seedsCount = 0

/// Knows what each worker is doing and since when, and says which seed failed.
final class Watch: Sendable {
  private struct Work {
    var seed: UInt64 = 0
    /// The worker's processor time when it began, and the time of day.
    var since = 0.0, began = 0.0
    var clock: clockid_t = 0
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
    var clock: clockid_t = 0
    pthread_getcpuclockid(pthread_self(), &clock)
    let (since, began) = (Self.seconds(of: clock), Self.seconds(of: CLOCK_MONOTONIC))
    state.withLock {
      $0.work[worker].seed = seed
      ($0.work[worker].since, $0.work[worker].began, $0.work[worker].clock) = (since, began, clock)
      $0.work[worker].isBusy = true
    }
  }

  func end(_ worker: Int, isRefused: Bool) {
    let now = Self.seconds(of: CLOCK_THREAD_CPUTIME_ID)
    state.withLock {
      $0.work[worker].isBusy = false
      $0.work[worker].done += 1
      $0.work[worker].refused += isRefused ? 1 : 0
      let seconds = now - $0.work[worker].since
      if seconds > $0.slowest.seconds { $0.slowest = (seconds, $0.work[worker].seed) }
    }
  }

  private static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  func finish() { state.withLock { $0.running -= 1 } }

  func fail(_ message: String) -> Never {
    print(message)
    exit(1)
  }

  /// Until all workers have finished; a line every few seconds, and the end when one input takes more of the processor than the
  /// limit, which is the same on a busy machine, or waits thirty times as long.
  func waitWithProgress() {
    var told = 0
    while state.withLock({ $0.running > 0 }) {
      Thread.sleep(forTimeInterval: 0.2)
      let (work, slowest) = state.withLock { ($0.work, $0.slowest) }
      for worker in work where worker.isBusy {
        if Self.seconds(of: worker.clock) - worker.since > limit {
          fail("seed \(worker.seed): still at work after \(limit) s of the processor")
        }
        if Self.seconds(of: CLOCK_MONOTONIC) - worker.began > 30 * limit {
          fail("seed \(worker.seed): still waiting after \(30 * limit) s")
        }
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
