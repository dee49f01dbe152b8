import Rotations
import Traces

/// A Kalman filter with zero-velocity updates (ZUPT), and the Rauch–Tung–Striebel smoother over what it has seen.
///
/// The state per axis is position, velocity and the accelerometer's bias; rests are measurements of velocity 0 (Skog
/// et al. 2010; Rauch, Tung and Striebel 1965). Unlike the linear correction between two rests, the bias that one
/// rest reveals also corrects the movements before the previous rest, and the filter goes on with it. Whenever a rest
/// is recognised live, the whole past is smoothed; a pass over a whole trace smooths once, at its end, and gives the
/// same numbers.
///
/// With constant bias or white noise alone the smoother's correction between two rests *is* the linear one; what the
/// wandering of the bias adds is a correction that starts gently at both ends.
///
/// In a chain it may be the base: when the scheme around it moves the body, as a reset does, the filter starts there
/// with the bias that it knows, and does not rewrite earlier samples. A scheme around it that rewrites or filters the
/// past is refused, at any distance: rest recognition would correct by the same rests again.
public struct ZeroVelocitySmoother: Scheme {
  /// Tells when the device rests.
  public var detector: RestDetector
  /// m/s² per √Hz: white noise of the acceleration, of which the filter takes the two-sided density. Grows: the velocity at a rest says
  /// less about the bias.
  public let accelerationNoise: NoiseDensity
  /// m/s²: standard deviation of the bias at the start. Grows: the first rest says more about the bias. 0: none.
  public let biasDeviation: Double
  /// m/s² per √s: how far the bias wanders. Grows: old rests are forgotten. 0: the bias is constant.
  public let biasWalk: Double
  /// m/s: standard deviation of the true velocity at rest. Grows: a rest is trusted less.
  public let restSpeed: Double

  private var samples: [Sample] = []
  private var wasResting = false
  private var startsRest = false
  /// What this scheme made of the last sample.
  private var lastMotion: Motion?

  /// What the filter knew at one sample: predicted from the one before, and after the measurement.
  private struct Sample: Sendable {
    var time: Double
    var duration: Double
    var acceleration: Vector3
    var predicted: State
    var filtered: State
  }

  /// All three axes have the same covariance.
  private struct State: Sendable {
    var motion: Motion
    var bias = Vector3.zero
    var covariance = Matrix3.zero
  }

  /// A smoother; see the properties. The defaults are round numbers about a phone's accelerometer; no recording was searched for them.
  /// On the four OxIOD walks they give 11.8 m after 10 s, as does the best of nine choices: it needs rests, and a walk has none.
  public init(
    detector: RestDetector = .fluctuation(), accelerationNoise: NoiseDensity = 0.028, biasDeviation: Double = 0.1,
    biasWalk: Double = 0.01, restSpeed: Double = 0.005
  ) {
    self.detector = detector
    self.accelerationNoise = accelerationNoise
    self.biasDeviation = biasDeviation
    self.biasWalk = biasWalk
    self.restSpeed = restSpeed
  }

  public var name: String { "zero-velocity smoother" }
  public var parameters: [SchemeParameter] {
    detector.parameters + [
      .init("acceleration noise", accelerationNoise.oneSided, unit: "m/s² per √Hz"),
      .init("bias deviation", biasDeviation, unit: "m/s²"), .init("bias walk", biasWalk, unit: "m/s² per √s"),
      .init("rest speed", restSpeed, unit: "m/s"),
    ]
  }
  public var restDetector: RestDetector? { detector }
  public var rewritesPast: Bool { true }
  /// The scheme as it was before any sample: what it has seen and remembers is gone.
  public var fresh: Self {
    ZeroVelocitySmoother(
      detector: detector.fresh, accelerationNoise: accelerationNoise, biasDeviation: biasDeviation, biasWalk: biasWalk,
      restSpeed: restSpeed)
  }

  /// A pass over a whole trace: its past is smoothed in `finish(_:)`, by the last rest of each stretch between two moves of the body.
  private var isWholePass = false
  /// How many samples were taken in, and what is to be rewritten at the end: from which sample on, and with which motions.
  private var taken = 0
  private var lastRest: Int?
  private var smoothed: [(first: Int, motions: [Motion])] = []

  public mutating func beginWholePass(of count: Int) { isWholePass = true }

  public mutating func advance(_ motion: inout Motion, by step: Step) {
    taken += 1
    var predicted: State
    if let last = samples.last, motion == lastMotion {
      predicted = predict(last.filtered, step.acceleration, step.duration)
    } else {
      predicted = State(motion: motion)
      predicted.covariance = .diagonal(1e-12, 1e-12, biasDeviation * biasDeviation)
      if let last = samples.last {
        // Somebody else has moved the body since: what the rests said of the bias still holds.
        predicted.bias = last.filtered.bias
        predicted.covariance = .diagonal(1e-12, 1e-12, last.filtered.covariance.columns.z.z)
        predicted = predict(predicted, step.acceleration, step.duration)
        smoothStretch(before: taken - 1)
        samples.removeAll(keepingCapacity: true)
        wasResting = false
      }
    }
    samples.append(
      Sample(
        time: step.time, duration: step.duration, acceleration: step.acceleration, predicted: predicted,
        filtered: predicted))
    let isResting = detector.update(step)
    startsRest = isResting && !wasResting
    if startsRest {
      // The rest began with the detector's window: its samples are measured after the fact.
      for index in detector.windowStart(endingAt: samples.count - 1, time: { samples[$0].time })..<samples.count {
        if index > 0 {
          samples[index].predicted = predict(
            samples[index - 1].filtered, samples[index].acceleration, samples[index].duration)
        }
        samples[index].filtered = updated(samples[index].predicted)
      }
    } else if isResting {
      samples[samples.count - 1].filtered = updated(predicted)
    }
    if startsRest { lastRest = samples.count - 1 }
    wasResting = isResting
    motion = samples[samples.count - 1].filtered.motion
    lastMotion = motion
  }

