/// Decimal numbers as recordings write them, read byte by byte and rounded exactly, as `strtod` does.
enum DecimalNumber {
  /// What stands at the start of a field.
  enum Outcome {
    case number(Double)
    /// NaN, inf, infinity, in any case and with a sign.
    case nonFinite
    case none
  }

  /// Powers of ten that a double holds exactly.
  static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// Reads the number that starts at `cursor` and moves `cursor` behind it; on anything else leaves it alone.
  ///
  /// Up to 19 digits are collected in an integer. When that integer and the power of ten are exact as doubles, one
  /// multiplication or division rounds once and is correct (Clinger, "How to read floating point numbers accurately",
  /// 1990, section 4). Other numbers take Lemire's path, and the few that it cannot decide the standard library's.
  ///
  /// - Parameter point: The decimal separator, `.` or `,`.
  @inline(__always)
  static func read(
    _ cursor: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, point: UInt8, powers: UnsafePointer<Double>
  ) -> Outcome {
    let start = cursor
    var p = cursor
    guard p < end else { return .none }
    var negative = false
    if p.pointee == UInt8(ascii: "-") {
      negative = true
      p += 1
    } else if p.pointee == UInt8(ascii: "+") {
      p += 1
    }
    var mantissa: UInt64 = 0
    let digitsStart = p
    while p < end {
      let digit = p.pointee &- 48
      if digit > 9 { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      p += 1
    }
    var digits = p - digitsStart
    var exponent = 0
    if p < end, p.pointee == point {
      p += 1
      let fraction = p
      while p < end {
        let digit = p.pointee &- 48
        if digit > 9 { break }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        p += 1
      }
      exponent = fraction - p
      digits -= exponent
    }
    if digits == 0 { return word(&cursor, end: end) }
    if p < end, p.pointee | 0x20 == UInt8(ascii: "e") {
      var q = p + 1
      var negativeExponent = false
      if q < end, q.pointee == UInt8(ascii: "-") || q.pointee == UInt8(ascii: "+") {
        negativeExponent = q.pointee == UInt8(ascii: "-")
        q += 1
      }
      let exponentStart = q
      var written = 0
      while q < end, q.pointee &- 48 <= 9 {
        if written < 100_000 { written = written * 10 + Int(q.pointee &- 48) }
        q += 1
      }
      if q > exponentStart {
        exponent += negativeExponent ? -written : written
        p = q
      }
    }
    cursor = p
    if digits <= 19, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
      let value = Double(mantissa)
      let scaled = exponent < 0 ? value / powers[-exponent] : value * powers[exponent]
      return .number(negative ? -scaled : scaled)
    }
    return difficult(start, p, point, negative, mantissa, digits, exponent)
  }

  /// Numbers with many digits or far exponents.
  @inline(never)
  private static func difficult(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ point: UInt8, _ negative: Bool, _ mantissa: UInt64,
    _ digits: Int, _ exponent: Int
  ) -> Outcome {
    var text = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    if point != UInt8(ascii: ".") { text = text.replacing(",", with: ".") }
    guard let value = Double(text) else { return .none }
    return value.isFinite ? .number(value) : .nonFinite
  }

  /// The words that programs write for numbers that are none.
  @inline(never)
  private static func word(_ cursor: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Outcome {
    let text = UnsafeBufferPointer(start: cursor, count: min(end - cursor, 10)).map { $0 | 0x20 }
    for name in ["nan", "-nan", "infinity", "-infinity", "inf", "-inf"] where text.starts(with: name.utf8) {
      cursor += name.utf8.count
      return .nonFinite
    }
    return .none
  }
}
