import Foundation
import Synchronization

internal import enum Basics.Secret

/// Admits one phone at a time: the first that shows the token.
///
/// The token is in the QR code. A phone's page trades it for a key, once; the one that comes with it later, as with an
/// address from a photograph of the screen, is refused. The key ends with the session.
package final class PhoneDoor: Sendable {
  /// Why a phone is not let in.
  package enum Refusal: Error, Hashable, CustomStringConvertible {
    /// The token is not, or no longer, the one that is shown.
    case unknownToken
    /// A phone has used it.
    case usedToken
    /// The key is not that of the present session.
    case unknownKey
    /// More than a session may send.
    case exhausted(limit: Int)
    /// Faster than any sensor and any upload has to be.
    case tooFast

    package var description: String {
      switch self {
      case .unknownToken: "This code is no longer valid. Scan the one that the studio shows now."
      case .usedToken:
        "A phone has used this code already. If it was not this one, press “New code” in the studio and scan again."
      case .unknownKey: "This phone's session is over. Scan the code that the studio shows now."
      case .exhausted(let limit):
        "The session has sent \(limit) bytes, the most that one may. Press “New code” in the studio."
      case .tooFast: "Too much at once. The phone keeps its samples and sends them again in a moment."
      }
    }
  }

  /// Bytes of one session: more than ten hours at 100 Hz.
  package static let sessionLimit = 1 << 30
  /// Bytes a second: an hour that was recorded without a connection goes through in less than a minute.
  package static let rateLimit = 2 << 20
  /// Events a second, likewise; sensors give a few hundred.
  package static let eventRateLimit = 20_000

  private struct State {
    var token: String?
    var isUsed = false
    var key: String?
    var taken = 0
    var bytes = Allowance(perSecond: rateLimit)
    var events = Allowance(perSecond: eventRateLimit)
  }

  private let state = Mutex(State())

  /// What may be taken at present: so much a second, and what was not taken in the second before.
  private struct Allowance {
    let perSecond: Double
    var left: Double
    var time = ContinuousClock.now

    init(perSecond: Int) { (self.perSecond, left) = (Double(perSecond), Double(perSecond)) }

    mutating func take(_ amount: Int, _ now: ContinuousClock.Instant) -> Bool {
      left = min(left + max((now - time) / .seconds(1), 0) * perSecond, 2 * perSecond)
      time = now
      guard left >= Double(amount) else { return false }
      left -= Double(amount)
      return true
    }
  }

  /// A door that is shut.
  package init() {}

  /// A new token; the one before it and the session that it opened are over.
  package func invite() -> String {
    state.withLock { state in
      let fresh = Secret.make()
      (state.token, state.isUsed, state.key, state.taken) = (fresh, false, nil, 0)
      return fresh
    }
  }

  /// Ends everything: nobody is let in until `invite()`.
  package func close() { state.withLock { ($0.token, $0.key, $0.isUsed) = (nil, nil, false) } }

  /// Whether a page with this token may be shown: it may be the phone's that reloads.
  package func knows(token shown: String) -> Bool {
    state.withLock { $0.token.map { Secret.areEqual($0, shown) } ?? false }
  }

  /// Whether a phone is in.
  package var isOpen: Bool { state.withLock { $0.key != nil } }

  /// Trades the token for a key.
  package func join(token shown: String) throws(Refusal) -> String {
    let result = state.withLock { state -> Result<String, Refusal> in
      guard let token = state.token, Secret.areEqual(token, shown) else { return .failure(.unknownToken) }
      guard !state.isUsed else { return .failure(.usedToken) }
      let fresh = Secret.make()
      (state.isUsed, state.key) = (true, fresh)
      return .success(fresh)
    }
    return try result.get()
  }

  /// Admits a message of this size.
  package func admit(key shown: String, size: Int, now: ContinuousClock.Instant = .now) throws(Refusal) {
    let result = state.withLock { state -> Result<Void, Refusal> in
      guard let key = state.key, Secret.areEqual(key, shown) else { return .failure(.unknownKey) }
      guard state.taken + size <= Self.sessionLimit else { return .failure(.exhausted(limit: Self.sessionLimit)) }
      guard state.bytes.take(size, now) else { return .failure(.tooFast) }
      state.taken += size
      return .success(())
    }
    try result.get()
  }

  /// Admits so many events of a message that was admitted.
  package func admit(events count: Int, now: ContinuousClock.Instant = .now) throws(Refusal) {
    guard state.withLock({ $0.events.take(count, now) }) else { throw .tooFast }
  }
}
