internal import Basics
import Rotations
import Traces

/// How a phone's sensors and its attitude filter distort the ideal motion. All standard deviations are per axis.
///
/// It is the only description of flawed sensors: `Trace.simulated(_:sensors:seed:)`,
/// ``record(duration:attitude:acceleration:earthField:disturbance:using:)`` and the generator of letters in the air take it.
public struct SensorModel: Hashable, Sendable {
  /// Hz.
  public var rate: Double
  /// White noise of the accelerometer, m/s² per √Hz. A number is one-sided, as in data sheets; see `NoiseDensity`.
  public var accelerationNoise: NoiseDensity
  /// White noise of the gyroscope, rad/s per √Hz.
  public var rotationNoise: NoiseDensity
  /// White noise of the magnetometer, µT per √Hz.
  public var magneticNoise: NoiseDensity
  /// Standard deviation of the accelerometer's constant bias, m/s², drawn once a recording.
  public var accelerationBias: Double
  /// Standard deviation of the gyroscope's constant bias, rad/s.
  public var rotationBias: Double
  /// A constant bias of the gyroscope that is not drawn but given, rad/s, device frame; it adds to the drawn one.
  public var rotationOffset: Vector3
  /// The accelerometer's bias wanders: standard deviation of its change in one second, m/s².
  public var accelerationBiasWalk: Double
  /// Bias instability of the accelerometer, m/s²: noise whose density falls as 1/f, so that averaging over longer times does not
  /// help. The flat part of an Allan plot is 0.664 of it (IEEE Std 952-1997, eq. C.13).
  public var accelerationBiasInstability: Double
  /// The same of the gyroscope, rad/s.
  public var rotationBiasInstability: Double
  /// The gyroscope's bias wanders: standard deviation of its change in one second, rad/s.
  public var rotationBiasWalk: Double
  /// Standard deviation per axis of the small rotation between the sensors' axes and the device's, rad; one for both
  /// sensors, drawn once a recording. The reported attitude is that of the device: gravity leaks into the other axes. A
  /// phone that levels itself by the same accelerometer does not notice it at rest, so no preset has any.
  public var misalignment: Double
  /// Standard deviation of the small angles by which each sensor's axes are not at right angles, rad.
  public var nonOrthogonality: Double
  /// Standard deviation of each axis's scale error, 0.01 for 1 %.
  public var scaleError: Double
  /// Hard iron: standard deviation of the field of the device's own magnets, per axis, µT; drawn once a recording.
  public var hardIron: Double
  /// Soft iron: standard deviation of the entries by which the magnetometer's symmetric matrix differs from 1, its scale included; 0.05 turns a
  /// sphere of readings into an ellipsoid whose axes differ by about a tenth.
  public var softIron: Double
  /// Greatest rotation rate that the gyroscope reads on an axis, rad/s; the rest is clipped.
  public var rotationRange: Double
  /// Greatest acceleration that the accelerometer reads on an axis, gravity included, m/s²; the rest is clipped.
  public var accelerationRange: Double
  /// Bits of the accelerometer over its whole range; nil for no quantisation.
  public var accelerationBits: Int?
  /// Start-up transient: the error of the accelerometer's reading at the beginning, on each axis, m/s², …
  public var transient: Double
  /// … and decays with this time constant, seconds.
  public var transientDuration: Double
  /// Standard deviation of the tilt error of the attitude that the phone reports, rad; gravity leaks by g·sin of it.
  public var tiltError: Double
  /// The time constant with which the tilt error changes, seconds.
  public var tiltDuration: Double
  /// What the tilt error grows by while the device moves, standard deviation per axis, rad for each m/s² of the acceleration's mean over the last
  /// second: an attitude filter takes some of every acceleration for gravity. It changes within about two seconds, and goes when the device rests.
  /// Default 0; a phone has some 0.005 (see ``Hand/typical``).
  public var tiltErrorInMotion: Double
  /// Probability that a sample is missing.
  public var dropProbability: Double
  /// Standard deviation of the sampling times about the grid, seconds.
  public var jitter: Double

  /// The hand that holds the device on a path that a hand draws, and makes it tremble; nil for one that does not. It moves the device itself, and
  /// so the true positions; ``record(duration:attitude:acceleration:earthField:disturbance:using:)`` takes the motion as it is.
  public var hand: Hand?

