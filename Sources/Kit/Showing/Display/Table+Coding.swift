extension Table.Cell: Codable {
  /// An entry as the compiler writes it, except for numbers that JSON does not have: they are words.
  private enum Form: Codable {
    case text(String)
    case number(Double)
    case notFinite(String)
    case count(Int)
    case empty
  }

  /// Reads what `encode(to:)` has written.
  public init(from decoder: any Decoder) throws {
    self =
      switch try Form(from: decoder) {
      case .text(let text): .text(text)
      case .number(let number): .number(number)
      case .notFinite(let word): .number(Double(word) ?? .nan)
      case .count(let count): .count(count)
      case .empty: .empty
      }
  }

  /// Writes the entry with any number.
  public func encode(to encoder: any Encoder) throws {
    let form: Form =
      switch self {
      case .text(let text): .text(text)
      case .number(let number): number.isFinite ? .number(number) : .notFinite("\(number)")
      case .count(let count): .count(count)
      case .empty: .empty
      }
    try form.encode(to: encoder)
  }
}
