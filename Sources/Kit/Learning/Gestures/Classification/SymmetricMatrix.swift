/// The Cholesky factor of a symmetric positive definite matrix: A = L·Lᵀ, L lower triangular, stored row by row.
///
/// Written here, in 60 lines, rather than taken from LAPACK: the kernel machines need nothing else of it, the order
/// of the sums is fixed (weights come out the same on every machine and with every number of threads), and no thread
/// pool starts.
struct CholeskyFactor {
  let size: Int
  private(set) var lower: [Double]

  /// Factors `matrix`, of which the lower triangle is read. Complexity: O(size³ / 3).
  /// - Throws: ``GestureError/singularKernel(row:)``.
  init(_ matrix: [Double], size: Int) throws(GestureError) {
    self.size = size
    lower = matrix
    var failed: Int?
    lower.withUnsafeMutableBufferPointer { buffer in
      let a = buffer.baseAddress!
      for row in 0..<size {
        let current = a + row * size
        for column in 0..<row {
          let other = a + column * size
          current[column] = (current[column] - dot(current, other, column)) / other[column]
        }
        let pivot = current[row] - dot(current, current, row)
        guard pivot > 1e-14 * max(current[row], 1e-300) else {
          failed = row
          return
        }
        current[row] = pivot.squareRoot()
        for column in row + 1..<size { current[column] = 0 }
      }
    }
    if let failed { throw .singularKernel(row: failed) }
  }

  /// L⁻¹, stored by columns (so that each of its columns lies in one piece). Complexity: O(size³ / 6).
  private func inverseColumns() -> [Double] {
    var inverse = [Double](repeating: 0, count: size * size)
    lower.withUnsafeBufferPointer { lower in
      inverse.withUnsafeMutableBufferPointer { inverse in
        for column in 0..<size {
          let target = inverse.baseAddress! + column * size
          target[column] = 1 / lower[column * size + column]
          for row in column + 1..<size {
            let factors = lower.baseAddress! + row * size
            target[row] = -dot(factors + column, target + column, row - column) / factors[row]
          }
        }
      }
    }
    return inverse
  }

  /// A⁻¹·B for the columns of B, `size × columns` row by row, and the diagonal of A⁻¹. Complexity: O(size³ / 6 +
  /// size² × columns).
  func solve(_ right: [Double], columns: Int) -> (solution: [Double], inverseDiagonal: [Double]) {
    let inverse = inverseColumns()
    var solution = [Double](repeating: 0, count: size * columns)
    var diagonal = [Double](repeating: 0, count: size)
    // A⁻¹ = L⁻ᵀ·L⁻¹: first L⁻¹·B, column of L⁻¹ by column, then the dot products of L⁻¹'s columns with it.
    var half = [Double](repeating: 0, count: columns * size)
    inverse.withUnsafeBufferPointer { inverse in
      half.withUnsafeMutableBufferPointer { half in
        for index in 0..<size {
          let source = inverse.baseAddress! + index * size
          diagonal[index] = dot(source + index, source + index, size - index)
          for column in 0..<columns {
            let factor = right[index * columns + column]
            if factor != 0 {
              add(factor, source + index, to: half.baseAddress! + column * size + index, size - index)
            }
          }
        }
        for index in 0..<size {
          let source = inverse.baseAddress! + index * size
          for column in 0..<columns {
            solution[index * columns + column] = dot(
              source + index, half.baseAddress! + column * size + index, size - index)
          }
        }
      }
    }
    return (solution, diagonal)
  }
}
