/// Angles are numbers in rad everywhere. A caller that thinks in degrees writes `90.degrees`, or `.degrees(90)` where
/// an angle is wanted, and reads an angle with `inDegrees`.
///
/// A notebook may give `Double` members of the same names, which then count: these here are disfavoured, and so are a vector's.
extension Double {
  /// An angle in degrees as rad: `.degrees(90)` is π/2.
  @_disfavoredOverload
  public static func degrees(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// The angle of this many degrees, in rad: `22.5.degrees` is π/8.
  ///
  /// It makes an angle of a number of degrees. How many degrees an angle has says ``inDegrees``.
  @_disfavoredOverload
  public var degrees: Double { .degrees(self) }

  /// How many degrees an angle in rad has: `(Double.pi / 8).inDegrees` is 22.5.
  @_disfavoredOverload
  public var inDegrees: Double { self * 180 / .pi }
}

extension BinaryInteger {
  /// The angle of this many degrees, in rad: `90.degrees` is π/2.
  @_disfavoredOverload
  public var degrees: Double { .degrees(Double(self)) }
}
