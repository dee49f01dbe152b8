internal import Basics
import Rotations
import Stabilization
import Traces

extension Study {
  /// What is known about where the device really was.
  public enum Truth: Hashable, Sendable {
    /// The recordings hold true positions.
    case recorded
    /// The device did not move.
    case motionless
    /// Each recording ends where it began.
    case loop
    /// The device lay still for this many seconds at the end, whatever a detector of rest says.
    case restAtEnd(Double)
  }

  /// What is ranked: one number for each scheme and recording.
  public enum Measure: Hashable, Sendable {
    /// Root mean square distance from the truth over the recording, m.
    case rmsDrift
    /// Distance from the truth at the recording's end, m.
    case finalDrift
    /// The median distance from the truth this many seconds after a start from it, over windows of the recording that
    /// do not overlap, m. For recordings longer than a minute, in which a drift that grows with the square of time
    /// hides everything else.
    case drift(after: Double)
    /// Distance between end and start, as a share of the greatest distance from the start: so that a path is not better
    /// for being small. For loops.
    case closingShare
    /// Speed when the rest at the end begins, m/s, of a recording that is cut there: so that no scheme can see the rest.
    case speedAtRest

    /// What the number stands for.
    func description(aligned alignment: TruthAlignment?) -> ErrorMeasure {
      switch self {
      case .rmsDrift: ErrorMeasure("RMS drift", unit: "m", aligned: alignment)
      case .finalDrift: ErrorMeasure("final drift", unit: "m", aligned: alignment)
      case .drift(let after):
        ErrorMeasure(
          "median drift after \(after.formatted) s", unit: "m", aligned: TruthAlignment(.origin, heading: .aligned))
      case .closingShare: ErrorMeasure("closing error over largest excursion", unit: "")
      case .speedAtRest: ErrorMeasure("speed when the rest begins", unit: "m/s")
      }
    }
  }

  /// Whether a measure can be ranked where this is known.
  static func fits(_ measure: Measure, _ truth: Truth) -> Bool {
    switch (measure, truth) {
    case (.rmsDrift, .recorded), (.finalDrift, .recorded), (.drift, .recorded), (.rmsDrift, .motionless),
      (.finalDrift, .motionless), (.closingShare, .loop), (.speedAtRest, .restAtEnd):
      true
    default: false
    }
  }

  /// What one recording gives, in memory that does not depend on its length.
  struct Numbers: Sendable {
    /// For each measure that may be ranked by: a number for each scheme; not finite where a scheme has none.
    var errors: [Measure: [Double]] = [:]
    /// For each scheme how much of the movement is left (``NullResult``); not a number where that is unknown.
    var kept: [Double] = []
    /// For each scheme what it leaves of a device's distance, or speed, when nothing pushes it (``ReturnProbe``), where that matters; not a number
    /// where it does not.
    var left: [Double] = []
    /// For each scheme whether the device's last position lies in its 95 % region, 1 or 0; not a number where a scheme has no covariance, or
    /// nobody knows where the device was.
    var covered: [Double] = []
    var duration = 0.0
    var alignment: TruthAlignment?
    /// A hash of the samples, by which a copy of a recording is found.
    var fingerprint = 0
    /// The share of the samples at which the true position is known.
    var truthKnown = 1.0
  }

  /// Longer recordings are ranked by their drift after ``windowLength``, unless something else is asked for.
  static let longestWhole = 60.0
  static let windowLength = 10.0

