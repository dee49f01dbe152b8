internal import Basics
import Rotations
import Stabilization
import Traces

/// A scheme's error a given time after it was started from the truth, over many windows of one recording.
///
/// Each window starts from the true position and velocity at its first sample and runs for `duration`; the error is
/// the distance from the truth at its end. The yaw between truth and attitude is aligned within each window, since the
/// heading of a phone wanders during a long recording; where a window's accelerations do not determine it, those around
/// it are asked too, and at last the whole recording's; where that is unknown as well, the window is left out.
public struct WindowedDrift: Hashable, Sendable {
  /// Seconds.
  public let duration: Double
  /// Distance from the truth at the end of each window, m.
  public let errors: [Double]

  /// The median of the errors, m; NaN without windows.
  public var median: Double { Basics.median(of: errors) }

  /// What ``median`` stands for: the median over the windows of the drift at their ends.
  public let measure: ErrorMeasure
  /// How many of the windows do not overlap: so many independent pieces the median rests on, and no more. They are pieces of one recording
  /// all the same; how sure a difference between schemes is, only several recordings tell (``Study``).
  public let independentCount: Int

  /// The median over the same windows for a device that never left where each began, m: what the scheme has to beat.
  public let standingStill: Double
  /// The median as a share of standing still's; nil without windows, and for a device that did not move.
  public var standingStillShare: Double? { NullBaseline.share(of: median, standingStill: standingStill) }

  /// A scheme that is no better than standing still is warned of; plain integration, which every scheme is meant to improve, is not.
  ///
  /// Windows that touch a gap in the recording are left out, and those around it are not: nobody knows what happened in the gap.
  ///
  /// - Parameters:
  ///   - trace: A recording with true positions.
  ///   - scheme: What integrates.
  ///   - duration: A window's duration, in seconds.
  ///   - spacing: Seconds from the start of one window to that of the next. Smaller: more windows, which overlap.
  ///   - alignsYaw: Whether the yaw is aligned within each window; one whose accelerations do not say it is then left out.
  /// - Throws: `TraceError.missingQuantity` without true positions, `.invalidParameter` for a duration or spacing that is not
  ///   positive, and what the scheme refuses.
  /// - Complexity: O(windows · samples in a window).
  public init(
    of trace: Trace, under scheme: any Scheme, duration: Double, spacing: Double = 1, alignsYaw: Bool = true
  ) throws {
    self = try Self.each(of: trace, under: [scheme], duration: duration, spacing: spacing, alignsYaw: alignsYaw)[0]
  }

  /// The drift of several schemes over the same windows, which are found once; those that are no better than standing still are warned of in
  /// one sentence.
  ///
  /// The parameters and errors are those of ``init(of:under:duration:spacing:alignsYaw:)``.
  /// - Returns: One for each scheme, in their order.
  /// - Complexity: O(schemes · windows · samples in a window).
  public static func each(
    of trace: Trace, under schemes: [any Scheme], duration: Double, spacing: Double = 1, alignsYaw: Bool = true
  ) throws -> [WindowedDrift] {
    let windows = try DriftWindows(of: trace, duration: duration, spacing: spacing, alignsYaw: alignsYaw) {
      for scheme in schemes { try scheme.validate(on: trace) }
    }
    let drifts = try schemes.map { try WindowedDrift(in: windows, of: duration, under: $0) }
    let worse = zip(schemes, drifts).compactMap { scheme, drift -> String? in
      guard Comparison.isToBeat(scheme), let share = drift.standingStillShare, NullBaseline.isNoBetter(share) else {
        return nil
      }
      return "“\(scheme.label)” (\(NullBaseline.words(share)))"
    }
    if !worse.isEmpty { Warnings.find(Comparison.noBetter(windows.measure.title, than: worse)) }
    return drifts
  }

  private init(in windows: DriftWindows, of duration: Double, under scheme: any Scheme) throws {
    errors = try windows.errors(under: scheme).map(\.error)
    (self.duration, measure, independentCount) = (duration, windows.measure, windows.independentCount)
    standingStill = Basics.median(of: windows.windows.map(\.end.length))
  }
}

