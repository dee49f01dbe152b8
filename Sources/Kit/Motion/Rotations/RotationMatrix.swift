/// A rotation as a 3×3 matrix, applied to column vectors: `matrix.act(on: v)` is the product M·v.
///
/// Its columns are the images of the x, y and z axes. Every value of this type is orthonormal with determinant 1 to
/// rounding; `Matrix3` holds any other matrix.
@frozen
public struct RotationMatrix: Hashable, Sendable, RotationRepresentation {
  /// The images of the x, y and z axes.
  public let columns: Columns

  /// Three columns.
  @frozen
  public struct Columns: Hashable, Sendable {
    /// The images of the axes.
    public var x, y, z: Vector3

    /// Three columns, from left to right.
    @inlinable
    public init(x: Vector3, y: Vector3, z: Vector3) { (self.x, self.y, self.z) = (x, y, z) }
  }

  /// The columns, taken as they are.
  package init(uncheckedColumns x: Vector3, _ y: Vector3, _ z: Vector3) { columns = Columns(x: x, y: y, z: z) }

  init(unchecked matrix: Matrix3) { columns = matrix.columns }

  /// The matrix with these rows, which must be orthonormal, with determinant 1, up to `tolerance`.
  ///
  /// What remains of the error is taken out: the value is the rotation that is nearest to the rows.
  ///
  /// - Parameter tolerance: the largest allowed entry of |M·Mᵀ − 1|. Grown, it accepts numbers that were written with
  ///   fewer digits; the default suits six decimals.
  /// - Parameter first: The first row.
  /// - Parameter second: The second row.
  /// - Parameter third: The third row.
  /// - Throws: `RotationError.notARotation`, `RotationError.notFinite`.
  public init(rows first: Vector3, _ second: Vector3, _ third: Vector3, tolerance: Double = 1e-5) throws(RotationError)
  {
    let matrix = Matrix3(rows: first, second, third)
    guard matrix.isFinite else {
      throw .notFinite(argument: "rotation matrix", value: "\((0..<3).map { row in (0..<3).map { matrix[row, $0] } })")
    }
    let deviation = matrix.orthonormalityError
    let determinant = matrix.determinant
    guard deviation <= tolerance && determinant > 0 else {
      throw .notARotation(
        argument: "matrix", deviation: deviation, determinant: determinant, tolerance: tolerance)
    }
    // Newton's iteration for the polar factor, M ← M·(3 − MᵀM)/2: the error squares in each step (Higham, Functions of
    // Matrices, eq. 8.20, for the inverse-free form).
    var m = matrix
    for _ in 0..<8 where m.orthonormalityError > 4e-16 {
      m = m * (Matrix3.diagonal(1.5, 1.5, 1.5) - 0.5 * (m.transpose * m))
    }
    // Too far from a rotation for the iteration, whatever the tolerance allowed.
    guard m.orthonormalityError <= 1e-12 else {
      throw .notARotation(argument: "matrix", deviation: deviation, determinant: determinant, tolerance: 0.1)
    }
    self.init(unchecked: m)
  }

  /// The matrix of a rotation in any other representation.
  public init(_ rotation: some RotationRepresentation) {
    let q = rotation.quaternion
    let (ww, xx, yy, zz) = (q.w * q.w, q.x * q.x, q.y * q.y, q.z * q.z)
    let (xy, xz, yz) = (q.x * q.y, q.x * q.z, q.y * q.z)
    let (wx, wy, wz) = (q.w * q.x, q.w * q.y, q.w * q.z)
    // The diagonal in the form with four squares: quarter turns come out with exact zeros.
    self.init(
      uncheckedColumns: Vector3((ww - zz) + (xx - yy), 2 * (xy + wz), 2 * (xz - wy)),
      Vector3(2 * (xy - wz), (ww - zz) - (xx - yy), 2 * (yz + wx)),
      Vector3(2 * (xz + wy), 2 * (yz - wx), (ww - xx) - (yy - zz)))
  }

  /// The same rotation as a quaternion; of the two, the one whose largest component is positive.
  ///
  /// The component that is largest is computed first, so that nothing small is divided by (Shepperd, Quaternion from
  /// rotation matrix, J. Guidance and Control 1(3), 1978).
  public var quaternion: Quaternion {
    let (a, b, c) = (columns.x.x, columns.y.y, columns.z.z)
    let trace = a + b + c
    let q: Quaternion
    if trace >= max(a, b, c) {
      q = Quaternion(
        w: 1 + trace, x: columns.y.z - columns.z.y, y: columns.z.x - columns.x.z, z: columns.x.y - columns.y.x)
    } else if a >= b && a >= c {
      q = Quaternion(
        w: columns.y.z - columns.z.y, x: 1 + a - b - c, y: columns.x.y + columns.y.x, z: columns.x.z + columns.z.x)
    } else if b >= c {
      q = Quaternion(
        w: columns.z.x - columns.x.z, x: columns.x.y + columns.y.x, y: 1 - a + b - c, z: columns.y.z + columns.z.y)
    } else {
      q = Quaternion(
        w: columns.x.y - columns.y.x, x: columns.x.z + columns.z.x, y: columns.y.z + columns.z.y, z: 1 - a - b + c)
    }
    let length = q.dot(q).squareRoot()
    return Quaternion(w: q.w / length, x: q.x / length, y: q.y / length, z: q.z / length)
  }

  /// The entry in `row` and `column`, each 0, 1 or 2.
  @inlinable
  public subscript(row: Int, column: Int) -> Double {
    if row < 0 || row > 2 || column < 0 || column > 2 { MatrixIndex.fail(row, column) }
    return column == 0 ? columns.x[row] : column == 1 ? columns.y[row] : columns.z[row]
  }

  /// The matrix that moves nothing.
  public static let identity = RotationMatrix(
    uncheckedColumns: CoordinateAxis.x.vector, CoordinateAxis.y.vector, CoordinateAxis.z.vector)

  /// The rotation that undoes this one: the transpose.
  @inlinable
  public var inverse: RotationMatrix { transpose }

  /// Rows and columns exchanged, which inverts a rotation.
  public var transpose: RotationMatrix { RotationMatrix(unchecked: matrix.transpose) }

  /// The rotated vector, M·v.
  @inlinable
  public func act(on v: Vector3) -> Vector3 { columns.x * v.x + columns.y * v.y + columns.z * v.z }

  /// First `right`, then `left`.
  public static func * (left: RotationMatrix, right: RotationMatrix) -> RotationMatrix {
    RotationMatrix(
      uncheckedColumns: left.act(on: right.columns.x), left.act(on: right.columns.y), left.act(on: right.columns.z))
  }

  /// The nine entries as a matrix of any kind, to add and to average.
  public var matrix: Matrix3 { Matrix3(columns: columns.x, columns.y, columns.z) }
}
