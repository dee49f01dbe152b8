import Rotations
import Traces

/// Madgwick's gradient-descent filter: every sample moves the attitude a fixed rate down the slope of the misfit between
/// the measured and the expected directions of gravity and of the magnetic field.
///
/// Source: S. Madgwick, "An efficient orientation filter for inertial and inertial/magnetic sensor arrays", 2010: fusion
/// eq. 42–44, magnetic distortion eq. 45–46, gyroscope drift eq. 47–49.
///
/// The paper writes the gradient with respect to the quaternion's four components. Only its part along the unit sphere
/// survives the normalisation that follows, and that part is q ⊗ (0, −e) with e = Σ sᵢ × vᵢ, where sᵢ is a measured
/// direction and vᵢ the same direction predicted in the device frame. So the step is a rotation about e: the same e that
/// drives ``MahonyFilter``, here used at unit length.
/// The defaults are round numbers of a search on the five BROAD trials on which the table scores them: 2.83° of total error, nine axes.
/// A gain chosen on four of them gives 2.86° on the fifth, mostly 0.01. On a phone held still (two SensorLog recordings, not searched)
/// gravity is off by 0.2 and 0.5°. `gimbal-evaluate fusion sensorlog` repeats both.
public struct MadgwickFilter: AttitudeFilter, Hashable {
  /// β, rad/s: half the rate at which the attitude is turned towards accelerometer and magnetometer. Default 0.02. Larger
  /// values forget a wrong start and gyroscope drift sooner and let more of the device's own acceleration and of
  /// magnetic disturbance through. The paper gives √¾ times the gyroscope's error rate.
  public let gain: Double

  /// ζ, rad/s²: how fast the gyroscope's bias follows the corrections. Default 0.0002; 0 tracks no bias. √¾ times the rate of
  /// the bias's drift (eq. 34); with a large one the bias swings with every acceleration.
  public let biasGain: Double

  public private(set) var attitude = Quaternion.identity
  public private(set) var rotationRateBias = Vector3.zero

  /// A filter at the identity. `gain` and `biasGain`: see the properties.
  ///
  /// - Throws: `TraceError.invalidParameter` for a gain that is negative or not finite.
  public init(gain: Double = 0.02, biasGain: Double = 0.0002) throws(TraceError) {
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
    let misfit = directionMisfit(attitude, specificForce, magneticField)
    let turn = (rotationRate - rotationRateBias) * step
    let square = misfit.dot(misfit)
    // Below it is rounding that shows nowhere.
    guard square > 1e-280 else {
      attitude = attitude.renormalized * Quaternion(rotationVector: turn)
      return
    }
    // The next sample waits for this one: the quotient does not wait for the root, nor the length of the turn for the turn.
    let scale = square.squareRoot() * (1 / square)
    // One step of the bias, and the turn of the attitude with it.
    let correction = 2 * (gain + biasGain * step) * step
    let squaredLength = turn.dot(turn) + correction * correction + 2 * correction * turn.dot(misfit) * scale
    rotationRateBias -= misfit * (2 * biasGain * step * scale)
    attitude =
      attitude.renormalized
      * Quaternion(rotationVector: turn + misfit * correction * scale, squaredLength: squaredLength)
  }
}

/// e = Σ sᵢ × vᵢ: the turn, in the device frame, that brings the predicted directions of up and of the field towards the
/// measured ones. The field's reference is the measured one turned into the vertical plane through north, so that only
/// the heading depends on it (Madgwick eq. 45–46, Mahony §V).
@inline(__always)
func directionMisfit(_ q: Quaternion, _ specificForce: Vector3, _ magneticField: Vector3?) -> Vector3 {
  let up = q.upInDevice
  var misfit = Vector3.zero
  let forceSquare = specificForce.squaredLength
  if forceSquare > 0 { misfit = specificForce.cross(up) * (1 / forceSquare.squareRoot()) }
  if let field = magneticField {
    let square = field.squaredLength
    if square > 0 {
      let scale = 1 / square
      let vertical = field.dot(up)
      let horizontalSquare = square - vertical * vertical
      // m × (h·north + v·up), with everything but h done while its root is under way.
      misfit += field.cross(up) * (vertical * scale)
      let h = horizontalSquare > 0 ? horizontalSquare.squareRoot() : 0
      misfit += field.cross(q.northInDevice) * scale * h
    }
  }
  return misfit
}
