import Rotations
import Traces

extension ErrorStateFilter {
  @inline(__always)
  public var hasRevision: Bool { isSmoothed && !state.isWholePass && (state.startsRest || !state.closed.isEmpty) }

  public mutating func revise(_ past: inout Trajectory) {
    smoothClosed(in: &past)
    guard state.startsRest else { return }
    state.startsRest = false
    let count = state.stretch.samples.count
    smooth(state.stretch, state.belief[0], from: state.revisedFrom, at: past.count - count, in: &past)
    state.revisedFrom = count - 1
  }

  public mutating func finish(_ past: inout Trajectory) {
    smoothClosed(in: &past)
    guard let last = state.stretch.samples.last else { return }
    var belief = state.belief[0]
    // What the end of the recording says.
    var closing = [Belief.Update]()
    if endsAtRest, !last.isAtRest {
      let difference = -belief.state.motion.velocity
      note(.velocity, belief, .velocity, difference, restSpeed * restSpeed, last.input.time)
      closing.append(belief.measure(.velocity, difference, variance: Vector3(repeating: restSpeed * restSpeed)))
    }
    if let closureDeviation {
      let difference = state.firstPosition - belief.state.motion.position
      note(.position, belief, .position, difference, closureDeviation * closureDeviation, last.input.time)
      closing.append(
        belief.measure(.position, difference, variance: Vector3(repeating: closureDeviation * closureDeviation)))
    }
    smooth(
      state.stretch, state.belief[0], from: 0, at: past.count - state.stretch.samples.count, in: &past, closing)
  }

  private mutating func smoothClosed(in past: inout Trajectory) {
    for (first, stretch, belief) in state.closed {
      // Where the last of them was moved to stays.
      let last = first + stretch.samples.count - 1
      let moved = past[last]
      smooth(stretch, belief, from: 0, at: first, in: &past)
      past[last] = moved
    }
    state.closed = []
  }

  /// Rewrites all samples of a stretch from `first` on by all that is known, and by what the last one measures in `closing`. O(samples).
  ///
  /// What later measurements say of a sample's prediction is summed up, backwards, in a vector λ and an information matrix Λ; the smoothed error is
  /// −P·λ, and its covariance P − P·Λ·P (Bierman, Fixed interval smoothing with discrete measurements, Int. J. Control 18, 1973). This is
  /// done at the knots. From one to the next the errors follow forwards, x ← F·x − Q·λ, for which no covariance is needed, and the
  /// covariance is taken to change evenly; that of the velocity rises in between, because the noise there has only later measurements
  /// to tell of it: by s·(1 − s)·q²·Λ after a share s of the way, where the noise adds q to the variance over the whole of it.
  ///
  /// - Parameters:
  ///   - belief: What is known at the last sample.
  ///   - offset: The number that the first of all samples has in the trajectory.
  ///   - closing: Measurements beyond those of the samples.
  private func smooth(
    _ stretch: FilteredStretch, _ belief: Belief, from first: Int, at offset: Int, in past: inout Trajectory,
    _ closing: [Belief.Update] = []
  ) {
    let last = stretch.samples.count - 1
    guard offset >= 0, last >= first else { return }
    past.withEstimates { motions, attitudes, covariances in
      stretch.samples.withUnsafeBufferPointer { samples in
        var pass = SmoothingPass(
          filter: self, samples: samples, first: first, offset: offset, motions: motions, attitudes: attitudes,
          covariances: covariances, next: last)
        for update in closing.reversed() { update.retreat(&pass.vector, &pass.information) }
        // The last sample is smoothed in any case.
        if stretch.knots.last?.sample != last {
          withUnsafePointer(to: belief.covariance) { pass.smooth(last, $0) }
        }
        stretch.knots.withUnsafeBufferPointer { knots in
          for knot in (knots.baseAddress!..<(knots.baseAddress! + knots.count)).reversed() {
            pass.smooth(knot.pointee.sample, knot.covariance)
            if knot.pointee.sample <= first { break }
          }
        }
        guard closing.isEmpty else { return }
        // What is known there, to the last digit.
        (motions[offset + last], attitudes[offset + last]) = (belief.state.motion, belief.state.attitude)
        covariances[offset + last] = MotionCovariance(belief.covariance)
      }
    }
  }

