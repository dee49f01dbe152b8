import Rotations

/// What the sensors read at one instant, in SI units and in the device frame (x right, y to the top edge, z out of the
/// screen).
///
/// The accelerometer's reading is stored as *specific force*: at rest, face up, it is (0, 0, +9.81). Core Motion and
/// most browsers report the opposite sign, in g; ``init(coreMotionTime:rotationRate:acceleration:magneticField:)``
/// converts, so that nothing after it has to ask which sign a number has.
public struct RawSample: Hashable, Codable, Sendable {
  /// Timestamp, s.
  public var time: Double
  /// Gyroscope, rad/s, right-handed about the device's axes; its bias is still in it.
  public var rotationRate: Vector3
  /// Accelerometer, m/s², as specific force: +g along the axis that points up.
  public var specificForce: Vector3
  /// Magnetometer, µT; `nil` where it has no reading.
  public var magneticField: Vector3?

  /// A sample in SI units; see the properties for signs and frames.
  public init(time: Double, rotationRate: Vector3, specificForce: Vector3, magneticField: Vector3? = nil) {
    (self.time, self.rotationRate, self.specificForce, self.magneticField) =
      (time, rotationRate, specificForce, magneticField)
  }

  /// A sample as Core Motion's raw interfaces give it.
  ///
  /// - Parameters:
  ///   - coreMotionTime: s.
  ///   - rotationRate: `CMGyroData`, rad/s.
  ///   - acceleration: `CMAccelerometerData`, in g, with −1 on z face up.
  ///   - magneticField: `CMMagnetometerData`, µT, or `nil`.
  public init(
    coreMotionTime: Double, rotationRate: Vector3, acceleration: Vector3, magneticField: Vector3? = nil
  ) {
    self.init(
      time: coreMotionTime, rotationRate: rotationRate, specificForce: acceleration * -standardGravity,
      magneticField: magneticField)
  }
}
