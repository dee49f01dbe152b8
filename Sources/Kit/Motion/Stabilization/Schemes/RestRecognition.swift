import Rotations
import Traces

/// Zero-velocity updates (ZUPT): when the device is recognised as resting, velocity becomes 0, and what was computed since the
/// last rest is corrected for the drift that this reveals ([course](https://6808.github.io/labs/lab3.html), section 2C).
///
/// Rest is recognised `detector.duration` seconds after it began; the velocity at its *beginning* is what has drifted.
public struct RestRecognition<Base: Scheme>: Scheme {
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
  /// Tells when the device rests.
  public var detector: RestDetector
  /// What happens to the past.
  public let correction: Correction
  /// Seconds by which each rest is shortened at both ends, default 0. A detector that looks at a window notices too late that
  /// a rest has ended, and takes the slow begin of a movement for rest; a foot needs about 0.1 s. Grows: a rest shorter
  /// than twice the margin counts with its middle only.
  public let margin: Double
  /// Whether the recording ends at rest, even if it ends too soon for the detector to see that; default false. The
  /// velocity at the end is then drift since the last rest. Turn it off for a recording that is cut off in a movement.
  public let endsAtRest: Bool

  /// Live: the samples that the detector's window and the margin may reach back to, as the trajectory has them, and their steps.
  private var recent = Trajectory()
  private var steps: [Step] = []
  /// What this scheme made of the last sample.
  private var lastMotion = Motion.zero

  private var wasResting = false
  /// When the present rest began, and where the device lies.
  private var restStart = 0.0
  private var restPosition = Vector3.zero
  /// When the device last rested; the start of the recording before the first rest.
  private var lastRest: Double?
  private var hasRested = false

  /// What `revise(_:)` has to do for the present sample: correct the past, and take over this many of the recent
  /// samples, which a rest's end has given back to the movement.
  private var pending: Revision?
  private var replayed = 0

  /// `base` with zero-velocity updates; see the properties.
  public init(
    over base: Base, detector: RestDetector = .fluctuation(), correction: Correction = .linear, margin: Double = 0,
    endsAtRest: Bool = false
  ) {
    self.base = base
    self.detector = detector
    self.correction = correction
    self.margin = margin
    self.endsAtRest = endsAtRest
  }

  public var name: String { "rest recognition" }
  public var parameters: [SchemeParameter] {
    detector.parameters + [
      .init("correction", correction == .none ? "none" : "linear"), .init("margin", margin, unit: "s"),
      .init("ends at rest", endsAtRest),
    ]
  }
  public var underlying: (any Scheme)? { base }
  public var restDetector: RestDetector? { detector }
  public var assumesRestAtEnd: Bool { endsAtRest }

  public var rewritesPast: Bool { true }
  /// The scheme as it was before any sample: what it has seen and remembers is gone.
  public var fresh: Self {
    RestRecognition(
      over: base.fresh, detector: detector.fresh, correction: correction, margin: margin, endsAtRest: endsAtRest)
  }

  public mutating func advance(_ motion: inout Motion, by step: Step) {
    // What a scheme around this one did to the motion since the last sample, as a reset does, holds at rest as well.
    if wasResting {
      restPosition = motion.position
    } else if let last = recent.times.last, motion != lastMotion {
      // Moved while it was moving: a rest that is recognised from now on has begun no earlier than here.
      (lastRest, hasRested) = (last, true)
      (recent, steps) = (Trajectory(), [])
    }
    base.advance(&motion, by: step)
    remember(motion, step)
    if lastRest == nil { lastRest = step.time }
    (pending, replayed) = (nil, 0)
    let isResting = detector.update(step)
    if isResting != wasResting {
      var (past, base) = (recent, self.base)
      past.withMotions { [steps] past in turn(isResting, at: past.count - 1, past, &base, &motion) { steps[$0] } }
      (recent, self.base) = (past, base)
    }
    if isResting {
      motion = Motion(velocity: .zero, position: restPosition)
      recent[recent.count - 1] = motion
    }
    lastMotion = motion
  }

  private mutating func remember(_ motion: Motion, _ step: Step) {
    recent.append(motion, at: step.time)
    steps.append(step)
    // The margin reaches back from the sample before this one, and so over a gap.
    let previous = recent.times[max(0, recent.count - 2)]
    let stale = recent.firstIndex(after: min(previous - margin, step.time.earliest(within: detector.duration))) - 2
    guard stale > 64 else { return }
    recent.removeFirst(stale)
    steps.removeFirst(stale)
  }

  /// What the first sample of a rest, or the first after it, makes of those before it.
  private mutating func turn(
    _ isResting: Bool, at last: Int, _ past: Motions, _ base: inout Base, _ motion: inout Motion, _ step: (Int) -> Step
  ) {
    wasResting = isResting
    guard !isResting else { return beginRest(at: last, past) }
    lastRest = past.times[last - 1]
    guard margin > 0 else { return }
    // The movement began a margin before the detector noticed: what was held at rest since then is integrated after all.
    let end = max(restStart, past.times[last - 1] - margin)
    var first = last
    while first > 0, past.times[first - 1] > end { first -= 1 }
    lastRest = first > 0 ? past.times[first - 1] : end
    motion = Motion(velocity: .zero, position: restPosition)
    for index in first...last {
      base.advance(&motion, by: step(index))
      past[index] = motion
    }
    replayed = last + 1 - first
  }

