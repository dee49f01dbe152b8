import Rotations
import Traces

/// An error-state Kalman filter with zero-velocity updates, smoothed over the recording.
///
/// It integrates the sensors' readings by itself, attitude included, and estimates the errors of position, velocity, attitude and both
/// sensors' biases (15 states; Foxlin 2005; Solà 2017, sections 5 to 7, with the angle's error in the reference frame). A rest says that the velocity is
/// 0 (Skog et al. 2010), and by the way a velocity error has grown, how the attitude was tilted. A rest of the gyroscope says that it does not turn: what
/// it reads then is its bias. Known positions and directions, and the return to the start are further measurements.
///
/// A measurement counts the error of velocity as one that turns with the attitude's, and that of position about the place that is measured (Barrau and
/// Bonnabel 2017). So a rest at the end of a long walk, where the velocity has drifted far, tells nothing of the heading.
///
/// Readings are recovered from user acceleration and attitude, so recordings of bare sensors and of device motion serve alike. The first attitude is the
/// recording's; where there is no rotation rate, the recording's attitudes say how the device turned.
///
/// Smoothing is Rauch, Tung and Striebel's, in the form of Bryson and Frazier, which inverts no covariance (Bierman 1973). Live, each rest
/// smooths the movement before it; `Integrator.finish()` smooths all, and gives the same numbers as a pass over the whole trace, bit for bit.
///
/// Trajectories have covariances and attitudes. How far they can be believed is what `Consistency` answers.
public struct ErrorStateFilter: Scheme {
  /// How readings are held between samples.
  public enum Integration: String, Hashable, Sendable, CaseIterable {
    /// Each reading holds over the step that it ends; see `Motion.splitStep(_:)`.
    case splitStep = "split step"
    /// Readings change evenly from one sample to the next; see `Motion.trapezoidalStep(_:from:)`.
    case trapezoidal
  }

  /// What says how the device turned between two samples.
  public enum AttitudeSource: String, Hashable, Sendable, CaseIterable {
    /// The rotation rate, where the recording has it; else the attitudes.
    case rotationRate = "rotation rate"
    /// The recording's attitudes: a phone's own fusion, whose slow errors `SensorErrors.rotationNoise` has to cover.
    case recordedAttitude = "recorded attitude"
  }

  /// A place where the device is known to be.
  public struct KnownPosition: Hashable, Sendable {
    /// Seconds since the first sample; the first sample at that time or later is there.
    public var time: Double
    /// m, in the reference frame.
    public var position: Vector3
    /// Standard deviation per axis, m.
    public var deviation: Double

    /// A known position; see the properties.
    public init(_ position: Vector3, at time: Double, deviation: Double = 0.01) {
      (self.position, self.time, self.deviation) = (position, time, deviation)
    }
  }

  /// Tells when the device rests.
  public var detector: RestDetector
  /// Tells when a device that rests does not turn either; nil: rests do not correct the gyroscope. It acts only where the recording
  /// has a rotation rate. Each of its readings turns the attitude, too, and counts there as independent: where the gyroscope's noise is all that
  /// is wrong with a rest, the attitude is therefore surer than the filter says, by a tenth or so.
  public var gyroscopeDetector: RestDetector?
  /// How wrong the sensors are.
  public let sensors: SensorErrors
  /// Standard deviation per axis of the true velocity at rest, m/s. Grows: a rest is trusted less. A hand trembles by 0.01 m/s or so; a
  /// device on a table by nothing.
  public let restSpeed: Double
  /// How far the sensor is from the point about which a resting device still turns, m: a foot that rolls over its sole or lifts its heel is at rest at the
  /// toes only, and the instep moves with ω × r. The velocity's deviation at rest becomes √(`restSpeed`² + (`restRadius`·ω)²). 0, the default: it turns
  /// about the sensor. Grows: rests in which the device turns count for less.
  public let restRadius: Double
  /// Standard deviation per axis of the true rotation rate while the gyroscope rests, rad/s. Grows: its bias follows more slowly.
  public let restRotation: Double
  /// Seconds between two measurements at rest, which count as independent of each other: tremor is the same from one sample to the next.
  /// Grows: a long rest says less, and costs less.
  public let restInterval: Double
  /// Seconds by which each rest is shortened at both ends, as in ``RestRecognition/margin``.
  public let margin: Double
  /// Whether the recording ends at rest, even if the detector does not see that.
  public let endsAtRest: Bool
  /// Where the device is known to be.
  public let knownPositions: [KnownPosition]
  /// The recording ends where it began, to within this standard deviation per axis, m; nil: nobody knows.
  public let closureDeviation: Double?
  /// Every rest is at the height of the first sample, to within this standard deviation, m, as of a foot on a level floor; it is measured once in each rest.
  /// nil, the default: nobody knows. Grows: steps and slopes are believed.
  public let floorDeviation: Double?
  /// Where the device is known to point.
  public let knownDirections: [KnownDirection]
  /// How readings are held between samples.
  public let integration: Integration
  /// How much of what the samples do not resolve counts as noise; by default 1, all of it. A heel that strikes the ground changes the
  /// acceleration by several g from one sample to the next, and what happened in between is a guess. The guess is estimated for each step by how much the
  /// readings bend, h/12·|f₀ − 2f₁ + f₂|, the error of the trapezoidal rule (Davis and Rabinowitz, Methods of Numerical Integration,
  /// 2.1), for acceleration and rotation rate alike. 0: nothing happens between samples. Grows: impacts make the filter less sure.
  public let samplingError: Double
  /// What says how the device turned.
  public let attitudeSource: AttitudeSource
  /// Whether later rests correct earlier samples. Without smoothing, the end of the recording has no effect: `endsAtRest` and
  /// `closureDeviation` have no effect.
  public let isSmoothed: Bool

