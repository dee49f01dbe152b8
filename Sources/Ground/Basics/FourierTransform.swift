import Foundation

/// The discrete Fourier transform X[k] = Σ x[n]·exp(−2πi·k·n/N), by Cooley and Tukey's halving where N is even, by its definition where it
/// is odd.
package enum FourierTransform {
  /// The transform of complex numbers, given and returned as real and imaginary parts, equally many.
  ///
  /// - Complexity: O(N log N) for powers of two; O(N · largest odd factor) otherwise.
  package static func forward(_ real: [Double], _ imaginary: [Double]) -> (real: [Double], imaginary: [Double]) {
    let count = real.count
    // Each root of unity from the angle itself, so that rounding does not add up.
    let roots = (0..<count).map { index in
      let angle = -2 * Double.pi * Double(index) / Double(count)
      return (cos(angle), sin(angle))
    }
    var (x, y) = (real, imaginary)
    var (a, b) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
    transform(&x, &y, &a, &b, 0, count, 1, roots)
    return (x, y)
  }

  /// Transforms `count` numbers from `start` on, in place; the scratch is as large as the whole.
  private static func transform(
    _ x: inout [Double], _ y: inout [Double], _ a: inout [Double], _ b: inout [Double], _ start: Int, _ count: Int,
    _ stride: Int, _ roots: [(Double, Double)]
  ) {
    guard count > 1 else { return }
    let half = count / 2
    guard count % 2 == 0 else {
      for k in 0..<count {
        var (sum, other) = (0.0, 0.0)
        for n in 0..<count {
          let (c, s) = roots[k * n % count * stride]
          sum += x[start + n] * c - y[start + n] * s
          other += x[start + n] * s + y[start + n] * c
        }
        (a[start + k], b[start + k]) = (sum, other)
      }
      for k in start..<(start + count) { (x[k], y[k]) = (a[k], b[k]) }
      return
    }
    for index in 0..<half {
      (a[start + index], b[start + index]) = (x[start + 2 * index], y[start + 2 * index])
      (a[start + half + index], b[start + half + index]) = (x[start + 2 * index + 1], y[start + 2 * index + 1])
    }
    for index in start..<(start + count) { (x[index], y[index]) = (a[index], b[index]) }
    transform(&x, &y, &a, &b, start, half, 2 * stride, roots)
    transform(&x, &y, &a, &b, start + half, half, 2 * stride, roots)
    for k in 0..<half {
      let (c, s) = roots[k * stride]
      let (p, q) = (start + k, start + half + k)
      let (u, v) = (x[q] * c - y[q] * s, x[q] * s + y[q] * c)
      (x[q], y[q]) = (x[p] - u, y[p] - v)
      (x[p], y[p]) = (x[p] + u, y[p] + v)
    }
  }
}