/// The windows of a recording in which drift is measured, each with its start from the truth: found once for any number of schemes.
struct DriftWindows: Sendable {
  struct Window: Sendable {
    let samples: Range<Int>
    /// Turns the truth into the attitude's frame.
    let turn: Quaternion
    let start: Motion
    let end: Vector3
  }

  let trace: Trace
  let windows: [Window]
  let measure: ErrorMeasure

  /// How many windows do not overlap.
  var independentCount: Int {
    var (count, end) = (0, -1)
    // Neighbours may share a sample: the last of one and the first of the next.
    for window in windows where window.samples.lowerBound >= end {
      (count, end) = (count + 1, window.samples.upperBound - 1)
    }
    return count
  }

  /// - Parameter check: What else may refuse the recording, once it is known to have a truth.
  init(
    of trace: Trace, duration: Double, spacing: Double, alignsYaw: Bool = true, check: () throws -> Void = {}
  ) throws {
    try requirePositive("duration", duration, unit: "s")
    try requirePositive("spacing", spacing, unit: "s")
    guard let truth = trace.truePosition, let correlation = YawCorrelation(trace) else {
      throw TraceError.missingQuantity("truePosition", neededBy: "WindowedDrift", remedy: "use a recording with truth")
    }
    try check()
    let times = trace.timestamps
    let steps = TimeSteps(times)
    let gaps = steps.gaps(in: times)
    // Where the true velocity needs as many samples on both sides.
    let half = max(1, Int((YawCorrelation.halfSpan / max(steps.median, 1e-6)).rounded()))
    var windows = [Window]()
    var (first, gap) = (half, 0)
    while first + half < trace.count {
      let end = times[first] + duration
      var last = first
      while last + 1 < trace.count, times[last + 1].earliest(within: duration) <= times[first] { last += 1 }
      // The first gap that is not behind the window.
      while gap < gaps.count, gaps[gap] <= first - half { gap += 1 }
      let reachesGap = gap < gaps.count && gaps[gap] <= last + half
      if last + half >= trace.count || (last == trace.count - 1 && times[last] < end - 1.5 * steps.median) { break }
      let yaw = alignsYaw ? correlation.yaw(in: first..<last, else: trace.truthHeading) : 0
      if !reachesGap, last > first, trace.knowsTruth(in: first..<(last + 1)), let yaw,
        let velocity = trace.trueVelocity(at: first)
      {
        let turn = Quaternion(.z, yaw)
        windows.append(
          Window(
            samples: first..<(last + 1), turn: turn, start: Motion(velocity: turn.act(on: velocity)),
            end: turn.act(on: truth[last] - truth[first])))
      }
      let next = times[first] + spacing
      repeat { first += 1 } while first < trace.count && times[first] < next - .slack(for: spacing, at: next)
    }
    measure = ErrorMeasure(
      "median drift after \(duration) s", unit: "m",
      aligned: TruthAlignment(.origin, heading: alignsYaw ? .aligned : trace.truthHeading))
    (self.trace, self.windows) = (trace, windows)
  }

  /// For each window the distance from the truth at its end, m, and when it begins, seconds since the first sample. O(windows · samples
  /// in a window).
  func errors(under scheme: any Scheme) throws -> [(error: Double, time: Double)] {
    var trajectory = Trajectory()
    return try passes(of: scheme, into: &trajectory) {
      (error(of: $0, in: $1), trace.timestamps[$1.samples.lowerBound] - trace.timestamps[0])
    }
  }

  /// What `body` makes of the pass over each window.
  func passes<Result>(
    of scheme: any Scheme, into trajectory: inout Trajectory, _ body: (Trajectory, Window) -> Result
  ) throws -> [Result] {
    try windows.map { window in
      try scheme.integrate(trace[window.samples], from: window.start, into: &trajectory)
      return body(trajectory, window)
    }
  }

  /// How far a pass ends from the truth, m.
  func error(of trajectory: Trajectory, in window: Window) -> Double {
    (trajectory.positions[window.samples.count - 1] - window.end).length
  }
}
