import Foundation
import Rotations
import Traces

extension ErrorStateFilter {
  public mutating func beginWholePass(of count: Int) {
    state.isWholePass = true
    if isSmoothed { state.stretch = .empty(for: count) }
  }

  /// A whole pass changes the past only at its end: all samples have their place from the start, and none is copied to it.
  @_documentation(visibility: internal)
  public func integrate(_ pass: Pass, into trajectory: inout Trajectory) {
    var filter = fresh
    filter.beginWholePass(of: pass.trace.count)
    trajectory.resize(to: pass.trace.timestamps, keepsEstimates: true)
    trajectory.withEstimates { motions, attitudes, covariances in
      pass.trace.withSteps { steps in
        var motion = pass.start
        for index in 0..<steps.count {
          filter.advance(&motion, by: steps[index])
          motions[index] = motion
          if !isSmoothed { filter.write(&attitudes[index], &covariances[index]) }
        }
      }
    }
    if isSmoothed {
      filter.finish(&trajectory)
      filter.state.stretch.keepMemory()
    }
  }

  /// Writes what is known now.
  @inline(__always)
  private func write(_ attitude: inout Quaternion, _ covariance: inout MotionCovariance) {
    state.belief.withUnsafeBufferPointer { belief in
      attitude = belief[0].state.attitude
      covariance.position = belief[0].covariance.pp
      covariance.velocity = belief[0].covariance.vv
      covariance.attitude = belief[0].covariance.tt
    }
  }