  /// The noise of the step to a sample.
  @inline(__always)
  fileprivate func noise(
    of index: Int, _ transition: ErrorTransition, _ samples: UnsafeBufferPointer<FilteredSample>
  ) -> StepNoise {
    let white = processNoise.turning(at: samples[index].input.rate)
    guard index > 1, samplingError > 0 else { return StepNoise(white: white, force: .zero, rate: .zero) }
    let bend = samples[index].input.bend(after: samples[index - 1].input, samples[index - 2].input)
    return StepNoise(
      white: white, force: transition.rotation * (samplingError * bend.force),
      rate: transition.rotation * (samplingError * bend.rate))
  }
}

/// A pass from the last sample of a stretch to an earlier one, from knot to knot.
private struct SmoothingPass {
  let filter: ErrorStateFilter
  let samples: UnsafeBufferPointer<FilteredSample>
  /// From which sample on the past is rewritten, and the number that the stretch's first sample has in it.
  let (first, offset): (Int, Int)
  let motions: Motions
  let attitudes: UnsafeMutableBufferPointer<Quaternion>
  let covariances: UnsafeMutableBufferPointer<MotionCovariance>
  /// The knot that was smoothed last, its covariance, and what it and all later ones say of the velocity there; none before the first.
  var next: Int
  private var after: MotionCovariance?
  private var known = Matrix3.zero
  /// What later measurements say of it: λ and Λ.
  var (vector, information) = (StateError.zero, ErrorCovariance.zero)
  /// λ and F of the samples between two knots.
  private var steps = [(vector: StateError, transition: ErrorTransition)]()
  private var updates = [Belief.Update]()

  init(
    filter: ErrorStateFilter, samples: UnsafeBufferPointer<FilteredSample>, first: Int, offset: Int, motions: Motions,
    attitudes: UnsafeMutableBufferPointer<Quaternion>, covariances: UnsafeMutableBufferPointer<MotionCovariance>,
    next: Int
  ) {
    (self.filter, self.samples, self.motions, self.next) = (filter, samples, motions, next)
    (self.first, self.offset) = (first, offset)
    (self.attitudes, self.covariances) = (attitudes, covariances)
  }

  /// Smooths at a knot and up to the next.
  @inline(__always)
  mutating func smooth(_ index: Int, _ covariance: UnsafePointer<ErrorCovariance>) {
    retreat(to: index)
    takeMeasurements(of: samples.baseAddress! + index, covariance)
    let error = StateError.zero - ErrorCovariance.product(covariance, vector)
    let moved = write(error, index)
    let smoothed = ErrorCovariance.smoothed(covariance, by: information, countedBy: moved)
    if index >= first { covariances[offset + index] = smoothed }
    fill(from: index, error, smoothed)
    (next, after, known) = (index, smoothed, information.vv)
  }

  /// From the next knot to an earlier sample, whose measurements are not taken in.
  @inline(__always)
  private mutating func retreat(to index: Int) {
    while steps.count < next - index - 1 {
      steps.append((.zero, ErrorTransition(duration: 0, rotation: .zero, force: .zero)))
    }
    for sample in stride(from: next, to: index, by: -1) {
      let transition = (samples.baseAddress! + sample).pointee.transition
      if sample < next {
        steps[sample - index - 1].vector = vector
        steps[sample - index - 1].transition = transition
      }
      vector.retreat(transition)
      information.retreat(transition)
    }
  }

  /// Takes the measurements of a sample in.
  @inline(__always)
  private mutating func takeMeasurements(
    of sample: UnsafePointer<FilteredSample>, _ covariance: UnsafePointer<ErrorCovariance>
  ) {
    updates.removeAll(keepingCapacity: true)
    guard sample.pointee.measurements > 0 else { return }
    var state = sample.pointee.state
    var taken = [Belief.Update]()
    swap(&taken, &updates)
    if sample.pointee.measurements == 1 {
      // Nothing is written there.
      filter.measure(&state, UnsafeMutablePointer(mutating: covariance), sample, isForGains: true) { taken.append($0) }
    } else {
      var covariance = covariance.pointee
      withUnsafeMutablePointer(to: &covariance) { covariance in
        filter.measure(&state, covariance, sample, isForGains: true) { taken.append($0) }
      }
    }
    for update in taken.reversed() { update.retreat(&vector, &information) }
    swap(&taken, &updates)
  }

