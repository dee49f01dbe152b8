import Foundation
import Rotations
import Traces

extension ErrorStateFilter {
  public mutating func beginWholePass(of count: Int) {
    state.isWholePass = true
    if isSmoothed { state.samples.reserveCapacity(count) }
  }

  public mutating func advance(_ motion: inout Motion, by step: Step) {
    let input = self.input(of: step)
    if state.taken == 0 { (state.firstTime, state.firstPosition) = (step.time, motion.position) }
    state.taken += 1
    predict(motion, input, step)
    let last = state.samples.count - 1
    while state.usedPositions < knownPositions.count,
      knownPositions[state.usedPositions].time <= step.time - state.firstTime
    {
      state.samples[last].knownPosition = knownPositions[state.usedPositions]
      state.usedPositions += 1
    }
    while state.usedDirections < knownDirections.count,
      knownDirections[state.usedDirections].time <= step.time - state.firstTime
    {
      state.samples[last].knownDirection = knownDirections[state.usedDirections]
      state.usedDirections += 1
    }
    let isResting = detector.update(step)
    let isTurning = !(gyroscopeDetector?.update(step) ?? false)
    state.startsRest = isResting && !state.wasResting
    if state.startsRest {
      let first = state.samples.withUnsafeBufferPointer { samples in
        detector.windowStart(endingAt: last) { samples[$0].input.time }
      }
      beginRest(from: first, through: last)
    } else if !isResting, state.wasResting, margin > 0 {
      endRest(at: last)
    } else {
      if isResting { rest(at: last, isTurning: isTurning) }
      correct(last)
    }
    state.wasResting = isResting
    motion = state.withBelief { $0.pointee.state.motion }
    (state.lastMotion, state.lastAttitude) = (motion, step.attitude)
    if !isSmoothed { forget() }
  }

  /// What the sensors read, as the device motion hides it: the user acceleration is minus the specific force less gravity, both as the
  /// recording's attitude has them.
  @inline(__always)
  private func input(of step: Step) -> InertialInput {
    let force = step.attitude.inverse.act(on: step.acceleration + Vector3(0, 0, standardGravity))
    if attitudeSource == .rotationRate, let rate = step.rotationRate {
      return InertialInput(time: step.time, duration: step.duration, force: force, rate: rate, isMeanRate: false)
    }
    let rate =
      step.duration > 0 && state.taken > 0
      ? (state.lastAttitude.inverse * step.attitude).rotationVector / step.duration : .zero
    return InertialInput(time: step.time, duration: step.duration, force: force, rate: rate, isMeanRate: true)
  }

  /// Takes the belief from the sample before to this one, or begins.
  private mutating func predict(_ motion: Motion, _ input: InertialInput, _ step: Step) {
    let count = state.samples.count
    if count > 0, motion == state.lastMotion {
      state.samples.append(.blank)
      propagate(to: count, input)
      return
    }
    let transition = ErrorTransition(duration: 0, rotation: .identity, force: .zero)
    var belief = Belief(
      state: NominalState(motion: motion, attitude: step.attitude),
      covariance: ErrorCovariance(
        position: 0, velocity: 0, tilt: sensors.tilt, heading: sensors.heading, gyroscope: sensors.rotationBias,
        accelerometer: sensors.accelerationBias))
    guard let last = state.samples.last else {
      state.samples.append(FilteredSample(input: input, predicted: belief, transition: transition))
      return
    }
    // Somebody else has moved the body since. What is known of attitude and biases still holds.
    let now = state.withBelief { $0.pointee }
    let known = now.covariance
    belief = Belief(state: now.state, covariance: .zero)
    belief.state.motion = motion
    (belief.covariance.tt, belief.covariance.tg, belief.covariance.ta) = (known.tt, known.tg, known.ta)
    (belief.covariance.gg, belief.covariance.ga, belief.covariance.aa) = (known.gg, known.ga, known.aa)
    if isSmoothed { state.closed.append((state.taken - 1 - count, state.samples)) }
    (state.wasResting, state.revisedFrom) = (false, 0)
    // A sample before the first, which is then its own successor.
    state.samples = [
      FilteredSample(input: last.input, predicted: belief, transition: transition),
      FilteredSample(input: input, predicted: belief, transition: transition),
    ]
    (state.place, state.isMeasured) = (0, false)
    propagate(to: 1, input)
    state.samples.removeFirst()
  }

  /// Predicts a sample from what is known at the one before.
  @inline(__always)
  private mutating func propagate(to index: Int, _ input: InertialInput) {
    let (rule, noise, share) = (integration, processNoise, samplingError)
    state.withBeliefAndSamples { belief, samples in
      let (previous, next) = (samples + (index - 1), samples + index)
      next.pointee.predicted.state = belief.pointee.state
      let transition = next.pointee.predicted.state.propagate(from: previous.pointee.input, to: input, by: rule)
      ErrorCovariance.propagate(belief.covariance, to: next.predicted.covariance, transition, noise)
      if index > 1, share > 0 {
        let bend = input.bend(after: previous.pointee.input, (samples + (index - 2)).pointee.input)
        next.predicted.covariance.pointee.addUnresolved(
          force: transition.rotation * (share * bend.force), rate: transition.rotation * (share * bend.rate),
          over: input.duration)
      }
      next.pointee.transition = transition
      next.pointee.input = input
    }
  }

  /// A rest that is recognised now has begun with the detector's window: its samples are measured after the fact.
  private mutating func beginRest(from first: Int, through last: Int) {
    state.restBegin = state.samples[first].input.time + margin
    // A rest at the beginning is no test of the filter.
    (state.lastVelocity, state.isTestDue) = (-.infinity, first > 0)
    for index in first...last { rest(at: index, isTurning: true) }
    filter(from: first, through: last)
  }

