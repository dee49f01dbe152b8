import Rotations

/// One reading of a device's motion, in SI units, as the device reported it.
///
/// Signs follow Core Motion: `userAcceleration` is *minus* the kinematic acceleration, in the sense in which gravity
/// reads −1 g on z when the device lies face up. The integrator negates.
public struct MotionSample: Hashable, Sendable {
  /// Seconds on the recording's clock.
  public var timestamp: Double
  /// Turns device-frame vectors into reference-frame vectors (z up).
  public var attitude: Quaternion
  /// m/s², device frame, without gravity, in Core Motion's sign.
  public var userAcceleration: Vector3
  /// rad/s, device frame.
  public var rotationRate: Vector3?
  /// m/s², device frame, in Core Motion's sign: (0, 0, −9.80665) face up.
  public var gravity: Vector3?
  /// µT, device frame.
  public var magneticField: Vector3?
  /// Whether a finger is on the screen, where the recording knows.
  public var isTouching: Bool?

  /// A sample; see the properties.
  public init(
    timestamp: Double, attitude: Quaternion, userAcceleration: Vector3, rotationRate: Vector3? = nil,
    gravity: Vector3? = nil, magneticField: Vector3? = nil, isTouching: Bool? = nil
  ) {
    self.timestamp = timestamp
    self.attitude = attitude
    self.userAcceleration = userAcceleration
    self.rotationRate = rotationRate
    self.gravity = gravity
    self.magneticField = magneticField
    self.isTouching = isTouching
  }

  /// The kinematic acceleration in the reference frame, in m/s².
  ///
  /// Core Motion splits the accelerometer's reading into gravity and user acceleration, both in the sense in which a
  /// device at rest, face up, reads (0, 0, −1) g. An accelerometer at rest is pushed *up* by the table with +1 g, so
  /// that sense is minus the acceleration. Hence the minus sign that the course asks for (section 2A).
  @inlinable
  public var acceleration: Vector3 { attitude.act(on: -userAcceleration) }
}

extension Quaternion {
  /// What gravity is in the frame of a device with this attitude: m/s², in Core Motion's sign.
  @inlinable
  package var gravity: Vector3 { inverse.act(on: Vector3(0, 0, -standardGravity)) }
}

/// Standard gravity, 9.80665 m/s²: what "1 g" means in a file.
public let standardGravity = 9.80665
