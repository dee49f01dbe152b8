import Foundation
import Synchronization
import TestTiers
import Testing

@Suite("Exactness")
struct SequenceTests {
  private static func setting(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

  /// Prints at once, also into a file.
  private func say(_ text: String) {
    print(text)
    fflush(nil)
  }

  /// `GIMBAL_SEQUENCES` says how many, `GIMBAL_SEED` from which on, `GIMBAL_WORKERS` how many at once;
  /// `GIMBAL_SHOW` shows each.
  @Test("After every edit a session's page is that of a clean run", .tags(.prove))
  func sequences() {
    let count = Tier.count(50, proof: 300, or: "GIMBAL_SEQUENCES")
    let first = Self.setting("GIMBAL_SEED") ?? 1
    let workers = Self.setting("GIMBAL_WORKERS") ?? ProcessInfo.processInfo.activeProcessorCount
    let next = Atomic(first)
    let faults = Mutex<[Int]>([])
    let start = ContinuousClock.now
    let finished = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while case let seed = next.add(1, ordering: .relaxed).oldValue, seed < first + count {
        var generator = SequenceGenerator(seed: UInt64(seed))
        let sequence = generator.sequence()
        if Self.setting("GIMBAL_SHOW") != nil { say("\(sequence)") }
        let begin = ContinuousClock.now
        let fault = SequenceTrial.fault(of: sequence)
        let time = (ContinuousClock.now - begin).components.seconds
        if time >= 30 { say("seed \(seed) took \(time) s") }
        let done = finished.add(1, ordering: .relaxed).newValue
        if done % 50 == 0 { say("\(done) sequences after \((ContinuousClock.now - start).components.seconds) s") }
        guard let fault else { continue }
        say("seed \(seed) fails at step \(fault.step): \(fault)")
        let smallest = Shrinking(sequence, fault, trials: Self.setting("GIMBAL_TRIALS") ?? 40)
        faults.withLock {
          $0.append(seed)
          say(
            "=== GIMBAL_SEED=\(seed) GIMBAL_SEQUENCES=1: step \(smallest.fault.step): \(smallest.fault)\(smallest.sequence)"
          )
        }
      }
    }
    let seconds = Double((ContinuousClock.now - start).components.seconds) + 0.001
    say("\(count) sequences in \(Int(seconds)) s, \(Int(Double(count) / seconds * 60)) a minute")
    let found = faults.withLock { $0.sorted() }
    #expect(found.isEmpty, "sequences whose pages no clean run gives: seeds \(found)")
  }
}
