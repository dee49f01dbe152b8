import Rotations
import Traces

/// Integrates live samples under a scheme: the lab's `accumulateMotion`.
public struct Integrator: Sendable {
  /// The scheme with its present state.
  public private(set) var scheme: any Scheme
  /// Velocity and position after the last sample.
  public private(set) var motion: Motion
  /// What was computed so far, with what a scheme that rewrites the past has corrected since; empty when not recording.
  public private(set) var trajectory = Trajectory()
  /// Whether `trajectory` is kept: 72 bytes a sample.
  public let isRecording: Bool
  /// Seconds; a longer step is refused instead of integrated. Grows: longer dropouts are bridged with one value of the
  /// acceleration. `.infinity` turns the check off. Default 1 s, which is also the rule for whole traces (`Scheme.integrate(_:from:)`).
  public let longestStep: Double

  private var lastTime: Double?
  /// How many samples were taken in: what errors count by, recording or not.
  private var taken = 0
  /// Whether the samples have a rotation rate and touches, as the scheme knows it.
  private var known: (rotationRate: Bool, touches: Bool)?

  /// - Throws: `TraceError` when a parameter of the scheme or `longestStep` is out of range, and for a start that is not
  ///   finite; ``SchemeError`` for a chain that makes no sense.
  public init(
    _ scheme: any Scheme, from start: Motion = .zero, isRecording: Bool = true, longestStep: Double = Step.longest
  ) throws {
    try scheme.validate()
    try requireLimit("longestStep", longestStep, unit: "s")
    try start.check()
    self.scheme = scheme.fresh
    motion = start
    self.isRecording = isRecording
    self.longestStep = longestStep
  }

  /// Takes one sample in and returns velocity and position after it.
  ///
  /// The first sample only starts the clock. Time steps come from the timestamps.
  ///
  /// - Throws: `TraceError` when time repeats or runs backwards, when a number is not finite, the attitude no unit quaternion
  ///   (to 1 %; the rest of the error is taken out), the step longer than `longestStep`, or when the sample lacks what
  ///   the scheme needs; it is then ignored, and the state stays as it was.
  @discardableResult
  public mutating func accumulate(_ sample: MotionSample) throws -> Motion {
    let time = sample.timestamp
    guard time.isFinite else { throw TraceError.notFinite(column: "timestamp", value: time, row: taken) }
    for (name, vector) in [
      ("userAcceleration", sample.userAcceleration), ("rotationRate", sample.rotationRate ?? .zero),
    ]
    where !vector.sum().isFinite {
      throw TraceError.notFinite(column: name, value: vector.sum(), row: taken)
    }
    let attitude = try sample.attitude.settled(as: "attitude", row: taken)
    let previous = lastTime ?? time
    if lastTime != nil {
      guard time > previous else { throw TraceError.unorderedTime(time, after: previous, row: taken) }
      guard time - previous <= longestStep, (time - previous).isFinite else {
        throw TraceError.stepTooLong(time - previous, limit: longestStep, row: taken)
      }
    }
    let holds = (rotationRate: sample.rotationRate != nil, touches: sample.isTouching != nil)
    if known.map({ $0 != holds }) ?? true {
      try scheme.validate(
        on: Trace(
          timestamps: [time], attitude: [attitude], userAcceleration: [sample.userAcceleration],
          rotationRate: sample.rotationRate.map { [$0] }, isTouching: sample.isTouching.map { [$0] }))
      known = holds
    }
    lastTime = time
    taken += 1
    let step = Step(
      time: time, duration: time - previous, acceleration: attitude.act(on: -sample.userAcceleration),
      attitude: attitude, rotationRate: sample.rotationRate, isTouching: sample.isTouching)
    scheme.advance(&motion, by: step)
    if isRecording {
      trajectory.append(motion, at: time, scheme.estimate)
      if scheme.hasRevision { scheme.revise(&trajectory) }
    }
    return motion
  }

  /// Says that the recording is over, so that a scheme which knows what that means can correct the past: after it the
  /// trajectory is what a pass over the whole trace gives. Without recording it changes nothing.
  ///
  /// `motion` becomes the trajectory's last.
  public mutating func finish() {
    guard scheme.rewritesPast, trajectory.count > 0 else { return }
    scheme.finish(&trajectory)
    motion = trajectory[trajectory.count - 1]
  }

  /// Forgets the clock, so that the next sample starts a new interval; velocity and position stay.
  public mutating func restart() { lastTime = nil }
}
