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
    let answer = Answer()
    workers.add { if answer.begin() { answer.end(make()) } }
    return answer.wait(seconds)
  }

  /// An answer that somebody waits for.
  private final class Answer: Sendable {
    private enum State {
      case due, begun
      case made(StrictReply)
      case abandoned
    }
    private let state = Monitor(State.due)

    /// Whether somebody still waits.
    func begin() -> Bool {
      state.withLock { state in
        guard case .due = state else { return false }
        state = .begun
        return true
      }
    }

    func end(_ response: StrictReply) { state.withLock { $0 = .made(response) } }

    func wait(_ seconds: Double) -> StrictReply {
      let made = state.wait(until: Date(timeIntervalSinceNow: seconds)) { state -> StrictReply? in
        if case .made(let response) = state { response } else { nil }
      }
      return made
        ?? state.withLock { state in
          if case .made(let response) = state { return response }
          let isBegun = if case .begun = state { true } else { false }
          state = .abandoned
          let words = isBegun ? "This takes" : "Other requests have taken"
          return StrictReply(
            503, "\(words) longer than \(Int(seconds.rounded(.up))) s; look whether it is done, and try again.")
        }
    }
  }
}
