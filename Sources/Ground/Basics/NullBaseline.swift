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
}
