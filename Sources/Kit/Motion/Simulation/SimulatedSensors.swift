import Foundation
import Rotations
import Traces

/// The one place where a recording is made worse: what sensors with a `SensorModel` read of a motion, sample by sample.
struct SimulatedSensors {
  /// What the sensors and the phone's attitude filter say of it.
  struct Reading {
    /// Device to reference frame, with the tilt error.
    var attitude: Quaternion
    /// m/s², device frame, +g up at rest.
    var specificForce: Vector3
    /// rad/s, device frame.
    var rotationRate: Vector3
    /// µT, device frame.
    var magneticField: Vector3?
    /// Core Motion's sign: the total reading is −f, of which gravity is what the reported attitude says.
    var userAcceleration: Vector3 { -specificForce - attitude.gravity }
  }

  private let sensors: SensorModel
  private var random: SeededRandom
  private var bias: Vector3
  private let rotationBias: Vector3
  private let transient: Vector3
  private var tilt: Vector3
  private var tiltInMotion = Vector3.zero
  /// m/s², over about a second.
  private var meanAcceleration = 0.0
  private var offset = 0.0
  // What came later draws from its own numbers, so that recordings made before stay what they are.
  private var laterRandom: SeededRandom
  private var wandering: FlickerNoise?
  private var wanderingRotation: FlickerNoise?
  private var rotationDrift = Vector3.zero
  private let forceMatrix: Matrix3?
  private let rateMatrix: Matrix3?
  private let hardIron: Vector3
  private let softIron: Matrix3?

  /// - Parameter sensors: Checked already.
  init(_ sensors: SensorModel, seed: UInt64) {
    self.sensors = sensors
    var random = SeededRandom(seed: seed)
    bias = random.normalVector() * sensors.accelerationBias
    rotationBias = random.normalVector() * sensors.rotationBias + sensors.rotationOffset
    transient = random.normalVector() * sensors.transient
    tilt = random.normalVector() * sensors.tiltError
    self.random = random
    var later = SeededRandom(seed: seed &+ 0x5851_f42d_4c95_7f2d)
    let step = 1 / sensors.rate
    if sensors.accelerationBiasInstability > 0 {
      wandering = FlickerNoise(sensors.accelerationBiasInstability, step: step, using: &later)
    }
    if sensors.rotationBiasInstability > 0 {
      wanderingRotation = FlickerNoise(sensors.rotationBiasInstability, step: step, using: &later)
    }
    if sensors.misalignment > 0 || sensors.nonOrthogonality > 0 || sensors.scaleError > 0 {
      let mounting = later.normalVector() * sensors.misalignment
      forceMatrix = Self.triad(sensors, mounting, using: &later)
      rateMatrix = Self.triad(sensors, mounting, using: &later)
    } else {
      (forceMatrix, rateMatrix) = (nil, nil)
    }
    if sensors.hardIron > 0 || sensors.softIron > 0 {
      hardIron = later.normalVector() * sensors.hardIron
      let (diagonal, beside) = (later.normalVector() * sensors.softIron, later.normalVector() * sensors.softIron)
      softIron = Matrix3(
        rows: Vector3(1 + diagonal.x, beside.x, beside.y), Vector3(beside.x, 1 + diagonal.y, beside.z),
        Vector3(beside.y, beside.z, 1 + diagonal.z))
    } else {
      (hardIron, softIron) = (.zero, nil)
    }
    laterRandom = later
  }

  /// What was drawn: reading = matrix · quantity + bias, before noise and what changes with time.
  var drawn: SensorModel.DrawnErrors {
    .init(
      accelerometer: (forceMatrix ?? .identity, bias), gyroscope: (rateMatrix ?? .identity, rotationBias),
      magnetometer: (softIron ?? .identity, hardIron))
  }

  /// What a triad reads of a vector in the device frame: each axis a little turned with the whole, a little by itself,
  /// each with its own scale.
  private static func triad(_ sensors: SensorModel, _ mounting: Vector3, using random: inout SeededRandom) -> Matrix3 {
    let scale = random.normalVector() * sensors.scaleError + Vector3(1, 1, 1)
    let shear = random.normalVector() * sensors.nonOrthogonality
    let turn = Quaternion(rotationVector: mounting).inverse
    // x is the triad's own axis; y leans in the plane of x and y, z in both other directions.
    let axes = [
      Vector3(1, 0, 0), Vector3(sin(shear.x), cos(shear.x), 0),
      Vector3(sin(shear.y), sin(shear.z), (1 - sin(shear.y) * sin(shear.y) - sin(shear.z) * sin(shear.z)).squareRoot()),
    ].map(turn.inverse.act(on:))
    return Matrix3(rows: axes[0] * scale.x, axes[1] * scale.y, axes[2] * scale.z)
  }

