import Foundation
import Rotations

extension Trace {
  /// The recording that a phone with these sensors makes on this path, with the true position and attitude in it.
  ///
  /// The same arguments give the same trace, bit for bit, on every machine: the numbers are rounded to fixed decimals
  /// (times 10⁻⁶ s, attitude 10⁻⁷, everything else 10⁻⁵ in its unit), which hides the last digit, in which
  /// mathematical libraries differ.
  ///
  /// - Throws: `TraceError.invalidParameter` for sensors or a path with a setting out of range, and for a rate or duration that gives no
  ///   sample, or more than ten million.
  /// - Complexity: O(samples).
  public static func simulated(
    _ path: Path, sensors: SensorModel = .course, seed: UInt64 = 1
  ) throws(TraceError) -> Trace {
    if let fault = path.fault { throw fault }
    guard sensors.rate > 0, sensors.rate.isFinite else {
      throw .invalidParameter("rate", value: sensors.rate, expected: "above 0 Hz")
    }
    try sensors.check()
    let steps = (path.duration * sensors.rate).rounded(.down)
    guard steps >= 0, steps <= 1e7 else {
      throw .invalidParameter("duration", value: path.duration, expected: "0 s or more, and at most 10⁷ samples")
    }
    var phone = SimulatedPhone(sensors, seed: seed)
    var timestamps = [Double]()
    var attitude = [Quaternion]()
    var userAcceleration = [Vector3]()
    var rotationRate = [Vector3]()
    var truePosition = [Vector3]()
    var trueAttitude = [Quaternion]()
    var isTouching = [Bool]()
    for index in 0...Int(steps) {
      let time = phone.clock(index)
      let pose = path.pose(.time(time))
      guard let reading = phone.read(pose, index: index) else { continue }
      timestamps.append(rounded(time, 1e6))
      attitude.append(rounded(reading.attitude))
      userAcceleration.append(rounded(reading.userAcceleration))
      rotationRate.append(rounded(reading.rotationRate))
      truePosition.append(rounded(pose.position))
      trueAttitude.append(rounded(pose.attitude))
      isTouching.append(pose.isTouching)
    }
    return try Trace(
      name: path.name, timestamps: timestamps, attitude: attitude, userAcceleration: userAcceleration,
      rotationRate: rotationRate, truePosition: truePosition, trueAttitude: trueAttitude, isTouching: isTouching)
  }
}

/// Rounds to `scale` steps per unit; never −0, which would be written as such.
private func rounded(_ value: Double, _ scale: Double) -> Double { (value * scale).rounded() / scale + 0 }

private func rounded(_ v: Vector3) -> Vector3 { Vector3(rounded(v.x, 1e5), rounded(v.y, 1e5), rounded(v.z, 1e5)) }

private func rounded(_ q: Quaternion) -> Quaternion {
  Quaternion(w: rounded(q.w, 1e7), x: rounded(q.x, 1e7), y: rounded(q.y, 1e7), z: rounded(q.z, 1e7))
}

/// The sensors' state while a recording is made.
private struct SimulatedPhone {
  struct Reading {
    var attitude: Quaternion
    var userAcceleration: Vector3
    var rotationRate: Vector3
  }

  private let sensors: SensorModel
  private var random: SeededRandom
  private var bias: Vector3
  private let rotationBias: Vector3
  private let transient: Vector3
  private var tilt: Vector3
  private var offset = 0.0
  // What came later draws from numbers of its own, so that recordings made before stay what they are.
  private var laterRandom: SeededRandom
  private var wandering: FlickerNoise?
  private var wanderingRotation: FlickerNoise?
  private var rotationDrift = Vector3.zero
  private let forceMatrix: Matrix3?
  private let rateMatrix: Matrix3?

  init(_ sensors: SensorModel, seed: UInt64) {
    self.sensors = sensors
    var random = SeededRandom(seed: seed)
    func vector(_ deviation: Double) -> Vector3 {
      Vector3(random.normal(), random.normal(), random.normal()) * deviation
    }
    bias = vector(sensors.accelerationBias)
    rotationBias = vector(sensors.rotationBias)
    transient = vector(sensors.transient)
    tilt = vector(sensors.tiltError)
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
    laterRandom = later
  }

