import Foundation

/// Rows of numbers in a text file: comma, semicolon or tab between the fields, one header line or none.
///
/// It knows nothing of motion. Lines that start with `#` and empty lines are skipped; a byte order mark, `\r\n`, blanks
/// around fields and quotation marks are accepted; a comma is the decimal separator where a semicolon or tab separates
/// fields and no point occurs in the first row.
struct DelimitedText {
  let file: TextFile
  /// The names of the columns; without a header line, their numbers from "1".
  let header: [String]
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

  /// More columns than any sensor log has; beyond it a file is something else.
  static let mostColumns = 4096
  /// A longer name is cut: it only serves a message.
  static let longestName = 200

  /// Reads the header; the delimiter is found in it unless it is given.
  ///
  /// - Throws: `TraceError.noRows` when the file has no line that is not a comment.
  init(_ file: TextFile, delimiter separator: UInt8? = nil) throws(TraceError) {
    self.file = file
    let bytes = [UInt8](file.data.prefix(1 << 20))
    var comments = [String]()
    var position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    var line = 1
    while true {
      guard position < bytes.count else {
        throw .noRows(place: .init(file: file.path, line: nil))
      }
      let end = bytes[position...].firstIndex(of: 10) ?? bytes.count
      let text = bytes[position..<end]
      if let first = text.first(where: { $0 != 32 && $0 != 9 && $0 != 13 }), first != UInt8(ascii: "#") {
        headerStart = position
        bodyStart = min(end + 1, file.data.count)
        headerLine = line
        break
      }
      if text.first(where: { $0 != 32 }) == UInt8(ascii: "#") {
        comments.append(Self.trimmed(text.drop { $0 == 32 }.dropFirst(), longest: .max))
      }
      position = end + 1
      line += 1
    }
    self.comments = comments
    let head = bytes[headerStart..<max(headerStart, min(bodyStart, bytes.count))]
    delimiter =
      separator ?? [UInt8(ascii: ";"), UInt8(ascii: "\t")].first { head.contains($0) } ?? UInt8(ascii: ",")
    let names = Self.fields(head, delimiter)
    hasHeader = names.contains { name in name.contains { $0.isLetter } && Double(name) == nil }
    header = hasHeader ? names : (1...names.count).map(String.init)
    let firstRow = hasHeader ? bytes[min(bodyStart, bytes.count)...].prefix { $0 != 10 } : head
    let commaIsPoint =
      delimiter != UInt8(ascii: ",") && firstRow.contains(UInt8(ascii: ","))
      && !firstRow.contains(UInt8(ascii: "."))
    point = UInt8(ascii: commaIsPoint ? "," : ".")
  }

  /// The index of a column; nil when there is none of this name.
  func column(_ name: String) -> Int? { header.firstIndex(of: name) }

  /// The index of a column that a format cannot do without.
  ///
  /// - Parameter taken: Columns that are meant for something else, and so are no suggestion.
  /// - Throws: `TraceError.missingColumn`, with the most similar name that the file has.
  func required(_ name: String, taken: Set<String> = []) throws(TraceError) -> Int {
    if let index = column(name) { return index }
    let candidates = header.filter { !$0.isEmpty && !taken.contains($0) }
    throw .missingColumn(
      name, found: header, suggestion: suggestion(for: name, among: candidates),
      place: place(headerLine))
  }

  /// A line of this file.
  func place(_ line: Int) -> TraceError.Place { .init(file: file.path, line: line) }

  private static func trimmed(_ bytes: ArraySlice<UInt8>, longest: Int = longestName) -> String {
    let blank: (UInt8) -> Bool = { $0 == 32 || $0 == 9 || $0 == 13 || $0 == 10 }
    var kept = bytes.drop(while: blank)
    while let last = kept.last, blank(last) { kept.removeLast() }
    return String(decoding: kept.prefix(longest), as: UTF8.self)
  }

  /// The fields of one line, trimmed and unquoted. A delimiter within quotation marks does not separate.
  private static func fields(_ line: ArraySlice<UInt8>, _ delimiter: UInt8) -> [String] {
    var fields = [String]()
    var start = line.startIndex
    var quoted = false
    func field(_ end: Int) -> String {
      let text = trimmed(line[start..<end])
      return text.count >= 2 && text.first == "\"" && text.last == "\"" ? String(text.dropFirst().dropLast()) : text
    }
    for index in line.indices where fields.count < mostColumns {
      if line[index] == UInt8(ascii: "\"") { quoted.toggle() }
      if line[index] == delimiter, !quoted {
        fields.append(field(index))
        start = index + 1
      }
    }
    fields.append(field(line.endIndex))
    return fields
  }
}

