internal import Basics

/// Lines of fields between commas. A field in double quotes may hold commas and doubled quotes; no field runs over a
/// line.
struct CommaSeparated {
  /// A line that is not blank, and its number in the file, from 1.
  struct Line {
    let number: Int
    let fields: [String]
  }

  /// What messages call the text.
  let file: String
  /// The names of the columns.
  let header: Line
  /// The lines behind it.
  let rows: ArraySlice<Line>

  /// - Parameter columns: What the first line of an empty text should have been.
  /// - Throws: ``GestureError/unreadable(file:reason:)`` for an empty text.
  init(_ text: some StringProtocol, file: String, columns: String) throws(GestureError) {
    // Split at "\n", "\r" and "\r\n", each of which is one Character; a byte order mark goes.
    let whole = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : String(text)
    let lines = whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().compactMap {
      index, line in
      line.allSatisfy(\.isWhitespace) ? nil : Line(number: index + 1, fields: Self.fields(line))
    }
    guard let header = lines.first else {
      throw .unreadable(file: file, reason: "it is empty; the first line should name the columns: \(columns)")
    }
    (self.file, self.header, rows) = (file, header, lines.dropFirst())
  }

  /// Where the columns called `needed` stand. With `known` there may be no others than those.
  /// - Throws: ``GestureError/missingColumn(file:line:column:expected:)``,
  ///   ``GestureError/unknownColumn(file:line:column:suggestion:)``, and ``GestureError/unreadable(file:reason:)`` for a
  ///   column that stands there twice.
  func places(of needed: [String], known: [String]?) throws(GestureError) -> [Int] {
    let found = header.fields
    if let twice = found.indices.first(where: { found[..<$0].contains(found[$0]) }) {
      throw .unreadable(file: "\(file):\(header.number)", reason: "the column “\(found[twice])” stands there twice")
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

  private static func fields(_ line: Substring) -> [String] {
    guard line.utf8.contains(UInt8(ascii: "\"")) else {
      return line.split(separator: ",", omittingEmptySubsequences: false).map { trimmed($0) }
    }
    var (fields, field, quoted, wasQuoted) = ([String](), "", false, false)
    var rest = line
    while let next = rest.popFirst() {
      switch (next, quoted) {
      case ("\"", true):
        if rest.first == "\"" { field.append(rest.removeFirst()) } else { quoted = false }
      case ("\"", false) where field.allSatisfy(\.isWhitespace): (field, quoted, wasQuoted) = ("", true, true)
      case (",", false):
        fields.append(wasQuoted ? field : trimmed(field[...]))
        (field, wasQuoted) = ("", false)
      default: field.append(next)
      }
    }
    return fields + [wasQuoted ? field : trimmed(field[...])]
  }

  private static func trimmed(_ text: Substring) -> String {
    let front = text.drop(while: \.isWhitespace)
    guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(front[...last])
  }

  /// `field`, in quotes where it needs them.
  static func quoted(_ field: String) -> String {
    let plain = field.allSatisfy { $0 != "," && $0 != "\"" && !$0.isNewline }
    guard !plain || field.first?.isWhitespace == true || field.last?.isWhitespace == true else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
