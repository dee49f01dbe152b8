internal import Basics

/// Rows of fields under names of columns.
struct ColumnTable {
  typealias Line = CommaSeparated.Line

  /// What messages call the text.
  let file: String
  /// The names of the columns.
  let header: Line
  /// The lines behind it.
  let rows: ArraySlice<Line>

  /// - Parameter columns: What the first line of an empty text should have been.
  /// - Throws: ``GestureError/unreadable(file:reason:)`` for an empty text.
  init(_ text: some StringProtocol, file: String, columns: String) throws(GestureError) {
    let lines = CommaSeparated.lines(text)
    guard let header = lines.first else {
      throw .unreadable(file: file, reason: "it is empty; the first line should name the columns: \(columns)")
    }
    (self.file, self.header, rows) = (file, header, lines.dropFirst())
  }

  /// Where the columns called `needed` are. With `known` there may be no others than those.
  /// - Throws: ``GestureError/missingColumn(file:line:column:expected:)``,
  ///   ``GestureError/unknownColumn(file:line:column:suggestion:)``, and ``GestureError/unreadable(file:reason:)`` for a
  ///   column that appears twice.
  func places(of needed: [String], known: [String]?) throws(GestureError) -> [Int] {
    let found = header.fields
    if let twice = found.indices.first(where: { found[..<$0].contains(found[$0]) }) {
      throw .unreadable(file: "\(file):\(header.number)", reason: "the column “\(found[twice])” appears twice")
    }
    if let known, let column = found.first(where: { !known.contains($0) }) {
      let missing = known.filter { !found.contains($0) }
      throw .unknownColumn(
        file: file, line: header.number, column: column,
        suggestion: Spelling.nearest(to: column, among: missing.isEmpty ? known : missing))
    }
    return try needed.map { (column) throws(GestureError) in
      guard let place = found.firstIndex(of: column) else {
        throw .missingColumn(file: file, line: header.number, column: column, expected: known ?? needed)
      }
      return place
    }
  }

  /// The numbers in some columns of a row that has as many fields as there are columns.
  /// - Throws: ``GestureError/brokenRow(file:line:reason:)``.
  func numbers(in row: Line, at places: [Int]) throws(GestureError) -> [Double] {
    try places.map { (place) throws(GestureError) in
      guard let value = Double(row.fields[place]), value.isFinite else {
        throw broken(row, "“\(row.fields[place])” in field \(place + 1) is not a finite number")
      }
      return value
    }
  }

  /// - Throws: ``GestureError/brokenRow(file:line:reason:)`` unless the row has a field for each column.
  func requireAllFields(of row: Line) throws(GestureError) {
    guard row.fields.count == header.fields.count else {
      throw broken(
        row, "\(row.fields.count) fields where the first line names \(header.fields.count) columns")
    }
  }

  /// What is wrong with a row.
  func broken(_ row: Line, _ reason: String) -> GestureError {
    .brokenRow(file: file, line: row.number, reason: reason)
  }
}
