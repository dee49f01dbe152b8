import Rotations
import Traces

extension ErrorStateFilter {
  public var hasRevision: Bool { isSmoothed && !state.isWholePass && (state.startsRest || !state.closed.isEmpty) }

  public mutating func revise(_ past: inout Trajectory) {
    smoothClosed(in: &past)
    guard state.startsRest else { return }
    state.startsRest = false
    let first = state.revisedFrom
    smooth(state.samples, from: first, at: past.count - state.samples.count, in: &past)
    state.revisedFrom = state.samples.count - 1
  }

  public mutating func finish(_ past: inout Trajectory) {
    smoothClosed(in: &past)
    guard let last = state.samples.last else { return }
    var belief = state.withBelief { $0.pointee }
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
    smooth(state.samples, from: 0, at: past.count - state.samples.count, in: &past, closing)
  }

  private mutating func smoothClosed(in past: inout Trajectory) {
    for (first, samples) in state.closed {
      // Where the last of them was moved to stays.
      let last = first + samples.count - 1
      let moved = past[last]
      smooth(samples, from: 0, at: first, in: &past)
      past[last] = moved
    }
    state.closed = []
  }

  /// Rewrites all of these samples from `first` on by all that is known, and by what the last one measures in `closing`. O(samples).
  ///
  /// What later measurements say of a sample's prediction is summed up, backwards, in a vector λ and an information matrix Λ; the smoothed error is
  /// −P·λ, and its covariance P − P·Λ·P (Bierman, Fixed interval smoothing with discrete measurements, Int. J. Control 18, 1973).
  ///
  /// - Parameters:
  ///   - offset: The number that the first of all samples has in the trajectory.
  ///   - closing: Measurements beyond those of the samples.
  private func smooth(
    _ samples: [FilteredSample], from first: Int, at offset: Int, in past: inout Trajectory,
    _ closing: [Belief.Update] = []
  ) {
    guard offset >= 0, samples.count > first else { return }
    var (vector, information) = (StateError.zero, ErrorCovariance.zero)
    for update in closing.reversed() { update.retreat(&vector, &information) }
    var updates = [Belief.Update]()
    past.withEstimates { motions, attitudes, covariances in
      samples.withUnsafeBufferPointer { samples in
        var next = samples.count
        for index in stride(from: samples.count - 1, through: first, by: -1) {
          let isMeasured = samples[index].isMeasured
          if isMeasured {
            updates.removeAll(keepingCapacity: true)
            var belief = samples[index].predicted
            measure(&belief, samples.baseAddress! + index) { updates.append($0) }
            for update in updates.reversed() { update.retreat(&vector, &information) }
          }
          let (state, error) = (
            samples[index].predicted.state, samples[index].predicted.covariance.motion(times: vector)
          )
          motions[offset + index] = Motion(
            velocity: state.motion.velocity - error.v, position: state.motion.position - error.p)
          attitudes[offset + index] = (Quaternion(rotationVector: -error.t) * state.attitude).renormalized
          let time = samples[index].input.time
          if isMeasured || index == first || next == samples.count
            || samples[next].input.time - time >= Self.covarianceInterval
          {
            covariances[offset + index] = samples[index].predicted.covariance.smoothed(by: information)
            // In between they are taken to change evenly.
            for between in (index + 1)..<max(next, index + 1) where next < samples.count {
              let share = (samples[between].input.time - time) / (samples[next].input.time - time)
              covariances[offset + between] = covariances[offset + index].mixed(with: covariances[offset + next], share)
            }
            next = index
          }
          guard index > first else { break }
          vector.retreat(samples[index].transition)
          information.retreat(samples[index].transition)
        }
      }
    }
  }

  /// Seconds between two samples whose smoothed covariance is computed, unless something is measured between them: it changes slowly, and costs more than
  /// all the rest.
  private static let covarianceInterval = 0.05
}

extension Belief.Update {
  /// What this measurement adds to the information that comes from later: λ ← (1 − K·H)ᵀλ − Hᵀ·S⁻¹·y, and
  /// Λ ← (1 − K·H)ᵀ·Λ·(1 − K·H) + Hᵀ·S⁻¹·H.
  @inline(never)
  fileprivate func retreat(_ vector: inout StateError, _ information: inout ErrorCovariance) {
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
  /// The uncertainty of a motion and an attitude when later measurements have this information on it: P − P·Λ·P.
  @inline(never)
  fileprivate func smoothed(by information: ErrorCovariance) -> MotionCovariance {
    MotionCovariance(
      position: (pp - information.weighted(by: self[.position])).symmetric,
      velocity: (vv - information.weighted(by: self[.velocity])).symmetric,
      attitude: (tt - information.weighted(by: self[.attitude])).symmetric)
  }
}

extension MotionCovariance {
  /// This covariance and that share of another.
  fileprivate func mixed(with other: Self, _ share: Double) -> Self {
    MotionCovariance(
      position: (1 - share) * position + share * other.position,
      velocity: (1 - share) * velocity + share * other.velocity,
      attitude: (1 - share) * attitude + share * other.attitude)
  }
}