  /// What a measurement found, before it corrected anything: what consistency is judged by.
  public struct Innovation: Hashable, Sendable {
    /// What was measured.
    public enum Measurement: String, Hashable, Sendable, CaseIterable {
      case velocity, position
    }

    /// What was measured.
    public let measurement: Measurement
    /// When, in seconds on the recording's clock.
    public let time: Double
    /// Measured less predicted, m/s or m.
    public let difference: Vector3
    /// yᵀ·S⁻¹·y, the normalised innovation squared (NIS): distributed as χ² with 3 degrees of freedom if the filter is right.
    public let normalized: Double
  }

  /// The first innovation of each rest, and of each known position, in the order of time.
  public internal(set) var innovations: [Innovation] = []

  public private(set) var noiseFreedom: Int?

  var state = FilterState()
  let processNoise: ProcessNoise

  /// A filter; see the properties. The defaults are about a phone in a hand.
  ///
  /// - Throws: nothing here; integrating throws what `check()` refuses.
  public init(
    detector: RestDetector = .fluctuation(), gyroscopeDetector: RestDetector? = .gyroscopeRest,
    sensors: SensorErrors = SensorErrors(), restSpeed: Double = 0.01, restRadius: Double = 0,
    restRotation: Double = 0.02, restInterval: Double = 0.05, margin: Double = 0, endsAtRest: Bool = false,
    knownPositions: [KnownPosition] = [],
    closureDeviation: Double? = nil, floorDeviation: Double? = nil, knownDirections: [KnownDirection] = [],
    integration: Integration = .trapezoidal, samplingError: Double = 1,
    attitudeSource: AttitudeSource = .rotationRate, isSmoothed: Bool = true
  ) {
    self.detector = detector
    self.gyroscopeDetector = gyroscopeDetector
    self.sensors = sensors
    processNoise = sensors.processNoise
    self.restSpeed = restSpeed
    self.restRadius = restRadius
    self.restRotation = restRotation
    self.restInterval = restInterval
    self.margin = margin
    self.endsAtRest = endsAtRest
    self.knownPositions = knownPositions.sorted { $0.time < $1.time }
    self.closureDeviation = closureDeviation
    self.floorDeviation = floorDeviation
    self.knownDirections = knownDirections.sorted { $0.time < $1.time }
    self.integration = integration
    self.samplingError = samplingError
    self.attitudeSource = attitudeSource
    self.isSmoothed = isSmoothed
  }

  public var name: String { isSmoothed ? "error-state smoother" : "error-state filter" }
  public var parameters: [SchemeParameter] {
    detector.parameters + [
      .init("acceleration noise", sensors.accelerationNoise.oneSided, unit: "m/s² per √Hz"),
      .init("rotation noise", sensors.rotationNoise.oneSided, unit: "rad/s per √Hz"),
      .init("acceleration bias", sensors.accelerationBias, unit: "m/s²"),
      .init("rotation bias", sensors.rotationBias, unit: "rad/s"),
      .init("acceleration bias walk", sensors.accelerationBiasWalk, unit: "m/s² per √s"),
      .init("rotation bias walk", sensors.rotationBiasWalk, unit: "rad/s per √s"),
      .init("tilt", sensors.tilt, unit: "rad"), .init("heading", sensors.heading, unit: "rad"),
      .init("rotation scale", sensors.rotationScale, unit: "rad per √rad"),
      .init("rest speed", restSpeed, unit: "m/s"), .init("rest radius", restRadius, unit: "m"),
      .init("rest rotation", restRotation, unit: "rad/s"),
      .init("rest interval", restInterval, unit: "s"), .init("margin", margin, unit: "s"),
      .init("gyroscope rest", gyroscopeDetector.map { "below \($0.threshold) for \($0.duration) s" } ?? "none"),
      .init("ends at rest", endsAtRest), .init("known positions", knownPositions.count),
      .init("closure", closureDeviation.map { "\($0) m" } ?? "none"),
      .init("floor", floorDeviation.map { "\($0) m" } ?? "none"),
      .init("known directions", knownDirections.count),
      .init("integration", integration.rawValue), .init("sampling error", samplingError),
      .init("attitude by", attitudeSource.rawValue),
    ] + (noiseFreedom.map { [.init("noise estimated from", $0)] } ?? [])
  }
  public var restDetector: RestDetector? { detector }
  public var assumesRestAtEnd: Bool { endsAtRest }
  public var rewritesPast: Bool { isSmoothed }
  public var knowsUncertainty: Bool { true }
  /// The scheme as it was before any sample: what it has seen and remembers is gone.
  public var fresh: Self { copy() }

