internal import Basics
import Rotations
import Stabilization
import Traces

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
  /// What was aligned before distances from the truth were taken; nil without truth.
  public let alignment: TruthAlignment?
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
  /// - Throws: `TraceError` when a scheme has a parameter out of range or the trace lacks what it needs, and `SchemeError`.
  /// - Complexity: O(samples · schemes).
  public init(
    of trace: Trace, schemes: [any Scheme], from start: Motion = .zero, truth: Truth? = nil,
    rest: RestDetector = .fluctuation()
  ) throws {
    try start.check()
    self.trace = trace
    switch truth ?? (trace.truePosition == nil ? .unknown : .recorded) {
    case .recorded:
      guard let recorded = trace.truePosition else {
        throw TraceError.missingQuantity("truePosition", neededBy: "Comparison", remedy: "choose another `truth`")
      }
      let offset = start.position - recorded[0]
      self.truth = recorded.map { $0 + offset }
      alignment = trace.originAlignment
    case .motionless:
      self.truth = [Vector3](repeating: start.position, count: trace.count)
      alignment = TruthAlignment(.origin)
    case .unknown: (self.truth, alignment) = (nil, nil)
    }
    let isResting = try rest.restingSamplesInHindsight(of: trace)
    self.isResting = isResting
    let (reference, alignment) = (self.truth, self.alignment)
    let labels = DistinctLabels.of(schemes)
    runs = try zip(schemes, labels).map { scheme, label throws in
      let trajectory = try scheme.integrate(trace, from: start)
      return Run(
        scheme: scheme.name, label: label, trajectory: trajectory,
        drift: reference.map { zip(trajectory.positions, $0).map { ($0 - $1).length } },
        score: Score(of: trajectory, from: start, truth: reference, aligned: alignment, isResting: isResting))
    }
    guard Warnings.areHeard else { return }
    for doubt in doubts { Warnings.say("\(doubt)") }
    if alignment?.isComparable == false {
      Warnings.say(
        "how the truth of \(trace.name) lies to its attitude is unknown: the drift holds the difference of their headings; "
          + "`trajectoryScores(aligning: .yaw)` fits a yaw before it compares")
    }
  }
}

extension Comparison {
  /// How far one trajectory is off.
  public typealias Score = RunningScore

  /// One line of the table.
  public struct Row: Hashable, Sendable {
    /// The scheme's stable name.
    public let scheme: String
    /// The name with the parameters.
    public let label: String
    /// In the order and units of `columns`; nil where the trace does not say.
    public let values: [Double?]
  }

  /// What the table's columns are: statistic, quantity, unit and alignment of each value.
  public var columns: [ErrorMeasure] { Score.measures(aligned: alignment) }

  /// The table: a row per scheme.
  public var rows: [Row] { runs.map { Row(scheme: $0.scheme, label: $0.label, values: $0.score.values) } }

  /// The run of the scheme with this name; nil when there is none.
  public subscript(scheme: String) -> Run? { runs.first { $0.scheme == scheme } }
}