  /// Sensors with these errors, and no others; see the properties.
  public init(
    rate: Double = 100, accelerationNoise: NoiseDensity = 0, rotationNoise: NoiseDensity = 0,
    accelerationBias: Double = 0,
    rotationBias: Double = 0, accelerationBiasWalk: Double = 0, accelerationRange: Double = .infinity,
    accelerationBits: Int? = nil, transient: Double = 0, transientDuration: Double = 0.5, tiltError: Double = 0,
    tiltDuration: Double = 10, dropProbability: Double = 0, jitter: Double = 0,
    accelerationBiasInstability: Double = 0, rotationBiasInstability: Double = 0, rotationBiasWalk: Double = 0,
    misalignment: Double = 0, nonOrthogonality: Double = 0, scaleError: Double = 0, rotationRange: Double = .infinity,
    magneticNoise: NoiseDensity = 0, rotationOffset: Vector3 = .zero, hand: Hand? = nil, hardIron: Double = 0,
    softIron: Double = 0, tiltErrorInMotion: Double = 0
  ) {
    self.rate = rate
    self.accelerationNoise = accelerationNoise
    self.rotationNoise = rotationNoise
    self.accelerationBias = accelerationBias
    self.rotationBias = rotationBias
    self.accelerationBiasWalk = accelerationBiasWalk
    self.accelerationRange = accelerationRange
    self.accelerationBits = accelerationBits
    self.transient = transient
    self.transientDuration = transientDuration
    self.tiltError = tiltError
    self.tiltDuration = tiltDuration
    self.dropProbability = dropProbability
    self.jitter = jitter
    self.accelerationBiasInstability = accelerationBiasInstability
    self.rotationBiasInstability = rotationBiasInstability
    self.rotationBiasWalk = rotationBiasWalk
    self.misalignment = misalignment
    self.nonOrthogonality = nonOrthogonality
    self.scaleError = scaleError
    self.rotationRange = rotationRange
    self.magneticNoise = magneticNoise
    self.rotationOffset = rotationOffset
    self.hand = hand
    self.hardIron = hardIron
    self.softIron = softIron
    self.tiltErrorInMotion = tiltErrorInMotion
  }

  /// Sensors without error at 100 Hz: the ideal motion.
  public static let ideal = SensorModel()

  /// White noise and nothing else, at 100 Hz: 0.005 rad/s, 0.03 m/s² and 0.5 µT a sample, about a phone's. What attitude filters
  /// are tried on; the numbers are round ones.
  public static let whiteNoise = SensorModel(
    accelerationNoise: NoiseDensity(deviation: 0.03, at: 100),
    rotationNoise: NoiseDensity(deviation: 0.005, at: 100), magneticNoise: NoiseDensity(deviation: 0.5, at: 100))

  /// The phone of the course, in a hand: 100 Hz, an accelerometer that reads up to 2 g, a transient at the start. On a path that a hand draws, the
  /// hand trembles, sways, misses its stops and upsets the attitude (``Hand/typical``); on any path, the attitude is less certain while the
  /// phone moves.
  public static let course: SensorModel = {
    var sensors = mounted
    sensors.hand = .typical
    sensors.tiltErrorInMotion = 0.005
    return sensors
  }()

  /// The same phone without the hand: mounted on a tripod, a slide or a foot. It follows its path exactly and stops dead, and movement does not
  /// disturb its attitude. For experiments in which the sensors' own errors are the subject, and for a device that something other than a hand moves.
  public static let mounted = SensorModel(
    accelerationNoise: 0.003, rotationNoise: 0.0005, accelerationBias: 0.02, rotationBias: 0.003,
    accelerationBiasWalk: 0.001, accelerationRange: 2 * standardGravity, transient: 0.6, transientDuration: 0.25,
    tiltError: 0.003)

  /// The class of the first iPhones: 8 bits over ±2.3 g, a step of 0.18 m/s², and no gyroscope worth the name.
  public static let firstPhones = SensorModel(
    accelerationNoise: 0.01, rotationNoise: 0.005, accelerationBias: 0.15, rotationBias: 0.02,
    accelerationBiasWalk: 0.005, accelerationRange: 2.3 * standardGravity, accelerationBits: 8, transient: 0.6,
    transientDuration: 0.25, tiltError: 0.03, accelerationBiasInstability: 0.006)

  /// The class of the iPhone 4, the first with a gyroscope: 12 bits over ±2 g, a step of 0.01 m/s².
  public static let iPhone4 = SensorModel(
    accelerationNoise: 0.004, rotationNoise: 0.001, accelerationBias: 0.08, rotationBias: 0.01,
    accelerationBiasWalk: 0.002, accelerationRange: 2 * standardGravity, accelerationBits: 12, transient: 0.6,
    transientDuration: 0.25, tiltError: 0.008, accelerationBiasInstability: 0.002, rotationBiasInstability: 0.0003,
    rotationBiasWalk: 0.0001, rotationRange: 2000 * .pi / 180)

