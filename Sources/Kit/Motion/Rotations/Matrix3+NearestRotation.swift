#if canImport(Accelerate)
  internal import Accelerate
#else
  internal import CLAPACK
#endif

extension Matrix3 {
  /// The singular value decomposition M = U·diag(s)·Vᵀ, with s falling and not negative.
  struct SingularValues {
    var u: Matrix3
    var s: Vector3
    var v: Matrix3
    /// The determinant of U·Vᵀ, 1 or −1.
    var sign: Double

    /// U·diag(1, 1, sign)·Vᵀ: of all rotations the one with the largest inner product with M.
    var rotation: RotationMatrix { RotationMatrix(unchecked: u * .diagonal(1, 1, sign) * v.transpose) }

    /// How much the inner product of M with the best rotation exceeds that with its nearest competitor, halved: 0 means
    /// that there are several best rotations.
    var margin: Double { s.y + sign * s.z }
  }

  /// LAPACK's `dgesdd`, which divides and conquers.
  ///
  /// - Throws: `RotationError.notFinite`, `RotationError.linearAlgebra` when it does not converge.
  func singularValues(as argument: String) throws(RotationError) -> SingularValues {
    guard isFinite else { throw .notFinite(argument: argument, value: "\(self)") }
    var a = [columns.x, columns.y, columns.z].flatMap { [$0.x, $0.y, $0.z] }
    var (s, u, vt) = (
      [Double](repeating: 0, count: 3), [Double](repeating: 0, count: 9), [Double](repeating: 0, count: 9)
    )
    #if canImport(Accelerate)
      // Fortran takes every argument by reference.
      var (job, m, n) = (Int8(UInt8(ascii: "A")), __CLPK_integer(3), __CLPK_integer(3))
      var (lda, ldu, ldvt) = (m, m, m)
      var (work, size) = ([Double](repeating: 0, count: 256), __CLPK_integer(256))
      var (iwork, info) = ([__CLPK_integer](repeating: 0, count: 24), __CLPK_integer(0))
      dgesdd_(&job, &m, &n, &a, &lda, &s, &u, &ldu, &vt, &ldvt, &work, &size, &iwork, &info)
    #else
      let info = LAPACKE_dgesdd(LAPACK_COL_MAJOR, Int8(UInt8(ascii: "A")), 3, 3, &a, 3, &s, &u, 3, &vt, 3)
    #endif
    guard info == 0 else { throw .linearAlgebra(routine: "dgesdd", info: Int(info)) }
    func matrix(_ e: [Double]) -> Matrix3 {
      Matrix3(columns: Vector3(e[0], e[1], e[2]), Vector3(e[3], e[4], e[5]), Vector3(e[6], e[7], e[8]))
    }
    let (left, right) = (matrix(u), matrix(vt).transpose)
    let sign = left.determinant * right.determinant < 0 ? -1.0 : 1
    return SingularValues(u: left, s: Vector3(s[0], s[1], s[2]), v: right, sign: sign)
  }

  /// The rotation that is closest to this matrix, in the sum of the squares of the nine differences.
  ///
  /// U·diag(1, 1, det(U·Vᵀ))·Vᵀ of the singular value decomposition: where U·Vᵀ would reflect, the direction of the
  /// smallest singular value is turned round (Kabsch 1976; Umeyama 1991, eq. 40; the course, section 3A). Scaling the
  /// matrix by a positive factor changes nothing, so that a sum of rotations will do for their mean.
  ///
  /// - Parameter tolerance: how far ahead of the second best, relative to the largest singular value, the answer has to
  ///   be. Grown, more matrices count as ambiguous; at 0, an arbitrary one of several answers can come back.
  /// - Throws: `RotationError.notUnique` when other rotations are as close: the two smaller singular values vanish or, with
  ///   a negative determinant, are equal. `.notFinite`, `.linearAlgebra`.
  public func nearestRotation(tolerance: Double = 1e-10) throws(RotationError) -> RotationMatrix {
    let decomposition = try singularValues(as: "matrix")
    let largest = decomposition.s.x
    let margin = largest > 0 ? decomposition.margin / largest : 0
    guard margin > tolerance else {
      throw .notUnique(quantity: "nearest rotation", margin: margin, tolerance: tolerance)
    }
    return decomposition.rotation
  }
}
