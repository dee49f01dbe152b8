internal import Basics
import Rotations
import Stabilization
import Traces

/// Several schemes on one trace: their trajectories and errors.
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
    /// Per sample: distance from the truth in m, not a number where the truth is unknown; nil without truth.
    public let drift: [Double]?
    /// How far it is from the truth.
    public let score: Score
    /// Why the result is worthless, however small its error; nil where nothing speaks against it.
    public let nullResult: NullResult?
    /// How many numbers the size of its covariances was estimated from; nil where the noise is known, or there are none.
    public let noiseFreedom: Int?
  }

  /// What was integrated.
  public let trace: Trace
  /// One per scheme, in the order given.
  public private(set) var runs: [Run]
  /// A device that stays where the integration starts: what every scheme has to beat.
  public let standingStill: Run
  /// Per sample: true position in m, starting where the integration starts; nil without truth. Where it was not measured
  /// (``Trace/isTruthKnown``) it lies on a line between the nearest that were.
  public let truth: [Vector3]?
  /// What was aligned before distances from the truth were taken; nil without truth.
  public let alignment: TruthAlignment?
  /// Per sample: whether the device rested, with hindsight.
  public let isResting: [Bool]
  /// How many sides the polygon has that was drawn, when that was reported.
  private let drawnSides: Int?
  /// Which samples of the truth were measured; nil where all were.
  let isTruthKnown: [Bool]?
  /// A warning in words for each scheme that waits for a rest and never recognised one: it did what no stabilisation does.
  public let withoutRest: [String]
  /// What these warnings say.
  let restDoubts: [RestDoubt]

  /// The comparison without some schemes, by their names, with or without parameters; for figures of the others. O(runs).
  public func without(_ schemes: [String]) -> Comparison {
    var rest = self
    rest.runs.removeAll { schemes.contains($0.scheme) || schemes.contains($0.label) }
    return rest
  }

  /// Runs each scheme over the trace.
  ///
  /// - Parameters:
  ///   - start: Where and how fast the integration starts; at rest in the origin unless given. `trace.trueMotion(at: 0)`
  ///     is the truth's.
  ///   - truth: By default the recorded truth where there is one, otherwise unknown.
  ///   - rest: Tells in which samples the device rests, for the residual speed; nil asks accelerometer and gyroscope, as
  ///     `Trace.restingSamples` does.
  ///   - sides: How many sides the polygon has that was drawn in the air: the table then shows how far each path is from a regular one.
  ///     nil asks the truth.
  ///   - trace: The recording that all integrate.
  ///   - schemes: The schemes to compare.
  /// - Throws: `TraceError` when a scheme has a parameter out of range or the trace lacks what it needs, and `SchemeError`.
  /// - Complexity: O(samples · schemes).
  public init(
    of trace: Trace, schemes: [any Scheme], from start: Motion = .zero, truth: Truth? = nil,
    rest: RestDetector? = nil, polygon sides: Int? = nil
  ) throws {
    try start.check()
    if let sides { try requireCount("polygon", sides, in: 3...30) }
    drawnSides = sides
    self.trace = trace
    switch truth ?? (trace.truePosition == nil ? .unknown : .recorded) {
    case .recorded:
      guard let recorded = trace.truePosition else {
        throw TraceError.missingQuantity("truePosition", neededBy: "Comparison", remedy: "choose another `truth`")
      }
      let offset = start.position - recorded[0]
      self.truth = recorded.map { $0 + offset }
      alignment = trace.originAlignment
      isTruthKnown = trace.isTruthKnown
    case .motionless:
      self.truth = [Vector3](repeating: start.position, count: trace.count)
      alignment = TruthAlignment(.origin)
      isTruthKnown = nil
    case .unknown: (self.truth, alignment, isTruthKnown) = (nil, nil, nil)
    }
    let isResting = try rest?.restingSamplesInHindsight(of: trace) ?? trace.restingSamples
    self.isResting = isResting
    let (reference, alignment, isKnown) = (self.truth, self.alignment, isTruthKnown)
    let labels = DistinctLabels.of(schemes)
    restDoubts = try Self.doubtsOfRests(schemes, labels, in: trace)
    withoutRest = restDoubts.map { $0.words(in: [trace.name]) }
    func run(
      _ trajectory: Trajectory, _ scheme: any Scheme, _ label: String, _ judge: (Score) -> NullResult?
    ) -> Run {
      let drift = reference.map { reference in
        reference.indices.map { isKnown?[$0] ?? true ? (trajectory.positions[$0] - reference[$0]).length : .nan }
      }
      let score = Score(
        of: trajectory, from: start, truth: reference, aligned: alignment, isTruthKnown: isKnown, isResting: isResting)
      return Run(
        scheme: scheme.name, label: label, trajectory: trajectory, drift: drift, score: score,
        nullResult: judge(score), noiseFreedom: scheme.noiseFreedom)
    }
    let still = run(
      try StandingStill().integrate(trace, from: start), StandingStill(), StandingStill.name, { _ in .neverMoves })
    standingStill = still
    let plain = try Unstabilized().integrate(trace, from: start)
    // A device that did not move is followed best by what does not move.
    let moves = reference.map { $0.contains { $0 != start.position } } ?? true
    runs = try zip(schemes, labels).map { scheme, label throws in
      let trajectory = try scheme.integrate(trace, from: start)
      return run(trajectory, scheme, label) {
        moves
          ? NullResult(of: trajectory, plain: plain, error: $0.rmsDrift, standingStill: still.score.rmsDrift) : nil
      }
    }
    guard Warnings.areHeard else { return }
    for doubt in doubts { Warnings.say("\(doubt)") }
    for words in nullWarnings { Warnings.find(words) }
    for doubt in withoutRest + Self.doubtsOfScale(schemes, labels, in: trace) { Warnings.say(doubt) }
    if truth == .motionless, let doubt = Self.doubtOfMotionless(trace) { Warnings.say(doubt) }
    if alignment?.isComparable == false {
      Warnings.say(
        "how the truth of \(trace.name) lies to its attitude is unknown: the drift holds the difference of their headings; "
          + "`trajectoryScores(aligning: .yaw)` fits a yaw before it compares")
    }
  }
}

