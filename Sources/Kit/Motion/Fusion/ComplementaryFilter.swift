import Foundation
import Rotations
import Traces

/// The plain complementary filter: the gyroscope for what is fast, accelerometer and magnetometer for what is slow, each
/// correction a first-order low-pass with its own time constant.
///
/// Inclination and heading are corrected apart: a share of the tilt that the force shows, then a turn about the
/// vertical. A magnetic disturbance therefore never tilts the horizon. Linear in both, with no bias
/// tracking: the yardstick for the others.
/// The defaults are the middle of the grid that was tried on the five BROAD trials: 2.8° of total error there, nine axes; times chosen
/// on four trials give 4.2° on the fifth. On a phone held still (two SensorLog recordings, not searched) gravity's
/// error is 4.0 and 4.2°. `gimbal-evaluate fusion sensorlog` repeats both.
public struct ComplementaryFilter: AttitudeFilter, Hashable {
  /// Time constant with which the inclination follows the accelerometer, s. Default 4. Larger values keep the device's own
  /// acceleration out for longer and let more gyroscope drift in.
  public let inclinationTime: Double

  /// Time constant with which the heading follows the magnetometer, s. Default 20. Larger values ride over longer magnetic
  /// disturbances.
  public let headingTime: Double

  public private(set) var attitude = Quaternion.identity
  public var rotationRateBias: Vector3 { .zero }

  /// A filter at the identity. Times in s: see the properties.
  ///
  /// - Throws: `TraceError.invalidParameter` for a time that is not positive and finite.
  public init(inclinationTime: Double = 4, headingTime: Double = 20) throws(TraceError) {
    try requirePositive("inclinationTime", inclinationTime)
    try requirePositive("headingTime", headingTime)
    (self.inclinationTime, self.headingTime) = (inclinationTime, headingTime)
  }

  public mutating func start(specificForce: Vector3, magneticField: Vector3?) {
    attitude = Quaternion(specificForce: specificForce, magneticField: magneticField)
  }

  @inline(__always)
  public mutating func update(
    rotationRate: Vector3, specificForce: Vector3, magneticField: Vector3?, step: Double
  ) {
    var q = attitude * Quaternion(rotationVector: rotationRate * step)
    // The horizontal part of the force over g is the tilt, for the small tilts that a running filter has. It is linear in the
    // force: the device's own acceleration averages out over a movement that begins and ends at rest. The angle of
    // the force's direction, which is also in use, does not average out once the acceleration nears 1 g.
    let force = q.act(on: specificForce)
    let share = -expm1(-step / inclinationTime) / standardGravity
    q = Quaternion(rotationVector: Vector3(force.y * share, -force.x * share, 0)) * q
    if let field = magneticField {
      let level = q.act(on: field)
      if level.x != 0 || level.y != 0 {
        let share = -expm1(-step / headingTime)
        q = Quaternion(.z, atan2(level.x, level.y) * share) * q
      }
    }
    attitude = q.renormalized
  }
}
