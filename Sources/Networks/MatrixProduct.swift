#if canImport(CBLAS)
  internal import CBLAS
#elseif canImport(Accelerate)
  internal import Accelerate
#endif

/// C ← α·op(A)·op(B) + β·C, all matrices row by row, C with `rows` × `columns`, by BLAS (`dgemm`).
///
/// - Parameters:
///   - transposeA: op(A) = Aᵀ: A is stored with `inner` × `rows`, else `rows` × `inner`.
///   - transposeB: op(B) = Bᵀ: B is stored with `columns` × `inner`, else `inner` × `columns`.
func multiply(
  _ a: UnsafePointer<Double>, transposeA: Bool = false, _ b: UnsafePointer<Double>, transposeB: Bool = false,
  into c: UnsafeMutablePointer<Double>, rows: Int, inner: Int, columns: Int, alpha: Double = 1, beta: Double
) {
  #if canImport(CBLAS) || canImport(Accelerate)
    cblas_dgemm(
      CblasRowMajor, transposeA ? CblasTrans : CblasNoTrans, transposeB ? CblasTrans : CblasNoTrans, Int32(rows),
      Int32(columns), Int32(inner), alpha, a, Int32(transposeA ? rows : inner), b, Int32(transposeB ? inner : columns),
      beta, c, Int32(columns))
  #else
    for row in 0..<rows {
      for column in 0..<columns {
        var sum = 0.0
        for k in 0..<inner {
          sum +=
            a[transposeA ? k * rows + row : row * inner + k] * b[transposeB ? column * inner + k : k * columns + column]
        }
        c[row * columns + column] = alpha * sum + beta * c[row * columns + column]
      }
    }
  #endif
}
