/// Core Motion's attitude angles: R(device→reference) = Rz(yaw)·Rx(pitch)·Ry(roll).
///
/// In the names of Euler sequences: intrinsic ZXY with the angles yaw, pitch, roll. Pitch turns about the device's x axis
/// (to the right), roll about its y axis (to the top edge), yaw about the vertical. Aviation's roll, pitch and yaw are
/// another sequence, intrinsic ZYX.
public struct RollPitchYaw: Hashable, Sendable, Codable, RotationRepresentation {
  /// Roll about y, pitch about x, yaw about z, in rad.
  public var roll, pitch, yaw: Double

  /// The angles in rad; any value, whole turns included.
  ///
  /// A value that is not finite gives a quaternion of NaN; `validated()` throws.
  public init(roll: Double, pitch: Double, yaw: Double) {
    (self.roll, self.pitch, self.yaw) = (roll, pitch, yaw)
  }

  /// The angles of a rotation: pitch in [−π/2, π/2], roll and yaw in (−π, π].
  ///
  /// With the phone upright, pitch ±π/2, roll and yaw turn about the same axis (gimbal lock) and only their sum or
  /// difference is determined: roll is then 0.
  public init(_ rotation: some RotationRepresentation) {
    let angles = EulerAngles(rotation, sequence: .intrinsicZXY)
    self.init(roll: angles.third, pitch: angles.second, yaw: angles.first)
  }

  /// These angles, if all are numbers.
  ///
  /// - Throws: `RotationError.notFinite`, naming the angle.
  public func validated() throws(RotationError) -> RollPitchYaw {
    for (name, angle) in [("roll", roll), ("pitch", pitch), ("yaw", yaw)] where !angle.isFinite {
      throw .notFinite(argument: name, value: "\(angle)")
    }
    return self
  }

  /// The same rotation as a unit quaternion.
  public var quaternion: Quaternion {
    let z = Elementary.sineAndCosine(yaw / 2)
    let x = Elementary.sineAndCosine(pitch / 2)
    let y = Elementary.sineAndCosine(roll / 2)
    // Quaternion(.z, yaw) * Quaternion(.x, pitch), then * Quaternion(.y, roll), without the products that are 0.
    let zx = Quaternion(
      w: z.cosine * x.cosine, x: z.cosine * x.sine, y: z.sine * x.sine, z: z.sine * x.cosine)
    return Quaternion(
      w: zx.w * y.cosine - zx.y * y.sine, x: zx.x * y.cosine - zx.z * y.sine,
      y: zx.w * y.sine + zx.y * y.cosine, z: zx.z * y.cosine + zx.x * y.sine)
  }

  /// Whether roll and yaw turn about the same axis, to within 1e-7 rad of pitch.
  public var isGimbalLocked: Bool {
    EulerAngles(sequence: .intrinsicZXY, yaw, pitch, roll).isGimbalLocked
  }
}

extension Quaternion {
  /// Core Motion's attitude angles of this attitude, in rad.
  public var rollPitchYaw: RollPitchYaw { RollPitchYaw(self) }
}
