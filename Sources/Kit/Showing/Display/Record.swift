/// A result with a name, for the database of a grid: what runs with other parameters or recordings are compared by.
/// ``record(_:_:unit:)`` makes it, and it travels to the runner.
@_documentation(visibility: internal)
public struct RecordedValue: Codable, Hashable, Sendable {
  public var name: String
  /// The value as an entry of a table, so that a number stays a number.
  public var value: Table.Cell
  /// The unit of the value, none for words and for quantities without one.
  public var unit: String?

  /// A value with its name and unit.
  public init(_ name: String, _ value: Table.Cell, unit: String? = nil) {
    (self.name, self.value, self.unit) = (name, value, unit)
  }

  /// `drift = 0.25 m`, with all digits.
  var text: String {
    let words =
      switch value {
      case .text(let text): text
      case .number(let number): "\(number)"
      case .count(let count): "\(count)"
      case .empty: "nothing"
      }
    return "\(name) = \(words)" + (unit.map { " \($0)" } ?? "") + "\n"
  }
}

/// Keeps a result under a name. A report does not show it; a check compares it; a grid of runs puts it into its database,
/// where `gimbal results` and `GridResults` find it. The same name may be used again: each value is kept, in order.
///
/// - Parameters:
///   - name: What is compared between runs, such as `"drift"`.
///   - value: A number, a count, a text, yes or no, or nothing.
///   - unit: The unit of the value, such as `"m"`.
public func record(_ name: String, _ value: some TableValue, unit: String? = nil) {
  let recorded = RecordedValue(name, value.tableCell, unit: unit)
  guard let json = json(recorded) else { return }
  Channel.note(MIMEBundle([MediaType.record: json, MediaType.plain: recorded.text]))
}

extension MIMEBundle {
  /// Whether the bundle is a recorded value, which no page shows.
  package var isRecord: Bool { contents[MediaType.record] != nil }
}
