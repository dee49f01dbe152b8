internal import Basics
import Foundation

/// Numbers as a report prints them.
public enum NumberFormat {
  /// A number with this many significant digits, without an exponent where it can be read without: 0.0123, 12.3, 1.23×10⁹. Digits
  /// before the point are never rounded away: 12 345. Not-a-number and infinity are written as such.
  ///
  /// - Parameter scale: how large such numbers are, a full turn for angles: what rounding leaves next to it is 0 (see
  ///   ``isRounding(_:of:)``). 0 where it is not known.
  public static func significant(_ value: Double, digits: Int = 3, scale: Double = 0) -> String {
    guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "−∞" : "∞" }
    guard value != 0, !isRounding(value, of: scale) else { return "0" }
    // From a million on there is an exponent, and as many digits as were asked for.
    let rounded = abs(value) < 999_999.5 ? self.rounded(value, max(digits, wholeDigits(value))) : rounded(value, digits)
    let exponent = Int(log10(abs(rounded)).rounded(.down))
    let sign = rounded < 0 ? "−" : ""
    if exponent >= 6 || exponent < -4 {
      let mantissa = String(format: "%.*f", max(digits - 1, 0), abs(rounded) / pow(10, Double(exponent)))
      return "\(sign)\(mantissa)×10\(DigitText.superscript(exponent))"
    }
    let text = String(format: "%.*f", max(digits - 1 - exponent, 0), abs(rounded))
    return sign + DigitText.grouped(text)
  }

  /// How many digits a number has before its point, at least 1.
  private static func wholeDigits(_ value: Double) -> Int { String(Int(abs(value))).count }

  /// The number that has so many significant digits.
  static func rounded(_ value: Double, _ digits: Int) -> Double {
    Double(String(format: "%.*e", max(digits, 1) - 1, value)) ?? value
  }

  /// Whether a number is what rounding leaves of zero next to numbers of this size: some thousand times their last
  /// binary digit.
  public static func isRounding(_ value: Double, of scale: Double) -> Bool { abs(value) < 1e-12 * abs(scale) }

  /// A whole number with all its digits.
  public static func grouped(_ value: Int) -> String {
    (value < 0 ? "−" : "") + DigitText.grouped(String(value.magnitude))
  }

  /// A number with the fewest digits that tell it from any other, which is how people give it: 0.5, 2, 1×10⁻⁵.
  public static func exact(_ value: Double) -> String {
    let text = "\(value)"
    return printed(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// A number as Swift writes it, with the signs of print: “−2.5×10⁻⁷” for “-2.5e-07”. Another text stays. No digit is
  /// lost or added.
  static func printed(_ number: String) -> String {
    switch number {
    case "inf": return "∞"
    case "-inf": return "−∞"
    case "nan", "-nan": return "NaN"
    default: break
    }
    guard let parts = number.wholeMatch(of: compiled(/(-?)(\d+(?:\.\d+)?)(?:e([-+]\d+))?/)) else { return number }
    let (_, sign, digits, exponent) = parts.output
    let power = exponent.flatMap { Int($0) }.map { "×10\(DigitText.superscript($0))" } ?? ""
    return (sign.isEmpty ? "" : "−") + digits + power
  }
}
