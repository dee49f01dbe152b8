extension Table {
  /// A column of a table of values: its heading, and what it shows of a value.
  public struct Field<Row> {
    /// Title, unit and how numbers are written.
    public var column: Column
    /// The entry of a value.
    public var cell: (Row) -> Cell

    /// A column that shows a property, given as a key path, or what a closure makes of a value.
    ///
    /// - Parameters:
    ///   - title: is in the head of the table.
    ///   - value: `\\.drift`, or `{ $0.drift / $0.length }`. An optional that is nil is an empty entry.
    ///   - unit: of the numbers as they are; behind the title in brackets.
    ///   - digits: significant digits of numbers.
    public init<Value: TableValue>(
      _ title: String, _ value: @escaping (Row) -> Value, unit: String? = nil, digits: Int = 3,
      alignment: Alignment? = nil, missing: String? = nil
    ) {
      column = Column(title, unit: unit, digits: digits, alignment: alignment, missing: missing)
      cell = { value($0).tableCell }
    }
  }

  /// A table with one row for each value.
  ///
  /// ```swift
  /// Table(runs, columns: .init("scheme", \.name), .init("drift", \.drift, unit: "m", digits: 2))
  /// ```
  ///
  /// Without columns, those are the values' stored properties, as in ``init(reflecting:columns:)``; values that have none, such
  /// as numbers and texts, are in one column.
  ///
  /// O(rows · columns).
  public init<Row>(_ rows: some Sequence<Row>, columns: Field<Row>...) {
    guard columns.isEmpty else {
      self.init(rows, columns: columns)
      return
    }
    let rows = Array(rows)
    if let table = try? Table(reflecting: rows) {
      self = table
    } else {
      self.init(columns: [Column("value")], rows: rows.map { [Reflection.entry(of: $0)] })
    }
  }

  /// The same with the columns as an array.
  public init<Row>(_ rows: some Sequence<Row>, columns: [Field<Row>]) {
    self.init(columns: columns.map(\.column), rows: rows.map { row in columns.map { $0.cell(row) } })
  }

  /// A table with one row for each dictionary; an entry that a dictionary lacks is missing.
  ///
  /// - Parameter columns: which entries are shown, by title, in which order; nil: all of them, by name, for a dictionary
  ///   knows no order.
  /// - Throws: `TableError.noSuchColumn` for a title that no dictionary has, unless there are no dictionaries.
  public init(_ rows: [[String: any TableValue]], columns: [Column]? = nil) throws(TableError) {
    let names = Set(rows.flatMap(\.keys)).sorted()
    let columns = columns ?? names.map { Column($0) }
    if !rows.isEmpty, let stranger = columns.first(where: { !names.contains($0.title) }) {
      throw .noSuchColumn(stranger.title, known: names)
    }
    self.init(columns: columns, rows: rows.map { row in columns.map { row[$0.title]?.tableCell ?? .empty } })
  }
}

/// Why a table could not be made.
public enum TableError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A column that the values do not have.
  case noSuchColumn(String, known: [String])
  /// A value without properties that could be columns.
  case noProperties(type: String)

  public var description: String {
    switch self {
    case .noSuchColumn(let name, let known):
      "a table has no column “\(name)”: the values have \(known.joined(separator: ", "))"
    case .noProperties(let type):
      "\(type) has no properties that could be the columns of a table; say what to show with Table(values, columns: …)"
    }
  }
}