  public var hasRevision: Bool { startsRest && !isWholePass }

  public mutating func revise(_ past: inout Trajectory) {
    guard startsRest, samples.count > 1 else { return }
    startsRest = false
    let motions = smoothing(through: samples.count - 1)
    let offset = past.count - samples.count
    for index in motions.indices where offset + index >= 0 { past[offset + index] = motions[index] }
  }

  public mutating func finish(_ past: inout Trajectory) {
    guard isWholePass else { return }
    smoothStretch(before: taken)
    for (first, motions) in smoothed {
      for (index, motion) in motions.enumerated() where first + index < past.count { past[first + index] = motion }
    }
    smoothed = []
  }

  /// Smooths the samples since the body was last moved, by the last rest among them; the sample `end` is the first after them.
  private mutating func smoothStretch(before end: Int) {
    if let lastRest, lastRest > 0 { smoothed.append((end - samples.count, smoothing(through: lastRest))) }
    lastRest = nil
  }

  /// The motions before the sample `last`, smoothed by all that the filter knew there: samples that came later change nothing. O(*n*).
  private func smoothing(through last: Int) -> [Motion] {
    var motions = [Motion](repeating: .zero, count: last)
    var smoothed = samples[last].filtered
    for index in stride(from: last - 1, through: 0, by: -1) {
      let (now, next) = (samples[index].filtered, samples[index + 1])
      // Gain C = P⁺·Φᵀ·(P⁻)⁻¹ of the next sample (Rauch, Tung and Striebel 1965, eq. 3.30).
      let gain = now.covariance * transition(next.duration).transpose * next.predicted.covariance.inverted
      let dx = smoothed.motion.position - next.predicted.motion.position
      let dv = smoothed.motion.velocity - next.predicted.motion.velocity
      let db = smoothed.bias - next.predicted.bias
      let rows = gain.transpose.columns
      func moved(_ value: Vector3, _ row: Vector3) -> Vector3 { value + dx * row.x + dv * row.y + db * row.z }
      smoothed.motion = Motion(
        velocity: moved(now.motion.velocity, rows.y), position: moved(now.motion.position, rows.x))
      smoothed.bias = moved(now.bias, rows.z)
      motions[index] = smoothed.motion
    }
    return motions
  }

  /// x and v by the split step with the acceleration less the bias.
  private func predict(_ state: State, _ acceleration: Vector3, _ duration: Double) -> State {
    var next = state
    next.motion.splitStep(Step(time: 0, duration: duration, acceleration: acceleration - state.bias))
    let f = transition(duration)
    let (q, w, t) = (accelerationNoise.twoSided * accelerationNoise.twoSided, biasWalk * biasWalk, duration)
    // White noise and the wandering bias, integrated over the step; a trace on position keeps the matrix invertible.
    let noise = Matrix3(
      rows: Vector3(
        q * t * t * t / 3 + w * t * t * t * t * t / 20 + 1e-14, q * t * t / 2 + w * t * t * t * t / 8,
        -w * t * t * t / 6),
      Vector3(q * t * t / 2 + w * t * t * t * t / 8, q * t + w * t * t * t / 3 + 1e-14, -w * t * t / 2),
      Vector3(-w * t * t * t / 6, -w * t * t / 2, w * t + 1e-16))
    next.covariance = f * state.covariance * f.transpose + noise
    return next
  }

  private func transition(_ t: Double) -> Matrix3 {
    Matrix3(rows: Vector3(1, t, -t * t / 2), Vector3(0, 1, -t), Vector3(0, 0, 1))
  }

  /// A measurement of velocity 0.
  private func updated(_ state: State) -> State {
    var next = state
    let p = state.covariance
    let column = p.columns.y  // Covariance of the state with the velocity.
    let variance = column.y + restSpeed * restSpeed
    let gain = column / variance
    next.motion.position -= state.motion.velocity * gain.x
    next.motion.velocity -= state.motion.velocity * gain.y
    next.bias -= state.motion.velocity * gain.z
    next.covariance = p - Matrix3(columns: gain * column.x, gain * column.y, gain * column.z)
    return next
  }

  public func check() throws(TraceError) {
    try detector.check()
    try requirePositive("accelerationNoise", accelerationNoise.oneSided, unit: "m/s² per √Hz")
    try requirePositive("restSpeed", restSpeed, unit: "m/s")
    try requireNonnegative("biasDeviation", biasDeviation, unit: "m/s²")
    try requireNonnegative("biasWalk", biasWalk, unit: "m/s² per √s")
  }

  public func check(_ trace: Trace) throws(TraceError) {
    try check()
    try detector.check(trace)
  }
}

extension Scheme where Self == ZeroVelocitySmoother {
  /// A Kalman filter with zero-velocity updates, smoothed over the past whenever a rest is recognised.
  public static func zeroVelocitySmoother(_ detector: RestDetector = .fluctuation()) -> ZeroVelocitySmoother {
    ZeroVelocitySmoother(detector: detector)
  }
}
