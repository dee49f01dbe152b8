/// Any 3×3 matrix: a sum of rotation matrices, a covariance.
@frozen
public struct Matrix3: Hashable, Sendable {
  /// The columns.
  public var columns: RotationMatrix.Columns

  /// The matrix with these columns.
  @inlinable @inline(__always)
  public init(columns x: Vector3, _ y: Vector3, _ z: Vector3) { columns = RotationMatrix.Columns(x: x, y: y, z: z) }

  /// The matrix with these rows.
  @inlinable @inline(__always)
  public init(rows first: Vector3, _ second: Vector3, _ third: Vector3) {
    self.init(
      columns: Vector3(first.x, second.x, third.x), Vector3(first.y, second.y, third.y),
      Vector3(first.z, second.z, third.z))
  }

  /// The matrix with these entries on the diagonal and 0 elsewhere.
  @inlinable
  public static func diagonal(_ x: Double, _ y: Double, _ z: Double) -> Matrix3 {
    Matrix3(columns: Vector3(x, 0, 0), Vector3(0, y, 0), Vector3(0, 0, z))
  }

  /// All entries 0.
  public static let zero = Matrix3.diagonal(0, 0, 0)
  /// 1 on the diagonal.
  public static let identity = Matrix3.diagonal(1, 1, 1)

  /// The entry in `row` and `column`, each 0, 1 or 2.
  @inlinable
  public subscript(row: Int, column: Int) -> Double {
    if row < 0 || row > 2 || column < 0 || column > 2 { MatrixIndex.fail(row, column) }
    return column == 0 ? columns.x[row] : column == 1 ? columns.y[row] : columns.z[row]
  }

  /// Rows and columns exchanged.
  @inlinable @inline(__always)
  public var transpose: Matrix3 { Matrix3(rows: columns.x, columns.y, columns.z) }

  /// The volume that the unit cube is turned into; 1 for a rotation, −1 for a reflection.
  public var determinant: Double { columns.x.dot(columns.y.cross(columns.z)) }

  /// The inverse of a matrix that is known to be regular, by its adjugate.
  @inlinable
  package var inverted: Matrix3 {
    let (x, y, z) = (columns.x, columns.y, columns.z)
    let (a, b, c) = (y.cross(z), z.cross(x), x.cross(y))
    return (1 / x.dot(a)) * Matrix3(rows: a, b, c)
  }

  /// Whether every entry is a number.
  public var isFinite: Bool {
    [columns.x, columns.y, columns.z].allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
  }

  /// The largest entry of |M·Mᵀ − 1|: 0 for a rotation or reflection, NaN where an entry is not a number.
  public var orthonormalityError: Double {
    // Swift's max passes over a NaN.
    guard isFinite else { return .nan }
    let error = self * transpose - .identity
    return [error.columns.x, error.columns.y, error.columns.z].reduce(0) { largest, column in
      max(largest, abs(column.x), abs(column.y), abs(column.z))
    }
  }

  /// The product M·v.
  @inlinable @inline(__always)
  public static func * (matrix: Matrix3, v: Vector3) -> Vector3 {
    matrix.columns.x * v.x + matrix.columns.y * v.y + matrix.columns.z * v.z
  }

  /// The matrix product.
  @inlinable @inline(__always)
  public static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(columns: left * right.columns.x, left * right.columns.y, left * right.columns.z)
  }

  /// Every entry multiplied.
  @inlinable @inline(__always)
  public static func * (factor: Double, matrix: Matrix3) -> Matrix3 {
    Matrix3(columns: factor * matrix.columns.x, factor * matrix.columns.y, factor * matrix.columns.z)
  }

  /// Entry by entry.
  @inlinable @inline(__always)
  public static func + (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(
      columns: left.columns.x + right.columns.x, left.columns.y + right.columns.y, left.columns.z + right.columns.z)
  }

  /// Entry by entry.
  @inlinable @inline(__always)
  public static func - (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(
      columns: left.columns.x - right.columns.x, left.columns.y - right.columns.y, left.columns.z - right.columns.z)
  }
}

/// The messages about an entry that a matrix of three rows and columns does not have. They are printed in optimised
/// code, too, where a failed `precondition` prints none.
@usableFromInline
enum MatrixIndex {
  @usableFromInline @inline(never)
  static func fail(_ row: Int, _ column: Int) -> Never {
    fatalError("a matrix has the rows and columns 0, 1 and 2, and no entry [\(row), \(column)]")
  }
}