  /// The movement began a margin before the detector noticed.
  private mutating func endRest(at last: Int) {
    let end = state.samples[max(0, last - 1)].input.time - margin
    var first = last
    while first > 0, state.samples[first - 1].input.time > end {
      first -= 1
      (state.samples[first].isAtRest, state.samples[first].isNotTurning) = (false, false)
    }
    filter(from: first, through: last)
  }

  /// Measures at this sample of a rest what is due.
  @inline(__always)
  private mutating func rest(at index: Int, isTurning: Bool) {
    let input = state.samples[index].input
    guard input.time >= state.restBegin else { return }
    let due = input.time - restInterval + .slack(for: restInterval, at: input.time)
    if state.lastVelocity <= due {
      state.samples[index].isAtRest = true
      state.lastVelocity = input.time
    }
    if !isTurning, !input.isMeanRate, state.lastRotation <= due {
      state.samples[index].isNotTurning = true
      state.lastRotation = input.time
    }
  }

  /// Filters these samples again.
  private mutating func filter(from first: Int, through last: Int) {
    for index in first...last where index > 0 {
      settle(index - 1)
      let input = state.samples[index].input
      propagate(to: index, input)
    }
    correct(last)
  }

  /// Takes the measurements of the last sample in.
  @inline(__always)
  private mutating func correct(_ last: Int) {
    if let known = state.samples[last].knownPosition {
      let sample = state.samples[last]
      note(
        .position, sample.predicted, .position, known.position - sample.predicted.state.motion.position,
        known.deviation * known.deviation, sample.input.time)
    }
    settle(last)
  }

  /// What is known at this sample after its measurements.
  @inline(__always)
  private mutating func settle(_ index: Int) {
    state.isMeasured = state.samples[index].isMeasured
    state.place = index
    guard state.isMeasured else { return }
    if state.isTestDue, state.samples[index].isAtRest {
      state.isTestDue = false
      let sample = state.samples[index]
      note(
        .velocity, sample.predicted, .velocity, -sample.predicted.state.motion.velocity, restSpeed * restSpeed,
        sample.input.time)
    }
    // A sample and a belief are long: both stay where they are.
    var measured = [Belief]()
    swap(&measured, &state.measured)
    state.samples.withUnsafeBufferPointer { samples in
      let sample = samples.baseAddress! + index
      if measured.isEmpty { measured.append(sample.pointee.predicted) } else { measured[0] = sample.pointee.predicted }
      measure(&measured[0], sample)
    }
    swap(&measured, &state.measured)
  }

  /// Remembers an innovation.
  mutating func note(
    _ measurement: Innovation.Measurement, _ belief: Belief, _ error: MeasuredError, _ difference: Vector3,
    _ variance: Double, _ time: Double
  ) {
    var innovation = belief.covariance[error][error]
    innovation.addDiagonal(variance)
    innovations.append(
      Innovation(
        measurement: measurement, time: time, difference: difference,
        normalized: difference.dot(innovation.inverted * difference)))
  }

  /// All measurements of a sample, in their order.
  @inline(__always)
  func measure(
    _ belief: inout Belief, _ sample: UnsafePointer<FilteredSample>, _ report: (Belief.Update) -> Void = { _ in }
  ) {
    if sample.pointee.isAtRest {
      report(
        belief.measure(
          .velocity, -belief.state.motion.velocity, variance: Vector3(repeating: restSpeed * restSpeed)))
    }
    if sample.pointee.isNotTurning {
      let noise =
        sensors.rotationNoise.twoSided * sensors.rotationNoise.twoSided / max(sample.pointee.input.duration, 1e-6)
      report(
        belief.measure(
          .gyroscope, sample.pointee.input.rate - belief.state.gyroscopeBias,
          variance: Vector3(repeating: restRotation * restRotation + noise)))
    }
    if let known = sample.pointee.knownPosition {
      report(
        belief.measure(
          .position, known.position - belief.state.motion.position,
          variance: Vector3(repeating: known.deviation * known.deviation)))
    }
    if let known = sample.pointee.knownDirection {
      let direction = belief.state.attitude.act(on: known.direction)
      // A direction that points up has no azimuth.
      guard Vector3(direction.x, direction.y, 0).length > 1e-6 * direction.length else { return }
      let turn = remainder(known.azimuth - atan2(direction.y, direction.x), 2 * .pi)
      report(belief.measure(.attitude, Vector3(0, 0, turn), variance: .vertical(known.deviation)))
    }
  }

  public var estimate: MotionEstimate? {
    // A pass over a whole trace gets all of them at its end.
    if state.isWholePass, isSmoothed { return nil }
    guard !state.samples.isEmpty else { return nil }
    return state.withBelief { belief in
      MotionEstimate(
        attitude: belief.pointee.state.attitude,
        covariance: MotionCovariance(
          position: belief.pointee.covariance.pp, velocity: belief.pointee.covariance.vv,
          attitude: belief.pointee.covariance.tt))
    }
  }

  /// Drops what no window and no margin reaches back to.
  private mutating func forget() {
    guard state.samples.count >= 256, let last = state.samples.last?.input.time else { return }
    let oldest = min(
      last.earliest(within: detector.duration), state.samples[state.samples.count - 2].input.time - margin)
    let stale = (state.samples.firstIndex { $0.input.time >= oldest } ?? 0) - 2
    // Many at once: what stays is moved.
    guard stale >= 128 else { return }
    state.samples.removeFirst(stale)
    state.place -= stale
  }
}

extension Vector3 {
  /// The variances of a measurement that sees only the vertical axis, with this standard deviation.
  @inline(__always)
  fileprivate static func vertical(_ deviation: Double) -> Vector3 { Vector3(1e12, 1e12, deviation * deviation) }
}
