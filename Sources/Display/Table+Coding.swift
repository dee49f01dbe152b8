extension Table.Cell: Codable {
  private enum Kind: String, CodingKey { case text, number, count, empty }
  private enum Content: String, CodingKey { case value = "_0" }

  /// Reads what `encode(to:)` has written.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Kind.self)
    guard let kind = container.allKeys.first else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no entry of a table"))
    }
    if kind == .empty {
      self = .empty
      return
    }
    let content = try container.nestedContainer(keyedBy: Content.self, forKey: kind)
    switch kind {
    case .text: self = .text(try content.decode(String.self, forKey: .value))
    case .count: self = .count(try content.decode(Int.self, forKey: .value))
    case .number:
      if let word = try? content.decode(String.self, forKey: .value) {
        self = .number(word == "nan" ? .nan : word == "inf" ? .infinity : -.infinity)
      } else {
        self = .number(try content.decode(Double.self, forKey: .value))
      }
    case .empty: self = .empty
    }
  }

  /// Writes the entry as the compiler would, but for numbers that JSON does not have: they are words.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Kind.self)
    func content(_ kind: Kind) -> KeyedEncodingContainer<Content> {
      container.nestedContainer(keyedBy: Content.self, forKey: kind)
    }
    switch self {
    case .text(let text):
      var content = content(.text)
      try content.encode(text, forKey: .value)
    case .count(let count):
      var content = content(.count)
      try content.encode(count, forKey: .value)
    case .number(let number):
      var content = content(.number)
      if number.isFinite {
        try content.encode(number, forKey: .value)
      } else {
        try content.encode(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf", forKey: .value)
      }
    case .empty: _ = content(.empty)
    }
  }
}
