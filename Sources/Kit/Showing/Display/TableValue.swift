/// A value that can be in a table.
public protocol TableValue {
  /// The value as an entry.
  var tableCell: Table.Cell { get }
}

extension TableValue where Self: Readable {
  /// The value as it is in a sentence, with its unit.
  public var tableCell: Table.Cell { .text(readable) }
}

extension Table.Cell: TableValue {
  public var tableCell: Table.Cell { self }
}

extension Double: TableValue {
  public var tableCell: Table.Cell { .number(self) }
}

extension Float: TableValue {
  public var tableCell: Table.Cell { .number(Double(self)) }
}

extension Int: TableValue {
  public var tableCell: Table.Cell { .count(self) }
}

extension String: TableValue {
  public var tableCell: Table.Cell { .text(self) }
}

extension Substring: TableValue {
  public var tableCell: Table.Cell { .text(String(self)) }
}

extension Character: TableValue {
  public var tableCell: Table.Cell { .text(String(self)) }
}

extension Bool: TableValue {
  /// “yes” or “no”.
  public var tableCell: Table.Cell { .text(self ? "yes" : "no") }
}

extension Optional: TableValue where Wrapped: TableValue {
  /// What is there, or an empty entry.
  public var tableCell: Table.Cell { map(\.tableCell) ?? .empty }
}
