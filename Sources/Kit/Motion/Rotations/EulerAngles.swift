/// Three successive turns about coordinate axes, in rad, and the sequence of the axes.
public struct EulerAngles: Hashable, Sendable, Codable, RotationRepresentation {
  /// The axes that the turns are about.
  public var sequence: EulerSequence
  /// In rad, in the order in which the turns are made.
  public var first, second, third: Double

  /// The angles of three turns, in the order in which they are made.
  ///
  /// In rad; any value, whole turns included. A value that is not finite gives a quaternion of NaN; `validated()` throws.
  public init(sequence: EulerSequence, _ first: Double, _ second: Double, _ third: Double) {
    (self.sequence, self.first, self.second, self.third) = (sequence, first, second, third)
  }

  /// The angles of a rotation: the first and third in (−π, π], the second in [−π/2, π/2] for Tait–Bryan sequences and in
  /// [0, π] for proper ones.
  ///
  /// In gimbal lock the first and third turn are about the same axis and only their sum or difference is determined: the
  /// third is then 0, and `isGimbalLocked` is true.
  ///
  /// Source: Bernardes & Viollet, Quaternion to Euler angles conversion: a direct, general and computationally efficient
  /// method, PLoS ONE 17(11), 2022, algorithm 1.
  public init(_ rotation: some RotationRepresentation, sequence: EulerSequence) {
    let q = rotation.quaternion
    // The algorithm is for extrinsic turns; an intrinsic sequence is the extrinsic one read backwards.
    let (one, two, three) = sequence.axes
    let (i, j, last) = sequence.isIntrinsic ? (three, two, one) : (one, two, three)
    let proper = i == last
    let k = CoordinateAxis(rawValue: 3 - i.rawValue - j.rawValue)!
    // +1 where (i, j, k) is an even permutation of (x, y, z).
    let parity: Double = (j.rawValue - i.rawValue + 3) % 3 == 1 ? 1 : -1
    let v = q.vector
    let (a, b, c, d): (Double, Double, Double, Double)
    if proper {
      (a, b, c, d) = (q.w, v[i.rawValue], v[j.rawValue], v[k.rawValue] * parity)
    } else {
      let (vi, vj, vk) = (v[i.rawValue], v[j.rawValue], v[k.rawValue] * parity)
      (a, b, c, d) = (q.w - vj, vi + vk, vj + q.w, vk - vi)
    }
    var middle = 2 * Elementary.arcTangent((c * c + d * d).squareRoot(), (a * a + b * b).squareRoot())
    let halfSum = Elementary.arcTangent(b, a)
    let halfDifference = Elementary.arcTangent(d, c)
    // Locked, only low + high or high − low is known; the third angle becomes 0.
    let sumOnly = middle <= Self.lockTolerance
    let differenceOnly = middle >= .pi - Self.lockTolerance
    var (low, high) = (halfSum - halfDifference, halfSum + halfDifference)
    if sumOnly || differenceOnly {
      let known = 2 * (sumOnly ? halfSum : halfDifference)
      (low, high) = sequence.isIntrinsic ? (0, known) : (sumOnly ? known : -known, 0)
    }
    if !proper {
      high *= parity
      middle -= .pi / 2
    }
    (low, high) = (Self.wrapped(low), Self.wrapped(high))
    let angles = sequence.isIntrinsic ? (high, middle, low) : (low, middle, high)
    self.init(sequence: sequence, angles.0, angles.1, angles.2)
  }

  /// These angles, if all are numbers.
  ///
  /// - Throws: `RotationError.notFinite`, naming the angle.
  public func validated() throws(RotationError) -> EulerAngles {
    for (name, angle) in [("first", first), ("second", second), ("third", third)] where !angle.isFinite {
      throw .notFinite(argument: "the \(name) Euler angle", value: "\(angle)")
    }
    return self
  }

  /// The same rotation as a unit quaternion.
  public var quaternion: Quaternion {
    let axes = sequence.axes
    let (a, b, c) = (Quaternion(axes.0, first), Quaternion(axes.1, second), Quaternion(axes.2, third))
    return sequence.isIntrinsic ? a * b * c : c * b * a
  }

  /// Whether the first and the third turn are about the same axis, to within 1e-7 rad of the second.
  public var isGimbalLocked: Bool {
    let sine = sequence.isProper ? Elementary.sine(second) : Elementary.cosine(second)
    return abs(sine) <= Self.lockTolerance
  }

  /// Nearer to the lock than this, in rad, half the digits of the outer angles are gone.
  static let lockTolerance = 1e-7

  /// The same direction in (−π, π].
  private static func wrapped(_ angle: Double) -> Double {
    angle > .pi ? angle - 2 * .pi : angle <= -.pi ? angle + 2 * .pi : angle
  }
}
