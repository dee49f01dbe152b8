import Rotations

#if canImport(Accelerate)
  internal import Accelerate
#else
  internal import CLAPACK
#endif

/// A matrix of any size, column by column.
struct Columns {
  var rows: Int
  /// One array per column.
  var values: [[Double]]
}

/// The parameters that make a sum of squares least, by Gauss and Newton's steps, each solved by the singular value decomposition of the
/// Jacobian (LAPACK's `dgesdd`), and shortened as Levenberg and Marquardt do where a full step would not help.
struct LeastSquares {
  /// The parameters at the minimum.
  let parameters: [Double]
  /// The residuals there.
  let residuals: [Double]
  private let decomposition: SingularValues

  /// The inverse of JᵀJ: times the variance of a residual it is the parameters' covariance. Row by row.
  var covariance: [[Double]] { decomposition.inverseSquare }
  /// The pseudo-inverse of J, one row per parameter: times −1 it says how the parameters follow a change of the residuals.
  var gain: [[Double]] { decomposition.pseudoInverse }
  /// The singular values of J, falling.
  var singularValues: [Double] { decomposition.s }

  /// How much of residual i a change of residual j takes away by moving the parameters: J times ``gain``, an entry of it.
  func leverage(_ i: Int, _ j: Int) -> Double { decomposition.projection(i, j) }
  /// Per residual what it would be, had its measurement been left out: the linear approximation at the minimum (Allen's PRESS, 1974).
  var heldOut: [Double] { residuals.indices.map { residuals[$0] / max(1 - leverage($0, $0), 1e-9) } }

  /// - Parameters:
  ///   - start: Where the search begins.
  ///   - model: The residuals and their derivatives, one column per parameter, at given parameters.
  /// - Throws: `CalibrationError.noMinimum` where a number is not finite, or the steps do not end.
  /// - Complexity: O(steps · residuals · parameters²).
  init(
    from start: [Double], steps: Int = 100, _ model: ([Double]) -> (residuals: [Double], jacobian: Columns)
  ) throws(CalibrationError) {
    func square(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }
    var parameters = start
    var (residuals, jacobian) = model(parameters)
    var cost = square(residuals)
    var damping = 0.0
    for _ in 0..<steps {
      let decomposition = try SingularValues(jacobian)
      let step = decomposition.solve(residuals, damping: damping)
      let next = zip(parameters, step).map { $0 - $1 }
      let (newResiduals, newJacobian) = model(next)
      let newCost = square(newResiduals)
      let isSmall = zip(step, parameters).allSatisfy { abs($0) <= 1e-11 * max(abs($1), 0.1) }
      // Near the minimum the cost no longer tells two points apart.
      guard newCost <= cost * (1 + 1e-10) || isSmall else {
        damping = max(damping * 8, 1e-6 * decomposition.s[0])
        guard damping < 1e6 * decomposition.s[0] else { throw .noMinimum }
        continue
      }
      damping = damping > 1e-9 * decomposition.s[0] ? damping / 8 : 0
      (parameters, residuals, jacobian, cost) = (next, newResiduals, newJacobian, newCost)
      guard isSmall, damping == 0 else { continue }
      (self.parameters, self.residuals) = (parameters, residuals)
      self.decomposition = try SingularValues(jacobian)
      return
    }
    throw .noMinimum
  }

  /// The standard deviations of the parameters, estimated from the residuals with this many degrees of freedom.
  func deviations(freedom: Int) -> [Double] {
    let variance = residuals.reduce(0) { $0 + $1 * $1 } / Double(max(freedom, 1))
    let covariance = self.covariance
    return covariance.indices.map { (covariance[$0][$0] * variance).squareRoot() }
  }
}

/// J = U·diag(s)·Vᵀ with as many columns in U as J has.
struct SingularValues {
  /// Column by column.
  private let u: [Double]
  /// Falling, not negative.
  let s: [Double]
  /// V, by parameter and singular value.
  let v: [[Double]]
  private let rows: Int

  /// - Throws: `CalibrationError.noMinimum` when a number is not finite or LAPACK does not converge.
  init(_ matrix: Columns) throws(CalibrationError) {
    let (m, n) = (matrix.rows, matrix.values.count)
    var a = matrix.values.flatMap { $0 }
    guard m >= n, a.allSatisfy(\.isFinite) else { throw .noMinimum }
    var (s, u, vt) = (
      [Double](repeating: 0, count: n), [Double](repeating: 0, count: m * n), [Double](repeating: 0, count: n * n)
    )
    #if canImport(Accelerate)
      var (job, rows, columns) = (Int8(UInt8(ascii: "S")), __CLPK_integer(m), __CLPK_integer(n))
      var (lda, ldu, ldvt) = (rows, rows, columns)
      var (size, info) = (__CLPK_integer(4 * n * n + 7 * n + 64 * (m + n)), __CLPK_integer(0))
      var work = [Double](repeating: 0, count: Int(size))
      var iwork = [__CLPK_integer](repeating: 0, count: 8 * n)
      dgesdd_(&job, &rows, &columns, &a, &lda, &s, &u, &ldu, &vt, &ldvt, &work, &size, &iwork, &info)
    #else
      let info = LAPACKE_dgesdd(
        LAPACK_COL_MAJOR, Int8(UInt8(ascii: "S")), Int32(m), Int32(n), &a, Int32(m), &s, &u, Int32(m), &vt, Int32(n))
    #endif
    guard info == 0 else { throw .noMinimum }
    v = (0..<n).map { parameter in (0..<n).map { vt[parameter * n + $0] } }
    (self.u, self.s, rows) = (u, s, m)
  }

  /// The x for which J·x is nearest to `right`; `damping` shortens it.
  func solve(_ right: [Double], damping: Double) -> [Double] {
    let shares = s.indices.map { k in
      let product = (0..<rows).reduce(0) { $0 + u[k * rows + $1] * right[$1] }
      return s[k] > 0 ? product * s[k] / (s[k] * s[k] + damping * damping) : 0
    }
    return v.map { row in zip(row, shares).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  func projection(_ i: Int, _ j: Int) -> Double { s.indices.reduce(0) { $0 + u[$1 * rows + i] * u[$1 * rows + j] } }

  var inverseSquare: [[Double]] {
    v.map { first in v.map { second in s.indices.reduce(0) { $0 + first[$1] * second[$1] / (s[$1] * s[$1]) } } }
  }

  var pseudoInverse: [[Double]] {
    v.map { row in
      (0..<rows).map { place in s.indices.reduce(0) { $0 + row[$1] / s[$1] * u[$1 * rows + place] } }
    }
  }
}
