import Foundation

import class Basics.Monitor
import class Basics.Workers

/// Makes answers on its own threads. An answer reads files, asks tools and waits for locks, and Swift's concurrency, on
/// whose threads the streams go, has no more threads than there are processors.
final class AnswerDesk: Sendable {
  /// Answers that are made at once. More lets more slow ones pass without others waiting for them.
  private static let threads = 16

  private let workers = Workers(limit: threads)

  /// The result of `make`, or a sentence if it does not end within this many seconds; a later result is discarded.
  func answer(within seconds: Double, _ make: @escaping @Sendable () -> StrictReply) -> StrictReply {
    let answer = Answer(make)
    workers.add { answer.carryOut() }
    return answer.wait(seconds)
  }

  /// An answer that somebody waits for. It keeps neither what it is made of nor its result longer than that: a request's
  /// body may be large, and a queue may remember its last task until the next one.
  private final class Answer: Sendable {
    private enum State {
      case due(@Sendable () -> StrictReply)
      case begun
      case made(StrictReply)
      case over
    }
    private let state: Monitor<State>

    init(_ make: @escaping @Sendable () -> StrictReply) { state = Monitor(.due(make)) }

    /// Makes the answer, if somebody still waits for it.
    func carryOut() {
      guard let response = begin()?() else { return }
      state.withLock { state in if case .begun = state { state = .made(response) } }
    }

    private func begin() -> (@Sendable () -> StrictReply)? {
      state.withLock { state in
        guard case .due(let make) = state else { return nil }
        state = .begun
        return make
      }
    }

    func wait(_ seconds: Double) -> StrictReply {
      let made = state.wait(until: Date(timeIntervalSinceNow: seconds)) { state -> StrictReply? in
        guard case .made(let response) = state else { return nil }
        state = .over
        return response
      }
      return made
        ?? state.withLock { state in
          if case .made(let response) = state { return response }
          let isBegun = if case .begun = state { true } else { false }
          state = .over
          let words = isBegun ? "This takes" : "Other requests have taken"
          return StrictReply(
            503, "\(words) longer than \(Int(seconds.rounded(.up))) s; look whether it is done, and try again.")
        }
    }
  }
}