  /// The same filter for sensors with other errors.
  ///
  /// - Parameter count: How many independent numbers these errors were estimated from; nil where they are known. It widens the regions, and
  ///   changes no path.
  public func with(_ sensors: SensorErrors, estimatedFrom count: Int? = nil) -> Self {
    var filter = copy(sensors: sensors)
    filter.noiseFreedom = count
    return filter
  }

  /// The same filter with another rest detector.
  public func with(_ detector: RestDetector) -> Self { copy(detector: detector) }

  /// The same filter with another source of attitudes.
  public func with(_ attitudeSource: AttitudeSource) -> Self { copy(attitudeSource: attitudeSource) }

  private func copy(
    sensors: SensorErrors? = nil, detector: RestDetector? = nil, attitudeSource: AttitudeSource? = nil
  ) -> Self {
    var filter = ErrorStateFilter(
      detector: detector ?? self.detector.fresh, gyroscopeDetector: gyroscopeDetector?.fresh,
      sensors: sensors ?? self.sensors, restSpeed: restSpeed, restRadius: restRadius,
      restRotation: restRotation, restInterval: restInterval, margin: margin, endsAtRest: endsAtRest,
      knownPositions: knownPositions, closureDeviation: closureDeviation, floorDeviation: floorDeviation,
      knownDirections: knownDirections, integration: integration, samplingError: samplingError,
      attitudeSource: attitudeSource ?? self.attitudeSource,
      isSmoothed: isSmoothed)
    filter.noiseFreedom = noiseFreedom
    return filter
  }

  public func check() throws(TraceError) {
    try detector.check()
    try gyroscopeDetector?.check()
    try sensors.check()
    try requirePositive("restSpeed", restSpeed, unit: "m/s")
    try requireNonnegative("restRadius", restRadius, unit: "m")
    try requirePositive("restRotation", restRotation, unit: "rad/s")
    try requirePositive("restInterval", restInterval, unit: "s")
    try requireNonnegative("margin", margin, unit: "s")
    try requireNonnegative("samplingError", samplingError)
    if let closureDeviation { try requirePositive("closureDeviation", closureDeviation, unit: "m") }
    if let floorDeviation { try requirePositive("floorDeviation", floorDeviation, unit: "m") }
    for known in knownDirections {
      try requirePositive("knownDirections.deviation", known.deviation, unit: "rad")
      let sum = known.direction.sum() + known.azimuth + known.time
      guard sum.isFinite else { throw .notFinite(column: "knownDirections", value: sum, row: 0) }
    }
    for known in knownPositions {
      try requirePositive("knownPositions.deviation", known.deviation, unit: "m")
      guard known.position.sum().isFinite, known.time.isFinite else {
        throw .notFinite(column: "knownPositions", value: known.position.sum() + known.time, row: 0)
      }
    }
  }

  public func check(_ trace: Trace) throws(TraceError) {
    try check()
    try detector.check(trace)
  }
}

extension RestDetector {
  /// For a hand that holds a device: it turns by no more than 0.05 rad/s in the mean square for 0.5 s. A round number; no recording was searched
  /// for it.
  public static var gyroscopeRest: RestDetector { .angularRateEnergy(threshold: 0.0025, duration: 0.5, hysteresis: 1) }
}

extension Scheme where Self == ErrorStateFilter {
  /// An error-state Kalman filter with zero-velocity updates, smoothed over the recording; see ``ErrorStateFilter``.
  public static func errorStateFilter(
    _ detector: RestDetector = .fluctuation(), sensors: SensorErrors = SensorErrors(), isSmoothed: Bool = true
  ) -> ErrorStateFilter {
    ErrorStateFilter(detector: detector, sensors: sensors, isSmoothed: isSmoothed)
  }
}
