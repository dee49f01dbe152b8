internal import Basics
import Foundation
import Rotations
import Stabilization
import Traces

/// Why a result is worthless, however small its error.
///
/// Every comparison, sweep and study asks here. Standing still is near the truth on average, closes every path, and has no speed at rest;
/// so does whatever hardly moves. Only a result that moves as the device does, and is nearer to the truth than standing still, has
/// shown anything.
public enum NullResult: Hashable, Sendable, CustomStringConvertible {
  /// It never leaves its start.
  case neverMoves
  /// It shrinks every movement to this share of its size, less than a tenth.
  case shrinks(kept: Double)
  /// Its error is this share of standing still's, 1 or more.
  case noBetter(share: Double)

  /// What speaks against a result; nil where nothing does.
  ///
  /// - Parameters:
  ///   - trajectory: What a scheme made of a recording.
  ///   - plain: What plain double integration makes of it, from the same start: it drifts, but keeps every movement.
  ///   - error: How far the trajectory is from the truth; nil where that is unknown.
  ///   - standingStill: The same for a device that never left the start.
  /// - Complexity: O(samples).
  public init?(of trajectory: Trajectory, plain: Trajectory, error: Double? = nil, standingStill: Double? = nil) {
    let start = trajectory.positions.first ?? .zero
    if trajectory.positions.allSatisfy({ $0 == start }), plain.positions.contains(where: { $0 != start }) {
      self = .neverMoves
    } else if let kept = trajectory.movementKept(of: plain), kept < NullBaseline.leastKept {
      self = .shrinks(kept: kept)
    } else {
      self.init(error: error, standingStill: standingStill)
    }
  }

  /// What speaks against an error where nothing but the error is known.
  public init?(error: Double?, standingStill: Double?) {
    guard let share = NullBaseline.share(of: error, standingStill: standingStill), NullBaseline.isNoBetter(share)
    else { return nil }
    self = .noBetter(share: share)
  }

  /// The meaning, as the end of a sentence about a scheme: “never leaves its start: …”.
  public var description: String {
    switch self {
    case .neverMoves:
      "\(NullBaseline.neverMoves): it closes any path, and does not show how a moving device is followed"
    case .shrinks(let kept):
      "keeps \(Self.percent(kept)) of the movement: \(NullBaseline.shrinks)"
    case .noBetter(let share): "is \(NullBaseline.noBetter): its error is \(NullBaseline.words(share))"
    }
  }

  private static func percent(_ share: Double) -> String {
    share < 0.0005 ? "less than 0.1 %" : String(format: "%.1f %%", 100 * share)
  }
}

extension Trajectory {
  /// How much of the movement is left, as a share of that of `plain`; nil where that one hardly moves.
  ///
  /// Movement is by how much the path bends within a second: the distance of each position from the line between those half a
  /// second before and after it, less the mean of all, root mean square. Drift of the velocity and a bias of the acceleration have no part in
  /// it, so plain double integration keeps all of it, however far it goes.
  func movementKept(of plain: Trajectory) -> Double? { Self.movementKept(bend, of: plain.bend) }

  /// The same from the ``bend`` of both.
  static func movementKept(_ own: Double?, of whole: Double?) -> Double? {
    guard let whole, let own, whole > leastBend else { return nil }
    return own / whole
  }

  /// m. A device that moves less than this lies still, or trembles.
  private static let leastBend = 0.003

  /// Root mean square, m; nil for a trajectory too short, and one with numbers that are not finite. O(samples).
  var bend: Double? {
    let half = max(1, Int((0.5 / max(TimeSteps(times).median, 1e-6)).rounded()))
    guard count > 2 * half else { return nil }
    var (sum, squares) = (Vector3.zero, 0.0)
    for middle in half..<(count - half) {
      let (first, last) = (middle - half, middle + half)
      let part = (times[middle] - times[first]) / (times[last] - times[first])
      let offset = positions[middle] - (positions[first] * (1 - part) + positions[last] * part)
      sum += offset
      squares += offset.squaredLength
    }
    let n = Double(count - 2 * half)
    let square = squares / n - (sum / n).squaredLength
    // A maximum would make 0 of what is not a number.
    return square.isFinite ? max(0, square).squareRoot() : nil
  }
}
