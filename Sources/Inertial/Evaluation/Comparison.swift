internal import Basics
import Rotations

/// Several schemes on one trace: their trajectories, and how far each is off.
public struct Comparison: Sendable {
  /// What the trajectories are compared with.
  public enum Truth: Hashable, Sendable {
    /// The trace's own true positions, moved so that they start where the integration starts.
    case recorded
    /// The device did not move.
    case motionless
    /// Nothing is known.
    case unknown
  }

  /// One scheme's result.
  public struct Run: Sendable {
    /// The scheme's stable name, the key of its colour.
    public let scheme: String
    /// The name with the parameters.
    public let label: String
    /// What the scheme made of the trace.
    public let trajectory: Trajectory
    /// Per sample: distance from the truth in m; nil without truth.
    public let drift: [Double]?
    /// How far it is off.
    public let score: Score
  }

  /// What was integrated.
  public let trace: Trace
  /// One per scheme, in the order given.
  public let runs: [Run]
  /// Per sample: true position in m, starting where the integration starts; nil without truth.
  public let truth: [Vector3]?
  /// Per sample: whether the device rested, by the detector given, with hindsight.
  public let isResting: [Bool]

  /// Runs each scheme over the trace.
  ///
  /// - Parameters:
  ///   - start: Where and how fast the integration starts; at rest in the origin unless given. `trace.trueMotion(at: 0)`
  ///     is the truth's.
  ///   - truth: By default the recorded truth where there is one, otherwise unknown.
  ///   - rest: Tells in which samples the device rests, for the residual speed.
  ///   - trace: The recording that all integrate.
  ///   - schemes: The schemes to compare.
  /// - Throws: `TraceError` when a scheme has a parameter out of range or the trace lacks what it needs.
  /// - Complexity: O(samples · schemes).
  public init(
    of trace: Trace, schemes: [any Scheme], from start: Motion = .zero, truth: Truth? = nil,
    rest: RestDetector = .fluctuation()
  ) throws(TraceError) {
    try start.check()
    self.trace = trace
    switch truth ?? (trace.truePosition == nil ? .unknown : .recorded) {
    case .recorded:
      guard let recorded = trace.truePosition else {
        throw .missingQuantity("truePosition", neededBy: "Comparison", remedy: "choose another `truth`")
      }
      let offset = start.position - recorded[0]
      self.truth = recorded.map { $0 + offset }
    case .motionless: self.truth = [Vector3](repeating: start.position, count: trace.count)
    case .unknown: self.truth = nil
    }
    let isResting = try rest.restingSamplesInHindsight(of: trace)
    self.isResting = isResting
    let reference = self.truth
    let labels = DistinctLabels.of(schemes)
    runs = try zip(schemes, labels).map { scheme, label throws(TraceError) in
      let trajectory = try scheme.integrate(trace, from: start)
      let drift = reference.map { zip(trajectory.positions, $0).map { ($0 - $1).length } }
      return Run(
        scheme: scheme.name, label: label, trajectory: trajectory, drift: drift,
        score: Score(trajectory, drift: drift, isResting: isResting))
    }
    if Warnings.areHeard { for doubt in doubts { Warnings.say("\(doubt)") } }
  }
}

extension Comparison {
  /// How far one trajectory is off, each in the unit that `columns` names.
  public struct Score: Hashable, Sendable {
    /// Distance from the truth at the end, m; nil without truth.
    public let finalDrift: Double?
    /// Root mean square over the samples of the distance from the truth, m; nil without truth.
    public let rmsDrift: Double?
    /// Greatest distance from the start, m.
    public let largestExcursion: Double
    /// Distance between end and start, m: 0 for a perfect result when the device returned.
    public let closingError: Double
    /// Root mean square of the speed over the samples at rest, m/s; nil when there is none.
    public let residualSpeed: Double?

    init(_ trajectory: Trajectory, drift: [Double]?, isResting: [Bool]) {
      let start = trajectory.positions[0]
      finalDrift = drift?.last
      rmsDrift = drift.map { rootMeanSquare($0) }
      // A maximum passes over what is not a number; a scheme that gives such numbers has no largest excursion.
      largestExcursion = trajectory.positions.reduce(0) { largest, position in
        let excursion = (position - start).length
        return largest.isNaN || excursion.isNaN ? .nan : max(largest, excursion)
      }
      closingError = (trajectory.positions[trajectory.count - 1] - start).length
      let resting = zip(trajectory.velocities, isResting).filter(\.1).map(\.0.length)
      residualSpeed = resting.isEmpty ? nil : rootMeanSquare(resting)
    }

    /// The values in the order of `Comparison.columns`.
    public var values: [Double?] { [finalDrift, rmsDrift, largestExcursion, closingError, residualSpeed] }
  }

  /// One column of the table.
  public struct Column: Hashable, Sendable {
    /// What the column holds.
    public let title: String
    /// Its unit.
    public let unit: String
  }

  /// One line of the table.
  public struct Row: Hashable, Sendable {
    /// The scheme's stable name.
    public let scheme: String
    /// The name with the parameters.
    public let label: String
    /// In the order and units of `columns`; nil where the trace does not say.
    public let values: [Double?]
  }

  /// What the table's columns are.
  public static let columns = [
    Column(title: "final drift", unit: "m"), Column(title: "RMS drift", unit: "m"),
    Column(title: "largest excursion", unit: "m"), Column(title: "closing error", unit: "m"),
    Column(title: "residual speed at rest", unit: "m/s"),
  ]

  /// The table: a row per scheme.
  public var rows: [Row] { runs.map { Row(scheme: $0.scheme, label: $0.label, values: $0.score.values) } }

  /// The run of the scheme with this name; nil when there is none.
  public subscript(scheme: String) -> Run? { runs.first { $0.scheme == scheme } }
}

extension Trace {
  /// True position relative to the first sample, and true velocity by differences of the true positions, at a sample.
  ///
  /// - Returns: nil without truth, or in a trace of one sample.
  public func trueMotion(at index: Int) -> Motion? {
    guard let truePosition, count > 1, timestamps.indices.contains(index) else { return nil }
    let (before, after) = (max(index - 1, 0), min(index + 1, count - 1))
    let velocity = (truePosition[after] - truePosition[before]) / (timestamps[after] - timestamps[before])
    return Motion(velocity: velocity, position: truePosition[index] - truePosition[0])
  }
}

/// √(Σx²/n); NaN without values.
func rootMeanSquare(_ values: [Double]) -> Double {
  (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
}
