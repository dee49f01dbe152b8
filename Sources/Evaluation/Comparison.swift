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
  /// Per sample: whether the device rested, with hindsight.
  public let isResting: [Bool]
  /// A warning in words for each scheme that waits for a rest and never recognised one: it did what no stabilisation does.
  public let withoutRest: [String]

  /// Runs each scheme over the trace.
  ///
  /// - Parameters:
  ///   - start: Where and how fast the integration starts; at rest in the origin unless given. `trace.trueMotion(at: 0)`
  ///     is the truth's.
  ///   - truth: By default the recorded truth where there is one, otherwise unknown.
  ///   - rest: Tells in which samples the device rests, for the residual speed; nil asks accelerometer and gyroscope, as
  ///     `Trace.restingSamples` does.
  ///   - trace: The recording that all integrate.
  ///   - schemes: The schemes to compare.
  /// - Throws: `TraceError` when a scheme has a parameter out of range or the trace lacks what it needs, and `SchemeError`.
  /// - Complexity: O(samples · schemes).
  public init(
    of trace: Trace, schemes: [any Scheme], from start: Motion = .zero, truth: Truth? = nil,
    rest: RestDetector? = nil
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
    let isResting = try rest?.restingSamplesInHindsight(of: trace) ?? trace.restingSamples
    self.isResting = isResting
    let (reference, alignment) = (self.truth, self.alignment)
    let labels = DistinctLabels.of(schemes)
    withoutRest = try Self.doubtsOfRests(schemes, labels, in: trace)
    runs = try zip(schemes, labels).map { scheme, label throws in
      let trajectory = try scheme.integrate(trace, from: start)
      return Run(
        scheme: scheme.name, label: label, trajectory: trajectory,
        drift: reference.map { zip(trajectory.positions, $0).map { ($0 - $1).length } },
        score: Score(of: trajectory, from: start, truth: reference, aligned: alignment, isResting: isResting))
    }
    guard Warnings.areHeard else { return }
    for doubt in doubts { Warnings.say("\(doubt)") }
    for doubt in withoutRest { Warnings.say(doubt) }
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

  /// The run of one scheme: by its label, "exponential (2.0 /s)", or by its name, "exponential", where no other has that.
  ///
  /// - Throws: ``EvaluationError/noRun(_:labels:suggestion:)`` and ``EvaluationError/severalRuns(_:labels:)``, which say what there is.
  public subscript(scheme: String) -> Run {
    get throws {
      if let run = runs.first(where: { $0.label == scheme }) { return run }
      let named = runs.filter { $0.scheme == scheme }
      guard named.count <= 1 else { throw EvaluationError.severalRuns(scheme, labels: named.map(\.label)) }
      guard let run = named.first else {
        throw EvaluationError.noRun(
          scheme, labels: runs.map(\.label),
          suggestion: Spelling.nearest(to: scheme, among: runs.flatMap { [$0.scheme, $0.label] }))
      }
      return run
    }
  }
}
