import Foundation
import Rotations

/// The flaws of a phone's raw sensors, and recordings made with them of a motion that is given by functions of time: what
/// filters are tried on where the truth has to be exact.
public struct RawSensor: Hashable, Codable, Sendable {
  /// Samples a second. Default 100.
  public var rate = 100.0
  /// The gyroscope's constant bias, rad/s, device frame. Default zero.
  public var rotationRateBias = Vector3.zero
  /// Standard deviation of the gyroscope's white noise per axis and sample, rad/s. Default 0.005.
  public var rotationRateNoise = 0.005
  /// Standard deviation of the accelerometer's white noise per axis and sample, m/s². Default 0.03.
  public var specificForceNoise = 0.03
  /// Standard deviation of the magnetometer's white noise per axis and sample, µT. Default 0.5.
  public var magneticFieldNoise = 0.5
  /// The Earth's field in (east, north, up), µT; `nil` for a device without magnetometer. Default (0, 20, −45), as in
  /// central Europe.
  public var earthField: Vector3? = Vector3(0, 20, -45)
  /// What the accelerometer's readings are rounded to; `nil` for none. Default nil.
  public var accelerometer: Quantizer?

  /// A sensor with the defaults.
  public init() {}

  /// A sensor that reads the truth.
  public static var ideal: RawSensor {
    var sensor = RawSensor()
    (sensor.rotationRateNoise, sensor.specificForceNoise, sensor.magneticFieldNoise) = (0, 0, 0)
    return sensor
  }

  /// A recording from time 0 on. O(n).
  ///
  /// Each rotation rate is the mean over the step that it ends, so that integrating the ideal readings gives back the attitude.
  ///
  /// - Parameters:
  ///   - duration: s.
  ///   - attitude: device→(east, north, up) at a time in s.
  ///   - acceleration: d²x/dt² in (east, north, up), m/s², at a time in s. Default: none.
  ///   - disturbance: what is added to the Earth's field, (east, north, up), µT, at a time in s. Default: nothing.
  ///   - random: draws the noise.
  /// - Throws: ``TraceError/invalidParameter(_:value:expected:)`` for a rate or duration that is not positive.
  public func record(
    duration: Double, attitude: (Double) -> Quaternion, acceleration: (Double) -> Vector3 = { _ in .zero },
    disturbance: (Double) -> Vector3 = { _ in .zero }, using random: inout SeededRandom
  ) throws(TraceError) -> [RawSample] {
    try requirePositive("rate", rate)
    try requirePositive("duration", duration)
    guard duration * rate <= 1e7 else {
      throw .invalidParameter("duration", value: duration, expected: "at most 10⁷ samples")
    }
    for (name, value) in [
      ("rotationRateNoise", rotationRateNoise), ("specificForceNoise", specificForceNoise),
      ("magneticFieldNoise", magneticFieldNoise),
    ] { try requireNonnegative(name, value) }
    for (name, vector) in [("rotationRateBias", rotationRateBias), ("earthField", earthField ?? .zero)] {
      guard vector.sum().isFinite else { throw .invalidParameter(name, value: vector.sum(), expected: "finite") }
    }
    func noise(_ deviation: Double) -> Vector3 {
      guard deviation > 0 else { return .zero }
      return random.normalVector() * deviation
    }
    var samples = [RawSample]()
    var previous = attitude(-1 / rate)
    for index in 0...Int(duration * rate) {
      let time = Double(index) / rate
      let q = attitude(time)
      let turn = previous.inverse * q
      previous = q
      let sine = (turn.x * turn.x + turn.y * turn.y + turn.z * turn.z).squareRoot()
      // The shorter of the two ways round; for tiny turns 2·atan2(s, w)/s is 2.
      let sign = turn.w < 0 ? -1.0 : 1.0
      let factor = sine > 1e-12 ? 2 * atan2(sine, abs(turn.w)) / sine * sign : 2 * sign
      let rotation = Vector3(turn.x, turn.y, turn.z) * factor * rate
      let force = q.inverse.act(on: acceleration(time) + Vector3(0, 0, standardGravity)) + noise(specificForceNoise)
      samples.append(
        RawSample(
          time: time, rotationRate: rotation + rotationRateBias + noise(rotationRateNoise),
          specificForce: accelerometer?.quantized(force) ?? force,
          magneticField: earthField.map { q.inverse.act(on: $0 + disturbance(time)) + noise(magneticFieldNoise) }))
    }
    return samples
  }
}

/// Rounding to the steps of an analogue-to-digital converter: 2^bits levels over ±fullScale; what lies beyond is cut off.
public struct Quantizer: Hashable, Codable, Sendable {
  /// Number of bits. The first phones' accelerometer had 8, later ones 12 and 16.
  public let bits: Int
  /// The largest reading, in the unit of the values.
  public let fullScale: Double

  /// A converter with this many bits, 1…32, over ±fullScale.
  ///
  /// - Throws: ``TraceError/invalidParameter(_:value:expected:)``.
  public init(bits: Int, fullScale: Double) throws(TraceError) {
    guard (1...32).contains(bits) else {
      throw .invalidParameter("bits", value: Double(bits), expected: "a number of bits from 1 to 32")
    }
    try requirePositive("fullScale", fullScale)
    (self.bits, self.fullScale) = (bits, fullScale)
  }

  /// The distance between two levels, in the unit of the values.
  public var step: Double { 2 * fullScale / Double(1 << bits) }

  /// `v` with every component at the nearest level within the range.
  public func quantized(_ v: Vector3) -> Vector3 {
    func level(_ value: Double) -> Double {
      min(fullScale - step, max(-fullScale, (value / step).rounded() * step))
    }
    return Vector3(level(v.x), level(v.y), level(v.z))
  }
}
