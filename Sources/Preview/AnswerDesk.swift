import FlyingFox
import Foundation

import class Basics.Workers

/// A request that may be answered: what it wants to be done, and what it says.
package struct LocalRequest: Sendable {
  package var method: HTTPMethod
  package var body: Data

  package init(method: HTTPMethod, body: Data = Data()) { (self.method, self.body) = (method, body) }

  /// The body; nil when it is longer than this.
  package func body(upTo limit: Int) -> Data? { body.count <= limit ? body : nil }
}

/// Makes answers on threads of its own. An answer reads files, asks tools and waits for locks, and Swift's concurrency, on
/// whose threads the streams go, has no more threads than there are processors.
final class AnswerDesk: Sendable {
  /// Answers that are made at once. More lets more slow ones pass without others waiting for them.
  private static let threads = 16

  private let workers = Workers(limit: threads)

  /// What `make` makes; a sentence when that does not end within so many seconds. What was begun ends unheard.
  func answer(within seconds: Double, _ make: @escaping @Sendable () -> HTTPResponse) -> HTTPResponse {
    let answer = Answer()
    workers.add { if answer.begin() { answer.end(make()) } }
    return answer.wait(seconds)
  }

  /// An answer that somebody waits for.
  private final class Answer: @unchecked Sendable {
    private enum State {
      case due, begun
      case made(HTTPResponse)
      case abandoned
    }
    private let condition = NSCondition()
    private var state = State.due

    /// Whether somebody still waits.
    func begin() -> Bool {
      condition.withLock {
        guard case .due = state else { return false }
        state = .begun
        return true
      }
    }

    func end(_ response: HTTPResponse) {
      condition.withLock {
        state = .made(response)
        condition.signal()
      }
    }

    func wait(_ seconds: Double) -> HTTPResponse {
      let end = Date(timeIntervalSinceNow: seconds)
      return condition.withLock {
        while true {
          if case .made(let response) = state { return response }
          guard !condition.wait(until: end) else { continue }
          if case .made(let response) = state { return response }
          let isBegun = if case .begun = state { true } else { false }
          state = .abandoned
          let words = isBegun ? "This takes" : "Other requests have taken"
          return LocalResponse.text(
            .serviceUnavailable,
            "\(words) longer than \(Int(seconds.rounded(.up))) s; look whether it is done, and try again.")
        }
      }
    }
  }
}
