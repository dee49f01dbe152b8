extension Quaternion {
  /// The attitude after turning at a constant angular velocity, given in the device frame, for `duration` seconds.
  ///
  /// Exact for a constant rate, whatever the step: q·exp(ωΔt). A gyroscope reports this rate.
  ///
  /// - Parameter angularVelocity: rad/s, in the frame that turns.
  /// - Parameter duration: s.
  public func integrating(deviceRate angularVelocity: Vector3, over duration: Double) -> Quaternion {
    self * Quaternion(rotationVector: angularVelocity * duration)
  }

  /// The attitude after turning at a constant angular velocity, given in the reference frame, for `duration` seconds.
  ///
  /// Exact for a constant rate: exp(ωΔt)·q.
  ///
  /// - Parameter angularVelocity: rad/s, in the frame that stays.
  /// - Parameter duration: s.
  public func integrating(referenceRate angularVelocity: Vector3, over duration: Double) -> Quaternion {
    Quaternion(rotationVector: angularVelocity * duration) * self
  }

  /// The constant angular velocity, in the device frame, that leads from this attitude to `other` in `duration` seconds by
  /// the shorter way; in rad/s.
  ///
  /// - Throws: `RotationError.outOfRange` when the duration is not positive and finite.
  public func deviceRate(to other: Quaternion, over duration: Double) throws(RotationError) -> Vector3 {
    (inverse * other).rotationVector / (try Self.checked(duration))
  }

  /// The constant angular velocity, in the reference frame, that leads from this attitude to `other` in `duration` seconds
  /// by the shorter way; in rad/s.
  ///
  /// - Throws: `RotationError.outOfRange` when the duration is not positive and finite.
  public func referenceRate(to other: Quaternion, over duration: Double) throws(RotationError) -> Vector3 {
    (other * inverse).rotationVector / (try Self.checked(duration))
  }

  private static func checked(_ duration: Double) throws(RotationError) -> Double {
    guard duration > 0 && duration.isFinite else {
      throw .outOfRange(
        argument: "duration", value: duration, lowest: .leastNonzeroMagnitude, highest: .greatestFiniteMagnitude)
    }
    return duration
  }
}
