internal import Basics

/// Rows of numbers, all of one width, stored one after the other: the input of a network, or its output.
public struct Rows: Hashable, Codable, Sendable {
  /// Numbers in a row.
  public let width: Int
  /// All numbers, row by row.
  public private(set) var values: [Double]

  /// Rows from one array.
  ///
  /// - Throws: ``NetworkError`` for a width below 1, for a number of values that the width does not divide, and for a value
  ///   that is not finite.
  public init(width: Int, values: [Double]) throws(NetworkError) {
    guard width > 0 else { throw .shape(what: "numbers in a row (at least 1)", expected: 1, found: width) }
    guard values.count % width == 0 else {
      throw .shape(
        what: "values for rows of \(width)", expected: values.count / width * width, found: values.count)
    }
    if let bad = values.firstIndex(where: { !$0.isFinite }) { throw .notFinite(what: "values", row: bad / width) }
    (self.width, self.values) = (width, values)
  }

  /// Rows from an array of arrays.
  ///
  /// - Throws: ``NetworkError`` for no rows, for rows of different widths, and for a value that is not finite.
  public init(_ rows: [[Double]]) throws(NetworkError) {
    guard let first = rows.first else { throw .empty(what: "row") }
    for (index, row) in rows.enumerated() where row.count != first.count {
      throw .shape(what: "numbers in row \(index)", expected: first.count, found: row.count)
    }
    try self.init(width: first.count, values: rows.flatMap { $0 })
  }

  /// One column, such as a label for each row.
  public init(column values: [Double]) throws(NetworkError) { try self.init(width: 1, values: values) }

  /// For results that are known to fit.
  init(unchecked values: [Double], width: Int) { (self.width, self.values) = (width, values) }

  /// How many rows there are.
  public var count: Int { values.count / width }

  /// One number.
  public subscript(row: Int, column: Int) -> Double {
    Indexing.check(row, below: count, "rows")
    Indexing.check(column, below: width, "numbers in a row")
    return values[row * width + column]
  }

  /// One row.
  public subscript(row: Int) -> [Double] {
    Indexing.check(row, below: count, "rows")
    return Array(values[(row * width)..<((row + 1) * width)])
  }

  /// One column over all rows.
  public func column(_ index: Int) -> [Double] {
    Indexing.check(index, below: width, "numbers in a row")
    return stride(from: index, to: values.count, by: width).map { values[$0] }
  }

  /// The rows with these indices, in this order; each must be below ``count``.
  public func rows(_ indices: some Sequence<Int>) -> Rows {
    let count = count
    let chosen = indices.flatMap { row in
      Indexing.check(row, below: count, "rows")
      return values[(row * width)..<((row + 1) * width)]
    }
    return Rows(unchecked: chosen, width: width)
  }
}

extension Rows {
  /// Reads width and values, and checks them as ``init(width:values:)`` does.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      width: container.decode(Int.self, forKey: .width), values: container.decode([Double].self, forKey: .values))
  }
}
