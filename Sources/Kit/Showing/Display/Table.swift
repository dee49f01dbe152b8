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
    /// Significant digits of the column's numbers. 0: each with the fewest that tell it from any other number, as it was given.
    public var digits: Int
    /// On which side the entries are; nil: numbers at their decimal point, words on the left.
    public var alignment: Alignment?
    /// What is in place of an entry that is missing; nothing when nil.
    public var missing: String?

    /// A column with a title, a unit and the significant digits of its numbers; see the properties.
    public init(
      _ title: String, unit: String? = nil, digits: Int = 3, alignment: Alignment? = nil, missing: String? = nil
    ) {
      (self.title, self.unit, self.digits) = (title, unit, digits)
      (self.alignment, self.missing) = (alignment, missing)
    }

    /// How large the column's numbers can be, where the unit says it: a full turn.
    var scale: Double { unit.flatMap { ["°": 360, "deg": 360, "rad": 2 * Double.pi][$0] } ?? 0 }

    /// The title with its unit.
    public var heading: String { unit.map { "\(title) (\($0))" } ?? title }
  }

  /// On which side of a column its entries are.
  public enum Alignment: String, Codable, Hashable, Sendable { case leading, center, trailing }

  /// One entry of a row.
  public enum Cell: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
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

  /// A table with these columns and rows. A row that is too short is filled with empty entries; one that is too long gets
  /// columns without a title, and that is warned of where somebody hears it, as next to a notebook's cell.
  public init(columns: [Column], rows: [[Cell]]) {
    let width = rows.map(\.count).max() ?? 0
    if let row = rows.firstIndex(where: { $0.count > columns.count }) {
      warn(
        "row \(row + 1) of the table has \(rows[row].count) entries, and the table has \(columns.count) "
          + "\(columns.count == 1 ? "column" : "columns"): the entries beyond them have no title")
    }
    let all = columns + Array(repeating: Column(""), count: max(0, width - columns.count))
    self.columns = all
    self.rows = rows.map { row in
      all.indices.map { row.indices.contains($0) ? row[$0] : .empty }
    }
  }

  /// The entry as it is printed, with the column's significant digits.
  public func text(row: Int, column: Int) -> String {
    switch rows[row][column] {
    case .text(let text): text
    case .number(let value):
      columns[column].digits == 0
        ? NumberFormat.exact(value)
        : NumberFormat.significant(value, digits: columns[column].digits, scale: columns[column].scale)
    case .count(let value): NumberFormat.grouped(value)
    case .empty: columns[column].missing ?? ""
    }
  }

  /// Whether every entry of the column that is not empty is a number.
  public func isNumeric(column: Int) -> Bool {
    rows.allSatisfy { row in
      if case .text = row[column] { false } else { true }
    }
  }
}

extension Table {
  /// On which side a column's entries are: as its column says, or numbers right and words left. O(rows).
  public func alignment(ofColumn column: Int) -> Alignment {
    columns[column].alignment ?? (isNumeric(column: column) ? .trailing : .leading)
  }

  /// Whether a column's numbers are with their decimal points under each other. O(rows).
  public func alignsPoints(ofColumn column: Int) -> Bool {
    isNumeric(column: column) && alignment(ofColumn: column) == .trailing
  }
}

extension Table: CustomStringConvertible, Displayable {
  /// The table in plain text, numbers aligned at the decimal point.
  public var description: String {
    let texts = alignedTexts
    let widths = columns.indices.map { column in
      ([columns[column].heading] + texts.map { $0[column] }).map(\.count).max() ?? 0
    }
    let alignments = columns.indices.map(alignment(ofColumn:))
    func line(_ entries: [String]) -> String {
      let padded = columns.indices.map { column in
        let room = widths[column] - entries[column].count
        func space(_ count: Int) -> String { String(repeating: " ", count: count) }
        switch alignments[column] {
        case .leading: return entries[column] + space(room)
        case .center: return space(room / 2) + entries[column] + space(room - room / 2)
        case .trailing: return space(room) + entries[column]
        }
      }
      return padded.joined(separator: "  ").trimmingTrailingSpaces
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")
    return ([line(columns.map(\.heading)), rule] + texts.map(line)).joined(separator: "\n")
  }

  /// The entries as text, each number padded on the right so that the points of a column are under each other when the
  /// column is aligned to the right.
  public var alignedTexts: [[String]] {
    let texts = rows.indices.map { row in columns.indices.map { text(row: row, column: $0) } }
    let isAligned = columns.indices.map(alignsPoints(ofColumn:))
    let tails = columns.indices.map { column in
      isAligned[column] ? texts.map { $0[column].fractionLength }.max() ?? 0 : 0
    }
    return texts.map { row in
      columns.indices.map { column in
        guard isAligned[column], !row[column].isEmpty else { return row[column] }
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