  /// The class of a current phone: 16 bits over ±8 g, little noise.
  public static let currentPhone = SensorModel(
    accelerationNoise: 0.0015, rotationNoise: 0.00015, accelerationBias: 0.02, rotationBias: 0.002,
    accelerationBiasWalk: 0.00002, accelerationRange: 8 * standardGravity, accelerationBits: 16, tiltError: 0.003,
    accelerationBiasInstability: 0.0004, rotationBiasInstability: 0.00003, rotationBiasWalk: 0.000003,
    rotationRange: 2000 * .pi / 180)

  /// The presets by the names that a command line knows.
  public static let presets: [(name: String, sensors: SensorModel)] = [
    ("ideal", .ideal), ("course", .course), ("mounted", .mounted), ("first-phones", .firstPhones),
    ("iphone-4", .iPhone4), ("current", .currentPhone),
  ]

  /// The preset of this name.
  ///
  /// - Throws: `SimulationError.unknownPhone` with a suggestion.
  public init(named name: String) throws(SimulationError) {
    let lowered = name.lowercased()
    guard let preset = Self.presets.first(where: { $0.name == lowered }) else {
      throw SimulationError.unknownPhone(
        name, suggestion: Spelling.nearest(to: lowered, among: Self.presets.map(\.name)))
    }
    self = preset.sensors
  }

  /// The errors that one recording's sensors have: reading = matrix · quantity + bias.
  package struct DrawnErrors {
    package var accelerometer, gyroscope, magnetometer: (matrix: Matrix3, bias: Vector3)
  }

  /// The errors that are drawn for a recording with this seed, which `Trace.simulated(_:sensors:seed:)` takes, and
  /// `record(duration:attitude:acceleration:earthField:disturbance:using:)` draws as its first number.
  package func drawnErrors(seed: UInt64) -> DrawnErrors { SimulatedSensors(self, seed: seed).drawn }

  /// - Throws: `TraceError.invalidParameter` for the first setting that no sensor has.
  func check() throws(TraceError) {
    guard rate >= 1e-3, rate <= 1e6 else {
      throw .invalidParameter("rate", value: rate, expected: "0.001 to 1000000 Hz")
    }
    for (name, value) in [
      ("accelerationNoise", accelerationNoise.oneSided), ("rotationNoise", rotationNoise.oneSided),
      ("accelerationBias", accelerationBias), ("rotationBias", rotationBias),
      ("accelerationBiasWalk", accelerationBiasWalk), ("rotationBiasWalk", rotationBiasWalk),
      ("accelerationBiasInstability", accelerationBiasInstability),
      ("rotationBiasInstability", rotationBiasInstability), ("tiltError", tiltError), ("jitter", jitter),
      ("misalignment", misalignment), ("nonOrthogonality", nonOrthogonality), ("scaleError", scaleError),
      ("magneticNoise", magneticNoise.oneSided), ("hardIron", hardIron), ("softIron", softIron),
      ("tiltErrorInMotion", tiltErrorInMotion),
    ] { try requireNonnegative(name, value) }
    guard rotationOffset.sum().isFinite else {
      throw .invalidParameter("rotationOffset", value: rotationOffset.sum(), expected: "finite, in rad/s")
    }
    guard transient.isFinite else { throw .invalidParameter("transient", value: transient, expected: "finite") }
    for (name, value) in [
      ("accelerationRange", accelerationRange), ("rotationRange", rotationRange),
      ("transientDuration", transientDuration), ("tiltDuration", tiltDuration),
    ] where !(value > 0) { throw .invalidParameter(name, value: value, expected: "above 0") }
    try hand?.check()
    guard dropProbability >= 0, dropProbability < 1 else {
      throw .invalidParameter("dropProbability", value: dropProbability, expected: "0 or more, and below 1")
    }
    guard let accelerationBits else { return }
    guard (1...32).contains(accelerationBits) else {
      throw .invalidParameter("accelerationBits", value: Double(accelerationBits), expected: "1 to 32")
    }
    guard accelerationRange.isFinite else {
      throw .invalidParameter("accelerationRange", value: accelerationRange, expected: "finite for a sensor with bits")
    }
  }
}
