import Rotations
import Traces

/// A zero-velocity detector: tells from the last fraction of a second whether the device is at rest.
///
/// The window holds the samples of the last `duration` seconds; before it is full once, and again after a pause in the recording
/// that is longer than it, nothing is at rest. The device
/// comes to rest when the statistic falls to `threshold` or below, and leaves rest when it exceeds `threshold` times
/// `hysteresis`.
public struct RestDetector: Hashable, Sendable {
  /// What is compared with the threshold.
  public enum Statistic: Hashable, Sendable {
    /// Greatest minus least acceleration in the window, of the axis where that is largest; m/s² ([course](https://6808.github.io/labs/lab3.html), section 2C).
    case fluctuation
    /// Variance of the acceleration vector within the window; (m/s²)² (Skog et al. 2010, eq. 14).
    case accelerationVariance
    /// Mean squared deviation of the specific force's magnitude from standard gravity; (m/s²)² (Skog 2010, eq. 18).
    case accelerationMagnitude
    /// Mean squared rotation rate; (rad/s)² (Skog et al. 2010, eq. 20). Needs the rotation rate.
    case angularRateEnergy
    /// The generalised likelihood ratio of rest (SHOE, Skog et al. 2010, eq. 11), dimensionless: mean squared deviation
    /// of the specific force from a vector of length g, in units of `accelerationDeviation` (m/s²), plus the mean squared
    /// rotation rate in units of `rotationDeviation` (rad/s): standard deviations of a sample, not densities. Needs the rotation rate.
    case likelihoodRatio(accelerationDeviation: Double, rotationDeviation: Double)
    /// Greatest magnitude of the acceleration in the window; m/s². Gravity has been subtracted by means of the
    /// attitude, so that a tilted one looks like movement. With the window 0.2 s and `RestRecognition.margin` 0.1 s the
    /// device moves from 0.1 s before an acceleration above the threshold to 0.1 s after it: the rule by which x-io
    /// Technologies' example tracks a foot.
    case linearAcceleration
  }

  /// What is compared with the threshold.
  public let statistic: Statistic
  /// In the statistic's unit. Grows: slow movement counts as rest.
  public let threshold: Double
  /// Seconds that the device has to be still. Grows: short pauses are missed; shrinks: the turning points of a gesture
  /// count as rest.
  public let duration: Double
  /// At least 1; 1 turns it off. Grows: a rest is not interrupted by a tremor.
  public let hysteresis: Double

  /// Whether the device is at rest, as of the last sample.
  public private(set) var isAtRest = false
  /// The statistic of the present window; nil before the window is full once, and again after a pause or a number that is not finite.
  public var value: Double? { window.isFull ? isUsable ? window.value(of: statistic) : .nan : nil }

  private var window: RestWindow
  private let isUsable: Bool

  /// A detector; see the properties.
  public init(_ statistic: Statistic, threshold: Double, duration: Double, hysteresis: Double = 1) {
    self.statistic = statistic
    self.threshold = threshold
    self.duration = duration
    self.hysteresis = hysteresis
    window = RestWindow(for: statistic)
    isUsable = (try? Self.check(statistic, threshold, duration, hysteresis)) != nil
  }

  /// This detector as it was made.
  public var fresh: RestDetector {
    RestDetector(statistic, threshold: threshold, duration: duration, hysteresis: hysteresis)
  }

  /// Takes one sample in and returns whether the device is at rest. After one with a number that is not finite it is not, and
  /// the window begins again. A detector that `check()` refuses never says that it rests.
  @inline(__always)
  public mutating func update(_ step: Step) -> Bool {
    guard step.isFinite else {
      self = fresh
      return false
    }
    return take(step)
  }

  /// `update(_:)` for a step whose numbers are finite.
  @inline(__always)
  mutating func take(_ step: Step) -> Bool {
    window.append(step, within: duration)
    guard window.trim(to: duration, now: step.time) else {
      isAtRest = false
      return false
    }
    isAtRest = isUsable && window.isWithin(isAtRest ? threshold * hysteresis : threshold, of: statistic)
    return isAtRest
  }

  /// Whether the device is at rest, per sample of the trace, as a live detector would say it: late by `duration`.
  ///
  /// - Throws: as `check(_:)` does.
  public func restingSamples(of trace: Trace) throws(TraceError) -> [Bool] {
    try check(trace)
    return judgement(of: trace)
  }

