internal import Basics
import Foundation
import Rotations
import Stabilization
import Traces

/// How much a path is like the true one, by measures that shrinking cannot flatter.
///
/// Distances from the truth are small for whatever stays near the start. These are 0, or unknown, for a path that does.
public struct PathLikeness: Hashable, Sendable {
  /// The length of the path over that of the true one, both by steps of a tenth of a second; 1 is right.
  public let lengthKept: Double?
  /// The spread about the path's centre over that of the true one, root mean square; 1 is right.
  public let sizeKept: Double?
  /// How well the two paths vary together, from −1 to 1: the sum of products of their distances from their centres, over the root of the product
  /// of the sums of squares. Unknown for a path that never moves.
  public let correlation: Double?

  /// Compares positions sample by sample. Everything is nil for a truth that does not move.
  ///
  /// - Parameters:
  ///   - positions: m, in time order.
  ///   - truth: As many.
  ///   - times: Seconds, as many.
  ///   - isKnown: Whether the truth was measured, as many; nil where all of it was. Other samples do not count.
  /// - Complexity: O(samples).
  public init(of positions: [Vector3], truth: [Vector3], times: [Double], isKnown: [Bool]? = nil) {
    let known = truth.indices.filter { isKnown?[$0] ?? true }
    let (own, actual) = (Self.spread(positions, known), Self.spread(truth, known))
    guard actual.size > 1e-9, own.size.isFinite else {
      (lengthKept, sizeKept, correlation) = (nil, nil, nil)
      return
    }
    sizeKept = own.size / actual.size
    let together = known.reduce(0) {
      $0 + (positions[$1] - own.center).dot(truth[$1] - actual.center)
    }
    correlation =
      own.size > 1e-12 * actual.size ? together / (Double(known.count) * own.size * actual.size) : nil
    let step = max(1, Int((0.1 / max(TimeSteps(times).median, 1e-6)).rounded()))
    func length(_ path: [Vector3]) -> Double {
      stride(from: 0, to: path.count - step, by: step).reduce(0) { sum, first in
        let isMeasured = isKnown.map { $0[first] && $0[first + step] } ?? true
        return isMeasured ? sum + (path[first + step] - path[first]).length : sum
      }
    }
    let whole = length(truth)
    lengthKept = whole > 0 ? length(positions) / whole : nil
  }

  private static func spread(_ path: [Vector3], _ samples: [Int]) -> (center: Vector3, size: Double) {
    guard !samples.isEmpty else { return (.zero, 0) }
    let center = samples.reduce(Vector3.zero) { $0 + path[$1] } / Double(samples.count)
    let squares = samples.reduce(0) { $0 + (path[$1] - center).squaredLength }
    return (center, (squares / Double(samples.count)).squareRoot())
  }
}

extension PolygonFit {
  /// The regular polygon, of three to six sides, that a path draws before it first comes back to its start, and how many of its positions
  /// that takes; nil for any other path. A polygon that is drawn several times counts with its first round.
  static func drawn(in path: [Vector3]) -> (sides: Int, end: Int)? {
    guard let start = path.first else { return nil }
    let distances = path.map { ($0 - start).length }
    guard let reach = distances.max(), reach > 0, reach.isFinite,
      let away = distances.firstIndex(where: { $0 > reach / 2 }),
      let back = distances[away...].firstIndex(where: { $0 < 0.02 * reach })
    else { return nil }
    let fits = (3...6).compactMap { sides -> (sides: Int, misfit: Double)? in
      guard let fit = try? PolygonFit(of: Array(path[...back]), sides: sides, resolution: 60) else { return nil }
      let roughness = fit.roughness / max(fit.side, .leastNormalMagnitude)
      // A hand misses corners by more than it leaves the sides.
      return fit.misfit < 0.12 && roughness < 0.05 ? (sides, max(fit.misfit, roughness)) : nil
    }
    return fits.min { $0.misfit < $1.misfit }.map { (sides: $0.sides, end: back + 1) }
  }
}
