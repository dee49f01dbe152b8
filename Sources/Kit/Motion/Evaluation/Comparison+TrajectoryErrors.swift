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
  ///   - window: Seconds; nil takes the whole recording at once. The rest at the end is left out when it is shorter
  ///     than half a window.
  /// - Returns: scheme by scheme, window by window; last those of standing still, unless it is one of the schemes. A window in which the
  ///   truth was never measured has no score.
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
    let known = trace.isTruthKnown
    let isAsked = runs.contains { $0.scheme == StandingStill.name }
    for run in runs + (isAsked ? [] : [standingStill]) {
      for piece in pieces {
        // Stretches in which the truth was measured: no motion is compared over a gap between them.
        let stretches = known.map { known in piece.split(where: { !known[$0] }) } ?? [piece]
        guard let first = stretches.first?.lowerBound, let last = stretches.last.map({ $0.upperBound - 1 }) else {
          continue
        }
        func tracks(_ samples: [Int]) throws -> (actual: PoseTrack, estimate: PoseTrack) {
          let (stamps, attitudes) = (samples.map { times[$0] }, trace.trueAttitude ?? trace.attitude)
          return (
            try PoseTrack(
              times: stamps, positions: samples.map { truth[$0] }, attitudes: samples.map { attitudes[$0] }),
            try PoseTrack(
              times: stamps, positions: samples.map { run.trajectory.positions[$0] },
              attitudes: samples.map { trace.attitude[$0] })
          )
        }
        let whole = try tracks(stretches.flatMap { Array($0) })
        let absolute = try AbsoluteTrajectoryError(
          of: whole.estimate, against: whole.actual, aligning: kind, tolerance: 0)
        let relative = try stretches.flatMap { stretch in
          let pair = stretches.count == 1 ? whole : try tracks(Array(stretch))
          return try RelativePoseError(of: pair.estimate, against: pair.actual, over: interval).translation
        }
        let gained =
          (run.trajectory.positions[last] - truth[last] - (run.trajectory.positions[first] - truth[first])).length
        let span = times[last] - times[first]
        scores.append(
          TrajectoryScore(
            scheme: run.scheme, label: run.label, samples: piece,
            time: (times[first] - times[0])...(times[last] - times[0]),
            alignment: TruthAlignment(kind, heading: alignment.heading),
            absolute: ErrorStatistics(absolute.translation), relative: ErrorStatistics(relative),
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

extension Range<Int> {
  /// The longest stretches without an element for which `isSeparator` holds.
  fileprivate func split(where isSeparator: (Int) -> Bool) -> [Range<Int>] {
    var (stretches, first) = ([Range<Int>](), lowerBound)
    for index in self where isSeparator(index) {
      if first < index { stretches.append(first..<index) }
      first = index + 1
    }
    if first < upperBound { stretches.append(first..<upperBound) }
    return stretches
  }
}
