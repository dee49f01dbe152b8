import Foundation

/// What separates the decimals of a table's numbers, as its fields say: a date or a time of day may have points in it
/// whatever the numbers have.
enum DecimalMark {
  case point, comma
  /// Commas in some fields and points in others, or commas within quotation marks where commas separate fields too.
  case byField

  /// - Parameter rows: Bytes of the first rows.
  init(of rows: ArraySlice<UInt8>, delimiter: UInt8) {
    self = .point
    // If commas separate fields, a decimal comma needs quotation marks.
    guard rows.contains(UInt8(ascii: delimiter == UInt8(ascii: ",") ? "\"" : ",")) else { return }
    var (hasCommas, hasPoints) = (false, false)
    for line in rows.split(separator: 10) {
      for field in DelimitedText.bareFields(line, delimiter) {
        switch Self.kind(of: field) {
        case .comma: hasCommas = true
        case .byField: (hasCommas, hasPoints) = (true, true)
        case .point: hasPoints = true
        case nil: break
        }
      }
    }
    guard hasCommas else { return }
    self = hasPoints || delimiter == UInt8(ascii: ",") ? .byField : .comma
  }

  /// The mark in a field that holds one number; `byField` for points between thousands before a decimal comma; nil for
  /// what has no decimals or is no number.
  private static func kind(of field: ArraySlice<UInt8>) -> DecimalMark? {
    var digits = unquoted(field)
    guard digits.count <= 40 else { return nil }
    if let first = digits.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      digits = digits.dropFirst()
    }
    let exponent = digits.firstIndex { $0 | 0x20 == UInt8(ascii: "e") }
    if let exponent {
      var power = digits[(exponent + 1)...]
      if let sign = power.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { power = power.dropFirst() }
      guard !power.isEmpty, power.allSatisfy(isDigit) else { return nil }
      digits = digits[..<exponent]
    }
    let (point, comma) = (UInt8(ascii: "."), UInt8(ascii: ","))
    let parts = digits.split(omittingEmptySubsequences: false) { $0 == point || $0 == comma }
    guard parts.count > 1, parts.allSatisfy({ $0.allSatisfy(isDigit) }), parts.contains(where: { !$0.isEmpty }) else {
      return nil
    }
    let marks = digits.filter { $0 == point || $0 == comma }
    if marks.count == 1 { return marks.first == comma ? .comma : .point }
    let areThousands =
      marks.dropLast().allSatisfy { $0 == point } && parts.dropFirst().dropLast().allSatisfy { $0.count == 3 }
    return areThousands && marks.last == comma && !parts[0].isEmpty ? .byField : nil
  }

  /// The same file with a point before the decimals of each number, from an offset on.
  ///
  /// - Complexity: O(bytes).
  static func withPoints(_ data: Data, from body: Int, delimiter: UInt8) -> Data {
    let bytes = [UInt8](data)
    var text = Array(bytes[..<min(body, bytes.count)])
    text.reserveCapacity(bytes.count)
    for (number, line) in bytes[min(body, bytes.count)...].split(separator: 10, omittingEmptySubsequences: false)
      .enumerated()
    {
      if number > 0 { text.append(10) }
      for (place, field) in DelimitedText.bareFields(line, delimiter).enumerated() {
        if place > 0 { text.append(delimiter) }
        switch kind(of: field) {
        case .comma, .byField:
          for byte in field where byte != UInt8(ascii: ".") { text.append(byte == UInt8(ascii: ",") ? 46 : byte) }
        default: text += field
        }
      }
    }
    return Data(text)
  }

  private static func unquoted(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }
    var bare = field.drop(while: isBlank)
    while let last = bare.last, isBlank(last) { bare = bare.dropLast() }
    guard bare.count > 1, bare.first == UInt8(ascii: "\""), bare.last == UInt8(ascii: "\"") else { return bare }
    return bare.dropFirst().dropLast()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 <= 9 }
}
