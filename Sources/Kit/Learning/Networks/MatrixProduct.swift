#if canImport(CBLAS)
  internal import CBLAS
#else
  internal import Accelerate
#endif

/// C ← α·op(A)·op(B), all matrices row by row, C with `rows` × `columns`, by BLAS (`dgemm`).
///
/// - Parameters:
///   - transposeA: op(A) = Aᵀ: A is stored with `inner` × `rows`, else `rows` × `inner`.
///   - transposeB: op(B) = Bᵀ: B is stored with `columns` × `inner`, else `inner` × `columns`.
func multiply(
  _ a: UnsafePointer<Double>, transposeA: Bool = false, _ b: UnsafePointer<Double>, transposeB: Bool = false,
  into c: UnsafeMutablePointer<Double>, rows: Int, inner: Int, columns: Int, alpha: Double = 1
) {
  cblas_dgemm(
    CblasRowMajor, transposeA ? CblasTrans : CblasNoTrans, transposeB ? CblasTrans : CblasNoTrans, Int32(rows),
    Int32(columns), Int32(inner), alpha, a, Int32(transposeA ? rows : inner), b, Int32(transposeB ? inner : columns),
    0, c, Int32(columns))
}