  /// What a triad reads of a vector in the device frame: each axis a little turned with the whole, a little by itself,
  /// and of its own scale.
  private static func triad(_ sensors: SensorModel, _ mounting: Vector3, using random: inout SeededRandom) -> Matrix3 {
    let scale = random.normalVector() * sensors.scaleError + Vector3(1, 1, 1)
    let shear = random.normalVector() * sensors.nonOrthogonality
    let turn = Quaternion(rotationVector: mounting).inverse
    // x is taken for the triad's own axis; y leans in the plane of x and y, z in both other directions.
    let axes = [
      Vector3(1, 0, 0), Vector3(sin(shear.x), cos(shear.x), 0),
      Vector3(sin(shear.y), sin(shear.z), (1 - sin(shear.y) * sin(shear.y) - sin(shear.z) * sin(shear.z)).squareRoot()),
    ].map(turn.inverse.act(on:))
    return Matrix3(rows: axes[0] * scale.x, axes[1] * scale.y, axes[2] * scale.z)
  }

  /// When sample `index` is taken. Jitter moves a sample by less than half a step, so that time runs forward.
  func clock(_ index: Int) -> Double { Double(index) / sensors.rate + (index == 0 ? 0 : offset) }

  private mutating func vector(_ deviation: Double) -> Vector3 {
    Vector3(random.normal(), random.normal(), random.normal()) * deviation
  }

  /// What the phone reports in this pose; nil when the sample is lost. The random state moves on by the same amount in
  /// either case, so that a lost sample changes no other.
  mutating func read(_ pose: Path.Pose, index: Int) -> Reading? {
    let step = 1 / sensors.rate
    let elapsed = Double(index) * step
    let attitude = pose.attitude
    // Specific force: what pushes the device, in its own frame, +g up at rest.
    var force = attitude.inverse.act(on: pose.acceleration + Vector3(0, 0, standardGravity))
    bias += vector(sensors.accelerationBiasWalk * step.squareRoot())
    if let forceMatrix { force = forceMatrix * force }
    if wandering != nil { force += wandering!.next(using: &laterRandom) }
    force += bias + transient * exp(-elapsed / sensors.transientDuration)
    force += vector(sensors.accelerationNoise * (sensors.rate / 2).squareRoot())
    force = quantized(force)
    // The attitude filter's error wanders about 0: a first-order Gauss-Markov process.
    let decay = exp(-step / sensors.tiltDuration)
    tilt = tilt * decay + vector(sensors.tiltError * (1 - decay * decay).squareRoot())
    let error = RollPitchYaw(roll: tilt.y, pitch: tilt.x, yaw: tilt.z).quaternion
    let reported = error * attitude
    var turning = pose.rotationRate
    if let rateMatrix { turning = rateMatrix * turning }
    if wanderingRotation != nil { turning += wanderingRotation!.next(using: &laterRandom) }
    if sensors.rotationBiasWalk > 0 {
      rotationDrift += laterRandom.normalVector() * (sensors.rotationBiasWalk * step.squareRoot())
      turning += rotationDrift
    }
    var rate = turning + rotationBias + vector(sensors.rotationNoise * (sensors.rate / 2).squareRoot())
    let limit = Vector3(repeating: sensors.rotationRange)
    rate = pointwiseMin(pointwiseMax(rate, -limit), limit)
    let lost = random.uniform() < sensors.dropProbability
    let jitter = random.normal() * sensors.jitter
    offset = max(-0.4 * step, min(0.4 * step, jitter))
    // Core Motion's sign: total reading −f, of which gravity is what the reported attitude says.
    let gravity = reported.inverse.act(on: Vector3(0, 0, -standardGravity))
    return lost ? nil : Reading(attitude: reported, userAcceleration: -force - gravity, rotationRate: rate)
  }

  private func quantized(_ force: Vector3) -> Vector3 {
    let range = Vector3(repeating: sensors.accelerationRange)
    var clipped = pointwiseMin(pointwiseMax(force, -range), range)
    if let bits = sensors.accelerationBits, sensors.accelerationRange.isFinite {
      let step = 2 * sensors.accelerationRange / Double(1 << bits)
      clipped = (clipped / step).rounded(.toNearestOrEven) * step
    }
    return clipped
  }
}
