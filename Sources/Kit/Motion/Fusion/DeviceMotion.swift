import Rotations

/// What fusion makes of the raw samples at one instant: the counterpart of Core Motion's device motion, in SI units.
public struct DeviceMotion: Hashable, Sendable {
  /// Timestamp, s.
  public var time: Double
  /// Device→``ReferenceFrame``.
  public var attitude: Quaternion
  /// Gravity in the device frame, m/s², in the sense in which it pulls: (0, 0, −9.81) face up. Its length is the standard
  /// gravity: it is read off the attitude, so it carries none of the accelerometer's noise.
  public var gravity: Vector3
  /// User acceleration in the device frame, m/s², in *Core Motion's sense*: what the raw reading has beyond gravity, which is
  /// **minus** the kinematic acceleration. See ``kinematicAcceleration``.
  public var userAcceleration: Vector3
  /// The gyroscope's rate without its bias, rad/s, device frame.
  public var rotationRate: Vector3
  /// The bias that was taken off, rad/s, device frame.
  public var rotationRateBias: Vector3
  /// How far the magnetometer's heading strays from the attitude's, rad: a running root mean square over
  /// ``DeviceMotionSource/headingAccuracyTime``. `nil` without a magnetometer.
  public var headingAccuracy: Double?

  /// d²x/dt² in the device frame, m/s²: the user acceleration with the sign of the motion.
  public var kinematicAcceleration: Vector3 { -userAcceleration }
}