  /// The samples between a knot and the next, by the error and the covariance at the knot.
  @inline(__always)
  private func fill(from index: Int, _ errorThere: StateError, _ smoothed: MotionCovariance) {
    guard let after, next > index + 1 else { return }
    var error = errorThere
    for update in updates {
      error.shear(by: update.before)
      error = error - update.gain * update.difference
      error.shear(by: update.after)
    }
    let (begin, end) = (samples[index].input.time, samples[next].input.time)
    let change = after - smoothed
    let gained = filter.processNoise.velocity * (end - begin)
    let rise = gained * gained * known
    steps.withUnsafeBufferPointer { steps in
      for between in (index + 1)..<next {
        let step = steps.baseAddress! + (between - index - 1)
        let noise = filter.noise(of: between, step.pointee.transition, samples)
        error.advance(step.pointee.transition, noise, step.pointee.vector)
        write(error, between)
        guard between >= first else { continue }
        let share = (samples[between].input.time - begin) / (end - begin)
        covariances[offset + between] = smoothed.changed(by: change, share, rise)
      }
    }
  }

  /// A sample with its error taken out. Returns how errors are counted about what it is then.
  @inline(__always)
  @discardableResult
  private func write(_ error: StateError, _ index: Int) -> ErrorShear {
    guard index >= first else { return .zero }
    var state = (samples.baseAddress! + index).pointee.state
    var error = error
    let shear = ErrorShear(position: Vector3.zero, velocity: Vector3.zero - state.motion.velocity)
    error.shear(by: shear)
    let rest = state.correct(error, countedBy: shear)
    motions[offset + index] = state.motion
    attitudes[offset + index] = state.attitude
    return shear + rest
  }
}

extension Belief.Update {
  /// What this measurement adds to the information that comes from later: λ ← (1 − K·H)ᵀλ − Hᵀ·S⁻¹·y, and
  /// Λ ← (1 − K·H)ᵀ·Λ·(1 − K·H) + Hᵀ·S⁻¹·H, with the errors counted as the measurement does.
  @inline(never)
  fileprivate func retreat(_ vector: inout StateError, _ information: inout ErrorCovariance) {
    vector.retreat(after)
    information.retreat(after)
    defer {
      vector.retreat(before)
      information.retreat(before)
    }
    vector[error] -= gain.transposed(times: vector) + inverse * difference
    let known = information.times(gain)
    var column = information[error]
    column.p = column.p - known.p
    column.v = column.v - known.v
    column.t = column.t - known.t
    column.g = column.g - known.g
    column.a = column.a - known.a
    // The block itself loses the same once more, transposed.
    column[error] = (column[error] - known[error].transpose + gain.transposed(times: known) + inverse).symmetric
    information[error] = column
  }
}

extension ErrorCovariance {
  /// The uncertainty of a motion and an attitude when later measurements have this information on it: P − P·Λ·P, of errors that are counted so.
  @inline(never)
  fileprivate static func smoothed(
    _ covariance: UnsafePointer<Self>, by information: ErrorCovariance, countedBy shear: ErrorShear
  ) -> MotionCovariance {
    let turned = covariance.pointee[.attitude]
    func smoothed(_ error: MeasuredError, _ part: Vector3) -> Matrix3 {
      var column = covariance.pointee[error]
      column.take(turned, along: part)
      return column[error] - part.cross(column.t) - information.weighted(by: column)
    }
    return MotionCovariance(
      position: smoothed(.position, shear.position), velocity: smoothed(.velocity, shear.velocity),
      attitude: turned.t - information.weighted(by: turned))
  }
}

extension MotionCovariance {
  init(_ covariance: ErrorCovariance) {
    self.init(position: covariance.pp, velocity: covariance.vv, attitude: covariance.tt)
  }

  fileprivate static func - (left: Self, right: Self) -> Self {
    MotionCovariance(pp: left.pp - right.pp, vv: left.vv - right.vv, tt: left.tt - right.tt)
  }

  /// This covariance and that share of a change, with a rise of the velocity's halfway.
  @inline(__always)
  fileprivate func changed(by change: Self, _ share: Double, _ rise: Matrix3) -> Self {
    var covariance = MotionCovariance(
      pp: pp + share * change.pp, vv: vv + share * change.vv, tt: tt + share * change.tt)
    covariance.velocity = covariance.velocity + (share * (1 - share)) * rise
    return covariance
  }
}
