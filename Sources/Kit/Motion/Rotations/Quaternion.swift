/// A unit quaternion, Hamilton's, written w first: an active rotation.
///
/// The product composes from right to left: `(p * q).act(on: v) == p.act(on: q.act(on: v))`.
/// `q` and `-q` are the same rotation (the double cover), and compare unequal: `canonical` chooses one of the two, and
/// `angle(to:)` sees no difference.
@frozen
public struct Quaternion: Hashable, Sendable {
  /// Scalar part first, then the vector part; dimensionless.
  public var w, x, y, z: Double

  /// The quaternion with these components, taken as they are: they must have unit length.
  ///
  /// Use `init(normalizing:x:y:z:)` for components from outside.
  @inlinable
  public init(w: Double, x: Double, y: Double, z: Double) {
    (self.w, self.x, self.y, self.z) = (w, x, y, z)
  }

  /// The rotation that moves nothing.
  public static let identity = Quaternion(w: 1, x: 0, y: 0, z: 0)

  /// The rotation that undoes this one.
  @inlinable
  public var inverse: Quaternion { Quaternion(w: w, x: -x, y: -y, z: -z) }

  /// First `right`, then `left`.
  ///
  /// The terms are paired so that `q.inverse * q` has a vector part of exactly 0.
  @inlinable
  public static func * (left: Quaternion, right: Quaternion) -> Quaternion {
    Quaternion(
      w: (left.w * right.w - left.x * right.x) - (left.y * right.y + left.z * right.z),
      x: (left.w * right.x + left.x * right.w) + (left.y * right.z - left.z * right.y),
      y: (left.w * right.y + left.y * right.w) + (left.z * right.x - left.x * right.z),
      z: (left.w * right.z + left.z * right.w) + (left.x * right.y - left.y * right.x))
  }

  /// Replaces this rotation by `self * right`: `right` acts first.
  @inlinable
  public static func *= (left: inout Quaternion, right: Quaternion) { left = left * right }

  /// The other quaternion of the same rotation.
  @inlinable
  public static prefix func - (q: Quaternion) -> Quaternion { Quaternion(w: -q.w, x: -q.x, y: -q.y, z: -q.z) }

  /// The rotated vector.
  @inlinable @inline(__always)
  public func act(on v: Vector3) -> Vector3 {
    let tx = 2 * (y * v.z - z * v.y)
    let ty = 2 * (z * v.x - x * v.z)
    let tz = 2 * (x * v.y - y * v.x)
    return Vector3(
      v.x + w * tx + (y * tz - z * ty),
      v.y + w * ty + (z * tx - x * tz),
      v.z + w * tz + (x * ty - y * tx))
  }

  /// The vector part: the axis times the sine of half the angle.
  @inlinable
  public var vector: Vector3 { Vector3(x, y, z) }

  /// The inner product of two quaternions as vectors of four: the cosine of half the angle between the rotations, up to
  /// sign.
  @inlinable
  public func dot(_ other: Quaternion) -> Double { w * other.w + x * other.x + y * other.y + z * other.z }
}

extension Quaternion: RotationRepresentation {
  /// This quaternion.
  @inlinable
  public var quaternion: Quaternion { self }

  /// The same rotation from any other representation.
  @inlinable
  public init(_ rotation: some RotationRepresentation) { self = rotation.quaternion }
}

extension Quaternion: Codable {
  /// Reads `w`, `x`, `y`, `z`, of unit length to within 1e-6, and takes out the rest of the error.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for any other length, which is more likely a mistake than a rotation.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let (w, x) = (try values.decode(Double.self, forKey: .w), try values.decode(Double.self, forKey: .x))
    let (y, z) = (try values.decode(Double.self, forKey: .y), try values.decode(Double.self, forKey: .z))
    let length = (w * w + x * x + y * y + z * z).squareRoot()
    guard abs(length - 1) <= 1e-6 else {
      throw decoder.corrupted("a quaternion of length \(length), expected 1 to within 1e-6")
    }
    // One that is unit to rounding comes back bit for bit.
    self.init(w: w, x: x, y: y, z: z)
    if abs(length - 1) > 1e-15 { self = try Quaternion(normalizing: w, x: x, y: y, z: z) }
  }
}
