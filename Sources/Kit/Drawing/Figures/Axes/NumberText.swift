internal import Basics

/// `value` with `decimals` digits after the point, a true minus sign, and thin spaces between thousands from 10 000 on.
///
/// - Complexity: O(digits). Exact for magnitudes below 2⁵³ / 10^decimals, which is where ticks are.
func numberText(_ value: Double, decimals: Int) -> String {
  let power = powerOfTen(decimals)
  let scaled = (value.magnitude * power).rounded()
  guard scaled < 9e15 else { return "\(value)" }
  let whole = UInt64(scaled)
  let unit = UInt64(power)
  var text = DigitText.grouped(String(whole / unit), by: "\u{2009}")
  if decimals > 0 {
    let fraction = String(whole % unit)
    text += "." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
  return (value < 0 && whole > 0 ? "−" : "") + text
}

/// Ten to the power of a whole number, exact up to 10²².
func powerOfTen(_ exponent: Int) -> Double {
  var result = 1.0
  for _ in 0..<exponent.magnitude { result *= 10 }
  return exponent < 0 ? 1 / result : result
}

/// A number for a sentence, with two to three significant digits: "2.3", "47", "13 000".
func roundedText(_ value: Double) -> String {
  guard value.isFinite else { return "\(value)" }
  let magnitude = value.magnitude
  if magnitude == 0 { return "0" }
  let decade = Int(decadeFloor(magnitude))
  if decade < -4 || decade > 6 {
    return numberText(value / powerOfTen(decade), decimals: 1) + "·10" + DigitText.superscript(decade)
  }
  if decade >= 2 {
    let unit = powerOfTen(decade - 1)
    return numberText((value / unit).rounded() * unit, decimals: 0)
  }
  return numberText(value, decimals: max(0, 1 - decade))
}

/// A coordinate in a script: four decimals are a thousandth of what print resolves.
func coordinate(_ value: Double) -> String {
  let rounded = (value * 10_000).rounded() / 10_000
  if rounded == 0 { return "0" }
  return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? String(Int(rounded)) : "\(rounded)"
}
