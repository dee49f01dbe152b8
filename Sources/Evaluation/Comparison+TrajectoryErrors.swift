import Recordings
import Rotations
import Stabilization
import Traces

extension Comparison {
  /// Absolute and relative trajectory error of one scheme, over the whole recording or over one window of it.
  public struct TrajectoryScore: Hashable, Sendable {
    /// The scheme's stable name.
    public let scheme: String
    /// The name with the parameters.
    public let label: String
    /// Which samples were compared.
    public let samples: Range<Int>
    /// When the window begins and ends, seconds since the first sample.
    public let time: ClosedRange<Double>
    /// What was aligned before ``absolute``.
    public let alignment: TruthAlignment
    /// Distances from the truth after alignment, m.
    public let absolute: ErrorStatistics
    /// Errors of the motion over the interval, m; NaN throughout in a window shorter than the interval.
    public let relative: ErrorStatistics
    /// The distance from the truth that was gained within the window, per second, m/s: the drift rate. Aligned at the
    /// window's origin alone.
    public let driftRate: Double
  }

  /// Absolute and relative trajectory error of each scheme, as the field scores them (Sturm et al. 2012).
  ///
  /// The attitude is the trace's in every scheme; where the trace knows the true one, relative errors are seen from
  /// both.
  ///
  /// - Parameters:
  ///   - kind: What may be fitted before positions are compared, in each window by itself. Every kind from `.yaw` on fits a translation as
  ///     well, as evo's `--align` and rpg_trajectory_evaluation's `posyaw` do; `.origin` moves the first positions together and fits nothing.
  ///   - interval: Over which motion the relative error is taken.
  ///   - window: Seconds; nil takes the whole recording at once. What is left at the end is left out when it is shorter than half a window.
  /// - Returns: scheme by scheme, window by window.
  /// - Throws: `TraceError.missingQuantity` without recorded truth, `.invalidParameter` for a window that is not positive.
  /// - Complexity: O(schemes · samples).
  public func trajectoryScores(
    aligning kind: Alignment.Kind = .yaw, over interval: RelativePoseError.Interval = .seconds(1),
    windows window: Double? = nil
  ) throws -> [TrajectoryScore] {
    guard let truth, let alignment else {
      throw TraceError.missingQuantity(
        "truePosition", neededBy: "trajectoryScores", remedy: "use a recording with truth")
    }
    let times = trace.timestamps
    let pieces = try Self.windows(of: times, window)
    var scores = [TrajectoryScore]()
    for run in runs {
      for piece in pieces {
        let actual = try PoseTrack(
          times: Array(times[piece]), positions: Array(truth[piece]),
          attitudes: Array((trace.trueAttitude ?? trace.attitude)[piece]))
        let estimate = try PoseTrack(
          times: actual.times, positions: Array(run.trajectory.positions[piece]),
          attitudes: Array(trace.attitude[piece]))
        let absolute = try AbsoluteTrajectoryError(of: estimate, against: actual, aligning: kind, tolerance: 0)
        let relative = try RelativePoseError(of: estimate, against: actual, over: interval)
        let (first, last) = (piece.lowerBound, piece.upperBound - 1)
        let gained =
          (run.trajectory.positions[last] - truth[last] - (run.trajectory.positions[first] - truth[first])).length
        let span = times[last] - times[first]
        scores.append(
          TrajectoryScore(
            scheme: run.scheme, label: run.label, samples: piece,
            time: (times[first] - times[0])...(times[last] - times[0]),
            alignment: TruthAlignment(kind, heading: alignment.heading),
            absolute: ErrorStatistics(absolute.translation), relative: ErrorStatistics(relative.translation),
            driftRate: span > 0 ? gained / span : 0))
      }
    }
    return scores
  }

  /// Neighbouring windows share no sample.
  private static func windows(of times: [Double], _ window: Double?) throws(TraceError) -> [Range<Int>] {
    guard let window else { return [times.indices] }
    try requirePositive("windows", window, unit: "s")
    var pieces = [Range<Int>]()
    var first = 0
    while first < times.count {
      var last = first
      let next = times[first] + window
      while last + 1 < times.count, times[last + 1] < next - .slack(for: window, at: next) { last += 1 }
      if times[last] - times[first] >= window / 2 || pieces.isEmpty { pieces.append(first..<(last + 1)) }
      first = last + 1
    }
    return pieces
  }
}
