import Rotations
import Synchronization
import Traces

/// What an error-state filter knows at one sample.
struct Belief: Sendable {
  var state: NominalState
  var covariance: ErrorCovariance

  /// What a measurement of one of the errors brings: S⁻¹ and the gain K, and how the errors are counted for it and after it.
  struct Update: Sendable {
    var error: MeasuredError
    var difference: Vector3
    var inverse: Matrix3
    var gain: ErrorColumn<Matrix3>
    var before, after: ErrorShear
  }

  /// Measures one error: `difference` is measured less predicted, with the variance of each axis.
  @discardableResult
  mutating func measure(_ error: MeasuredError, _ difference: Vector3, variance: Vector3) -> Update {
    Self.measure(error, difference, variance: variance, &state, &covariance)
  }

  /// The same for a state and a covariance at two places.
  ///
  /// A path that is turned as a whole about a known place looks the same, whatever its velocities are: a filter must find no heading there, however large
  /// the difference is. So errors are counted for the measurement as in the invariant filter (Barrau and Bonnabel, The invariant extended
  /// Kalman filter as a stable observer, IEEE Trans. Automatic Control 62, 2017; section V): the velocity's turns with the attitude's, and so
  /// does the position's about the place that is measured. After it they are counted about the corrected state.
  ///
  /// - Parameter isLast: The covariance after it is not asked for, and left as it was.
  @inline(never)
  static func measure(
    _ error: MeasuredError, _ difference: Vector3, variance: Vector3, _ state: inout NominalState,
    _ covariance: UnsafeMutablePointer<ErrorCovariance>, isLast: Bool = false
  ) -> Update {
    let place = covariance.pointee.pp.trace + (error == .position ? variance.sum() : 0)
    let speed = covariance.pointee.vv.trace + (error == .velocity ? variance.sum() : 0)
    let turn = covariance.pointee.tt.trace
    let before = ErrorShear(of: error, difference, at: state).felt(position: place, velocity: speed, attitude: turn)
    if !isLast, before != .zero { covariance.pointee.shear(by: before) }
    var column = covariance.pointee[error]
    if isLast, before != .zero { covariance.pointee.count(&column, of: error, by: before) }
    var innovation = column[error]
    innovation.addDiagonal(variance)
    let inverse = innovation.inverted
    let gain = column * inverse
    let after = state.correct(gain * difference, countedBy: before).felt(
      position: place, velocity: speed, attitude: turn)
    let update = Update(
      error: error, difference: difference, inverse: inverse, gain: gain, before: before, after: after)
    if !isLast {
      var gain = gain
      if after != .zero {
        covariance.pointee.shear(by: after)
        column.shear(by: after)
        gain.shear(by: after)
      }
      covariance.pointee.reduce(gain, column)
    }
    return update
  }
}

/// One sample as the filter remembers it, without the covariance, which is four fifths of what it knows. Vectors take the memory of three
/// numbers, and not of four: a pass is as fast as its memory.
struct FilteredSample: Sendable {
  private var time, duration: Double
  private var specificForce, rate: PackedVector
  private var isMeanRate: Bool
  /// How it was predicted from the sample before.
  private var prediction: Prediction
  /// What was measured here; of the known positions and directions the places among all.
  var isAtRest = false
  var isNotTurning = false
  var isOnFloor = false
  var knownPosition: Int32?
  var knownDirection: Int32?

  /// - Parameters:
  ///   - state: Predicted from the sample before.
  ///   - force: Mean specific force over the step to it in the reference frame, m/s².
  @inline(__always)
  init(input: InertialInput, state: NominalState, force: Vector3) {
    (time, duration, isMeanRate) = (input.time, input.duration, input.isMeanRate)
    (specificForce, rate) = (PackedVector(input.force), PackedVector(input.rate))
    prediction = Prediction(state, force)
  }

  @inline(__always)
  var input: InertialInput {
    InertialInput(
      time: time, duration: duration, force: specificForce.vector, rate: rate.vector, isMeanRate: isMeanRate)
  }

  @inline(__always)
  var state: NominalState { prediction.state }

  /// The same sample, predicted again.
  mutating func predict(_ state: NominalState, force: Vector3) { prediction = Prediction(state, force) }

  /// How it was predicted.
  @inline(__always)
  var transition: ErrorTransition {
    ErrorTransition(
      duration: duration, rotation: prediction.attitude.matrix, force: prediction.meanForce.vector)
  }

  /// How many of its measurements there are.
  @inline(__always)
  var measurements: Int {
    (isAtRest ? 1 : 0) + (isNotTurning ? 1 : 0) + (isOnFloor ? 1 : 0) + (knownPosition == nil ? 0 : 1)
      + (knownDirection == nil ? 0 : 1)
  }
}

/// A state and the mean specific force of the step that leads to it.
private struct Prediction: Sendable {
  let attitude: Quaternion
  private let velocity, position, gyroscopeBias, accelerometerBias: PackedVector
  let meanForce: PackedVector

  @inline(__always)
  init(_ state: NominalState, _ force: Vector3) {
    attitude = state.attitude
    (velocity, position) = (PackedVector(state.motion.velocity), PackedVector(state.motion.position))
    (gyroscopeBias, accelerometerBias) = (PackedVector(state.gyroscopeBias), PackedVector(state.accelerometerBias))
    meanForce = PackedVector(force)
  }

