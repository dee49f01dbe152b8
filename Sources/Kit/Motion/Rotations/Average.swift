extension Quaternion {
  /// The average of attitudes: the rotation whose squared distances to all of them, as matrices, have the smallest sum.
  ///
  /// It is the nearest rotation to the sum of the matrices (the [course](https://6808.github.io/labs/lab3.html), section 3A), and independent of the signs of the
  /// quaternions. The sum is taken over the ten products of the components (Markley, Cheng, Crassidis & Oshman, Averaging
  /// quaternions, J. Guidance 30(4), 2007, eq. 12), which hold the same numbers; one pass, no allocation per element.
  ///
  /// - Parameters:
  ///   - attitudes: at least one.
  ///   - weights: one for each attitude, not negative, not all 0; all alike when nil. Only their ratios matter.
  ///   - tolerance: how far ahead of the second best, relative to the sum of the weights, the average has to be. Two
  ///     attitudes that are half a turn less ε rad apart are ahead by ε. Grown, more sets count as ambiguous.
  /// - Throws: `RotationError.notUnique` when other rotations are as good, as for 0° and 180°, or 0°, 90°, 180° and 270°
  ///   about one axis; `.empty`, `.countMismatch`, `.invalidWeight`, `.weightsVanish`, `.notFinite`, `.notUnit`.
  /// - Complexity: O(n).
  public static func average(
    of attitudes: [Quaternion], weights: [Double]? = nil, tolerance: Double = 1e-10
  ) throws(RotationError) -> Quaternion {
    guard !attitudes.isEmpty else { throw .empty(argument: "attitudes") }
    try checkAttitudes(attitudes)
    var products = OuterProductSum()
    if let weights {
      let largest = try checkWeights(weights, count: attitudes.count)
      // Only ratios matter: sums of huge weights would overflow, and those of tiny ones vanish.
      products.add(attitudes, weights.map { $0 / largest })
    } else {
      products.add(attitudes)
    }
    let total = products.total
    let decomposition = try products.matrix.singularValues(as: "sum of the attitudes")
    let margin = decomposition.margin / total
    guard margin > tolerance else {
      throw .notUnique(quantity: "average", margin: margin, tolerance: tolerance)
    }
    return decomposition.rotation.quaternion
  }
}

/// The largest of weights of which there has to be one per element, none negative, and not all 0.
func checkWeights(_ weights: [Double], count: Int) throws(RotationError) -> Double {
  guard weights.count == count else {
    throw .countMismatch(argument: "weights", count: weights.count, expected: count)
  }
  for (index, weight) in weights.enumerated() where !(weight >= 0 && weight.isFinite) {
    throw .invalidWeight(argument: "weights", index: index, value: weight)
  }
  guard let largest = weights.max(), largest > 0 else { throw .weightsVanish(argument: "weights") }
  return largest
}

/// Σ w·q·qᵀ: ten numbers, from which the sum of the rotation matrices follows linearly.
struct OuterProductSum {
  /// The products of w, x, y, z with themselves; of w with x, y, z; and yz, zx, xy.
  private var squares = SIMD4<Double>.zero
  private var withW = SIMD4<Double>.zero
  private var mixed = SIMD4<Double>.zero

  /// The sum of weights times squared lengths.
  var total: Double { squares.sum() }

  /// The sum of the rotation matrices.
  var matrix: Matrix3 {
    let (ww, xx, yy, zz) = (squares.x, squares.y, squares.z, squares.w)
    let (wx, wy, wz) = (withW.x, withW.y, withW.z)
    let (yz, zx, xy) = (mixed.x, mixed.y, mixed.z)
    return Matrix3(
      rows: Vector3(ww + xx - yy - zz, 2 * (xy - wz), 2 * (zx + wy)),
      Vector3(2 * (xy + wz), ww - xx + yy - zz, 2 * (yz - wx)),
      Vector3(2 * (zx - wy), 2 * (yz + wx), ww - xx - yy + zz))
  }

  mutating func add(_ attitudes: [Quaternion]) {
    for q in attitudes { add(q, q) }
  }

  mutating func add(_ attitudes: [Quaternion], _ weights: [Double]) {
    for (q, weight) in zip(attitudes, weights) {
      add(q, Quaternion(w: weight * q.w, x: weight * q.x, y: weight * q.y, z: weight * q.z))
    }
  }

  @inline(__always)
  private mutating func add(_ q: Quaternion, _ p: Quaternion) {
    squares += SIMD4(q.w, q.x, q.y, q.z) * SIMD4(p.w, p.x, p.y, p.z)
    withW += SIMD4(q.w, q.w, q.w, 0) * SIMD4(p.x, p.y, p.z, 0)
    mixed += SIMD4(q.y, q.z, q.x, 0) * SIMD4(p.z, p.x, p.y, 0)
  }
}
