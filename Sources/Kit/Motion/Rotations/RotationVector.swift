/// The axis times the angle, in radians: the coordinates of the exponential map, the course's "three components of a
/// vector whose length is the absolute value of the angle".
///
/// Vectors whose lengths differ by whole turns along one direction are the same rotation. `Quaternion.rotationVector`
/// always gives the shortest, of length at most π; at length π, where the vector and its negative are the same rotation,
/// the one whose first component that is not 0 is positive.
@frozen
public struct RotationVector: Hashable, Sendable, Codable, RotationRepresentation {
  /// Axis times angle, in rad.
  public let vector: Vector3

  /// The rotation that these components stand for.
  ///
  /// - Throws: `RotationError.notFinite`.
  public init(_ vector: Vector3) throws(RotationError) {
    self.vector = try vector.finite(as: "rotation vector")
  }

  /// The rotation vector of length at most π.
  public init(_ rotation: some RotationRepresentation) { vector = rotation.quaternion.rotationVector }

  /// The same rotation as a unit quaternion.
  public var quaternion: Quaternion { Quaternion(rotationVector: vector) }
}

extension Quaternion {
  /// The exponential map: the rotation about the direction of `rotationVector` by its length, in rad.
  ///
  /// Exact to rounding for every finite vector, the zero vector included (Solà, Quaternion kinematics for the
  /// error-state Kalman filter, eq. 101). A component that is not finite gives a quaternion of NaN;
  /// `RotationVector.init(_:)` throws instead.
  ///
  /// The turn between two samples is small, and a filter computes one at each sample: below 0.06 rad the series is
  /// exact to the last digit, and needs neither a root nor a sine.
  @inlinable
  public init(rotationVector: Vector3) {
    self.init(rotationVector: rotationVector, squaredLength: rotationVector.squaredLength)
  }

  /// The same where the square of the vector's length is known sooner than the vector.
  @inlinable @inline(__always)
  package init(rotationVector: Vector3, squaredLength: Double) {
    let h2 = 0.25 * squaredLength
    guard h2 < 0.001 else {
      self = Quaternion.turning(by: rotationVector)
      return
    }
    // In pairs (Estrin), because a filter waits for it.
    let h4 = h2 * h2
    let scale = (0.5 - h2 * (1.0 / 12)) + h4 * ((1.0 / 240) - h2 * (1.0 / 10080))
    let cosine = (1 - h2 * 0.5) + h4 * ((1.0 / 24) - h2 * (1.0 / 720))
    self.init(
      w: cosine, x: scale * rotationVector.x, y: scale * rotationVector.y, z: scale * rotationVector.z)
  }

  @usableFromInline
  static func turning(by rotationVector: Vector3) -> Quaternion {
    let angle = rotationVector.length
    let (sine, cosine) = Elementary.sineAndCosine(angle / 2)
    let scale = angle > 0 ? sine / angle : angle.isNaN ? angle : 0.5
    return Quaternion(
      w: cosine, x: scale * rotationVector.x, y: scale * rotationVector.y,
      z: scale * rotationVector.z)
  }

  /// The logarithm: axis times angle, in rad, of length at most π.
  ///
  /// Continuous everywhere except at the angle π, where the vector and its negative are the same rotation and the one
  /// whose first component that is not 0 is positive is returned (Solà, eq. 103).
  public var rotationVector: Vector3 {
    let q = w > 0 ? self : canonical
    let sine = q.vector.length
    // Below 1e-8 the arc and its sine agree in every digit.
    let scale = sine < 1e-8 ? 2 / q.w : 2 * Elementary.arcTangent(sine, q.w) / sine
    return scale * q.vector
  }

  /// The exponential map under its mathematical name: `init(rotationVector:)`.
  public static func exp(_ rotationVector: Vector3) -> Quaternion { Quaternion(rotationVector: rotationVector) }

  /// The logarithm under its mathematical name: `rotationVector`.
  public static func log(_ rotation: Quaternion) -> Vector3 { rotation.rotationVector }
}
