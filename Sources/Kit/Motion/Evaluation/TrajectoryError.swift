import Foundation
import Recordings
import Rotations
import Stabilization
import Traces

/// Absolute trajectory error: how far the positions and attitudes of an estimate are from the truth, after alignment
/// (Sturm et al. 2012, section VI.B; Zhang and Scaramuzza 2018).
public struct AbsoluteTrajectoryError: Hashable, Sendable {
  /// What the estimate was moved by before it was compared.
  public let alignment: Alignment
  /// Per pose: distance in m.
  public let translation: [Double]
  /// Per pose: angle of rotation between the attitudes, rad.
  public let rotation: [Double]

  /// Compares pose by pose; both tracks have the same times.
  ///
  /// - Parameter tolerance: As in `Alignment`: at 0 the rotation may be open, which the translation errors do not depend on.
  /// - Parameter estimate: The track to be judged.
  /// - Parameter kind: How the estimate is laid over the truth.
  /// - Parameter truth: The true track.
  /// - Throws: `TraceError.lengthMismatch` for tracks of different lengths, ``EvaluationError/openAlignment(kind:)``.
  /// - Complexity: O(*n*).
  public init(
    of estimate: PoseTrack, against truth: PoseTrack, aligning kind: Alignment.Kind = .none, tolerance: Double = 1e-12
  ) throws {
    let alignment = try Alignment(kind, of: estimate.positions, to: truth.positions, tolerance: tolerance)
    self.alignment = alignment
    translation = zip(estimate.positions, truth.positions).map { (alignment.apply(to: $0) - $1).length }
    rotation = zip(estimate.attitudes, truth.attitudes).map { ($1.inverse * (alignment.rotation * $0)).angle }
  }
}

/// Relative pose error: how far the estimate's motion over a fixed interval is from the truth's (Sturm et al. 2012,
/// section VI.A).
///
/// With Q the truth and P the estimate, E = (Qᵢ⁻¹·Qⱼ)⁻¹·(Pᵢ⁻¹·Pⱼ): it does not change when one track as a whole is moved
/// or turned.
public struct RelativePoseError: Hashable, Sendable {
  /// Which poses are compared with each other.
  public enum Interval: Hashable, Sendable {
    /// This many poses apart; `overlapping` compares every pose, otherwise one interval begins where the last ended.
    case poses(Int, overlapping: Bool = false)
    /// This many seconds apart on the truth's clock, from every pose to the first that is at least so much later.
    case seconds(Double)
    /// This many metres apart along the true path: from every pose to the one that is nearest to that, if it is within a fifth of it, as
    /// rpg_trajectory_evaluation pairs them.
    case metres(Double)
  }

  /// Per pair: length of the translational part of E, m.
  public let translation: [Double]
  /// Per pair: angle of the rotational part of E, rad.
  public let rotation: [Double]

  /// - Throws: `TraceError.lengthMismatch` for tracks of different lengths, `.invalidParameter` for an interval that is not positive.
  /// - Complexity: O(*n*).
  public init(
    of estimate: PoseTrack, against truth: PoseTrack, over interval: Interval
  ) throws(TraceError) {
    guard estimate.count == truth.count else {
      throw .lengthMismatch(column: "estimate", found: estimate.count, expected: truth.count)
    }
    var pairs = [(Int, Int)]()
    switch interval {
    case .poses(let distance, let overlapping):
      guard distance > 0 else {
        throw .invalidParameter("interval", value: Double(distance), expected: "at least 1 pose")
      }
      for first in stride(from: 0, to: truth.count - distance, by: overlapping ? 1 : distance) {
        pairs.append((first, first + distance))
      }
    case .seconds(let duration):
      try requirePositive("interval", duration, unit: "s")
      var last = 0
      for first in 0..<truth.count {
        let next = truth.times[first] + duration
        while last < truth.count, truth.times[last] < next - .slack(for: duration, at: next) { last += 1 }
        if last == truth.count { break }
        pairs.append((first, last))
      }
    case .metres(let length):
      try requirePositive("interval", length, unit: "m")
      let positions = truth.positions
      let way = positions.indices.dropFirst().reduce(into: [0.0]) {
        $0.append($0[$0.count - 1] + (positions[$1] - positions[$1 - 1]).length)
      }
      var last = 0
      for first in 0..<truth.count {
        let end = way[first] + length
        while last + 1 < truth.count, way[last] < end { last += 1 }
        // The nearer of the two around the end, the earlier one of two that are as near.
        var nearest = last > first && abs(way[last - 1] - end) <= abs(way[last] - end) ? last - 1 : last
        while nearest > first, way[nearest - 1] == way[nearest] { nearest -= 1 }
        if abs(way[nearest] - end) < length / 5 { pairs.append((first, nearest)) }
      }
    }
    let (q, p) = (truth.attitudes, estimate.attitudes)
    translation = pairs.map { i, j in
      let trueStep = q[i].inverse.act(on: truth.positions[j] - truth.positions[i])
      let step = p[i].inverse.act(on: estimate.positions[j] - estimate.positions[i])
      // The length does not change under the rotation in front of the difference.
      return (step - trueStep).length
    }
    rotation = pairs.map { i, j in ((q[i].inverse * q[j]).inverse * (p[i].inverse * p[j])).angle }
  }
}
