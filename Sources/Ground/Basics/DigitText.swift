import Foundation

/// Digits as people read them, in texts, tables, figures and messages.
package enum DigitText {
  /// A number with at most so many decimals, and no zeros at the end: “3”, “2.5”, “0.67”.
  package static func decimals(_ value: Double, most: Int) -> String {
    var text = String(format: "%.*f", most, value)[...]
    if text.contains(".") {
      while text.last == "0" { text.removeLast() }
      if text.last == "." { text.removeLast() }
    }
    return text == "-0" ? "0" : String(text)
  }

  /// The digits of a number with thin spaces between groups of three before its point, from five digits on.
  package static func grouped(_ digits: String, by space: Character = "\u{202F}") -> String {
    let whole = digits.prefix { $0 != "." }
    guard whole.count > 4 else { return digits }
    var result = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { result.append(space) }
      result.append(digit)
    }
    return result + digits[whole.endIndex...]
  }

  /// A whole number as superscript: “⁻³”.
  package static func superscript(_ number: Int) -> String {
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    return (number < 0 ? "⁻" : "") + String(String(number.magnitude).map { digits[$0.wholeNumberValue ?? 0] })
  }
}
