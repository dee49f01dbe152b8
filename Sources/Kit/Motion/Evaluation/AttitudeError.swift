import Foundation
import Rotations
import Traces

/// How far estimated attitudes are from the truth, apart from a constant heading.
///
/// The measure of the BROAD benchmark (Laidig, Caruso, Cereatti, Seel, "BROAD: a benchmark for robust inertial orientation
/// estimation", Data 6 (2021), eq. 3–5): the error rotation, seen in the reference frame, is split into a turn about
/// the vertical (heading) and the smallest rotation that is left (inclination). The mean heading error is removed
/// first, because the truth's north is not the magnetometer's.
public struct AttitudeError: Hashable, Codable, Sendable {
  /// Root mean square of the whole error angle, rad.
  public var total: Double
  /// Root mean square of the turn about the vertical, rad.
  public var heading: Double
  /// Root mean square of the tilt, rad.
  public var inclination: Double
  /// The constant heading that was removed, rad, truth to estimate.
  public var headingOffset: Double
  /// Number of samples that were scored.
  public var count: Int

  /// Scores attitudes. O(n).
  ///
  /// - Parameters:
  ///   - estimates: device→reference, one per sample.
  ///   - truth: device→reference, one per sample; `nil` where it is unknown.
  ///   - counts: whether a sample is to be scored, one per sample; `nil` scores all that have a truth.
  /// - Throws: `TraceError.lengthMismatch`, `TraceError.empty` when no sample is left to score, or
  ///   `TraceError.notUnit` for an attitude that is not a unit quaternion (to 1 %).
  public init(
    of estimates: [Quaternion], truth: [Quaternion?], counting counts: [Bool]? = nil
  ) throws(TraceError) {
    guard truth.count == estimates.count else {
      throw .lengthMismatch(column: "truth", found: truth.count, expected: estimates.count)
    }
    if let counts, counts.count != estimates.count {
      throw .lengthMismatch(column: "counts", found: counts.count, expected: estimates.count)
    }
    var errors = [Quaternion]()
    for index in estimates.indices where counts?[index] ?? true {
      guard let truth = truth[index] else { continue }
      let error = estimates[index] * truth.inverse
      let square = error.dot(error)
      guard abs(square - 1) <= 0.04 else {
        throw .notUnit(column: "estimate and truth", norm: square.squareRoot(), row: index, place: nil)
      }
      errors.append(error)
    }
    guard !errors.isEmpty else { throw .empty(what: "sample with a truth to score") }
    // Twice the angle of (w, z) is the heading; its sign ambiguity vanishes with the doubling.
    var mean = SIMD2<Double>.zero
    for e in errors {
      let square = e.w * e.w + e.z * e.z
      if square > 0 { mean += SIMD2(e.w * e.w - e.z * e.z, 2 * e.w * e.z) / square }
    }
    headingOffset = atan2(mean.y, mean.x)
    let undo = Quaternion(.z, -headingOffset)
    var squares = SIMD3<Double>.zero
    for error in errors {
      let e = undo * error
      let turn = 2 * atan2(abs(e.z), abs(e.w))
      let tilt = 2 * atan2((e.x * e.x + e.y * e.y).squareRoot(), (e.w * e.w + e.z * e.z).squareRoot())
      let all = 2 * atan2((e.x * e.x + e.y * e.y + e.z * e.z).squareRoot(), abs(e.w))
      squares += SIMD3(all * all, turn * turn, tilt * tilt)
    }
    count = errors.count
    squares /= Double(count)
    (total, heading, inclination) = (squares.x.squareRoot(), squares.y.squareRoot(), squares.z.squareRoot())
  }
}
