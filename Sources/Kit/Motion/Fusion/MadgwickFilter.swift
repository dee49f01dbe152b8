import Rotations
import Traces

/// Madgwick's gradient-descent filter: every sample moves the attitude a fixed rate down the slope of the misfit between
/// the measured and the expected directions of gravity and of the magnetic field.
///
/// Source: S. Madgwick, "An efficient orientation filter for inertial and inertial/magnetic sensor arrays", 2010: fusion
/// eq. 42–44, magnetic distortion eq. 45–46, gyroscope drift eq. 47–49.
///
/// The paper writes the gradient with respect to the quaternion's four components, and takes it at unit length. Only its part along the unit
/// sphere turns the attitude, and that part is −2·q ⊗ (0, e) with e = Σ sᵢ × vᵢ, where sᵢ is a measured direction and vᵢ the same direction
/// predicted in the device frame. Its part along q only counts in the length, and there it does count: without it the
/// attitude would turn by up to 41 % faster than in the paper and its implementations.
///
/// A wrong heading tilts the horizon while it is corrected: by 2° where it is wrong by 11.5° and the field dips by 66°. That is the paper's
/// method, in which both directions are weighed alike; ``MahonyFilter`` and ``ComplementaryFilter`` here keep them apart.
///
/// The defaults are round numbers of a search on the five BROAD trials on which the table scores them: 2.83° of total error, nine axes.
/// A gain chosen on four of them gives 2.88° on the fifth, mostly 0.01. On a phone held still (two SensorLog recordings, not searched)
/// gravity's error is 0.2 and 0.6°. `gimbal-evaluate fusion sensorlog` repeats both.
public struct MadgwickFilter: AttitudeFilter, Hashable {
  /// β, rad/s: half the rate at which the attitude is turned towards accelerometer and magnetometer. Default 0.02. Larger
  /// values forget a wrong start and gyroscope drift sooner and let more of the device's own acceleration and of
  /// magnetic disturbance through. The paper gives √¾ times the gyroscope's error rate.
  public let gain: Double

  /// ζ, rad/s²: how fast the gyroscope's bias follows the corrections. Default 0.0002; 0 tracks no bias. √¾ times the rate of
  /// the bias's drift (eq. 34); with a large gain the bias swings with every acceleration.
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

  /// A filter at an attitude.
  init(gain: Double, biasGain: Double, at attitude: Quaternion) throws(TraceError) {
    try self.init(gain: gain, biasGain: biasGain)
    self.attitude = attitude
  }

  public mutating func start(specificForce: Vector3, magneticField: Vector3?) {
    attitude = Quaternion(specificForce: specificForce, magneticField: magneticField)
    rotationRateBias = .zero
  }

  @inline(__always)
  public mutating func update(
    rotationRate: Vector3, specificForce: Vector3, magneticField: Vector3?, step: Double
  ) {
    let (misfit, radial) = gradient(attitude, specificForce, magneticField)
    let turn = (rotationRate - rotationRateBias) * step
    // The length of the gradient, halved and squared: along the sphere 2e, along q the radial part.
    let length = misfit.dot(misfit)
    let square = length + 0.25 * radial * radial
    // Below it is rounding that shows nowhere.
    guard square > 1e-280 else {
      attitude = attitude.renormalized * Quaternion(rotationVector: turn)
      return
    }
    // The next sample waits for this one: the quotient does not wait for the root, nor the length of the turn for the turn.
    let scale = square.squareRoot() * (1 / square)
    // One step of the bias, and the turn of the attitude with it.
    let correction = 2 * (gain + biasGain * step) * step
    let push = correction * scale
    let squaredLength = turn.dot(turn) + push * push * length + 2 * push * turn.dot(misfit)
    rotationRateBias -= misfit * (2 * biasGain * step * scale)
    attitude =
      attitude.renormalized
      * Quaternion(rotationVector: turn + misfit * push, squaredLength: squaredLength)
  }
}

/// The gradient of the misfit (Madgwick eq. 34), by its two parts: e = Σ sᵢ × vᵢ, the turn in the device frame that brings the predicted
/// directions of up and of the field towards the measured ones, and the derivative along q. The field's reference is the measured one, turned
/// into the vertical plane through north (eq. 45–46).
///
/// The derivative along q, Σ 2·(vᵢ − sᵢ)·(vᵢ − bᵢ), with bᵢ the reference direction in the paper's frame, x to the north and z up, comes from
/// eq. 25 and 29, whose diagonals 1 − 2(y² + z²) are not homogeneous in q; it vanishes with the misfit, and not before.
@inline(__always)
func gradient(
  _ q: Quaternion, _ specificForce: Vector3, _ magneticField: Vector3?
) -> (turn: Vector3, radial: Double) {
  let up = q.upInDevice
  var (turn, radial) = (Vector3.zero, 0.0)
  let forceSquare = specificForce.squaredLength
  if forceSquare > 0 {
    let force = specificForce * (1 / forceSquare.squareRoot())
    turn = force.cross(up)
    radial = 2 * (up - force).dot(up - Vector3(0, 0, 1))
  }
  if let magneticField {
    let square = magneticField.squaredLength
    if square > 0 {
      let field = magneticField * (1 / square.squareRoot())
      let vertical = field.dot(up)
      let horizontal = max(0, 1 - vertical * vertical).squareRoot()
      let predicted = q.northInDevice * horizontal + up * vertical
      turn += field.cross(predicted)
      radial += 2 * (predicted - field).dot(predicted - Vector3(horizontal, 0, vertical))
    }
  }
  return (turn, radial)
}

/// s × v for up: the turn, in the device frame, that brings the predicted direction of up towards the measured force.
@inline(__always)
func forceMisfit(_ up: Vector3, _ specificForce: Vector3) -> Vector3 {
  let square = specificForce.squaredLength
  return square > 0 ? specificForce.cross(up) * (1 / square.squareRoot()) : .zero
}
