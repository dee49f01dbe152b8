import Rotations
import Traces

/// Mahony's explicit complementary filter: a proportional-integral loop that turns the attitude towards the measured
/// directions and learns the gyroscope's bias from what it had to correct.
///
/// Source: R. Mahony, T. Hamel, J.-M. Pflimlin, "Nonlinear Complementary Filters on the Special Orthogonal Group", IEEE
/// Trans. Automatic Control 53 (2008), eq. 32 with the error of eq. 34, of which the magnetic part is taken about the vertical only and from
/// the horizontal direction of the field. As published, with the weights 1 and 1, a field that dips by 66° holds the heading at sin²24° = 0.17
/// of the gain, and a wrong heading tilts the horizon until it is corrected, by 1.9° at 11.5°; here it does neither.
/// The defaults are round numbers: as gain the middle of the grid that was tried on the five BROAD trials. They score 5.8° of total
/// error there, nine axes; gains chosen on four trials give 5.6° on the fifth, mostly 0.1. On a phone held still
/// (two SensorLog recordings, not searched) gravity's error is 4.7 and 5.1°. `gimbal-evaluate fusion sensorlog` repeats
/// both.
public struct MahonyFilter: AttitudeFilter, Hashable {
  /// k_P, s⁻¹: the inclination follows the accelerometer, and heading the magnetometer, with the time constant 1/k_P. Default 0.2. Larger
  /// values forget drift sooner and let more of the device's own acceleration through.
  public let gain: Double

  /// k_I, s⁻²: how fast the bias follows. Default 0.0005. Zero tracks no bias; above k_P²/4 attitude and bias oscillate.
  public let biasGain: Double

  public private(set) var attitude = Quaternion.identity
  public private(set) var rotationRateBias = Vector3.zero

  /// A filter at the identity. `gain` and `biasGain`: see the properties.
  ///
  /// - Throws: `TraceError.invalidParameter` for a gain that is negative or not finite.
  public init(gain: Double = 0.2, biasGain: Double = 0.0005) throws(TraceError) {
    try requireNonnegative("gain", gain)
    try requireNonnegative("biasGain", biasGain)
    (self.gain, self.biasGain) = (gain, biasGain)
  }

  public mutating func start(specificForce: Vector3, magneticField: Vector3?) {
    attitude = Quaternion(specificForce: specificForce, magneticField: magneticField)
    rotationRateBias = .zero
  }

  @inline(__always)
  public mutating func update(
    rotationRate: Vector3, specificForce: Vector3, magneticField: Vector3?, step: Double
  ) {
    let up = attitude.upInDevice
    var misfit = forceMisfit(up, specificForce)
    if let magneticField { misfit += up * headingMisfit(attitude, up, magneticField) }
    rotationRateBias -= misfit * (biasGain * step)
    let rate = rotationRate - rotationRateBias + misfit * gain
    attitude = attitude.renormalized * Quaternion(rotationVector: rate * step)
  }
}

/// The sine of the turn about up, the same for every observer, that brings the field's horizontal direction to north; 0 for a vertical field.
@inline(__always)
private func headingMisfit(_ q: Quaternion, _ up: Vector3, _ field: Vector3) -> Double {
  let level = field - up * field.dot(up)
  let square = level.squaredLength
  // What rounding leaves of a vertical field has no direction.
  guard square > 1e-20 * field.squaredLength else { return 0 }
  return level.cross(q.northInDevice).dot(up) * (1 / square.squareRoot())
}
