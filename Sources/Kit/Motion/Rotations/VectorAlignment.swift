/// The rotation that best turns one set of vectors into another (Wahba's problem), and how well it does.
public struct VectorAlignment: Hashable, Sendable {
  /// Turns the first set into the second: `to ≈ rotation.act(on: from)`.
  public let rotation: Quaternion
  /// The root of the weighted sum of squared distances that remain, in the unit of the vectors.
  public let residual: Double
  /// The covariance of the rotation's error, as a rotation vector in the frame of `to`, for vectors with independent
  /// errors of variance 1 in every component and the mean of the weights as unit of weight; multiply by the variance.
  ///
  /// Markley, Attitude determination using vector observations: a fast optimal matrix algorithm, J. Astronautical
  /// Sciences 41(2), 1993, eq. 42. Nil when one pair was held exactly: then there is no such covariance.
  public let sensitivity: Matrix3?

  /// Finds the rotation that makes Σ wᵢ·|toᵢ − R·fromᵢ|² smallest (Wahba 1965; solved by the singular value decomposition of
  /// Σ wᵢ·toᵢ·fromᵢᵀ, Markley 1988).
  ///
  /// - Parameters:
  ///   - from: the vectors to turn; lengths count as weights do.
  ///   - to: where they should come to lie, one for each.
  ///   - weights: not negative, not all 0; all 1 when nil.
  ///   - tolerance: how far ahead of the second best, relative to the whole, the answer has to be.
  /// - Throws: `RotationError.notUnique` when the vectors leave the rotation open: fewer than two, all along one line, or
  ///   mirror images. `.empty`, `.countMismatch`, `.invalidWeight`, `.weightsVanish`, `.notFinite`.
  /// - Complexity: O(n).
  public init(
    from: [Vector3], to: [Vector3], weights: [Double]? = nil, tolerance: Double = 1e-12
  ) throws(RotationError) {
    try Self.check(from, to, weights)
    let (start, end, weight) = (Scaled(from), Scaled(to), Scaled(weights ?? []))
    let scaledWeights = weights == nil ? nil : weight.values
    var product = Matrix3.zero
    for (index, (a, b)) in zip(end.values, start.values).enumerated() {
      product = product + Self.weight(scaledWeights, index) * Matrix3(columns: b.x * a, b.y * a, b.z * a)
    }
    let decomposition = try product.singularValues(as: "vectors")
    let s = Vector3(decomposition.s.x, decomposition.s.y, decomposition.sign * decomposition.s.z)
    let margin = s.x > 0 ? decomposition.margin / s.x : 0
    guard margin > tolerance else {
      throw .notUnique(quantity: "rotation between the vectors", margin: margin, tolerance: tolerance)
    }
    rotation = decomposition.rotation.quaternion
    residual = Self.residual(rotation, from, to, weights)
    let meanWeight = (scaledWeights ?? [1]).reduce(0, +) / Double(weights?.count ?? 1)
    let determinantLike = (s.x + s.y) * (s.y + s.z) * (s.z + s.x)
    let kappa = s.x * s.y + s.y * s.z + s.z * s.x
    sensitivity =
      (meanWeight / determinantLike / start.unit / end.unit)
      * (Matrix3.diagonal(kappa, kappa, kappa) + product * product.transpose)
  }

  /// Turns the direction `primary.from` exactly into that of `primary.to`, and about it so that the other vectors fit as well
  /// as they can: gravity is certain, north is not (the TRIAD method of Black 1964, with any number of secondary
  /// vectors).
  ///
  /// - Throws: `RotationError.parallel` when all secondary vectors are along the primary one and leave the turn about it open;
  ///   `.zeroLength` when a primary vector is 0, and the errors of `init(from:to:weights:tolerance:)`.
  /// - Complexity: O(n).
  public init(
    primary: (from: Vector3, to: Vector3), from: [Vector3], to: [Vector3], weights: [Double]? = nil
  ) throws(RotationError) {
    try Self.check(from, to, weights)
    let (secondary, target) = (Scaled(from).values, Scaled(to).values)
    let scaledWeights = weights.map { Scaled($0).values }
    let start = try primary.from.normalized(as: "primary.from")
    let axis = try primary.to.normalized(as: "primary.to")
    // Opposite directions: any half turn at right angles will do, the turn about the axis follows from the others.
    let across = abs(start.x) < 0.6 ? CoordinateAxis.x.vector : CoordinateAxis.y.vector
    let first = try Quaternion(from: start, to: axis, axisIfOpposite: across)
    var (sine, cosine, size) = (0.0, 0.0, 0.0)
    for (index, (a, b)) in zip(target, secondary).enumerated() {
      let weight = Self.weight(scaledWeights, index)
      let turned = first.act(on: b)
      sine += weight * axis.dot(turned.cross(a))
      cosine += weight * (turned.dot(a) - turned.dot(axis) * a.dot(axis))
      size += weight * a.length * b.length
    }
    guard (sine * sine + cosine * cosine).squareRoot() > 1e-14 * size else {
      throw .parallel(argument: "the secondary vectors", other: "the primary ones")
    }
    let turn = Quaternion(rotationVector: Elementary.arcTangent(sine, cosine) * axis)
    rotation = (turn * first).renormalized
    residual = Self.residual(rotation, from, to, weights)
    sensitivity = nil
  }

  private static func check(_ from: [Vector3], _ to: [Vector3], _ weights: [Double]?) throws(RotationError) {
    guard !from.isEmpty else { throw .empty(argument: "from") }
    guard from.count == to.count else {
      throw .countMismatch(argument: "to", count: to.count, expected: from.count)
    }
    for (name, vectors) in [("from", from), ("to", to)] {
      for (index, v) in vectors.enumerated() where !(v.x.isFinite && v.y.isFinite && v.z.isFinite) {
        throw .notFinite(argument: "\(name)[\(index)]", value: "\(v)")
      }
    }
    if let weights { _ = try checkWeights(weights, count: from.count) }
  }

  private static func weight(_ weights: [Double]?, _ index: Int) -> Double { weights?[index] ?? 1 }

  private static func residual(
    _ rotation: Quaternion, _ from: [Vector3], _ to: [Vector3], _ weights: [Double]?
  ) -> Double {
    let unit = max(Scaled(from).unit, Scaled(to).unit)
    var sum = 0.0
    for index in from.indices {
      sum += weight(weights, index) * (to[index] / unit - rotation.act(on: from[index] / unit)).squaredLength
    }
    return unit * sum.squareRoot()
  }
}

/// Numbers far from 1 in a unit in which their squares neither overflow nor vanish. The unit is a power of two, so that no digit
/// changes.
package struct Scaled<Value> {
  /// The numbers, in `unit`.
  package let values: [Value]
  /// 1 unless the largest number is above 10³⁰ or below 10⁻³⁰.
  package let unit: Double

  private static func unit(of largest: Double) -> Double {
    guard largest > 0, largest < 1e-30 || largest > 1e30 else { return 1 }
    return Double(sign: .plus, exponent: max(largest.exponent, -1000), significand: 1)
  }
}

extension Scaled<Vector3> {
  package init(_ vectors: [Vector3]) {
    unit = Self.unit(of: vectors.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) })
    values = unit == 1 ? vectors : vectors.map { [unit] in $0 / unit }
  }
}

extension Scaled<Double> {
  package init(_ numbers: [Double]) {
    unit = Self.unit(of: numbers.reduce(0) { max($0, abs($1)) })
    values = unit == 1 ? numbers : numbers.map { [unit] in $0 / unit }
  }
}
