import Foundation

/// What makes a small error worthless: the one rule for comparisons, sweeps, studies and grids.
///
/// A scheme that stands still is near the truth on average without knowing anything of the movement. So an error counts only as a share
/// of what standing still gives, and only if the result moves as the device does.
package enum NullBaseline {
  /// What tables call the scheme that does nothing.
  package static let name = "standing still"
  /// A result that keeps less of the movement than this follows nothing.
  package static let leastKept = 0.1

  /// An error as a share of standing still's; nil where there is none to divide by, as for a device that did not move.
  package static func share(of error: Double?, standingStill: Double?) -> Double? {
    guard let error, let standingStill, standingStill > 0, !error.isNaN else { return nil }
    return error / standingStill
  }

  /// Whether an error of this share is no better than standing still: with two decimals it reads 1.00 or more.
  package static func isNoBetter(_ share: Double) -> Bool { share >= 0.995 }

  /// “0.99 × standing still”.
  package static func words(_ share: Double) -> String {
    let digits = share < 10 ? String(format: "%.2f", share) : String(format: "%.0f", share)
    return share < 1e6 ? "\(digits) × \(name)" : "over a million × \(name)"
  }

  /// The words for a result that never moved, for one that shrinks every movement, and for one that is no better than standing still.
  package static let neverMoves = "never leaves its start"
  /// See ``neverMoves``.
  package static let shrinks = "whatever shrinks everything has small errors and follows nothing"
  /// See ``neverMoves``.
  package static let noBetter = "no better than \(name)"

  /// Whether a warning says that a result is worthless.
  package static func isFound(in warning: String) -> Bool {
    [neverMoves, shrinks, noBetter].contains { warning.contains($0) }
  }

  /// What speaks against the best of several values of a parameter, where it is the smallest or the largest that was tried; nil for one in
  /// between, and where fewer than three were tried.
  package static func wordsOfEnd(_ parameter: String, _ value: Double, unit: String = "", tried: [Double]) -> String? {
    let values = Set(tried)
    guard values.count > 2, let least = values.min(), let most = values.max(), value == least || value == most else {
      return nil
    }
    return "the best \(parameter), \(String(format: "%g", value))\(unit.isEmpty ? "" : " " + unit), is the "
      + "\(value == least ? "smallest" : "largest") that was tried: a better one may lie beyond it, or the parameter does nothing but "
      + "\(value == least ? "harm" : "suppress movement")"
  }
}
