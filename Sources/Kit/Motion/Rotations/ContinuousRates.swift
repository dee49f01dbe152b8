/// The angular velocities at the knots of a spline for which the angular acceleration has no jump.
///
/// At a knot between intervals of lengths g and h, with arcs β and γ and Jacobians J(β), J(γ), equating the accelerations
/// of the two Hermite cubics gives
///
/// (2/g)·J(β)·ω₋ + 4(1/g + 1/h)·ω + (2/h)·J(γ)⁻¹·ω₊ + N(β, J(β)⁻¹·ω) = 6β/g² + 6γ/h²,
///
/// N the part of the acceleration that is quadratic in the rate. Newton's method makes of it a block tridiagonal linear
/// system in each round; a step that would make the error larger is shortened.
struct ContinuousRates {
  /// The lengths of the intervals, in s.
  let steps: [Double]
  /// The rotation vectors from each attitude to the next, in rad.
  let arcs: [Vector3]
  private let jacobians: [RotationJacobian]

  init(steps: [Double], arcs: [Vector3]) {
    (self.steps, self.arcs) = (steps, arcs)
    jacobians = arcs.map(RotationJacobian.init)
  }

  /// The rates at all knots, in rad/s; at the ends those of the straight way to the neighbour.
  ///
  /// - Throws: `RotationError.notConverged`.
  func solved() throws(RotationError) -> [Vector3] {
    let straight = steps.indices.map { arcs[$0] / steps[$0] }
    var rates = straight + [straight[straight.count - 1]]
    guard steps.count > 1 else { return rates }
    var error = norm(residuals(rates))
    for _ in 0..<Self.maximumRounds {
      let correction = correction(rates)
      let size = zip(correction, rates).reduce(0) { max($0, $1.0.length / (1 + $1.1.length)) }
      if size <= 1e-14 { return rates }
      var fraction = 1.0
      var next = moved(rates, correction, by: fraction)
      var nextError = norm(residuals(next))
      while nextError >= error && fraction > 1e-4 {
        fraction /= 2
        next = moved(rates, correction, by: fraction)
        nextError = norm(residuals(next))
      }
      guard nextError < error else {
        // Nothing gets better: rounding has been reached, or a dead end.
        if size <= 1e-9 { return rates }
        throw .notConverged(quantity: "attitude spline", change: size)
      }
      (rates, error) = (next, nextError)
    }
    throw .notConverged(quantity: "attitude spline", change: error)
  }

  private static let maximumRounds = 100

  private func moved(_ rates: [Vector3], _ correction: [Vector3], by fraction: Double) -> [Vector3] {
    zip(rates, correction).map { $0 + fraction * $1 }
  }

  /// The largest mismatch, in rad/s; infinite where there is a NaN.
  private func norm(_ residuals: [Vector3]) -> Double {
    residuals.reduce(0) { largest, residual in
      let length = residual.length
      return length.isNaN ? .infinity : max(largest, length)
    }
  }

  /// 4(1/g + 1/h) at an interior knot.
  private func stiffness(_ knot: Int) -> Double { 4 / steps[knot - 1] + 4 / steps[knot] }

  /// The left side of the equation minus the right at each interior knot, divided by its stiffness: rad/s.
  private func residuals(_ rates: [Vector3]) -> [Vector3] {
    (1..<steps.count).map { i in
      let (g, h) = (steps[i - 1], steps[i])
      let before = jacobians[i - 1]
      let end = before.derivative(ofRate: rates[i])
      let atEnd = before.rate(ofDerivative: 2 / g * rates[i - 1] + 4 / g * end - 6 / (g * g) * arcs[i - 1])
      let next = jacobians[i].derivative(ofRate: rates[i + 1])
      let atStart = 6 / (h * h) * arcs[i] - 4 / h * rates[i] - 2 / h * next
      return (atEnd + before.curvature(derivative: end) - atStart) / stiffness(i)
    }
  }

  /// Newton's step: the block tridiagonal system, solved by elimination from the first interior knot to the last.
  private func correction(_ rates: [Vector3]) -> [Vector3] {
    let count = steps.count
    let residuals = residuals(rates)
    var (upper, right) = ([Matrix3](), [Vector3]())
    for i in 1..<count {
      let before = jacobians[i - 1]
      let scale = stiffness(i)
      let slope = before.curvatureSlope(derivative: before.derivative(ofRate: rates[i])) * before.inverseMatrix
      var diagonal = Matrix3.identity + 1 / scale * slope
      var known = -residuals[i - 1]
      if i > 1 {
        let lower = 2 / (steps[i - 1] * scale) * before.matrix
        diagonal = diagonal - lower * upper[i - 2]
        known -= lower * right[i - 2]
      }
      let inverse = diagonal.inverted
      upper.append(inverse * (2 / (steps[i] * scale) * jacobians[i].inverseMatrix))
      right.append(inverse * known)
    }
    var result = [Vector3](repeating: .zero, count: count + 1)
    for i in stride(from: count - 1, through: 1, by: -1) {
      result[i] = right[i - 1] - upper[i - 1] * result[i + 1]
    }
    return result
  }
}
