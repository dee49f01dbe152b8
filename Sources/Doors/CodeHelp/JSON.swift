import Foundation

/// A value of JSON: what messages are made of.
package enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  /// Reads a text.
  ///
  /// - Throws: when it is no JSON, or nested too deeply. O(length).
  package init(_ data: Data) throws { self = try JSONDecoder().decode(JSON.self, from: data) }

  /// The value as text. O(length).
  package var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // What cannot be encoded is our own mistake: all cases can.
    return (try? encoder.encode(self)) ?? Data("null".utf8)
  }

  /// A member of an object; nil where there is none, or where this is not an object.
  package subscript(key: String) -> JSON? { if case .object(let members) = self { members[key] } else { nil } }

  package var string: String? { if case .text(let text) = self { text } else { nil } }
  package var bool: Bool? { if case .boolean(let value) = self { value } else { nil } }
  package var int: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }
  package var members: [String: JSON]? { if case .object(let members) = self { members } else { nil } }
  package var elements: [JSON]? { if case .list(let elements) = self { elements } else { nil } }
}

extension JSON: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([String: JSON].self) {
      self = .object(value)
    } else {
      self = .list(try container.decode([JSON].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringInterpolation
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
  }
  package init(arrayLiteral elements: JSON...) { self = .list(elements) }
}
