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
    /// The device lay still for the last so many seconds, whatever a detector of rest says.
    case restAtEnd(Double)
  }

  /// What is ranked: one number for each scheme and recording.
  public enum Measure: Hashable, Sendable {
    /// Root mean square distance from the truth over the recording, m.
    case rmsDrift
    /// Distance from the truth at the recording's end, m.
    case finalDrift
    /// The median distance from the truth so many seconds after a start from it, over windows of the recording that do not
    /// overlap, m. For recordings longer than a minute, in which a drift that grows with the square of time hides everything else.
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

  /// What one recording gives, in memory that does not depend on its length.
  struct Numbers: Sendable {
    /// For each measure that may be ranked by: a number for each scheme; not finite where a scheme has none.
    var errors: [Measure: [Double]] = [:]
    /// For each scheme how much of the movement is left (``NullResult``); not a number where that is unknown.
    var kept: [Double] = []
    /// For each scheme what it leaves of a device's distance, or speed, when nothing pushes it (``ReturnProbe``), where that matters; not a number
    /// where it does not.
    var left: [Double] = []
    var duration = 0.0
    var alignment: TruthAlignment?
  }

  /// Longer recordings are ranked by their drift after ``windowLength``, unless something else is asked for.
  static let longestWhole = 60.0
  static let windowLength = 10.0

  /// Scores all schemes on one recording.
  ///
  /// - Throws: What the recording lacks; a scheme that cannot be used on it has infinite errors, unless none can.
  static func numbers(
    of trace: Trace, under schemes: [any Scheme], knowing truth: Truth, by measure: Measure?
  ) throws -> Numbers {
    var numbers = Numbers()
    numbers.duration = trace.duration
    func each(_ body: (any Scheme) throws -> Double) throws -> [Double] {
      var first: (any Error)?
      let values = schemes.map { scheme in
        do {
          let value = try body(scheme)
          return value.isFinite ? value : .infinity
        } catch {
          first = first ?? error
          return Double.infinity
        }
      }
      // What all meet is wrong with the recording.
      if let first, !values.contains(where: \.isFinite) { throw first }
      return values
    }
    switch truth {
    case .recorded:
      guard trace.truePosition != nil else {
        throw TraceError.missingQuantity(
          "truePosition", neededBy: "Study", remedy: "leave it out, or say what is known")
      }
      numbers.alignment = trace.originAlignment
      let after: Double? =
        switch measure {
        case .drift(let after): after
        case nil where trace.duration > longestWhole: windowLength
        default: nil
        }
      if trace.originAlignment?.isComparable == true {
        let rms = try each { scheme in
          let score = try scheme.measure(trace)
          return (measure == .finalDrift ? score.finalDrift : score.rmsDrift) ?? .infinity
        }
        if measure == .finalDrift { numbers.errors[.finalDrift] = rms } else { numbers.errors[.rmsDrift] = rms }
      } else if after == nil {
        throw TraceError.missingQuantity(
          "heading of the truth", neededBy: "Study", remedy: "rank by the drift after some seconds, which aligns it")
      }
      if let after {
        let windows = try DriftWindows(of: trace, duration: after, spacing: after)
        guard windows.independentCount > 0 else {
          throw TraceError.invalidParameter(
            "drift after", value: after,
            expected: "a time that fits into the recording, which lasts \(trace.duration.formatted) s")
        }
        numbers.errors[.drift(after: after)] = try each { median(of: try windows.errors(under: $0).map(\.error)) }
      }
    case .motionless:
      let measure = measure == .finalDrift ? Measure.finalDrift : .rmsDrift
      let still = trace.restingInPlace
      numbers.alignment = TruthAlignment(.origin)
      numbers.errors[measure] = try each { scheme in
        let score = try scheme.measure(still)
        return (measure == .rmsDrift ? score.rmsDrift : score.finalDrift) ?? .infinity
      }
    case .loop:
      numbers.errors[.closingShare] = try each { scheme in
        let score = try scheme.measure(trace)
        return score.largestExcursion > 0 ? score.closingError / score.largestExcursion : .infinity
      }
    case .restAtEnd(let seconds):
      try requirePositive("rest", seconds, unit: "s")
      let end = trace.timestamps[trace.count - 1] - seconds
      let count = trace.timestamps.firstIndex { $0 > end } ?? 0
      guard count > 1 else {
        throw TraceError.invalidParameter(
          "rest", value: seconds, expected: "shorter than the recording, which lasts \(trace.duration.formatted) s")
      }
      let movement = trace[0..<count]
      numbers.errors[.speedAtRest] = try each { scheme in
        let trajectory = try scheme.integrate(movement)
        return trajectory[trajectory.count - 1].velocity.length
      }
    }
    // A device that did not move has nothing to keep.
    if truth != .motionless {
      let plain = try Unstabilized().integrate(trace)
      numbers.kept = schemes.map { (try? $0.integrate(trace))?.movementKept(of: plain) ?? .nan }
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

extension Trace {
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