  @inline(__always)
  var state: NominalState {
    NominalState(
      motion: Motion(velocity: velocity.vector, position: position.vector), attitude: attitude,
      gyroscopeBias: gyroscopeBias.vector, accelerometerBias: accelerometerBias.vector)
  }
}

/// A vector in memory: three numbers, where SIMD's has room for four.
private struct PackedVector: Sendable {
  private let x, y, z: Double

  @inline(__always)
  init(_ vector: Vector3) { (x, y, z) = (vector.x, vector.y, vector.z) }

  @inline(__always)
  var vector: Vector3 { Vector3(x, y, z) }
}

/// Consecutive samples and the covariances at some of them, from which those in between follow.
struct FilteredStretch: Sendable {
  var samples: [FilteredSample] = []
  /// Predicted covariances, in order: at the first sample, at each that is measured, and so close to each other that between two of them
  /// the smoothed covariance changes evenly.
  var knots: [Knot] = []

  struct Knot: Sendable {
    var sample: Int
    var covariance: ErrorCovariance
  }

  /// Seconds between two knots where nothing is measured: covariances change slowly, and cost more than all the rest. A filter that
  /// smooths nothing goes back to a knot only where a rest begins or ends, and needs fewer of them, and none for a measurement.
  static let interval = 0.05
  static let unsmoothedInterval = 0.25

  /// The memory of the last pass, for the next one: where a process gets new memory for each, that takes a tenth of the pass.
  private static let spare = Mutex<FilteredStretch?>(nil)
  /// Bytes that are not kept any more.
  private static let mostSpare = 1 << 26

  /// An empty stretch with room for all samples of a pass, and for half as many knots: memory that none of them comes to is never touched.
  static func empty(for count: Int) -> FilteredStretch {
    var stretch = spare.withLock { $0.take() } ?? FilteredStretch()
    stretch.samples.reserveCapacity(count)
    stretch.knots.reserveCapacity(count / 2)
    return stretch
  }

  /// Keeps the memory of a pass that is over.
  mutating func keepMemory() {
    samples.removeAll(keepingCapacity: true)
    knots.removeAll(keepingCapacity: true)
    let size = samples.capacity * MemoryLayout<FilteredSample>.stride + knots.capacity * MemoryLayout<Knot>.stride
    guard size <= Self.mostSpare else { return }
    Self.spare.withLock { [stretch = self] in $0 = stretch }
    self = FilteredStretch()
  }

  /// Remembers the covariance predicted for a sample, where the samples in between will be asked for it.
  @inline(__always)
  mutating func remember(_ belief: UnsafePointer<Belief>, at index: Int, isSmoothed: Bool) {
    if let last = knots.last, !isSmoothed || samples[index].measurements == 0 {
      let interval = isSmoothed ? Self.interval : Self.unsmoothedInterval
      if samples[index].input.time - samples[last.sample].input.time < interval { return }
    }
    knots.append(Knot(sample: index, covariance: belief.pointee.covariance))
  }

  /// Forgets the oldest samples, but not those from a knot on that are needed to go back to the sample `first`.
  mutating func forget(before first: Int) {
    guard let knot = knots.lastIndex(where: { $0.sample <= first }), knots[knot].sample > 0 else { return }
    let stale = knots[knot].sample
    samples.removeFirst(stale)
    knots.removeFirst(knot)
    for index in knots.indices { knots[index].sample -= stale }
  }
}

/// What an error-state filter has seen.
struct FilterState: Sendable {
  /// Since the start, or since the body was last moved from outside.
  var stretch = FilteredStretch()
  /// What is known at the sample that was filtered last, after its measurements: one, on the heap, so that the filter itself stays small.
  var belief: [Belief] = []
  /// What this scheme made of the last sample.
  var lastMotion = Motion.zero
  var lastAttitude = Quaternion.identity
  var wasResting = false
  /// When velocity and rotation rate were last measured.
  var lastVelocity = -Double.infinity
  /// From when on a rest is measured, and whether the velocity with which it begins is still to be noted.
  var restBegin = -Double.infinity
  var isTestDue = false
  var lastRotation = -Double.infinity
  /// How many samples were taken in.
  var taken = 0
  var firstTime = 0.0
  var firstPosition = Vector3.zero
  /// How many of the known positions and directions were used.
  var usedPositions = 0
  var usedDirections = 0
  var isWholePass = false
  /// From which of the samples on a rest that begins now rewrites the past.
  var revisedFrom = 0
  var startsRest = false
  /// How many samples there are when the oldest are to be forgotten.
  var nextForgetting = 256
  /// Stretches before the body was moved from outside, to be smoothed: the number of the first sample, all of them, and what was known at the last.
  var closed: [(first: Int, stretch: FilteredStretch, last: Belief)] = []
}

extension UnsafePointer<FilteredStretch.Knot> {
  /// The place of the covariance: it is long, and stays there.
  @inline(__always)
  var covariance: UnsafePointer<ErrorCovariance> {
    (UnsafeRawPointer(self) + FilteredStretch.Knot.offset).assumingMemoryBound(to: ErrorCovariance.self)
  }
}

extension FilteredStretch.Knot {
  fileprivate static let offset = MemoryLayout<Self>.offset(of: \.covariance)!
}
