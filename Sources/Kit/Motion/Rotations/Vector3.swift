/// A vector in three dimensions; its unit and frame are those of the quantity it holds.
public typealias Vector3 = SIMD3<Double>

extension SIMD3<Double> {
  /// The inner product, in the product of the two units.
  @_disfavoredOverload
  @inlinable
  public func dot(_ other: Vector3) -> Double { x * other.x + y * other.y + z * other.z }

  /// The vector product, right-handed: x × y = z.
  @_disfavoredOverload
  @inlinable
  public func cross(_ other: Vector3) -> Vector3 {
    Vector3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The sum of the squares of the components.
  @_disfavoredOverload
  @inlinable
  public var squaredLength: Double { dot(self) }

  /// The Euclidean length, without overflow or underflow on the way.
  @_disfavoredOverload
  @inlinable
  public var length: Double {
    let square = squaredLength
    // Below and above, the squares have lost digits or overflowed.
    if square > 1e-280 && square < 1e280 { return square.squareRoot() }
    let largest = Swift.max(abs(x), abs(y), abs(z))
    guard largest > 0 && largest.isFinite else { return largest.isNaN ? .nan : square.squareRoot() }
    return largest * (self / largest).squaredLength.squareRoot()
  }

  /// The vector of length 1 in the same direction.
  ///
  /// - Parameter argument: what the vector is to those who read the error.
  /// - Throws: `RotationError.notFinite` or `RotationError.zeroLength`: such a vector has no direction.
  @_disfavoredOverload
  public func normalized(as argument: String = "vector") throws(RotationError) -> Vector3 {
    let length = try finite(as: argument).length
    guard length > 0 else { throw .zeroLength(argument: argument) }
    if length.isNormal && length < 1e300 { return self / length }
    // The length itself is too small or too large to divide by.
    let scaled = self / Swift.max(abs(x), abs(y), abs(z))
    return scaled / scaled.length
  }

  /// The vector, whose components have to be numbers.
  func finite(as argument: String) throws(RotationError) -> Vector3 {
    guard x.isFinite && y.isFinite && z.isFinite else { throw .notFinite(argument: argument, value: "\(self)") }
    return self
  }
}
