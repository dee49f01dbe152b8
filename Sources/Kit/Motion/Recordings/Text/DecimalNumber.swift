internal import CInertial

/// Decimal numbers as recordings write them, rounded exactly, as `strtod` does.
enum DecimalNumber {
  /// What is in a field.
  enum Outcome {
    case number(Double)
    /// NaN, inf, infinity, in any case and with a sign, and numbers beyond the largest double.
    case nonFinite
    case none
  }

  /// The number that fills `field` from end to end.
  ///
  /// - Parameter point: The decimal separator, `.` or `,`.
  static func read(_ field: UnsafeBufferPointer<UInt8>, point: UInt8) -> Outcome {
    guard let start = field.baseAddress, !field.isEmpty else { return .none }
    let end = start + field.count
    var value = 0.0
    guard let behind = inertial_read_number(start, end, point, &value) else { return word(field) }
    guard behind == end else { return .none }
    return value.isFinite ? .number(value) : .nonFinite
  }

  /// The words that programs write where they have no number.
  private static func word(_ field: UnsafeBufferPointer<UInt8>) -> Outcome {
    guard field.count <= 9 else { return .none }
    let text = String(decoding: field, as: UTF8.self).lowercased()
    return ["nan", "-nan", "+nan", "infinity", "-infinity", "+infinity", "inf", "-inf", "+inf"].contains(text)
      ? .nonFinite : .none
  }
}
