import Rotations
import Traces

/// What an error-state filter knows at one sample.
struct Belief: Sendable {
  var state: NominalState
  var covariance: ErrorCovariance

  static let covarianceOffset = MemoryLayout<Belief>.offset(of: \.covariance)!

  /// What a measurement of one of the errors brings: S⁻¹ and the gain K.
  struct Update: Sendable {
    var error: MeasuredError
    var difference: Vector3
    var inverse: Matrix3
    var gain: ErrorColumn<Matrix3>
  }

  /// Measures one error: `difference` is measured less predicted, with the variance of each axis.
  @inline(never)
  mutating func measure(_ error: MeasuredError, _ difference: Vector3, variance: Vector3) -> Update {
    let column = covariance[error]
    var innovation = column[error]
    innovation.addDiagonal(variance)
    let inverse = innovation.inverted
    let gain = column * inverse
    covariance.reduce(gain, column)
    state.correct(gain * difference)
    return Update(error: error, difference: difference, inverse: inverse, gain: gain)
  }
}

extension ErrorColumn where Block == Matrix3 {
  subscript(_ error: MeasuredError) -> Matrix3 {
    @inline(__always) get {
      switch error {
      case .position: p
      case .velocity: v
      case .attitude: t
      case .gyroscope: g
      }
    }
    @inline(__always) set {
      switch error {
      case .position: p = newValue
      case .velocity: v = newValue
      case .attitude: t = newValue
      case .gyroscope: g = newValue
      }
    }
  }
}

/// One sample as the filter remembers it.
struct FilteredSample: Sendable {
  var input: InertialInput
  /// Predicted from the sample before.
  var predicted: Belief
  /// How it was predicted; nothing for the first.
  var transition: ErrorTransition
  /// What was measured here.
  var isAtRest = false
  var isNotTurning = false
  var knownPosition: ErrorStateFilter.KnownPosition?
  var knownDirection: ErrorStateFilter.KnownDirection?

  static let predictedOffset = MemoryLayout<FilteredSample>.offset(of: \.predicted)!

  /// What is about to be overwritten.
  static let blank = FilteredSample(
    input: InertialInput(time: 0, duration: 0, force: .zero, rate: .zero, isMeanRate: false),
    predicted: Belief(state: NominalState(motion: .zero, attitude: .identity), covariance: .zero),
    transition: ErrorTransition(duration: 0, rotation: .zero, force: .zero))

  /// Whether anything was.
  @inline(__always)
  var isMeasured: Bool {
    isAtRest || isNotTurning || knownPosition != nil || knownDirection != nil
  }
}

/// What an error-state filter has seen.
struct FilterState: Sendable {
  /// Since the start, or since the body was last moved from outside.
  var samples: [FilteredSample] = []
  /// The sample that was filtered last, and whether it has measurements; what is known after them is then in `measured`, on the heap, so that the
  /// filter itself stays small.
  var place = 0
  var isMeasured = false
  var measured: [Belief] = []
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
  /// Stretches before the body was moved from outside, to be smoothed: the number of the first sample, and all of them.
  var closed: [(first: Int, samples: [FilteredSample])] = []

  /// Calls `body` with what is known at the sample that was filtered last, after its measurements.
  @inline(__always)
  func withBelief<Result>(_ body: (UnsafePointer<Belief>) -> Result) -> Result {
    if isMeasured { return measured.withUnsafeBufferPointer { body($0.baseAddress!) } }
    return samples.withUnsafeBufferPointer {
      body(UnsafePointer(UnsafeMutablePointer(mutating: $0.baseAddress! + place).predicted))
    }
  }

  /// The same, with the memory of all samples.
  @inline(__always)
  mutating func withBeliefAndSamples(_ body: (UnsafePointer<Belief>, UnsafeMutablePointer<FilteredSample>) -> Void) {
    let (isMeasured, place) = (isMeasured, place)
    measured.withUnsafeBufferPointer { measured in
      samples.withUnsafeMutableBufferPointer { samples in
        let first = samples.baseAddress!
        if isMeasured { return body(measured.baseAddress!, first) }
        body(UnsafePointer((first + place).predicted), first)
      }
    }
  }
}

extension UnsafeMutablePointer<FilteredSample> {
  /// Where the prediction is.
  @inline(__always)
  var predicted: UnsafeMutablePointer<Belief> {
    (UnsafeMutableRawPointer(self) + FilteredSample.predictedOffset).assumingMemoryBound(to: Belief.self)
  }
}

extension UnsafeMutablePointer<Belief> {
  /// Where the covariance is.
  @inline(__always)
  var covariance: UnsafeMutablePointer<ErrorCovariance> {
    (UnsafeMutableRawPointer(self) + Belief.covarianceOffset).assumingMemoryBound(to: ErrorCovariance.self)
  }
}

extension UnsafePointer<Belief> {
  /// Where the covariance is.
  @inline(__always)
  var covariance: UnsafePointer<ErrorCovariance> {
    (UnsafeRawPointer(self) + Belief.covarianceOffset).assumingMemoryBound(to: ErrorCovariance.self)
  }
}
