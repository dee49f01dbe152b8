import struct Basics.Fault
import protocol Basics.FaultReason
import enum CellKernel.ByteText

/// What keeps a page from having its controls. The page without them is written all the same.
package typealias ExplorationError = Fault<ExplorationReason>

/// The reasons of ``ExplorationError``.
package enum ExplorationReason: FaultReason {
  /// What a control costs: its name, how many values it has, and how many bytes are spared without it.
  package struct Cost: Hashable, Sendable {
    package var name: String
    package var values: Int
    package var bytes: Int
  }

  /// What each control costs, altogether and one by one.
  case tooLarge(Sized, limit: Int)
  /// Controls that meet, with the number of their values, and how many states that makes.
  case tooMany([Cost], states: Int, most: Int)

  package struct Sized: Hashable, Sendable {
    package var bytes: Int
    package var costs: [Cost]
  }

  package var message: String {
    switch self {
    case .tooLarge(let sized, let limit):
      "the controls would add \(ByteText.count(sized.bytes)) to the page, and \(ByteText.count(limit)) is the limit "
        + "(what is saved without one: "
        + sized.costs.map { "\($0.name) \(ByteText.count($0.bytes))" }.joined(separator: ", ")
        + "); take larger steps under “ranges”, leave one out of “explore”, or allow more with --explore-limit "
        + "\(sized.bytes / 1_000_000 + 1)MB; the page was written without controls"
    case .tooMany(let costs, let states, let most):
      "\(costs.map { "\($0.name) (\($0.values) values)" }.joined(separator: ", ")) decide the same parts of the page, which makes "
        + "\(states == .max ? "too many" : "\(states)") states, and a page has \(most) at most; take larger steps under “ranges”, or leave one of them out of "
        + "“explore”; the page was written without controls"
    }
  }
}

extension Explorer.Costs {
  /// The form in which the message about a page that is too large lists them.
  var sized: ExplorationReason.Sized {
    .init(bytes: bytes, costs: shares.map { .init(name: $0.name, values: $0.values, bytes: $0.bytes) })
  }
}