  /// When sample `index` is taken. Jitter moves a sample by less than half a step, so that time runs forward.
  func clock(_ index: Int) -> Double { Double(index) / sensors.rate + (index == 0 ? 0 : offset) }

  /// What the phone reports of this motion; nil when the sample is lost. The random state moves on by the same amount in
  /// either case, so that a lost sample changes no other.
  mutating func read(_ truth: Trace.TrueMotion, field earthField: Vector3? = nil, index: Int) -> Reading? {
    let step = 1 / sensors.rate
    let elapsed = Double(index) * step
    // Specific force: what pushes the device, in its own frame, +g up at rest.
    var force = truth.attitude.inverse.act(on: truth.acceleration + Vector3(0, 0, standardGravity))
    bias += random.normalVector() * (sensors.accelerationBiasWalk * step.squareRoot())
    if let forceMatrix { force = forceMatrix * force }
    if wandering != nil { force += wandering!.next(using: &laterRandom) }
    force += bias + transient * exp(-elapsed / sensors.transientDuration)
    force += random.normalVector() * sensors.accelerationNoise.deviation(at: sensors.rate)
    // The attitude filter's error wanders about 0: a first-order Gauss-Markov process.
    let decay = exp(-step / sensors.tiltDuration)
    tilt = tilt * decay + random.normalVector() * (sensors.tiltError * (1 - decay * decay).squareRoot())
    if sensors.tiltErrorInMotion > 0 { moveTilt(by: truth.acceleration.length) }
    let whole = tilt + tiltInMotion
    let error = RollPitchYaw(roll: whole.y, pitch: whole.x, yaw: whole.z).quaternion
    var turning = truth.rotationRate
    if let rateMatrix { turning = rateMatrix * turning }
    if wanderingRotation != nil { turning += wanderingRotation!.next(using: &laterRandom) }
    if sensors.rotationBiasWalk > 0 {
      rotationDrift += laterRandom.normalVector() * (sensors.rotationBiasWalk * step.squareRoot())
      turning += rotationDrift
    }
    let rate = turning + rotationBias + random.normalVector() * sensors.rotationNoise.deviation(at: sensors.rate)
    var field = earthField.map(truth.attitude.inverse.act(on:))
    if let softIron { field = field.map { softIron * $0 + hardIron } }
    if field != nil, sensors.magneticNoise > 0 {
      field! += laterRandom.normalVector() * sensors.magneticNoise.deviation(at: sensors.rate)
    }
    let lost = random.uniform() < sensors.dropProbability
    offset = max(-0.4 * step, min(0.4 * step, random.normal() * sensors.jitter))
    guard !lost else { return nil }
    return Reading(
      attitude: whole == .zero ? truth.attitude : error * truth.attitude, specificForce: quantized(force),
      rotationRate: rate.clipped(to: sensors.rotationRange), magneticField: field)
  }

  /// Lets the attitude filter's error in motion go on by a step: another Gauss-Markov process, as strong as the device moves.
  private mutating func moveTilt(by acceleration: Double) {
    let step = 1 / sensors.rate
    meanAcceleration += (acceleration - meanAcceleration) * (1 - exp(-step / Self.motionWindow))
    let decay = exp(-step / Self.motionDuration)
    let deviation = sensors.tiltErrorInMotion * meanAcceleration
    tiltInMotion = tiltInMotion * decay + laterRandom.normalVector() * (deviation * (1 - decay * decay).squareRoot())
  }

  /// Seconds: over which the acceleration counts, and within which the error that it makes changes. Phones next to cameras (OxIOD) show an
  /// autocorrelation of 0.6 after one second, and 0.3 to 0.4 after two.
  private static let (motionWindow, motionDuration) = (1.0, 2.0)

  /// An analogue-to-digital converter has 2^bits levels, of which the lowest is −range.
  private func quantized(_ force: Vector3) -> Vector3 {
    let range = sensors.accelerationRange
    guard let bits = sensors.accelerationBits else { return force.clipped(to: range) }
    let step = 2 * range / Double(1 << bits)
    let levels = (force / step).rounded(.toNearestOrEven) * step
    return levels.clamped(lowerBound: Vector3(repeating: -range), upperBound: Vector3(repeating: range - step))
  }
}
