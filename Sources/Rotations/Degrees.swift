/// Angles are numbers in rad everywhere. Who thinks in degrees writes `90.degrees`, or `.degrees(90)` where an angle is wanted.
extension Double {
  /// The angle of so many degrees, in rad: `.degrees(90)` is π/2.
  public static func degrees(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// The angle of this many degrees, in rad: `22.5.degrees` is π/8.
  public var degrees: Double { .degrees(self) }
}

extension BinaryInteger {
  /// The angle of this many degrees, in rad: `90.degrees` is π/2.
  public var degrees: Double { .degrees(Double(self)) }
}
