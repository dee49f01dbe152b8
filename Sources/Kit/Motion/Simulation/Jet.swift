import Foundation

/// A function of time at one moment, with its first and second derivative.
///
/// Arithmetic on jets follows the rules of differentiation, so that a path written once as a formula for the position
/// gives its exact velocity and acceleration as well.
public struct Jet: Hashable, Sendable {
  /// The value, its rate per second, and the rate of that.
  public var value, first, second: Double

  /// A value with its derivatives; a constant without them.
  public init(_ value: Double, _ first: Double = 0, _ second: Double = 0) {
    (self.value, self.first, self.second) = (value, first, second)
  }

  /// Time itself at `seconds`: its derivative is 1.
  public static func time(_ seconds: Double) -> Jet { Jet(seconds, 1) }

  /// f(jet) for a function with these derivatives at `value` (Faà di Bruno's rule to second order).
  func mapped(_ f: Double, _ slope: Double, _ curvature: Double) -> Jet {
    Jet(f, slope * first, curvature * first * first + slope * second)
  }

  /// The sum.
  public static func + (a: Jet, b: Jet) -> Jet { Jet(a.value + b.value, a.first + b.first, a.second + b.second) }
  /// The difference.
  public static func - (a: Jet, b: Jet) -> Jet { Jet(a.value - b.value, a.first - b.first, a.second - b.second) }
  /// The product, by Leibniz’s rule.
  public static func * (a: Jet, b: Jet) -> Jet {
    Jet(
      a.value * b.value, a.first * b.value + a.value * b.first,
      a.second * b.value + 2 * a.first * b.first + a.value * b.second)
  }
  /// The sum with a constant.
  public static func + (a: Jet, b: Double) -> Jet { Jet(a.value + b, a.first, a.second) }
  /// The difference from a constant.
  public static func - (a: Jet, b: Double) -> Jet { Jet(a.value - b, a.first, a.second) }
  /// A constant multiple.
  public static func * (a: Jet, b: Double) -> Jet { Jet(a.value * b, a.first * b, a.second * b) }
  /// A constant multiple.
  public static func * (a: Double, b: Jet) -> Jet { b * a }
  /// The negative.
  public static prefix func - (a: Jet) -> Jet { Jet(-a.value, -a.first, -a.second) }
}

extension Jet {
  /// The sine of an angle in radians.
  public var sine: Jet {
    let (s, c) = (sin(value), cos(value))
    return mapped(s, c, -s)
  }

  /// The cosine of an angle in radians.
  public var cosine: Jet {
    let (s, c) = (sin(value), cos(value))
    return mapped(c, -s, -c)
  }

  /// e to this power.
  public var exponential: Jet {
    let e = exp(value)
    return mapped(e, e, e)
  }

  /// Rises from 0 to 1 while this goes from 0 to 1, as a hand moves between two rests: 10τ³ − 15τ⁴ + 6τ⁵, whose jerk is
  /// the least (Flash and Hogan 1985, eq. 3).
  public var minimumJerk: Jet {
    if value <= 0 { return Jet(0) }
    if value >= 1 { return Jet(1) }
    let t = value
    return mapped(
      t * t * t * (10 + t * (-15 + t * 6)), 30 * t * t * (1 + t * (-2 + t)), 60 * t * (1 + t * (-3 + t * 2)))
  }
}
