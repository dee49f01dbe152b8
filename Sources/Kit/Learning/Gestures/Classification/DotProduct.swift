/// Σ left[i]·right[i]. Four sums side by side, which the compiler may keep in vector registers: floating-point
/// addition is not reordered otherwise.
@inline(__always)
func dot(_ left: UnsafePointer<Double>, _ right: UnsafePointer<Double>, _ count: Int) -> Double {
  var sums = SIMD4<Double>.zero
  var index = 0
  while index + 4 <= count {
    sums +=
      SIMD4(left[index], left[index + 1], left[index + 2], left[index + 3])
      * SIMD4(right[index], right[index + 1], right[index + 2], right[index + 3])
    index += 4
  }
  var sum = sums[0] + sums[1] + (sums[2] + sums[3])
  while index < count {
    sum += left[index] * right[index]
    index += 1
  }
  return sum
}

/// target[i] += factor·source[i].
@inline(__always)
func add(_ factor: Double, _ source: UnsafePointer<Double>, to target: UnsafeMutablePointer<Double>, _ count: Int) {
  for index in 0..<count { target[index] += factor * source[index] }
}

/// What `value` makes of two rows and their dot product, for all pairs of rows: a symmetric matrix, row by row.
/// Complexity: O(rows² × width).
@inline(__always)
func mutualProducts(
  of rows: [Double], width: Int, _ value: (_ row: Int, _ column: Int, _ product: Double) -> Double
) -> [Double] {
  let count = rows.count / width
  return Array(unsafeUninitializedCapacity: count * count) { matrix, filled in
    rows.withUnsafeBufferPointer { rows in
      for row in 0..<count {
        for column in 0...row {
          let product = dot(rows.baseAddress! + row * width, rows.baseAddress! + column * width, width)
          matrix[row * count + column] = value(row, column, product)
          matrix[column * count + row] = matrix[row * count + column]
        }
      }
    }
    filled = count * count
  }
}
