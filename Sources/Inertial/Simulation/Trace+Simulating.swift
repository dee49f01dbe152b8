import Foundation
import Rotations

extension Trace {
  /// The recording that a phone with these sensors makes on this path, with the true position and attitude in it.
  ///
  /// The same arguments give the same trace, bit for bit, on every machine: the numbers are rounded to fixed decimals
  /// (times 10⁻⁶ s, attitude 10⁻⁷, everything else 10⁻⁵ in its unit), which hides the last digit, in which
  /// mathematical libraries differ.
  ///
  /// - Throws: `TraceError.invalidParameter` for a rate or duration that gives no sample, or more than ten million.
  /// - Complexity: O(samples).
  public static func simulated(
    _ path: Path, sensors: SensorModel = .course, seed: UInt64 = 1
  ) throws(TraceError) -> Trace {
    guard sensors.rate > 0, sensors.rate.isFinite else {
      throw .invalidParameter("rate", value: sensors.rate, expected: "above 0 Hz")
    }
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
    force += bias + transient * exp(-elapsed / sensors.transientDuration)
    force += vector(sensors.accelerationNoise * (sensors.rate / 2).squareRoot())
    force = quantized(force)
    // The attitude filter's error wanders about 0: a first-order Gauss-Markov process.
    let decay = exp(-step / sensors.tiltDuration)
    tilt = tilt * decay + vector(sensors.tiltError * (1 - decay * decay).squareRoot())
    let error = RollPitchYaw(roll: tilt.y, pitch: tilt.x, yaw: tilt.z).quaternion
    let reported = error * attitude
    let rate = pose.rotationRate + rotationBias + vector(sensors.rotationNoise * (sensors.rate / 2).squareRoot())
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
