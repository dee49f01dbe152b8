import Foundation
import Rotations
import Traces

/// Pedestrian dead reckoning (PDR): a walk as its steps, each a length in the direction of walking.
///
/// Steps are found in the vertical acceleration, their length is estimated from it, and the direction is that of the
/// start, turned as the phone turns about the vertical. Nothing is integrated twice: the error grows with the way,
/// not with the square of time.
/// (Harle, A survey of indoor inertial positioning systems for pedestrians, IEEE Communications Surveys & Tutorials 15(3),
/// 2013, section IV.)
///
/// It goes wrong where steps do: a hand that swings while its owner stands still is counted, a phone that changes hands
/// turns the walk, stairs count as level ground. If neither steps nor rest are seen, as on a trolley, the speed is
/// held.
public struct PedestrianDeadReckoning: Scheme {
  /// What is known of the length of a step.
  public enum StepLength: Hashable, Sendable {
    /// Every step is as long, in m.
    case constant(Double)
    /// k·⁴√(a_max − a_min), with the range of the vertical acceleration within the step in m/s² and k in m per ⁴√(m/s²): who
    /// strides out moves the hip more (Weinberg, Using the ADXL202 in pedometer and personal navigation applications, Analog
    /// Devices AN-602, 2002).
    case weinberg(Double)

    /// The length of a step by a factor of 1, m.
    fileprivate func unit(_ step: FootstepDetector.Footstep) -> Double {
      switch self {
      case .constant: 1
      case .weinberg: pow(step.range, 0.25)
      }
    }

    fileprivate var factor: Double {
      switch self {
      case .constant(let length): length
      case .weinberg(let factor): factor
      }
    }
  }

  /// What finds the steps.
  public let steps: FootstepDetector
  /// How long they are.
  public let length: StepLength
  /// How many steps, from a start at a speed that was given, teach how long this walker's steps are; default 0, which takes
  /// `length` as it is. Grows: the factor is surer, and learned later. The speed must be that of an even pace: given while the
  /// walker was speeding up, it teaches steps that are too short. A start from rest teaches nothing.
  ///
  /// For a length that is another's it pays: steps of 0.7 m have an error of 0.95 m after 10 s on OxIOD's handheld
  /// walks, and by 1.5 m as they are. Weinberg's are not better for it: 0.94 m either way (`gimbal-evaluate walking`).
  public let calibratingSteps: Int

  private var tracker: WalkTracker
  private var detector: FootstepDetector
  private var speed = 0.0
  private var factors: [Double] = []
  private var factor: Double

  /// - Parameters:
  ///   - length: By default Weinberg's with 0.41, as it is usual for adults; no recording was searched for it: 0.96 m after 10 s on the four
  ///     OxIOD walks, and 1.02 m with a factor chosen on the other three (`gimbal-evaluate defaults`).
  ///   - steps: What finds the steps.
  ///   - calibratingSteps: See the property.
  ///   - rest: Tells when the walker stands still; by default no axis fluctuates by more than 0.35 m/s² for half a second.
  public init(
    length: StepLength = .weinberg(0.41), steps: FootstepDetector = FootstepDetector(), calibratingSteps: Int = 0,
    rest: RestDetector = .fluctuation(threshold: 0.35, duration: 0.5)
  ) {
    (self.length, self.steps, self.calibratingSteps) = (length, steps, calibratingSteps)
    (detector, factor, tracker) = (steps, length.factor, WalkTracker(rest: rest))
  }

  public var name: String { "pedestrian dead reckoning" }
  public var parameters: [SchemeParameter] {
    let length: SchemeParameter =
      switch length {
      case .constant(let length): .init("length", "steps of \(length)", unit: "m", isInLabel: true)
      case .weinberg(let factor): .init("length", "Weinberg \(factor)", isInLabel: true)
      }
    return [
      length, .init("calibrating steps", calibratingSteps), .init("step threshold", steps.threshold, unit: "m/s²"),
      .init("shortest step", steps.shortest, unit: "s"), .init("longest step", steps.longest, unit: "s"),
      .init("step cutoff", steps.cutoff, unit: "Hz"),
    ] + tracker.rest.parameters
  }

  /// The scheme as it was before any sample: what it has seen and remembers is gone.
  public var fresh: Self {
    PedestrianDeadReckoning(length: length, steps: steps.fresh, calibratingSteps: calibratingSteps, rest: tracker.rest)
  }

  public mutating func advance(_ motion: inout Motion, by step: Step) {
    let found = detector.update(step)
    let before = tracker.sinceStart
    let phase = tracker.update(&motion, by: step)
    if phase != .walking {
      speed = 0
    } else {
      if speed == 0 || tracker.sinceStart < before {
        speed = tracker.startSpeed
        // What an earlier start has taught stays until another speed is given.
        if tracker.isSpeedGiven { factors = [] }
      }
      if let found { take(found) }
      tracker.walk(&motion, forward: speed, for: step.duration)
    }
  }

  /// The first steps of a walk whose speed was given say how long a step is; the others are as long.
  private mutating func take(_ step: FootstepDetector.Footstep) {
    let unit = length.unit(step)
    guard unit > 0 else { return }
    if tracker.isSpeedGiven, factors.count < calibratingSteps {
      factors.append(tracker.startSpeed * step.duration / unit)
      factor = factors.reduce(0, +) / Double(factors.count)
    } else {
      speed = factor * unit / step.duration
    }
  }

  public func check() throws(TraceError) {
    try steps.check()
    try tracker.check()
    try requirePositive("step length", length.factor)
    guard calibratingSteps >= 0 else {
      throw .invalidParameter("calibratingSteps", value: Double(calibratingSteps), expected: "0 or more")
    }
  }

  public func check(_ trace: Trace) throws(TraceError) {
    try check()
    try tracker.check(trace)
  }
}

extension Scheme where Self == PedestrianDeadReckoning {
  /// Pedestrian dead reckoning: steps of this length along the heading.
  public static func pedestrianDeadReckoning(
    _ length: PedestrianDeadReckoning.StepLength = .weinberg(0.41)
  ) -> PedestrianDeadReckoning {
    PedestrianDeadReckoning(length: length)
  }
}
