import Foundation

/// The numbers of one coordinate of a series.
///
/// In JSON a column is one Base64 string of its values as little-endian IEEE 754 doubles: a third of the size of
/// decimal text, and every bit survives, NaN included. Two columns are equal when their bits are equal, so that a
/// column with gaps (NaN) equals itself.
public struct Column: Sendable, ExpressibleByArrayLiteral {
  /// The numbers, in the order of the series.
  public var values: [Double]

  /// A column of these numbers. O(n).
  public init(_ values: some Sequence<Double>) { self.values = Array(values) }

  /// The numbers of an array literal.
  public init(arrayLiteral elements: Double...) { values = elements }

  /// How many numbers there are.
  public var count: Int { values.count }
}

extension Column: Hashable {
  public static func == (left: Column, right: Column) -> Bool {
    left.values.count == right.values.count
      && zip(left.values, right.values).allSatisfy { $0.bitPattern == $1.bitPattern }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(values.count)
    for value in values { hasher.combine(value.bitPattern) }
  }
}

extension Column: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = Data(base64Encoded: try container.decode(String.self)), bytes.count % 8 == 0 else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a column is Base64 of 8-byte little-endian numbers")
    }
    values = [Double](unsafeUninitializedCapacity: bytes.count / 8) { buffer, count in
      _ = bytes.copyBytes(to: UnsafeMutableRawBufferPointer(buffer))
      count = bytes.count / 8
    }
    // Big-endian machines swap.
    if UInt64(1).littleEndian != 1 {
      values = values.map { Double(bitPattern: UInt64(littleEndian: $0.bitPattern)) }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(littleEndianBytes(of: values).base64EncodedString())
  }
}

/// The numbers as 8-byte little-endian doubles, one after the other. O(n).
func littleEndianBytes(of values: [Double]) -> Data {
  UInt64(1).littleEndian == 1
    ? values.withUnsafeBytes { Data($0) }
    : values.map(\.bitPattern.littleEndian).withUnsafeBytes { Data($0) }
}