  public mutating func advance(_ motion: inout Motion, by step: Step) {
    let input = self.input(of: step)
    if state.taken == 0 { (state.firstTime, state.firstPosition) = (step.time, motion.position) }
    state.taken += 1
    predict(motion, input, step)
    let last = state.stretch.samples.count - 1
    while state.usedPositions < knownPositions.count,
      knownPositions[state.usedPositions].time <= step.time - state.firstTime
    {
      state.stretch.samples[last].knownPosition = Int32(state.usedPositions)
      state.usedPositions += 1
    }
    while state.usedDirections < knownDirections.count,
      knownDirections[state.usedDirections].time <= step.time - state.firstTime
    {
      state.stretch.samples[last].knownDirection = Int32(state.usedDirections)
      state.usedDirections += 1
    }
    let isResting = detector.update(step)
    let isTurning = !(gyroscopeDetector?.update(step) ?? false)
    state.startsRest = isResting && !state.wasResting
    if state.startsRest {
      let first = state.stretch.samples.withUnsafeBufferPointer { samples in
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
    motion = state.belief[0].state.motion
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
  @inline(__always)
  private mutating func predict(_ motion: Motion, _ input: InertialInput, _ step: Step) {
    let count = state.stretch.samples.count
    if count > 0, motion == state.lastMotion {
      let force = propagate(to: count, input)
      state.stretch.samples.append(FilteredSample(input: input, state: state.belief[0].state, force: force))
    } else {
      begin(motion, input, step)
    }
  }

  /// The first sample, or the first after somebody else has moved the body: what is known of attitude and biases still holds then.
  @inline(never)
  private mutating func begin(_ motion: Motion, _ input: InertialInput, _ step: Step) {
    var belief = Belief(
      state: NominalState(motion: motion, attitude: step.attitude),
      covariance: ErrorCovariance(
        position: 0, velocity: 0, tilt: sensors.tilt, heading: sensors.heading, gyroscope: sensors.rotationBias,
        accelerometer: sensors.accelerationBias))
    guard let last = state.stretch.samples.last else {
      state.stretch.samples.append(FilteredSample(input: input, state: belief.state, force: .zero))
      state.belief = [belief]
      return
    }
    let now = state.belief[0]
    let known = now.covariance
    belief = Belief(state: now.state, covariance: .zero)
    belief.state.motion = motion
    (belief.covariance.tt, belief.covariance.tg, belief.covariance.ta) = (known.tt, known.tg, known.ta)
    (belief.covariance.gg, belief.covariance.ga, belief.covariance.aa) = (known.gg, known.ga, known.aa)
    if isSmoothed {
      state.closed.append((state.taken - 1 - state.stretch.samples.count, state.stretch, now))
    }
    (state.wasResting, state.revisedFrom) = (false, 0)
    // A sample before the first, which is then its own successor.
    state.stretch = FilteredStretch(
      samples: [
        FilteredSample(input: last.input, state: belief.state, force: .zero),
        FilteredSample(input: input, state: belief.state, force: .zero),
      ])
    state.belief = [belief]
    propagate(to: 1)
    state.stretch.samples.removeFirst()
  }

  /// Takes the belief from a sample to the next, and returns the mean specific force in between.
  @inline(__always)
  private mutating func propagate(to index: Int, _ input: InertialInput) -> Vector3 {
    let (rule, noise, share) = (integration, processNoise, samplingError)
    return state.stretch.samples.withUnsafeBufferPointer { samples in
      state.belief.withUnsafeMutableBufferPointer { belief in
        let transition = belief[0].state.propagate(from: samples[index - 1].input, to: input, by: rule)
        belief[0].covariance.propagate(transition, noise.turning(at: input.rate))
        if index > 1, share > 0 {
          let bend = input.bend(after: samples[index - 1].input, samples[index - 2].input)
          belief[0].covariance.addUnresolved(
            force: transition.rotation * (share * bend.force), rate: transition.rotation * (share * bend.rate),
            over: input.duration)
        }
        return transition.force
      }
    }
  }

  /// The same where the next sample has been predicted before.
  private mutating func propagate(to index: Int) {
    let force = propagate(to: index, state.stretch.samples[index].input)
    state.stretch.samples[index].predict(state.belief[0].state, force: force)
  }

  /// A rest that is recognised now has begun with the detector's window: its samples are measured after the fact.
  private mutating func beginRest(from first: Int, through last: Int) {
    state.restBegin = state.stretch.samples[first].input.time + margin
    // A rest at the beginning is no test of the filter.
    (state.lastVelocity, state.isTestDue) = (-.infinity, first > 0)
    for index in first...last { rest(at: index, isTurning: true) }
    filter(from: first, through: last)
  }

  /// The movement began a margin before the detector noticed.
  private mutating func endRest(at last: Int) {
    let end = state.stretch.samples[max(0, last - 1)].input.time - margin
    var first = last
    while first > 0, state.stretch.samples[first - 1].input.time > end {
      first -= 1
      (state.stretch.samples[first].isAtRest, state.stretch.samples[first].isNotTurning) = (false, false)
      state.stretch.samples[first].isOnFloor = false
    }
    filter(from: first, through: last)
  }

  /// Measures at this sample of a rest what is due.
  @inline(__always)
  private mutating func rest(at index: Int, isTurning: Bool) {
    let input = state.stretch.samples[index].input
    guard input.time >= state.restBegin else { return }
    let due = input.time - restInterval + .slack(for: restInterval, at: input.time)
    if state.lastVelocity <= due {
      // Once in each rest: the floor is as uneven at its end as it was at its begin.
      state.stretch.samples[index].isOnFloor = floorDeviation != nil && state.lastVelocity == -.infinity
      state.stretch.samples[index].isAtRest = true
      state.lastVelocity = input.time
    }
    if !isTurning, !input.isMeanRate, state.lastRotation <= due {
      state.stretch.samples[index].isNotTurning = true
      state.lastRotation = input.time
    }
  }

  /// Filters these samples again, from the knot before them on.
  private mutating func filter(from first: Int, through last: Int) {
    let before = max(first - 1, 0)
    state.stretch.knots.removeSubrange(((state.stretch.knots.lastIndex { $0.sample <= before } ?? -1) + 1)...)
    guard let knot = state.stretch.knots.last else { return }
    state.belief[0] = Belief(
      state: state.stretch.samples[knot.sample].state, covariance: knot.covariance)
    measure(knot.sample)
    guard knot.sample < last else { return }
    for index in (knot.sample + 1)...last {
      propagate(to: index)
      if index < last { settle(index, isTest: index >= first) }
    }
    correct(last)
  }

  /// Takes the measurements of the last sample in.
  @inline(__always)
  private mutating func correct(_ last: Int) {
    if let known = state.stretch.samples[last].knownPosition.map({ knownPositions[Int($0)] }) {
      note(
        .position, state.belief[0], .position, known.position - state.belief[0].state.motion.position,
        known.deviation * known.deviation, state.stretch.samples[last].input.time)
    }
    settle(last)
  }

  /// What is known at this sample after its measurements.
  @inline(__always)
  private mutating func settle(_ index: Int, isTest: Bool = true) {
    state.belief.withUnsafeBufferPointer {
      state.stretch.remember($0.baseAddress!, at: index, isSmoothed: isSmoothed)
    }
    guard state.stretch.samples[index].measurements > 0 else { return }
    if isTest, state.isTestDue, state.stretch.samples[index].isAtRest {
      state.isTestDue = false
      note(
        .velocity, state.belief[0], .velocity, -state.belief[0].state.motion.velocity,
        restVariance(at: state.stretch.samples[index].input.rate - state.belief[0].state.gyroscopeBias),
        state.stretch.samples[index].input.time)
    }
    measure(index)
  }

  /// Takes the measurements of a sample in that the belief is about.
  private mutating func measure(_ index: Int) {
    // The filter's own parameters are read while the belief is written.
    var belief = [Belief]()
    swap(&belief, &state.belief)
    var known = belief[0].state
    state.stretch.samples.withUnsafeBufferPointer {
      measure(&known, &belief[0].covariance, $0.baseAddress! + index)
    }
    belief[0].state = known
    swap(&belief, &state.belief)
  }

  /// The variance per axis of the velocity at a rest in which the device still turns at this rate.
  @inline(__always)
  private func restVariance(at rate: Vector3) -> Double {
    restSpeed * restSpeed + restRadius * restRadius * rate.dot(rate)
  }

  /// Remembers an innovation.
  mutating func note(
    _ measurement: Innovation.Measurement, _ belief: Belief, _ error: MeasuredError, _ difference: Vector3,
    _ variance: Double, _ time: Double
  ) {
    var covariance = belief.covariance
    covariance.shear(by: ErrorShear(of: error, difference, at: belief.state))
    var innovation = covariance[error][error]
    innovation.addDiagonal(variance)
    innovations.append(
      Innovation(
        measurement: measurement, time: time, difference: difference,
        normalized: difference.dot(innovation.inverted * difference)))
  }

  /// All measurements of a sample, in their order.
  ///
  /// - Parameter isForGains: The covariance after the last one is not asked for.
  @inline(__always)
  func measure(
    _ state: inout NominalState, _ covariance: UnsafeMutablePointer<ErrorCovariance>,
    _ sample: UnsafePointer<FilteredSample>, isForGains: Bool = false,
    _ report: ((Belief.Update) -> Void)? = nil
  ) {
    var left = isForGains ? sample.pointee.measurements : .max
    func take(_ error: MeasuredError, _ difference: Vector3, _ variance: Vector3) {
      left -= 1
      let update = Belief.measure(error, difference, variance: variance, &state, covariance, isLast: left == 0)
      report?(update)
    }
    if sample.pointee.isAtRest {
      take(
        .velocity, -state.motion.velocity,
        Vector3(repeating: restVariance(at: sample.pointee.input.rate - state.gyroscopeBias)))
    }
    if sample.pointee.isNotTurning {
      let noise =
        sensors.rotationNoise.twoSided * sensors.rotationNoise.twoSided / max(sample.pointee.input.duration, 1e-6)
      take(
        .gyroscope, sample.pointee.input.rate - state.gyroscopeBias,
        Vector3(repeating: restRotation * restRotation + noise))
    }
    if sample.pointee.isOnFloor, let floorDeviation {
      take(
        .position, Vector3(0, 0, self.state.firstPosition.z - state.motion.position.z), .vertical(floorDeviation))
    }
    if let known = sample.pointee.knownPosition.map({ knownPositions[Int($0)] }) {
      take(
        .position, known.position - state.motion.position,
        Vector3(repeating: known.deviation * known.deviation))
    }
    if let known = sample.pointee.knownDirection.map({ knownDirections[Int($0)] }) {
      let direction = state.attitude.act(on: known.direction)
      // A direction that points up has no azimuth.
      guard Vector3(direction.x, direction.y, 0).length > 1e-6 * direction.length else { return }
      let turn = remainder(known.azimuth - atan2(direction.y, direction.x), 2 * .pi)
      take(.attitude, Vector3(0, 0, turn), .vertical(known.deviation))
    }
  }

  // Inlined, because the filter would be copied to be asked; so is whether it has a revision.
  @inline(__always)
  public var estimate: MotionEstimate? {
    // A pass over a whole trace gets all of them at its end.
    if state.isWholePass, isSmoothed { return nil }
    return state.belief.withUnsafeBufferPointer { belief in
      guard let belief = belief.baseAddress else { return nil }
      return MotionEstimate(
        attitude: belief.pointee.state.attitude,
        covariance: MotionCovariance(belief.pointee.covariance))
    }
  }

  /// Drops what no window and no margin reaches back to.
  @inline(__always)
  private mutating func forget() {
    // Many at once: what stays is moved.
    guard state.stretch.samples.count >= state.nextForgetting else { return }
    let samples = state.stretch.samples
    let oldest = min(
      samples[samples.count - 1].input.time.earliest(within: detector.duration),
      samples[samples.count - 2].input.time - margin)
    state.stretch.forget(before: (samples.firstIndex { $0.input.time >= oldest } ?? 0) - 2)
    state.nextForgetting = state.stretch.samples.count + 128
  }
}

extension Vector3 {
  /// The variances of a measurement that sees only the vertical axis, with this standard deviation.
  @inline(__always)
  fileprivate static func vertical(_ deviation: Double) -> Vector3 { Vector3(1e12, 1e12, deviation * deviation) }
}
