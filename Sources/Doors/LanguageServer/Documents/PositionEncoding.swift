/// What the protocol's columns count.
package enum PositionEncoding: String, Hashable, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// How many units a character takes.
  private func width(_ scalar: Unicode.Scalar) -> Int {
    switch self {
    case .utf8: UTF8.width(scalar)
    case .utf16: UTF16.width(scalar)
    case .utf32: 1
    }
  }

  /// The bytes of UTF-8 that are before a column of a line; a column within a character is before it, one beyond the
  /// end at the end. O(length).
  package func bytes(before column: Int, in line: some Collection<UInt8>) -> Int {
    if self == .utf8, line.allSatisfy({ $0 < 128 }) { return min(max(column, 0), line.count) }
    var (units, bytes) = (0, 0)
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      units += width(scalar)
      if units > column { break }
      bytes += UTF8.width(scalar)
    }
    return bytes
  }

  /// The column behind this many bytes of a line. O(length).
  package func column(behind bytes: Int, in line: some Collection<UInt8>) -> Int {
    String(decoding: line.prefix(max(bytes, 0)), as: UTF8.self).unicodeScalars.reduce(0) { $0 + width($1) }
  }
}
