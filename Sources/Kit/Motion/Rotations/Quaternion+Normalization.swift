extension Quaternion {
  /// The unit quaternion in the direction of these components, whatever their length.
  ///
  /// - Throws: `RotationError.notFinite` when a component is NaN or infinite, `RotationError.zeroLength` when all are 0.
  public init(normalizing w: Double, x: Double, y: Double, z: Double) throws(RotationError) {
    let largest = max(abs(w), abs(x), abs(y), abs(z))
    guard w.isFinite && x.isFinite && y.isFinite && z.isFinite else {
      throw .notFinite(argument: "quaternion", value: "(w: \(w), x: \(x), y: \(y), z: \(z))")
    }
    guard largest > 0 else { throw .zeroLength(argument: "quaternion") }
    // A power of two changes no digit and keeps the squares from overflowing and underflowing.
    let exponent = largest > 1e-100 && largest < 1e100 ? 0 : -largest.exponent
    let scale = Double(sign: .plus, exponent: min(max(exponent, -1000), 1000), significand: 1)
    let (a, b, c, d) = (w * scale, x * scale, y * scale, z * scale)
    let length = (a * a + b * b + c * c + d * d).squareRoot()
    self.init(w: a / length, x: b / length, y: c / length, z: d / length)
  }

  /// This quaternion with the rounding errors of many products taken out of its length.
  ///
  /// One Newton step towards length 1, `q·(3 − |q|²)/2`: an error ε of the length becomes 3ε²/2. It is for quaternions
  /// that are nearly of unit length, as a product of unit quaternions is; components from outside go through
  /// `init(normalizing:x:y:z:)`. Call it once per product in a long chain: the length then stays within 1e-15 of 1.
  @inlinable
  public var renormalized: Quaternion {
    let scale = 1.5 - 0.5 * dot(self)
    return Quaternion(w: w * scale, x: x * scale, y: y * scale, z: z * scale)
  }

  /// Among the two quaternions of this rotation, the one whose first component that is not 0, in the order w, x, y, z,
  /// is positive.
  public var canonical: Quaternion {
    for component in [w, x, y, z] where component != 0 { return component < 0 ? -self : self }
    return self
  }
}
