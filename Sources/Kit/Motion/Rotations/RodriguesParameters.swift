/// The axis times the tangent of half the angle: Rodrigues parameters, also called the Gibbs vector.
///
/// Three numbers without trigonometry: they compose with a sum, two products and one division. At the angle π the tangent
/// is infinite: a half turn has no Rodrigues parameters, and the conversion throws.
public struct RodriguesParameters: Hashable, Sendable, Codable, RotationRepresentation {
  /// Axis times tan(angle/2), dimensionless.
  public let vector: Vector3

  /// The rotation that these components stand for.
  ///
  /// - Throws: `RotationError.notFinite`.
  public init(_ vector: Vector3) throws(RotationError) {
    self.vector = try vector.finite(as: "Rodrigues parameters")
  }

  /// The parameters of a rotation by less than half a turn.
  ///
  /// - Throws: `RotationError.singular` for a half turn, to within 1e-15 rad.
  public init(_ rotation: some RotationRepresentation) throws(RotationError) {
    let q = rotation.quaternion
    guard abs(q.w) > 5e-16 else {
      throw .singular(
        representation: "Rodrigues parameters", why: "at half a turn the tangent of half the angle is infinite")
    }
    vector = q.vector / q.w
  }

  /// The same rotation as a unit quaternion.
  public var quaternion: Quaternion {
    let secant = (1 + vector.squaredLength).squareRoot()
    guard secant.isFinite else {
      // So close to a half turn that only the axis is left.
      let axis = (try? vector.normalized()) ?? .zero
      return Quaternion(w: 0, x: axis.x, y: axis.y, z: axis.z)
    }
    return Quaternion(w: 1 / secant, x: vector.x / secant, y: vector.y / secant, z: vector.z / secant)
  }
}

/// The axis times the tangent of a quarter of the angle: modified Rodrigues parameters.
///
/// Every rotation has them. From another representation comes the vector of length at most 1, the one of the shorter way
/// round; at the angle π, where v and −v are the same rotation, the one whose first component that is not 0 is positive
/// (Schaub & Junkins, Analytical Mechanics of Space Systems, section 3.6).
public struct ModifiedRodriguesParameters: Hashable, Sendable, Codable, RotationRepresentation {
  /// Axis times tan(angle/4), dimensionless.
  public let vector: Vector3

  /// The rotation that these components stand for.
  ///
  /// - Throws: `RotationError.notFinite`.
  public init(_ vector: Vector3) throws(RotationError) {
    self.vector = try vector.finite(as: "modified Rodrigues parameters")
  }

  /// The parameters of length at most 1.
  public init(_ rotation: some RotationRepresentation) {
    let q = rotation.quaternion.canonical
    vector = q.vector / (1 + q.w)
  }

  /// The same rotation as a unit quaternion.
  public var quaternion: Quaternion {
    let square = vector.squaredLength
    // A full turn: tan(angle/4) is infinite, the quaternion −1.
    guard square.isFinite else { return Quaternion(w: -1, x: 0, y: 0, z: 0) }
    let scale = 2 / (1 + square)
    return Quaternion(w: (1 - square) / (1 + square), x: scale * vector.x, y: scale * vector.y, z: scale * vector.z)
  }
}
