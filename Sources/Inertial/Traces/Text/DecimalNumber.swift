internal import CInertial

/// Decimal numbers as recordings write them, rounded exactly, as `strtod` does.
///
/// Numbers with an exact integer and an exact power of ten take one multiplication or division (Clinger, "How to read
/// floating point numbers accurately", 1990, section 4); others one or two 128-bit products (Lemire, "Number parsing at
/// a gigabyte per second", 2021); the few that these cannot decide, the standard library's path.
enum DecimalNumber {
  /// What stands in a field.
  enum Outcome {
    case number(Double)
    /// NaN, inf, infinity, in any case and with a sign, and numbers beyond the largest double.
    case nonFinite
    case none
  }

  /// 5⁻³⁴² to 5³⁰⁸, 128 bits each; computed once in a tenth of a millisecond, and never freed.
  nonisolated(unsafe) static let powersOfFive: UnsafePointer<UInt64> = {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: Int(inertial_powers_of_five_words))
    inertial_powers_of_five(words)
    return UnsafePointer(words)
  }()

  /// The number that fills `field` from end to end.
  ///
  /// - Parameters:
  ///   - field: Lies in a text that ends with a line feed and padding, see `inertial_read_number`.
  ///   - point: The decimal separator, `.` or `,`.
  static func read(_ field: UnsafeBufferPointer<UInt8>, point: UInt8) -> Outcome {
    guard let start = field.baseAddress, !field.isEmpty else { return .none }
    var cursor: UnsafePointer<UInt8>? = start
    var value = 0.0
    let outcome = inertial_read_number(&cursor, point, powersOfFive, &value)
    if outcome == inertial_no_number { return word(field) }
    guard cursor == start + field.count else { return .none }
    if outcome == inertial_number { return .number(value) }
    if outcome == inertial_too_large { return .nonFinite }
    var text = String(decoding: field, as: UTF8.self)
    if point != UInt8(ascii: ".") { text = text.replacing(",", with: ".") }
    guard let exact = Double(text) else { return .none }
    return exact.isFinite ? .number(exact) : .nonFinite
  }

  /// The words that programs write for numbers that are none.
  private static func word(_ field: UnsafeBufferPointer<UInt8>) -> Outcome {
    guard field.count <= 9 else { return .none }
    let text = String(decoding: field, as: UTF8.self).lowercased()
    return ["nan", "-nan", "+nan", "infinity", "-infinity", "+infinity", "inf", "-inf", "+inf"].contains(text)
      ? .nonFinite : .none
  }
}