extension DelimitedText {
  /// Calls `body` with the numbers of each row, in the order of `columns`, and the row's line number.
  ///
  /// - Parameters:
  ///   - columns: Indices of the wanted columns; the others are skipped unread. Each at most once.
  ///   - mayBeMissing: Indices of columns in which NaN, or nothing at all, is read as NaN instead of refused.
  ///   - dropsBadRows: Leave out a row that is cut off or has something that is no finite number, and count it.
  /// - Returns: How many rows were left out.
  /// - Throws: `TraceError.fieldCount`, `.notANumber`, `.nonFinite`, and what `body` throws.
  /// - Complexity: O(bytes), without an allocation per row.
  func forEachRow(
    _ columns: [Int], dropsBadRows: Bool = false, mayBeMissing: Set<Int> = [],
    _ body: (UnsafeBufferPointer<Double>, _ line: Int) throws(TraceError) -> Void
  ) throws(TraceError) -> Int {
    // Slot of each column of the file, −1 for columns that nobody wants.
    var slots = [Int](repeating: -1, count: header.count)
    for (slot, column) in columns.enumerated() { slots[column] = slot }
    var values = [Double](repeating: 0, count: max(columns.count, 1))
    var failure: TraceError?
    var dropped = 0
    var line = headerLine + (hasHeader ? 1 : 0)
    file.data.withUnsafeBytes { raw in
      let base = raw.bindMemory(to: UInt8.self)
      guard let origin = base.baseAddress else { return }
      let end = origin + base.count
      var cursor = origin + (hasHeader ? bodyStart : headerStart)
      values.withUnsafeMutableBufferPointer { values in
        slots.withUnsafeBufferPointer { slots in
          DecimalNumber.powers.withUnsafeBufferPointer { powers in
            while cursor < end {
              var isComplete = false
              do throws(TraceError) {
                isComplete = try readRow(&cursor, end, slots, values, powers.baseAddress!, mayBeMissing, line)
                if isComplete { try body(UnsafeBufferPointer(values), line) }
              } catch {
                guard dropsBadRows, error.isBadRow else {
                  failure = error
                  return
                }
                dropped += 1
                if !isComplete { skipLine(&cursor, end) }
              }
              line += 1
            }
          }
        }
      }
    }
    if let failure { throw failure }
    return dropped
  }

  /// Upper bound on the number of rows: the line ends that are left. One pass over the bytes.
  var rowBound: Int {
    file.data.withUnsafeBytes { raw in
      var count = 1
      for byte in raw[min(bodyStart, raw.count)...] { count &+= byte == 10 ? 1 : 0 }
      return count + (hasHeader ? 0 : 1)
    }
  }

  /// Reads one line; false for an empty line or a comment.
  @inline(__always)
  private func readRow(
    _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ slots: UnsafeBufferPointer<Int>,
    _ values: UnsafeMutableBufferPointer<Double>, _ powers: UnsafePointer<Double>, _ mayBeMissing: Set<Int>, _ line: Int
  ) throws(TraceError) -> Bool {
    skipBlanks(&cursor, end)
    if cursor == end { return false }
    if cursor.pointee == 10 {
      cursor += 1
      return false
    }
    if cursor.pointee == UInt8(ascii: "#") {
      skipLine(&cursor, end)
      return false
    }
    var field = 0
    while true {
      if field < slots.count, slots[field] >= 0 {
        values[slots[field]] = try readField(&cursor, end, field, powers, mayBeMissing, line)
      } else {
        skipField(&cursor, end)
      }
      field += 1
      if cursor == end || cursor.pointee == 10 { break }
      cursor += 1
    }
    if field != slots.count { throw .fieldCount(found: field, expected: slots.count, place: place(line)) }
    if cursor < end { cursor += 1 }
    return true
  }

  /// Reads a number up to the next delimiter or line end, where it leaves `cursor`.
  @inline(__always)
  private func readField(
    _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ column: Int, _ powers: UnsafePointer<Double>,
    _ mayBeMissing: Set<Int>, _ line: Int
  ) throws(TraceError) -> Double {
    let start = cursor
    let outcome = DecimalNumber.read(&cursor, end: end, point: point, powers: powers)
    // The usual case: a number, and right after it a delimiter or the line's end.
    if case .number(let value) = outcome, cursor < end, cursor.pointee == delimiter || cursor.pointee == 10 {
      return value
    }
    return try readUnusualField(&cursor, end, start, column, mayBeMissing, line)
  }

  /// Blanks or quotation marks around the number, or no number.
  @inline(never)
  private func readUnusualField(
    _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ start: UnsafePointer<UInt8>, _ column: Int,
    _ mayBeMissing: Set<Int>, _ line: Int
  ) throws(TraceError) -> Double {
    cursor = start
    skipField(&cursor, end)
    let text = Self.trimmed(ArraySlice(UnsafeBufferPointer(start: start, count: cursor - start)))
    let bare = text.count >= 2 && text.first == "\"" && text.last == "\"" ? String(text.dropFirst().dropLast()) : text
    let bytes = Array(bare.utf8)
    let outcome = bytes.withUnsafeBufferPointer { bytes -> DecimalNumber.Outcome in
      guard var cursor = bytes.baseAddress else { return .none }
      let end = cursor + bytes.count
      let outcome = DecimalNumber.powers.withUnsafeBufferPointer {
        DecimalNumber.read(&cursor, end: end, point: point, powers: $0.baseAddress!)
      }
      return cursor == end ? outcome : .none
    }
    switch outcome {
    case .number(let value): return value
    case .nonFinite where mayBeMissing.contains(column): return .nan
    case .none where bare.isEmpty && mayBeMissing.contains(column): return .nan
    case .nonFinite: throw .nonFinite(bare, column: header[column], place: place(line))
    case .none: throw .notANumber(bare, column: header[column], place: place(line))
    }
  }

  @inline(__always)
  private func skipBlanks(_ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    while cursor < end, cursor.pointee == 32 || cursor.pointee == 13 { cursor += 1 }
  }

  private func skipLine(_ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    while cursor < end, cursor.pointee != 10 { cursor += 1 }
    if cursor < end { cursor += 1 }
  }

  @inline(__always)
  private func skipField(_ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    var quoted = false
    while cursor < end, cursor.pointee != 10, quoted || cursor.pointee != delimiter {
      if cursor.pointee == UInt8(ascii: "\"") { quoted.toggle() }
      cursor += 1
    }
  }
}

extension TraceError {
  /// Whether the error lies in one row, so that the rest could be read without it.
  var isBadRow: Bool {
    switch self {
    case .fieldCount, .notANumber, .nonFinite, .notUnit: true
    default: false
    }
  }
}