  /// Whether the device is at rest, per sample, with hindsight: a rest begins where its first window begins. O(*n*).
  ///
  /// - Throws: as `check(_:)` does.
  public func restingSamplesInHindsight(of trace: Trace) throws(TraceError) -> [Bool] {
    try check(trace)
    return judgementInHindsight(of: trace)
  }

  private func judgement(of trace: Trace) -> [Bool] {
    var detector = fresh
    var resting = [Bool]()
    resting.reserveCapacity(trace.count)
    trace.withSteps { steps in for index in 0..<steps.count { resting.append(detector.update(steps[index])) } }
    return resting
  }

  /// For a detector that has been checked.
  package func judgementInHindsight(of trace: Trace) -> [Bool] {
    var resting = judgement(of: trace)
    for index in resting.indices.dropFirst() where resting[index] && !resting[index - 1] {
      for past in windowStart(endingAt: index, time: { trace.timestamps[$0] })..<index { resting[past] = true }
    }
    return resting
  }

  /// From when to when a device rests of which each sample is judged: from the first sample of each rest to its last.
  package static func intervals(_ isResting: [Bool], at times: [Double]) -> [ClosedRange<Double>] {
    runs(isResting).map { times[$0.lowerBound]...times[$0.upperBound - 1] }
  }

  /// The rests of a trace with hindsight, in order, as ranges of its samples: `trace[rest]` is a rest as its own trace.
  /// Empty where it never rests. O(*n*).
  ///
  /// - Throws: as `check(_:)` does.
  public func rests(of trace: Trace) throws(TraceError) -> [Range<Int>] {
    Self.runs(try restingSamplesInHindsight(of: trace))
  }

  /// The ranges of consecutive samples that rest.
  private static func runs(_ isResting: [Bool]) -> [Range<Int>] {
    var (runs, begin) = ([Range<Int>](), Int?.none)
    for (index, isResting) in (isResting + [false]).enumerated() {
      if isResting {
        begin = begin ?? index
      } else if let first = begin {
        runs.append(first..<index)
        begin = nil
      }
    }
    return runs
  }

  /// The first sample of the window that ends at the sample `last`: where a rest that is recognised there begins.
  @inline(__always)
  func windowStart(endingAt last: Int, time: (Int) -> Double) -> Int {
    let earliest = time(last).earliest(within: duration)
    var first = last
    while first > 0, time(first - 1) >= earliest { first -= 1 }
    return first
  }

  /// What it was made with, as the label of a scheme says it.
  public var parameters: [SchemeParameter] {
    let (name, unit): (String, String) =
      switch statistic {
      case .fluctuation: ("fluctuation", "m/s²")
      case .accelerationVariance: ("acceleration variance", "(m/s²)²")
      case .accelerationMagnitude: ("acceleration magnitude", "(m/s²)²")
      case .angularRateEnergy: ("angular rate energy", "(rad/s)²")
      case .likelihoodRatio(let acceleration, let rotation):
        ("likelihood ratio of \(acceleration) m/s² and \(rotation) rad/s", "")
      case .linearAcceleration: ("linear acceleration", "m/s²")
      }
    return [
      .init("rest by", name), .init("threshold", threshold, unit: unit), .init("duration", duration, unit: "s"),
      .init("hysteresis", hysteresis),
    ]
  }

  /// - Throws: `TraceError.invalidParameter` for a parameter out of range.
  public func check() throws(TraceError) { try Self.check(statistic, threshold, duration, hysteresis) }

  private static func check(
    _ statistic: Statistic, _ threshold: Double, _ duration: Double, _ hysteresis: Double
  ) throws(TraceError) {
    try requireNonnegative("threshold", threshold)
    try requirePositive("duration", duration, unit: "s")
    guard hysteresis >= 1, hysteresis.isFinite else {
      throw .invalidParameter("hysteresis", value: hysteresis, expected: "a finite number, 1 or more")
    }
    if case .likelihoodRatio(let acceleration, let rotation) = statistic {
      try requirePositive("accelerationDeviation", acceleration, unit: "m/s²")
      try requirePositive("rotationDeviation", rotation, unit: "rad/s")
    }
  }

