/// Angles are numbers in rad everywhere. A caller that thinks in degrees writes `90.degrees`, or `.degrees(90)` where
/// an angle is wanted, and reads an angle with `inDegrees`.
extension Double {
  /// An angle in degrees as rad: `.degrees(90)` is π/2.
  public static func degrees(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// The angle of this many degrees, in rad: `22.5.degrees` is π/8.
  ///
  /// It makes an angle of a number of degrees. How many degrees an angle has says ``inDegrees``.
  public var degrees: Double { .degrees(self) }

  /// How many degrees an angle in rad has: `(Double.pi / 8).inDegrees` is 22.5.
  public var inDegrees: Double { self * 180 / .pi }
}

extension BinaryInteger {
  /// The angle of this many degrees, in rad: `90.degrees` is π/2.
  public var degrees: Double { .degrees(Double(self)) }
}
