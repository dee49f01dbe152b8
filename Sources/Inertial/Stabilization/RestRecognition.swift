import Rotations

/// Zero-velocity updates: when the device is recognised as resting, velocity becomes 0, and what was computed since the
/// last rest is corrected for the drift that this reveals (course, section 2C).
///
/// Rest is recognised `detector.duration` seconds after it began; the velocity at its *beginning* is what has drifted.
public struct RestRecognition<Base: Scheme>: RetroactiveScheme {
  /// What happens to the past when a rest is recognised.
  public enum Correction: Hashable, Sendable {
    /// Nothing: only velocity becomes 0.
    case none
    /// The drift grew linearly in time since the last rest, as under a constant error of acceleration: with T the time
    /// between the rests and e the velocity at the second, v −= e·τ/T and x −= ½e·τ²/T.
    case linear
  }

  /// What integrates.
  public var base: Base
  public var detector: RestDetector
  public let correction: Correction

  /// The samples that the detector's window may reach back to.
  private var recent: [Recent] = []
  private var head = 0
  private var wasResting = false
  /// When the device last rested; the start of the recording before the first rest.
  private var lastRest: Double?
  private var hasRested = false
  private var restPosition = Vector3.zero
  /// What `revise(_:)` has to do for the present sample.
  private var pending: Revision?

  private struct Recent: Sendable {
    var time: Double
    var motion: Motion
  }

  private struct Revision: Sendable {
    var from, to: Double
    var drift: Vector3
    var position: Vector3
  }

  public init(over base: Base, detector: RestDetector = .fluctuation(), correction: Correction = .linear) {
    self.base = base
    self.detector = detector
    self.correction = correction
  }

  public var name: String { "rest recognition" }

  public mutating func advance(_ motion: inout Motion, by step: Step) {
    // What a scheme around this one did to the motion since the last sample, as a reset does, holds at rest as well.
    if wasResting { restPosition = motion.position }
    base.advance(&motion, by: step)
    pending = nil
    remember(motion, at: step.time)
    let isResting = detector.update(step)
    if isResting {
      if !wasResting { beginRest() }
      motion = Motion(velocity: .zero, position: restPosition)
      lastRest = step.time
      hasRested = true
    }
    if lastRest == nil { lastRest = step.time }
    wasResting = isResting
  }

  /// The rest that was recognised just now began with the detector's window.
  private mutating func beginRest() {
    let start = recent[head]
    let previous = lastRest ?? start.time
    let span = start.time - previous
    guard correction == .linear else {
      restPosition = recent[recent.count - 1].motion.position
      return
    }
    guard span > 0 else {
      // The device had hardly left its rest, or was resting from the first sample on: it has not moved since.
      if !hasRested { restPosition = start.motion.position }
      pending = Revision(from: previous, to: previous, drift: .zero, position: restPosition)
      return
    }
    restPosition = start.motion.position - start.motion.velocity * (0.5 * span)
    pending = Revision(from: previous, to: start.time, drift: start.motion.velocity, position: restPosition)
  }

  private mutating func remember(_ motion: Motion, at time: Double) {
    recent.append(Recent(time: time, motion: motion))
    while head < recent.count - 1, recent[head].time < time - detector.duration * (1 + 1e-9) { head += 1 }
    if head > 256, head > recent.count / 2 {
      recent.removeFirst(head)
      head = 0
    }
  }

  public mutating func revise(_ past: inout Trajectory) {
    if var inner = base as? any RetroactiveScheme {
      inner.revise(&past)
      base = inner as? Base ?? base
    }
    guard let revision = pending else { return }
    pending = nil
    let span = revision.to - revision.from
    for index in past.firstIndex(after: revision.from)..<past.count {
      let elapsed = past.times[index] - revision.from
      if elapsed < span {
        past.velocities[index] -= revision.drift * (elapsed / span)
        past.positions[index] -= revision.drift * (0.5 * elapsed * elapsed / span)
      } else {
        past[index] = Motion(velocity: .zero, position: revision.position)
      }
    }
  }

  public func check(_ trace: Trace) throws(TraceError) {
    try base.check(trace)
    try detector.check(trace)
  }
}

extension Scheme where Self == RestRecognition<Unstabilized> {
  /// The split step with zero-velocity updates.
  public static func restRecognition(
    _ detector: RestDetector = .fluctuation(), correction: RestRecognition<Unstabilized>.Correction = .linear
  ) -> RestRecognition<Unstabilized> {
    RestRecognition(over: Unstabilized(), detector: detector, correction: correction)
  }

  /// The split step with zero-velocity updates: at rest when no axis of the acceleration fluctuates by more than
  /// `threshold` m/s² for `duration` seconds.
  public static func restRecognition(threshold: Double, duration: Double) -> RestRecognition<Unstabilized> {
    RestRecognition(over: Unstabilized(), detector: .fluctuation(threshold: threshold, duration: duration))
  }
}

extension Scheme {
  /// This scheme with zero-velocity updates.
  public func recognizingRest(_ detector: RestDetector = .fluctuation()) -> RestRecognition<Self> {
    RestRecognition(over: self, detector: detector)
  }
}
