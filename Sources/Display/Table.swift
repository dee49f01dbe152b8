/// A table as a value: columns with a title and a unit, rows of text and numbers.
///
/// Numbers are kept as numbers, so that a report can align them at the decimal point and a check can compare them with a
/// tolerance.
public struct Table: Codable, Hashable, Sendable {
  /// One column: what it holds, in which unit, and how its numbers are written.
  public struct Column: Codable, Hashable, Sendable {
    public var title: String
    /// Written behind the title in brackets; none for a quantity without one.
    public var unit: String?
    /// Significant digits of the column's numbers.
    public var digits: Int

    /// A column with a title, a unit and the significant digits of its numbers.
    public init(_ title: String, unit: String? = nil, digits: Int = 3) {
      (self.title, self.unit, self.digits) = (title, unit, digits)
    }

    /// The title with its unit.
    public var heading: String { unit.map { "\(title) (\($0))" } ?? title }
  }

  /// One entry of a row.
  public enum Cell: Codable, Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral
  {
    case text(String)
    case number(Double)
    /// A count, printed with all its digits.
    case count(Int)
    case empty

    public init(stringLiteral value: String) { self = .text(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(integerLiteral value: Int) { self = .count(value) }
  }

  public var columns: [Column]
  public var rows: [[Cell]]

  /// A table with these columns and rows. A row that is too short is filled with empty entries; what is too long is cut.
  public init(columns: [Column], rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows.map { row in
      columns.indices.map { row.indices.contains($0) ? row[$0] : .empty }
    }
  }

  /// A table of an array of values: one column for each pair of a column and what it shows of a value.
  public init<Value>(_ values: [Value], columns: [(Column, (Value) -> Cell)]) {
    self.init(columns: columns.map(\.0), rows: values.map { value in columns.map { $0.1(value) } })
  }

  /// The entry as it is printed, with the column's significant digits.
  public func text(row: Int, column: Int) -> String {
    switch rows[row][column] {
    case .text(let text): text
    case .number(let value): NumberFormat.significant(value, digits: columns[column].digits)
    case .count(let value): NumberFormat.grouped(value)
    case .empty: ""
    }
  }

  /// Whether every entry of the column that is not empty is a number.
  public func isNumeric(column: Int) -> Bool {
    rows.allSatisfy { row in
      if case .text = row[column] { false } else { true }
    }
  }
}

extension Table: CustomStringConvertible, Displayable {
  /// The table in plain text, numbers aligned at the decimal point.
  public var description: String {
    let texts = alignedTexts
    let widths = columns.indices.map { column in
      ([columns[column].heading] + texts.map { $0[column] }).map(\.count).max() ?? 0
    }
    func line(_ entries: [String]) -> String {
      let padded = columns.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - entries[column].count)
        return isNumeric(column: column) ? space + entries[column] : entries[column] + space
      }
      return padded.joined(separator: "  ").trimmingTrailingSpaces
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")
    return ([line(columns.map(\.heading)), rule] + texts.map(line)).joined(separator: "\n")
  }

  /// The entries as text, each number padded on the right so that the points of a column stand under each other when the
  /// column is aligned to the right.
  public var alignedTexts: [[String]] {
    let texts = rows.indices.map { row in columns.indices.map { text(row: row, column: $0) } }
    let tails = columns.indices.map { column in
      isNumeric(column: column) ? texts.map { $0[column].fractionLength }.max() ?? 0 : 0
    }
    return texts.map { row in
      columns.indices.map { column in
        guard isNumeric(column: column), !row[column].isEmpty else { return row[column] }
        return row[column] + String(repeating: "\u{2007}", count: tails[column] - row[column].fractionLength)
      }
    }
  }

  public var mimeBundle: MIMEBundle {
    var bundle = MIMEBundle(text: description)
    bundle.contents[MediaType.table] = json(self)
    return bundle
  }
}

extension String {
  /// The characters from the decimal point on.
  fileprivate var fractionLength: Int {
    firstIndex(of: ".").map { distance(from: $0, to: endIndex) } ?? 0
  }

  fileprivate var trimmingTrailingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
