/// What holds a number and its unit together at a line's end, in all formats: a reader takes “0.4” there for a number without
/// one, and “0.” for another number.
package enum Quantity {
  /// The units that are known behind a number and a space, longer ones first.
  package static let units = [
    "m/s²", "cm/s²", "mm/s²", "m/s^2", "m/s³", "rad/s²", "rad/s", "deg/s", "°/s", "°/h", "km/h", "cm/s", "mm/s", "m/s",
    "mrad", "rad", "deg", "min", "MHz", "kHz", "Hz", "km", "cm", "mm", "µm", "ms", "µs", "kg", "mg", "µT", "px", "pt",
    "kB",
    "MB", "GB", "°C", "m", "s", "h", "g", "T", "N", "J", "W", "V", "B", "°", "%", "‰",
  ]

  static let known = Set(units.map { $0[...] })

  /// As long as a number gets in a sentence.
  static let longest = 16

  /// Whether this is one number as a reader writes it: “−0.4”, “1.2e-3”, “10⁻³”, “3–4”. O(1).
  static func isNumber(_ text: Substring) -> Bool {
    guard (1...longest).contains(text.count), text.contains(where: \.isWholeNumber) else { return false }
    return text.allSatisfy { $0.isNumber || others.contains($0) }
  }

  /// What is in a number next to digits.
  private static let others = "+-−–±.,·×eE⁻"
  /// What may be before one.
  static let openings = "([“≈~<>≤≥"

  /// A regular expression, in the notation that Rust's library reads, for what Typst must not part: a number with its unit, and
  /// one with an error, a power of ten or an end of a range.
  package static var pattern: String {
    let digits = #"\d(?:[\d.,]*\d)?"#
    let number = "[+−-]?\\b(?:\(digits)(?:[×·]10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[eE][+−-]?\\d+)?|10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    let space = #"[ \x{a0}\x{202f}]"#
    let error = "(?:\(space)?±\(space)?\(number))"
    let range = "(?:[–-]\(number))"
    let words = units.map { $0.replacing("^", with: #"\^"#) + ($0.last!.isLetter ? #"\b"# : "") }
    let unit = "\(space)(?:\(words.joined(separator: "|")))"
    return "\(number)\(range)?\(error)?\(unit)|\(number)\(range)?\(error)|\(number)\(range)|"
      + "[+−-]?\\b\(digits)[×·]10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|\\b\\p{L}{1,3}/\\p{L}{1,3}[²³]?"
  }

  /// Whether no line may end between two words: a number and its unit, or its error. What follows a unit in a sentence may follow it here. O(1).
  package static func isOne(_ before: Substring, _ after: Substring) -> Bool {
    func isNumber(_ word: Substring) -> Bool { Self.isNumber(word.drop { openings.contains($0) }) }
    if after == "±" { return isNumber(before) }
    if before == "±" { return isNumber(after) }
    return known.contains(after.prefix { !".,;:!?)]”’—".contains($0) }) && isNumber(before)
  }

  /// A word with what keeps a range and a power together, if it is a number: word processors break a line behind a dash. O(1).
  package static func joined(_ word: Substring) -> String {
    guard isNumber(word.drop { openings.contains($0) }) else { return String(word) }
    return String(word).replacing(bytes: "–", with: "–\u{2060}").replacing(bytes: "×", with: "×\u{2060}")
  }
}
