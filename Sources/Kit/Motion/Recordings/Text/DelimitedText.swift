internal import Basics
import Foundation
import Traces

/// Rows of numbers in a text file: comma, semicolon or tab between the fields, one header line or none.
///
/// It does not know motion. Lines that start with `#` and empty lines are skipped; a byte order mark, `\r\n`, blanks
/// around fields and quotation marks are accepted. Comma or point separates decimals, field by field (`DecimalMark`).
struct DelimitedText {
  let file: TextFile
  /// The names of the columns; without a header line, their numbers from "1".
  private(set) var header: [String]
  /// Lines that start with `#`, without it, before the header.
  let comments: [String]
  /// Whether the first line holds names and not numbers.
  let hasHeader: Bool
  let delimiter: UInt8
  let point: UInt8
  /// The line number of `header`, from 1.
  let headerLine: Int
  /// Offsets of the header line and of what follows it.
  private let headerStart: Int
  private let bodyStart: Int
  private let linesBeforeRows: Int
  /// The names that a comment gives to the columns of a table without a header, where one does.
  private(set) var commentNames: [String]?

  /// The bytes of the rows.
  var rows: Range<Int> { (hasHeader ? bodyStart : headerStart)..<file.count }
  /// The line on which the rows begin.
  var firstLine: Int { headerLine + linesBeforeRows }

  /// More columns than any sensor log has; beyond it a file is something else.
  static let mostColumns = 4096
  /// A longer name is cut: it only serves a message.
  static let longestName = 200

  /// Reads the header; the delimiter is found in it unless it is given.
  ///
  /// A preamble before the header, as spreadsheets and laboratory programs write it, is skipped: its lines have another
  /// number of fields than the rows. So is a line of units below the header, whose units become part of the names.
  ///
  /// - Throws: `TraceError.noRows` when the file has no line that is not a comment; `RecordingError.unreadableFile` where
  ///   commas separate both fields and decimals.
  init(_ original: TextFile, delimiter separator: UInt8? = nil) throws {
    var file = try original.normalized()
    var bytes = try file.prefix(1 << 20)
    if separator == nil, let changed = try TableHead(bytes).rewritten(file) {
      file = changed
      bytes = try file.prefix(1 << 20)
    }
    let head = TableHead(bytes)
    if separator == nil, let row = head.rowWithTwoKindsOfCommas() {
      throw RecordingError.unreadableFile(
        "\(file.path):\(row.line)",
        reason:
          "commas separate both fields and decimals (\(row.names) names and \(row.fields) fields), so that nothing tells "
          + "where a number ends. Export it with semicolons between the fields, or with decimal points")
    }
    guard let place = head.header(separator) else { throw TraceError.noRows(place: .init(file: file.path, line: nil)) }
    // Many rows, because the first may have whole numbers only.
    let firstRows =
      place.hasHeader
      ? bytes[min(place.bodyStart, bytes.count)...].prefix(1 << 16)
      : bytes[place.start..<max(place.start, min(place.bodyStart, bytes.count))]
    let mark = DecimalMark(of: firstRows, delimiter: place.delimiter)
    if mark == .byField {
      let body = place.hasHeader ? min(place.bodyStart, file.count) : place.start
      let changed = DecimalMark.withPoints(try file.data, from: body, delimiter: place.delimiter)
      self = try DelimitedText(
        TextFile(path: file.path, data: changed, storage: file.storage), delimiter: separator)
      return
    }
    self.file = file
    point = UInt8(ascii: mark == .comma ? "," : ".")
    comments = head.comments(before: place.line)
    headerStart = place.start
    bodyStart = min(place.bodyStart, file.count)
    headerLine = place.line
    linesBeforeRows = place.hasHeader ? place.bodyLine - place.line : 0
    delimiter = place.delimiter
    hasHeader = place.hasHeader
    header = hasHeader ? place.names : (1...place.names.count).map(String.init)
    commentNames = head.names(inCommentsBefore: place.line, count: header.count, place.delimiter)
  }

  /// The same rows with other names of the columns, one for each.
  func named(_ names: [String]) -> DelimitedText {
    var text = self
    text.header = names
    text.commentNames = nil
    return text
  }

  /// The index of a column; nil when there is none of this name.
  func column(_ name: String) -> Int? { header.firstIndex(of: name) }

  /// The index of a column that a format cannot do without.
  ///
  /// - Parameter taken: Columns that are meant for something else, and so are not suggested.
  /// - Throws: `RecordingError.missingColumn`, with the most similar name that the file has.
  func required(_ name: String, taken: Set<String> = []) throws -> Int {
    if let index = column(name) { return index }
    let candidates = header.filter { !$0.isEmpty && !taken.contains($0) }
    throw RecordingError.missingColumn(
      name, found: header, suggestion: Spelling.nearest(to: name, among: candidates),
      place: place(headerLine))
  }

  /// - Throws: `RecordingError.fieldCount` for a table with another number of columns.
  func requireColumns(_ count: Int) throws {
    guard header.count != count else { return }
    throw RecordingError.fieldCount(found: header.count, expected: count, place: place(headerLine))
  }

  /// The whole number that the first row has in a column; nil when there is no row, or it has something else there.
  ///
  /// - Throws: `RecordingError.unreadableFile`.
  func firstInteger(in column: Int) throws -> Int64? {
    guard let fields = try textRows(1, within: 1 << 16).first, column < fields.count,
      let number = Int64(fields[column]), number.magnitude < 1 << 62
    else { return nil }
    return number
  }

  /// What is before the table: a preamble, comments.
  var preamble: String { String(decoding: (try? file.prefix(headerStart)) ?? [], as: UTF8.self) }

