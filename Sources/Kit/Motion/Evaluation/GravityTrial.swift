import Foundation
import Rotations
import Simulation
import Traces

/// How a way of telling gravity behaves in the two situations that a low-pass cannot both handle: it lags behind a turn, or
/// it wags with a shake.
public struct GravityTrial: Hashable, Codable, Sendable {
  /// Time by which the estimate lags a turn, s: how long after the device is halfway through the turn the estimate is.
  public var latency: Double
  /// Root mean square of the angle between estimated and true gravity while the device is shaken, rad.
  public var shake: Double
  /// Root mean square of that angle while the device lies still, rad: noise and quantisation.
  public var stillness: Double

  /// Judges what `gravity` makes of three simulated recordings: a quarter turn of 0.2 s about x, a shake along x, and rest.
  ///
  /// - Parameters:
  ///   - sensors: their flaws; the three recordings have the same.
  ///   - amplitude: of the shake, m/s². Default 5.
  ///   - frequency: of the shake, Hz. Default 3.
  ///   - random: draws the noise.
  ///   - gravity: per sample, gravity in the device frame, as of `DeviceMotion.gravity`; any length.
  /// - Throws: what `gravity` throws, and `TraceError` for a setting that makes no sense or an estimate that is too short.
  public init(
    sensors: SensorModel = .whiteNoise, amplitude: Double = 5, frequency: Double = 3,
    using random: inout SeededRandom, gravity: ([RawSample]) throws -> [Vector3]
  ) throws {
    try requireNonnegative("amplitude", amplitude, unit: "m/s²")
    try requirePositive("frequency", frequency, unit: "Hz")
    func estimated(_ samples: [RawSample]) throws -> [Vector3] {
      let estimate = try gravity(samples)
      guard estimate.count == samples.count else {
        throw TraceError.lengthMismatch(column: "gravity", found: estimate.count, expected: samples.count)
      }
      return estimate
    }
    let start = 8.0
    let turn = 0.2
    func angle(_ time: Double) -> Double { .pi / 2 * min(1, max(0, (time - start) / turn)) }
    let turning = try sensors.record(
      duration: 16, attitude: { Quaternion(.x, angle($0)) }, using: &random)
    let turned = try estimated(turning)
    // Angle about x of the estimate: from (0, 0, −g) to (0, −g, 0).
    let half = turning.indices.first {
      turning[$0].time > start - 0.1 && atan2(-turned[$0].y, -turned[$0].z) >= .pi / 4
    }
    latency = half.map { turning[$0].time - (start + turn / 2) } ?? .infinity

    func wag(_ acceleration: @escaping (Double) -> Vector3) throws -> Double {
      let samples = try sensors.record(
        duration: 16, attitude: { _ in .identity }, acceleration: acceleration, using: &random)
      let angles = zip(samples, try estimated(samples)).filter { $0.0.time > start }
        .map { atan2(($1.x * $1.x + $1.y * $1.y).squareRoot(), -$1.z) }
      return (angles.map { $0 * $0 }.reduce(0, +) / Double(angles.count)).squareRoot()
    }
    shake = try wag { Vector3(amplitude * sin(2 * .pi * frequency * $0), 0, 0) }
    stillness = try wag { _ in .zero }
  }
}