extension Comparison {
  /// The errors of one trajectory.
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
  ///
  /// After the score's come the RMS drift as a share of standing still's and the measures that shrinking cannot flatter
  /// (``PathLikeness``); where a polygon was drawn, how far the corners are from those of a regular one, in units of its side
  /// (``PolygonFit/misfit``), and what a scheme that knows how uncertain it is expects of its last position
  /// (``MotionCovariance/positionDeviation``).
  public var columns: [ErrorMeasure] {
    Score.measures(aligned: alignment) + [
      ErrorMeasure("RMS drift ÷ standing still", unit: ""), ErrorMeasure("length kept", unit: "%"),
      ErrorMeasure("size kept", unit: "%"), ErrorMeasure("correlation with truth", unit: ""),
      ErrorMeasure("polygon misfit", unit: "sides"), ErrorMeasure("deviation at the end", unit: "m"),
    ]
  }

  /// The table: a row per scheme. O(samples · schemes), and a fit of a polygon for each where one was drawn.
  public var rows: [Row] { rows(of: runs) }

  /// The first and the last lines of the table: the truth, where it moves and is known, and standing still, unless it is one of the schemes.
  public var baselines: (truth: Row?, standingStill: Row?) {
    let isAsked = runs.contains { $0.scheme == StandingStill.name }
    let still = isAsked ? nil : rows(of: [standingStill])[0]
    guard let truth, truth.contains(where: { $0 != truth[0] }), alignment?.isComparable == true else {
      return (nil, still)
    }
    let excursion = truth.reduce(0) { max($0, ($1 - truth[0]).length) }
    let misfit = polygonMisfit(of: truth, polygon)
    let values: [Double?] = [
      0, 0, excursion, (truth[truth.count - 1] - truth[0]).length, nil, 0, 100, 100, 1, misfit, nil,
    ]
    return (Row(scheme: "truth", label: "truth", values: values), still)
  }

  private func rows(of runs: [Run]) -> [Row] {
    let polygon = self.polygon
    return runs.map { run in
      let positions = run.trajectory.positions
      let likeness = truth.map {
        PathLikeness(of: positions, truth: $0, times: trace.timestamps, isKnown: isTruthKnown)
      }
      let values: [Double?] = [
        standingStillShare(of: run), likeness?.lengthKept.map { 100 * $0 }, likeness?.sizeKept.map { 100 * $0 },
        likeness?.correlation, polygonMisfit(of: positions, polygon),
        run.trajectory.covariances?.last?.positionDeviation,
      ]
      return Row(scheme: run.scheme, label: run.label, values: run.score.values + values)
    }
  }

  /// A run's RMS drift as a share of that of standing still: 1 is no better. nil without truth, and where the device did not move.
  public func standingStillShare(of run: Run) -> Double? {
    NullBaseline.share(of: run.score.rmsDrift, standingStill: standingStill.score.rmsDrift)
  }

  /// The sides of the polygon that was drawn, as the caller gave them or as found in the truth, and how many
  /// positions its first round takes; nil for any other movement.
  private var polygon: (sides: Int, end: Int)? {
    drawnSides.map { (sides: $0, end: trace.count) } ?? truth.flatMap { PolygonFit.drawn(in: $0) }
  }

  private func polygonMisfit(of path: [Vector3], _ polygon: (sides: Int, end: Int)?) -> Double? {
    polygon.flatMap { try? PolygonFit(of: Array(path.prefix($0.end)), sides: $0.sides).misfit }
  }

  /// The run of one scheme: by its label, "exponential (2.0 s⁻¹)", or by its name, "exponential", where no other has that.
  ///
  /// - Throws: ``EvaluationError/noRun(_:labels:suggestion:)`` and ``EvaluationError/severalRuns(_:labels:)``, which say what there is.
  public subscript(scheme: String) -> Run {
    get throws {
      if let run = runs.first(where: { $0.label == scheme }) { return run }
      if scheme == StandingStill.name { return standingStill }
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