  /// Scores all schemes on one recording, with one pass of each over it.
  ///
  /// Without a `measure` a recording is ranked by what fits its length: recordings that most others do not agree with are asked again.
  /// - Throws: What the recording lacks; a scheme that cannot be used on it has infinite errors, unless none can.
  static func numbers(
    of trace: Trace, under schemes: [any Scheme], knowing truth: Truth, by measure: Measure?
  ) throws -> Numbers {
    var numbers = Numbers()
    guard trace.duration > 0 else { throw Unfit(words: "one sample is no movement") }
    numbers.duration = trace.duration
    numbers.fingerprint = trace.fingerprint
    if let isKnown = trace.isTruthKnown { numbers.truthKnown = Double(isKnown.count { $0 }) / Double(trace.count) }
    var trajectory = Trajectory()
    /// Error and bend (``Trajectory/bend``) of each scheme, into whose trajectory the memory of the one before goes.
    func passes(
      _ measure: Measure, _ pass: (any Scheme, inout Trajectory) throws -> (error: Double, bend: Double?)
    ) throws {
      var first: (any Error)?
      var bends: [Double?] = []
      let errors = schemes.map { scheme in
        do {
          let (error, bend) = try pass(scheme, &trajectory)
          bends.append(bend)
          return error.isFinite ? error : .infinity
        } catch {
          first = first ?? error
          bends.append(nil)
          return Double.infinity
        }
      }
      // What all meet is wrong with the recording.
      if let first, !errors.contains(where: \.isFinite) { throw first }
      numbers.errors[measure] = errors
      // A device that did not move has nothing to keep.
      if truth == .motionless { return }
      let whole = try pass(Unstabilized(), &trajectory).bend
      numbers.kept = bends.map { Trajectory.movementKept($0, of: whole) ?? .nan }
    }
    func wholePasses(_ measure: Measure, _ error: (RunningScore) -> Double?) throws {
      let alignment = trace.originAlignment
      try passes(measure) { scheme, trajectory in
        try scheme.integrate(trace, into: &trajectory)
        let score = RunningScore(
          of: trajectory, from: .zero, truth: trace.truePosition, aligned: alignment,
          isTruthKnown: trace.isTruthKnown, isResting: [])
        return (error(score) ?? .infinity, trajectory.bend)
      }
    }
    switch truth {
    case .recorded:
      guard trace.truePosition != nil else {
        throw TraceError.missingQuantity(
          "truePosition", neededBy: "Study", remedy: "leave it out, or say what is known")
      }
      numbers.alignment = trace.originAlignment
      let asked = measure ?? (trace.duration > longestWhole ? .drift(after: windowLength) : .rmsDrift)
      if case .drift(let after) = asked {
        let windows = try DriftWindows(of: trace, duration: after, spacing: after)
        guard windows.independentCount > 0 else {
          throw TraceError.invalidParameter(
            "drift after", value: after,
            expected: "a time that fits into the recording, which lasts \(trace.duration.formatted) s")
        }
        try passes(asked) { scheme, trajectory in
          let pieces = try windows.passes(of: scheme, into: &trajectory) {
            (error: windows.error(of: $0, in: $1), bend: $0.bend)
          }
          let bends = pieces.compactMap(\.bend)
          return (median(of: pieces.map(\.error)), bends.isEmpty ? nil : rootMeanSquare(bends))
        }
      } else if trace.originAlignment?.isComparable == true {
        if asked == .finalDrift { try wholePasses(asked, \.finalDrift) } else { try wholePasses(.rmsDrift, \.rmsDrift) }
      } else {
        throw TraceError.missingQuantity(
          "heading of the truth", neededBy: "Study", remedy: "rank by the drift after some seconds, which aligns it")
      }
    case .motionless:
      let measure = measure == .finalDrift ? Measure.finalDrift : .rmsDrift
      let still = trace.restingInPlace
      numbers.alignment = TruthAlignment(.origin)
      try passes(measure) { scheme, _ in
        let score = try scheme.measure(still)
        return ((measure == .rmsDrift ? score.rmsDrift : score.finalDrift) ?? .infinity, nil)
      }
    case .loop:
      try wholePasses(.closingShare) { $0.largestExcursion > 0 ? $0.closingError / $0.largestExcursion : nil }
    case .restAtEnd(let seconds):
      try requirePositive("rest", seconds, unit: "s")
      let end = trace.timestamps[trace.count - 1] - seconds
      let count = trace.timestamps.firstIndex { $0 > end } ?? 0
      guard count > 1 else {
        throw TraceError.invalidParameter(
          "rest", value: seconds, expected: "shorter than the recording, which lasts \(trace.duration.formatted) s")
      }
      let movement = trace[0..<count]
      try passes(.speedAtRest) { scheme, trajectory in
        try scheme.integrate(movement, into: &trajectory)
        return (trajectory[trajectory.count - 1].velocity.length, trajectory.bend)
      }
    }
    if let end = trace.lastPosition(knowing: truth) {
      numbers.covered = schemes.map { scheme in
        guard scheme.knowsUncertainty, let trajectory = try? scheme.integrate(trace),
          let covariance = trajectory.covariances?.last?.position,
          let squared = NormalizedErrors.of(
            end - (trajectory.positions[trace.count - 1] - trajectory.positions[0]), covariance)
        else { return .nan }
        return squared <= NormalizedErrors.quantile(0.95, noiseFrom: scheme.noiseFreedom) ? 1 : 0
      }
    }
    let step = TimeSteps(trace.timestamps).median
    switch truth {
    case .loop:
      numbers.left = schemes.map { ReturnProbe.distanceKept(by: $0, over: trace.duration, step: step) ?? .nan }
    case .restAtEnd(let seconds):
      numbers.left = schemes.map { ReturnProbe.speedKept(by: $0, over: trace.duration - seconds, step: step) ?? .nan }
    case .recorded, .motionless: break
    }
    return numbers
  }
}

/// A recording that cannot take part.
struct Unfit: Error, CustomStringConvertible {
  let words: String
  var description: String { words }
}

extension Trace {
  /// The true displacement from the first sample to the last, m; nil if it is not known, or known in other axes.
  fileprivate func lastPosition(knowing truth: Study.Truth) -> Vector3? {
    switch truth {
    case .recorded:
      guard let truePosition, originAlignment?.isComparable == true, isTruthKnown?.last ?? true else { return nil }
      return truePosition[count - 1] - truePosition[0]
    case .motionless, .loop: return .zero
    case .restAtEnd: return nil
    }
  }

  /// A number that hardly any other recording has, whatever it is called. O(samples).
  fileprivate var fingerprint: Int {
    var hasher = Hasher()
    for index in 0..<count {
      hasher.combine(timestamps[index])
      hasher.combine(userAcceleration[index])
      hasher.combine(attitude[index])
    }
    return hasher.finalize()
  }

  /// The same recording of a device that did not move.
  var restingInPlace: Trace {
    Trace(
      unchecked: name, timestamps: timestamps, attitude: attitude, userAcceleration: userAcceleration,
      rotationRate: rotationRate, gravity: gravity, magneticField: magneticField,
      truePosition: [Vector3](repeating: .zero, count: count), trueAttitude: nil, truthHeading: .shared,
      isTouching: isTouching, notes: notes)
  }
}

extension Double {
  /// “10”, “2.5”.
  var formatted: String { self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)" }
}
