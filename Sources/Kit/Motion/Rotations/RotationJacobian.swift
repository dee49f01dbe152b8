/// How a rotation vector θ that changes in time turns the device: ω = J(θ)·θ̇, ω in the device frame.
///
/// J(θ) = 1 − a·[θ]× + b·[θ]×², a = (1 − cos φ)/φ², b = (φ − sin φ)/φ³, φ = |θ| (the right Jacobian of SO(3): Solà, eq. 183;
/// Chirikjian, Stochastic Models, Information Theory, and Lie Groups, vol. 2, eq. 10.86).
public struct RotationJacobian: Sendable {
  private let vector: Vector3
  /// The coefficients a and b above, c of the inverse, and a′/φ and b′/φ, their derivatives by φ.
  private let a, b, c, aRate, bRate: Double

  /// - Parameter rotationVector: θ, in rad.
  public init(_ rotationVector: Vector3) {
    vector = rotationVector
    let square = rotationVector.squaredLength
    let angle = square.squareRoot()
    if angle < 1 {
      // The differences of the closed forms cancel here; their power series in φ² do not.
      var (a, b, d, aRate, bRate) = (0.0, 0.0, 0.0, 0.0, 0.0)
      var (power, previousPower, factorial) = (1.0, 0.0, 2.0)
      for k in 0..<10 {
        // power = (−φ²)ᵏ, previousPower its derivative by φ², k(−1)ᵏφ²ᵏ⁻², and factorial = (2k + 2)!
        let n = Double(2 * k)
        a += power / factorial
        b += power / (factorial * (n + 3))
        d += power / (factorial * (n + 3) * (n + 4))
        aRate += 2 * previousPower / factorial
        bRate += 2 * previousPower / (factorial * (n + 3))
        previousPower = -Double(k + 1) * power
        power *= -square
        factorial *= (n + 3) * (n + 4)
      }
      (self.a, self.b, self.aRate, self.bRate) = (a, b, aRate, bRate)
      // 1/2 − a = φ²·d, so that c = (1 − sin φ/(2aφ))/φ² loses its difference.
      c = (b - 2 * d) / (2 * a)
    } else {
      let (sine, cosine) = Elementary.sineAndCosine(angle)
      // 1 − cos φ without cancellation.
      let half = Elementary.sineAndCosine(angle / 2)
      let versine = 2 * half.sine * half.sine
      a = versine / square
      b = (angle - sine) / (square * angle)
      c = (1 - angle / 2 * half.cosine / half.sine) / square
      aRate = (angle * sine - 2 * versine) / (square * square)
      bRate = (3 * sine - 2 * angle - angle * cosine) / (square * square * angle)
    }
  }

  /// J·v: the angular velocity of a rotation vector that changes at this rate.
  public func rate(ofDerivative v: Vector3) -> Vector3 {
    let once = vector.cross(v)
    return v - a * once + b * vector.cross(once)
  }

  /// J⁻¹·ω: the rate of change of the rotation vector at this angular velocity.
  ///
  /// Finite for angles below a full turn.
  public func derivative(ofRate rate: Vector3) -> Vector3 {
    let once = vector.cross(rate)
    return rate + 0.5 * once + c * vector.cross(once)
  }

  /// (dJ/dt)·θ̇: the part of the angular acceleration that the change of J brings.
  func curvature(derivative v: Vector3) -> Vector3 {
    let once = vector.cross(v)
    let along = vector.dot(v)
    return -aRate * along * once + bRate * along * vector.cross(once) + b * v.cross(once)
  }

  /// How `curvature(derivative:)` changes with its argument: its derivative, a matrix.
  func curvatureSlope(derivative v: Vector3) -> Matrix3 {
    let (once, along) = (vector.cross(v), vector.dot(v))
    let twice = vector.cross(once)
    func column(_ u: Vector3) -> Vector3 {
      let (turned, share) = (vector.cross(u), vector.dot(u))
      let first = -aRate * (share * once + along * turned)
      let second = bRate * (share * twice + along * vector.cross(turned))
      return first + second + b * (u.cross(once) + v.cross(turned))
    }
    return Matrix3(of: column)
  }

  /// J as a matrix.
  var matrix: Matrix3 { Matrix3(of: rate(ofDerivative:)) }

  /// J⁻¹ as a matrix.
  var inverseMatrix: Matrix3 { Matrix3(of: derivative(ofRate:)) }
}

extension Matrix3 {
  /// The matrix of a linear map.
  fileprivate init(of map: (Vector3) -> Vector3) {
    self.init(columns: map(CoordinateAxis.x.vector), map(CoordinateAxis.y.vector), map(CoordinateAxis.z.vector))
  }
}