  /// The rest that was recognised just now, at the sample `last`, began with the detector's window.
  private mutating func beginRest(at last: Int, _ past: Motions) {
    var first = detector.windowStart(endingAt: last) { past.times[$0] }
    let begin = past.times[first] + margin
    if margin > 0 { first = (first...last).first { past.times[$0] >= begin } ?? last }
    restStart = past.times[first]
    let (previous, start) = (lastRest ?? restStart, past[first])
    let span = restStart - previous
    if correction == .none {
      restPosition = past[last].position
    } else if span > 0 {
      restPosition = start.position - start.velocity * (0.5 * span)
      pending = Revision(from: previous, to: restStart, drift: start.velocity, position: restPosition)
    } else {
      // The device had hardly left its rest, or was resting from the first sample on: it has not moved since.
      if !hasRested { restPosition = start.position }
      pending = Revision(from: previous, to: previous, drift: .zero, position: restPosition)
    }
    correct(past, before: last + 1)
    hasRested = true
  }

  /// A pass over a whole trace looks back at the trajectory instead of remembering: the same numbers as `advance(_:by:)` gives. O(*n*).
  @_specialize(where Base == Unstabilized)
  @_documentation(visibility: internal)
  public func integrate(_ pass: Pass, into trajectory: inout Trajectory) {
    let (trace, start) = (pass.trace, pass.start)
    var (scheme, isFinite) = (fresh, true)
    scheme.lastRest = trace.timestamps.first
    trajectory.resize(to: trace.timestamps)
    trajectory.withMotions { past in
      trace.withSteps { steps in
        var (motion, base, detector) = (start, scheme.base, scheme.detector)
        var rest = Motion.zero
        var probe = Vector3.zero
        for index in 0..<steps.count {
          let step = steps[index]
          // 0 for a finite number, and NaN for every other: one that was nearly too large for a number before it was rotated.
          probe += step.acceleration - step.acceleration
          base.advance(&motion, by: step)
          past[index] = motion
          let isResting = detector.take(step)
          if isResting != scheme.wasResting {
            scheme.turn(isResting, at: index, past, &base, &motion) { steps[$0] }
            rest = Motion(velocity: .zero, position: scheme.restPosition)
          }
          guard isResting else { continue }
          motion = rest
          past[index] = rest
        }
        isFinite = probe == .zero
      }
    }
    guard isFinite else {
      integrateStepwise(pass, into: &trajectory)
      return
    }
    scheme.finish(&trajectory)
  }

  public var hasRevision: Bool { pending != nil || replayed > 0 }

  public mutating func revise(_ past: inout Trajectory) {
    for offset in 0..<min(replayed, past.count) { past[past.count - 1 - offset] = recent[recent.count - 1 - offset] }
    past.withMotions { correct($0, before: $0.count) }
  }

  private func correct(_ past: Motions, before end: Int) {
    guard let pending else { return }
    let span = pending.to - pending.from
    let rate = pending.drift / span
    for index in (0..<end).reversed() {
      let elapsed = past.times[index] - pending.from
      guard elapsed > 0 else { break }
      past[index] =
        elapsed < span
        ? Motion(
          velocity: past[index].velocity - rate * elapsed,
          position: past[index].position - rate * (0.5 * elapsed * elapsed))
        : Motion(velocity: .zero, position: pending.position)
    }
  }

  public mutating func finish(_ past: inout Trajectory) {
    guard endsAtRest, !wasResting, correction == .linear, let lastRest, past.count > 0 else { return }
    let last = past.count - 1
    past.removeDrift(past.velocities[last], from: past.firstIndex(at: lastRest), through: last)
  }

  public func check() throws(TraceError) {
    try detector.check()
    try requireNonnegative("margin", margin, unit: "s")
  }

  public func check(_ trace: Trace) throws(TraceError) {
    try check()
    try detector.check(trace)
  }
}

private struct Revision: Sendable {
  var from, to: Double
  var drift: Vector3
  var position: Vector3
}

extension Scheme where Self == RestRecognition<Unstabilized> {
  /// The split step with zero-velocity updates.
  public static func restRecognition(
    _ detector: RestDetector = .fluctuation(), correction: RestRecognition<Unstabilized>.Correction = .linear,
    margin: Double = 0, endsAtRest: Bool = false
  ) -> RestRecognition<Unstabilized> {
    RestRecognition(
      over: Unstabilized(), detector: detector, correction: correction, margin: margin, endsAtRest: endsAtRest)
  }

  /// The split step with zero-velocity updates: at rest when no axis of the acceleration fluctuates by more than
  /// `threshold` m/s² for `duration` seconds. What is not given is as in ``RestDetector/fluctuation(threshold:duration:hysteresis:)``.
  public static func restRecognition(
    threshold: Double, duration: Double? = nil
  ) -> RestRecognition<Unstabilized> {
    let standard = RestDetector.fluctuation()
    return RestRecognition(
      over: Unstabilized(), detector: .fluctuation(threshold: threshold, duration: duration ?? standard.duration))
  }
}

extension Scheme {
  /// This scheme with zero-velocity updates.
  public func recognizingRest(
    _ detector: RestDetector = .fluctuation(), margin: Double = 0, endsAtRest: Bool = false
  ) -> RestRecognition<Self> {
    RestRecognition(over: self, detector: detector, margin: margin, endsAtRest: endsAtRest)
  }
}
