internal import Basics
import Rotations
import Stabilization
import Statistics
import Traces

/// Which rest detector, and which threshold: how often each is right, and what it does to the position.
///
/// A detector that is right more often need not give the better path (Wagstaff and Kelly 2019): a foot that is still moving a little is worth a
/// measurement, and a false rest in a swing ruins it. So both are shown, and the threshold is chosen by the position error on *other* recordings.
public struct RestThresholds: Sendable {
  /// One detector with one threshold, over all recordings.
  public struct Point: Hashable, Sendable {
    /// What the detector compares.
    public let statistic: String
    /// In the statistic's unit.
    public let threshold: Double
    /// The share of the samples truly at rest that it takes for rest; nil where that is not known of any recording.
    public let truePositives: Double?
    /// The share of the moving samples that it takes for rest.
    public let falsePositives: Double?
    /// Mean position error over the recordings, m; infinite where it has failed on one.
    public let error: Double
  }

  /// Detector by detector, in the order of the thresholds given.
  public let points: [Point]
  /// What the position error is.
  public let measure: ErrorMeasure
  /// The choice among all points.
  public let tuning: Tuning<RestDetector>

  /// Tries detectors on recordings.
  ///
  /// - Parameters:
  ///   - detectors: Each statistic with each threshold.
  ///   - traces: Recordings.
  ///   - isMoving: Per recording and sample whether the device moves, where somebody knows; nil asks the true positions: faster than
  ///     `speed` is moving.
  ///   - speed: m/s.
  ///   - error: What a detector does to a recording's position, m; by default the closing error of the path where the truth is unknown, and the RMS drift
  ///     where it is known.
  ///   - scheme: What uses the detector.
  /// - Throws: `TraceError.empty` without detectors, or without a recording that can be used.
  /// - Complexity: O(detectors · samples).
  public init(
    of detectors: [RestDetector], on traces: [Trace], isMoving: [[Bool]?]? = nil, speed: Double = 0.05,
    scheme: (RestDetector) -> any Scheme = { ErrorStateFilter(detector: $0) }
  ) throws {
    let known = traces.indices.map { isMoving?[$0] ?? Self.movement(in: traces[$0], above: speed) }
    let hasTruth = traces.allSatisfy { $0.truePosition != nil && $0.originAlignment?.isComparable == true }
    measure = ErrorMeasure(
      hasTruth ? "RMS drift" : "closing error", unit: "m", aligned: hasTruth ? traces.first?.originAlignment : nil)
    let tuning = try Tuning(detectors, on: traces.map { ($0.name, $0) }) { detector, trace in
      let score = try scheme(detector).measure(trace)
      return hasTruth ? score.rmsDrift ?? .infinity : score.closingError
    }
    self.tuning = tuning
    points = try detectors.enumerated().map { place, detector in
      var (hits, rests, alarms, moves) = (0.0, 0.0, 0.0, 0.0)
      for (trace, isMoving) in zip(traces, known) {
        guard let isMoving, isMoving.count == trace.count else { continue }
        for (isResting, isMoving) in zip(try detector.restingSamplesInHindsight(of: trace), isMoving) {
          if isMoving { moves += 1 } else { rests += 1 }
          if isResting { if isMoving { alarms += 1 } else { hits += 1 } }
        }
      }
      let errors = tuning.errors[place]
      return Point(
        statistic: detector.parameters.first?.value ?? "", threshold: detector.threshold,
        truePositives: rests > 0 ? hits / rests : nil, falsePositives: moves > 0 ? alarms / moves : nil,
        error: errors.reduce(0, +) / Double(errors.count))
    }
  }

  /// Whether the true positions move, per sample; nil without truth.
  private static func movement(in trace: Trace, above speed: Double) -> [Bool]? {
    guard trace.truePosition != nil, trace.isTruthKnown == nil else { return nil }
    return trace.timestamps.indices.map { (trace.trueVelocity(at: $0)?.length ?? .infinity) > speed }
  }
}