  /// The fields of the first row, by column; nil without a header or a row.
  func firstTextRow() -> [String: String]? {
    guard hasHeader, let rows = try? textRows(1), let row = rows.first else { return nil }
    return Dictionary(zip(header, row)) { first, _ in first }
  }

  /// The fields of the first rows as texts.
  ///
  /// - Parameter most: At most so many rows, of the first bytes of the table.
  /// - Throws: `RecordingError.unreadableFile`.
  func textRows(_ most: Int, within bytes: Int = 1 << 20) throws -> [[String]] {
    try numberedRows(most, within: bytes).map(\.fields)
  }

  /// The same, each with the number of its line.
  func numberedRows(_ most: Int, within bytes: Int = 1 << 20) throws -> [(line: Int, fields: [String])] {
    let end = min(rows.lowerBound + bytes, rows.upperBound)
    guard rows.lowerBound < end else { return [] }
    let bytes = try file.withBytes(rows.lowerBound..<end) { Array($0) }
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    if end < rows.upperBound, lines.count > 1 { lines.removeLast() }
    return lines.enumerated().lazy.filter { _, line in
      line.first { $0 != 32 && $0 != 9 && $0 != 13 }.map { $0 != UInt8(ascii: "#") } ?? false
    }.prefix(most).map { (firstLine + $0, Self.fields($1, delimiter)) }
  }

  /// A row with one field for each column: empty cells at its end count for nothing. nil for any other number of fields.
  func fitted(_ fields: [String]) -> [String]? {
    let count = header.count
    if fields.count == count { return fields }
    if fields.count > count { return fields[count...].allSatisfy(\.isEmpty) ? Array(fields.prefix(count)) : nil }
    guard header[fields.count...].allSatisfy(\.isEmpty) else { return nil }
    return fields + Array(repeating: "", count: count - fields.count)
  }

  /// Makes sure that the first rows are those of a table.
  ///
  /// - Throws: `RecordingError.unreadableFile` for a text without numbers, `.headerCount` where most rows have another number of fields than
  ///   the header.
  func requireTable() throws {
    try requireText()
    let rows = try numberedRows(200)
    guard !rows.isEmpty else {
      // A table that has only its header yet has names of something.
      guard !ColumnGroup.all(in: header).isEmpty || header.contains(where: { ColumnName($0).isOfTime }) else {
        throw RecordingError.unreadableFile(file.path, reason: "it is text, without rows of numbers")
      }
      return
    }
    let numeric = rows.count { row in
      let filled = row.fields.filter { !$0.isEmpty }
      let numbers = filled.count { Double($0.replacing(",", with: ".")) != nil || ClockText.seconds($0) != nil }
      return numbers > 0 && 2 * numbers >= filled.count
    }
    guard numeric * 5 >= rows.count else {
      throw RecordingError.unreadableFile(file.path, reason: "it is text, without rows of numbers")
    }
    let unfit = rows.filter { fitted($0.fields) == nil }
    if let first = unfit.first, 2 * unfit.count > rows.count {
      throw RecordingError.headerCount(found: first.fields.count, expected: header.count, place: place(first.line))
    }
  }

  /// - Throws: `RecordingError.unreadableFile` for a file that no text editor would show: one byte in twenty of its beginning is a
  ///   control character.
  private func requireText() throws {
    let start = try file.prefix(1 << 12)
    let controls = start.count { $0 < 32 && !(8...13).contains($0) && $0 != 27 || $0 == 127 }
    guard controls * 20 > start.count else { return }
    throw RecordingError.unreadableFile(
      file.path,
      reason: start.contains(0) && start.contains(where: { $0 > 32 && $0 < 127 })
        ? "it is binary, or text in UTF-16 without a mark. Export the recording as CSV, in UTF-8"
        : "it is binary, and not text. Export the recording as CSV")
  }

  /// A line of this file.
  func place(_ line: Int) -> TraceError.Place { .init(file: file.path, line: line) }

  static func trimmed(_ bytes: ArraySlice<UInt8>, longest: Int = longestName) -> String {
    let blank: (UInt8) -> Bool = { $0 == 32 || $0 == 9 || $0 == 13 || $0 == 10 }
    var kept = bytes.drop(while: blank)
    while let last = kept.last, blank(last) { kept.removeLast() }
    return text(kept.prefix(longest))
  }

  /// Bytes as text: UTF-8, or else Windows' Latin alphabet, in which older programs write “µ”, “²” and “°”.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    // A name may have been cut within a character.
    if bytes.count == longestName { return String(decoding: bytes, as: UTF8.self) }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The fields of one line, trimmed and unquoted. A delimiter within quotation marks does not separate.
  static func fields(_ line: ArraySlice<UInt8>, _ delimiter: UInt8) -> [String] {
    bareFields(line, delimiter).map(unquoted)
  }

  /// A field without its blanks and quotation marks.
  static func unquoted(_ field: ArraySlice<UInt8>) -> String {
    let text = trimmed(field)
    return text.count >= 2 && text.first == "\"" && text.last == "\"" ? String(text.dropFirst().dropLast()) : text
  }

  /// The same with their blanks and quotation marks.
  static func bareFields(_ line: ArraySlice<UInt8>, _ delimiter: UInt8) -> [ArraySlice<UInt8>] {
    var quoted = false
    return line.split(maxSplits: mostColumns, omittingEmptySubsequences: false) { byte in
      if byte == UInt8(ascii: "\"") { quoted.toggle() }
      return byte == delimiter && !quoted
    }
  }
}

extension Error {
  /// Whether the error lies in one row, so that the rest could be read without it.
  var isBadRow: Bool {
    switch self as any Error {
    case RecordingError.fieldCount, RecordingError.notANumber, RecordingError.nonFinite, TraceError.notUnit: true
    default: false
    }
  }
}
