/// A rotation by an angle about an axis, counterclockwise as seen from the axis' tip.
///
/// Turning the axis round and negating the angle gives the same rotation, and so does adding a turn. From another
/// representation comes the pair with an angle in [0, π]; at the angle 0, where every axis will do, the axis is z; at
/// the angle π, where an axis and its opposite will do, the one whose first component that is not 0 is positive.
public struct AxisAngle: Hashable, Sendable, RotationRepresentation {
  /// The unit vector that the rotation leaves in place.
  public let axis: Vector3
  /// In rad.
  public let angle: Double

  /// The rotation about `axis`, whose length does not matter, by `angle` in rad.
  ///
  /// - Throws: `RotationError.zeroLength` when the axis is 0, `RotationError.notFinite`.
  public init(axis: Vector3, angle: Double) throws(RotationError) {
    guard angle.isFinite else { throw .notFinite(argument: "angle", value: "\(angle)") }
    self.axis = try axis.normalized(as: "axis")
    self.angle = angle
  }

  /// The axis, taken as it is: it must have unit length.
  init(uncheckedAxis axis: Vector3, angle: Double) { (self.axis, self.angle) = (axis, angle) }

  /// The axis and angle of a rotation: the angle in [0, π].
  public init(_ rotation: some RotationRepresentation) {
    let vector = rotation.quaternion.rotationVector
    let length = vector.length
    angle = length
    axis = (try? vector.normalized()) ?? CoordinateAxis.z.vector
  }

  /// The same rotation as a unit quaternion.
  public var quaternion: Quaternion {
    let (sine, cosine) = Elementary.sineAndCosine(angle / 2)
    return Quaternion(w: cosine, x: sine * axis.x, y: sine * axis.y, z: sine * axis.z)
  }
}

extension Quaternion {
  /// The rotation about `axis`, whose length does not matter, by `angle` in rad, counterclockwise as seen from the axis'
  /// tip.
  ///
  /// - Throws: `RotationError.zeroLength` when the axis is 0, `RotationError.notFinite`.
  public init(axis: Vector3, angle: Double) throws(RotationError) {
    self = try AxisAngle(axis: axis, angle: angle).quaternion
  }

  /// The rotation about a coordinate axis by `angle` in rad.
  public init(_ axis: CoordinateAxis, _ angle: Double) {
    let (sine, cosine) = Elementary.sineAndCosine(angle / 2)
    let vector = sine * axis.vector
    self.init(w: cosine, x: vector.x, y: vector.y, z: vector.z)
  }
}

extension AxisAngle: Codable {
  /// Reads `axis`, three numbers of any length but 0, and `angle` in rad.
  ///
  /// - Throws: `DecodingError`, or `DecodingError.dataCorrupted` with the `RotationError` underneath.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let (axis, angle) = (try values.decode(Vector3.self, forKey: .axis), try values.decode(Double.self, forKey: .angle))
    // A unit axis comes back bit for bit.
    let isUnit = angle.isFinite && abs(axis.length - 1) <= 1e-15
    self = try decoder.checked { () throws(RotationError) in
      isUnit ? AxisAngle(uncheckedAxis: axis, angle: angle) : try AxisAngle(axis: axis, angle: angle)
    }
  }
}
