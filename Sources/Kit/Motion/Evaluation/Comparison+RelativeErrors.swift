import Recordings
import Rotations
import Stabilization
import Traces

extension Comparison {
  /// The errors of one scheme's motion over one length or duration.
  public struct RelativeErrors: Hashable, Sendable {
    /// The scheme's stable name.
    public let scheme: String
    /// The name with the parameters.
    public let label: String
    /// Over what they were taken.
    public let interval: RelativePoseError.Interval
    /// Per pair of poses: the error of the way between them, m, seen from the first.
    public let translation: [Double]
    /// Per pair of poses: the error of the turn between them, rad.
    public let rotation: [Double]
  }

  /// The lengths that rpg_trajectory_evaluation takes: 10, 20, 30, 40 and 50 % of the true path, m.
  ///
  /// - Throws: `TraceError.missingQuantity` without recorded truth.
  public func usualLengths() throws -> [RelativePoseError.Interval] {
    let truth = try requiredTruth()
    let length = zip(truth.dropFirst(), truth).reduce(0) { $0 + ($1.0 - $1.1).length }
    return (1...5).map { .metres(length * Double($0) / 10) }
  }

  /// How far each scheme's motion is from the truth's over several lengths and durations (Geiger et al. 2012; Zhang and Scaramuzza 2018, section
  /// V.B): errors over a distance do not depend on where on the way something went wrong, as those at the end of it do.
  ///
  /// The attitude is the trace's in every scheme; where the trace knows the true one, the truth has that. No pair reaches over a gap in the
  /// truth. The errors of one recording's pairs are not independent: compare recordings to rank schemes.
  ///
  /// - Parameter intervals: Lengths in metres along the true path, or durations in seconds; nil takes ``usualLengths()``.
  /// - Returns: scheme by scheme, interval by interval; an interval that is longer than the recording has no errors.
  /// - Throws: `TraceError.missingQuantity` without recorded truth, `.invalidParameter` for an interval that is not positive.
  /// - Complexity: O(schemes · intervals · samples).
  public func relativeErrors(over intervals: [RelativePoseError.Interval]? = nil) throws -> [RelativeErrors] {
    let truth = try requiredTruth()
    let intervals = try intervals ?? usualLengths()
    let whole = trace.timestamps.indices
    let stretches = trace.isTruthKnown.map { known in whole.split { !known[$0] } } ?? [whole]
    return try runs.flatMap { run in
      let tracks = try stretches.map { stretch in
        let (times, attitudes) = (Array(trace.timestamps[stretch]), trace.trueAttitude ?? trace.attitude)
        return (
          actual: try PoseTrack(
            times: times, positions: Array(truth[stretch]), attitudes: Array(attitudes[stretch])),
          estimate: try PoseTrack(
            times: times, positions: Array(run.trajectory.positions[stretch]),
            attitudes: Array(trace.attitude[stretch]))
        )
      }
      return try intervals.map { interval in
        let errors = try tracks.map { try RelativePoseError(of: $0.estimate, against: $0.actual, over: interval) }
        return RelativeErrors(
          scheme: run.scheme, label: run.label, interval: interval, translation: errors.flatMap(\.translation),
          rotation: errors.flatMap(\.rotation))
      }
    }
  }

  private func requiredTruth() throws(TraceError) -> [Vector3] {
    guard let truth else {
      throw .missingQuantity("truePosition", neededBy: "relativeErrors", remedy: "use a recording with truth")
    }
    return truth
  }
}
