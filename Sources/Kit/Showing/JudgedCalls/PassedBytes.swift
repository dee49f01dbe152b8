/// Values as bytes on their way between the judge and a submission. A caller that reads believes nothing: a length is
/// what is there, a type is what was expected, and what is wrong is an error.
@_documentation(visibility: internal)
public struct PassedBytes: Sendable {
  /// The bytes.
  public private(set) var bytes: [UInt8]
  private var position = 0

  /// Bytes to write to, or such as came.
  public init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// What a value is, before its bytes.
  enum Kind: UInt8 {
    case nothing, number, integer, truth, text, list, vector, quaternion, matrix, some
  }

  /// Bytes of one message at most.
  public static let limit = 16 << 20
  /// Combining marks on one character at most.
  private static let mostMarks = 256

  // MARK: Writing

  mutating func put(_ kind: Kind) { bytes.append(kind.rawValue) }

  package mutating func put(_ word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
  }

  mutating func put(_ number: Double) { put(number.bitPattern) }

  package mutating func put(_ text: String) {
    put(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  // MARK: Reading

  /// Whether all has been read.
  public var isAtEnd: Bool { position == bytes.count }

  mutating func byte() throws -> UInt8 {
    guard position < bytes.count else { throw PassError.endsEarly }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func expect(_ kind: Kind) throws {
    let found = try byte()
    guard found == kind.rawValue else { throw PassError.otherType }
  }

  mutating func word() throws -> UInt64 {
    guard bytes.count - position >= 8 else { throw PassError.endsEarly }
    var word: UInt64 = 0
    for index in 0..<8 { word |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += 8
    return word
  }

  mutating func number() throws -> Double { Double(bitPattern: try word()) }

  /// A count of things of which each takes at least one byte: it is never more than the rest.
  mutating func count() throws -> Int {
    let count = try word()
    guard count <= UInt64(bytes.count - position) else { throw PassError.endsEarly }
    return Int(count)
  }

  package mutating func text() throws -> String {
    let count = try count()
    defer { position += count }
    guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else {
      throw PassError.otherType
    }
    // To compare texts with long runs of marks takes time that grows with the square of their length.
    var marks = 0
    for scalar in text.unicodeScalars where !scalar.isASCII || marks > 0 {
      marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      if marks > Self.mostMarks { throw PassError.isUnreadable }
    }
    return text
  }
}

/// Why bytes are not the value that was expected.
@_documentation(visibility: internal)
public enum PassError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Fewer bytes came than a value has.
  case endsEarly
  /// Another type came.
  case otherType
  /// More came than a value.
  case goesOn
  /// A text has more marks on one character than anybody can read.
  case isUnreadable

  /// What is wrong.
  public var description: String {
    switch self {
    case .endsEarly: "the value ends too early"
    case .otherType: "a value of another type came"
    case .goesOn: "more than one value came"
    case .isUnreadable: "a text has a character with more than 256 combining marks"
    }
  }
}