  /// - Throws: `TraceError` also for a trace without the rotation rate that the statistic needs.
  public func check(_ trace: Trace) throws(TraceError) {
    try check()
    switch statistic {
    case .likelihoodRatio, .angularRateEnergy:
      guard trace.rotationRate == nil else { return }
      throw .missingQuantity("rotationRate", neededBy: "rest detector", remedy: "use a statistic of the acceleration")
    default: return
    }
  }
}

// The fluctuation's thresholds are those of `gimbal-evaluate rests`. The others are round numbers for a phone in the hand at 100 Hz, and no
// recording was searched for them. Each has its score on BROAD's two trials with breaks, as share of the samples that are judged wrongly,
// next to the score of the best of seven thresholds, chosen on one trial and scored on the other: `gimbal-evaluate defaults`.
extension RestDetector {
  /// The course's criterion: no axis of the acceleration fluctuates by more than `threshold` m/s² for `duration` s.
  ///
  /// The defaults judge the fewest samples wrongly, of 44 pairs, on two recordings of a phone held still and BROAD's two trials with breaks:
  /// 0.3 and 0.5 %. Held out, they mistake 0.7 % of four walks in the hand for rest, and judge 10 % of simulated squares wrongly: a slow
  /// beginning and end of a movement fluctuates little. They are for a phone that a hand holds still or a table carries. A hand that trembles
  /// more, or pauses for less than 0.4 s, needs other ones. On a table, half the threshold sees slower movements.
  public static func fluctuation(threshold: Double = 0.7, duration: Double = 0.4, hysteresis: Double = 1.5) -> Self {
    RestDetector(.fluctuation, threshold: threshold, duration: duration, hysteresis: hysteresis)
  }

  /// Variance of the acceleration below `threshold` (m/s²)² for `duration` s. On BROAD 0.7 % wrong, with a threshold from the other trial
  /// (0.04) 0.4 %.
  public static func accelerationVariance(
    threshold: Double = 0.02, duration: Double = 0.3, hysteresis: Double = 1.5
  ) -> Self {
    RestDetector(.accelerationVariance, threshold: threshold, duration: duration, hysteresis: hysteresis)
  }

  /// The specific force's magnitude within `threshold` (m/s²)² of g, in the mean square, for `duration` s. On BROAD 0.8 % wrong, with a threshold
  /// from the other trial 1.0 %.
  public static func accelerationMagnitude(
    threshold: Double = 0.02, duration: Double = 0.3, hysteresis: Double = 1.5
  ) -> Self {
    RestDetector(.accelerationMagnitude, threshold: threshold, duration: duration, hysteresis: hysteresis)
  }

  /// Mean squared rotation rate below `threshold` (rad/s)² for `duration` s. On BROAD 2.5 % wrong, with a threshold from the other trial
  /// (0.001) 0.5 %: the default is for a hand, which trembles.
  public static func angularRateEnergy(
    threshold: Double = 0.01, duration: Double = 0.3, hysteresis: Double = 1.5
  ) -> Self {
    RestDetector(.angularRateEnergy, threshold: threshold, duration: duration, hysteresis: hysteresis)
  }

  /// The magnitude of the acceleration never above `threshold` m/s² for `duration` s. On BROAD 0.8 % wrong, with a threshold from the
  /// other trial (0.5) the same.
  public static func linearAcceleration(
    threshold: Double = 0.5, duration: Double = 0.3, hysteresis: Double = 1.5
  ) -> Self {
    RestDetector(.linearAcceleration, threshold: threshold, duration: duration, hysteresis: hysteresis)
  }

  /// SHOE: the likelihood ratio below `threshold` for `duration` s, with the standard deviations of a sample at rest in m/s² and rad/s. On BROAD
  /// 1.7 % wrong, with a threshold from the other trial (5) 0.6 %.
  public static func likelihoodRatio(
    threshold: Double = 10, duration: Double = 0.3, accelerationDeviation: Double = 0.1,
    rotationDeviation: Double = 0.1,
    hysteresis: Double = 1.5
  ) -> Self {
    RestDetector(
      .likelihoodRatio(accelerationDeviation: accelerationDeviation, rotationDeviation: rotationDeviation),
      threshold: threshold, duration: duration, hysteresis: hysteresis)
  }
}
