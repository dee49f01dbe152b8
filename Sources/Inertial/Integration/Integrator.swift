import Rotations

/// Integrates live samples under a scheme: the lab's `accumulateMotion`.
public struct Integrator: Sendable {
  /// The scheme with its present state.
  public private(set) var scheme: any Scheme
  /// Velocity and position after the last sample.
  public private(set) var motion: Motion
  /// What was computed so far, with what a retroactive scheme has corrected since; empty when not recording.
  public private(set) var trajectory = Trajectory()
  /// Whether `trajectory` is kept: 72 bytes a sample.
  public let isRecording: Bool
  /// Seconds; a longer step is refused instead of integrated. Grows: longer dropouts are bridged with one value of the
  /// acceleration. `.infinity` turns the check off. Default 1 s.
  public let longestStep: Double

  private var lastTime: Double?
  private let isRetroactive: Bool

  /// - Throws: `TraceError.invalidParameter` when `longestStep` is not positive.
  public init(
    _ scheme: any Scheme, from start: Motion = .zero, isRecording: Bool = true, longestStep: Double = 1
  ) throws(TraceError) {
    guard longestStep > 0 else {
      throw .invalidParameter("longestStep", value: longestStep, expected: "above 0 s")
    }
    self.scheme = scheme
    motion = start
    self.isRecording = isRecording
    self.longestStep = longestStep
    isRetroactive = scheme is any RetroactiveScheme
  }

  /// Takes one sample in and returns velocity and position after it.
  ///
  /// The first sample only starts the clock. Time steps come from the timestamps.
  ///
  /// - Throws: `TraceError` when time repeats or runs backwards, when a number is not finite or the step is longer than
  ///   `longestStep`; the sample is then ignored, and the state stays as it was.
  @discardableResult
  public mutating func accumulate(_ sample: MotionSample) throws(TraceError) -> Motion {
    let time = sample.timestamp
    guard time.isFinite else { throw .notFinite(column: "timestamp", value: time, row: trajectory.count) }
    let acceleration = sample.acceleration
    guard acceleration.sum().isFinite else {
      throw .notFinite(column: "userAcceleration", value: acceleration.sum(), row: trajectory.count)
    }
    let previous = lastTime ?? time
    if lastTime != nil {
      if time == previous { throw .repeatedTime(time, row: trajectory.count, place: nil) }
      if time < previous { throw .backwardTime(time, previous: previous, row: trajectory.count, place: nil) }
      if time - previous > longestStep { throw .stepTooLong(time - previous, limit: longestStep) }
    }
    lastTime = time
    let step = Step(
      time: time, duration: time - previous, acceleration: acceleration, rotationRate: sample.rotationRate,
      isTouching: sample.isTouching)
    scheme.advance(&motion, by: step)
    if isRecording {
      trajectory.append(motion, at: time)
      if isRetroactive, var retroactive = scheme as? any RetroactiveScheme {
        retroactive.revise(&trajectory)
        scheme = retroactive
      }
    }
    return motion
  }

  /// Says that the recording is over, so that a scheme which knows what that means can correct the past: after it the
  /// trajectory is what a pass over the whole trace gives. Without recording it changes nothing.
  ///
  /// `motion` becomes the trajectory's last.
  public mutating func finish() {
    guard isRetroactive, trajectory.count > 0 else { return }
    scheme.finishIfRetroactive(&trajectory)
    motion = trajectory[trajectory.count - 1]
  }

  /// Forgets the clock, so that the next sample starts a new interval; velocity and position stay.
  public mutating func restart() { lastTime = nil }
}
