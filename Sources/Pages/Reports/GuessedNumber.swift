import Basics
import Foundation

/// A number as prose shows it, in the unit in which it is guessed.
enum GuessedNumber {
  /// Units of one kind, each with what it is of the first.
  private static let scales: [[String: Double]] = [
    ["m": 1, "km": 1e3, "dm": 0.1, "cm": 1e-2, "mm": 1e-3, "µm": 1e-6, "nm": 1e-9],
    ["s": 1, "ms": 1e-3, "µs": 1e-6, "min": 60, "h": 3600], ["°": 1, "deg": 1, "rad": 180 / Double.pi],
    ["m/s": 1, "cm/s": 1e-2, "mm/s": 1e-3, "km/h": 1 / 3.6], ["m/s²": 1, "cm/s²": 1e-2, "mm/s²": 1e-3, "g": 9.80665],
    ["°/s": 1, "deg/s": 1, "rad/s": 180 / Double.pi, "°/h": 1 / 3600.0], ["Hz": 1, "kHz": 1e3, "MHz": 1e6],
    ["%": 1, "‰": 0.1],
  ]

  /// - Throws: `RightAnswer.Mismatch` where the text begins with no number, or has another unit that cannot be converted.
  static func value(of text: String, in unit: String?) throws(RightAnswer.Mismatch) -> Double {
    let plain = text.filter { $0 != "\u{202F}" }.replacing("−", with: "-").trimmingCharacters(in: .whitespaces)
    guard
      let parts = plain.wholeMatch(
        of: compiled(/([-+]?\d+(?:\.\d+)?)(?:×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)|[eE]([-+]?\d+))?\s*(.*)/)),
      let number = Double(parts.output.1), number.isFinite
    else {
      throw .init(
        message: "the answer “\(text)” is not a number; for a text, write the items to choose from as a list above it")
    }
    let exponent = parts.output.2.map(InlineText.unraised) ?? parts.output.3.map(String.init) ?? "0"
    guard let value = Double("\(parts.output.1)e\(exponent)"), value.isFinite else {
      throw .init(message: "the answer “\(text)” is not a finite number")
    }
    let own = String(parts.output.4)
    guard let unit, !own.isEmpty, own != unit else {
      if unit == nil, !own.isEmpty {
        throw .init(message: "the answer “\(text)” has a unit, so a guess needs one, too; write unit=\"\(own)\"")
      }
      return value
    }
    guard let scale = scales.first(where: { $0[own] != nil && $0[unit] != nil }), let from = scale[own],
      let to = scale[unit]
    else {
      throw .init(message: "the answer “\(text)” is not in \(unit), the unit of the guess; give both the same unit")
    }
    return value * from / to
  }
}
