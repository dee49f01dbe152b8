internal import CInertial

/// What takes the rows of a table, one after the other.
protocol RowSink {
  /// - Parameters:
  ///   - values: The wanted numbers, valid during the call.
  ///   - line: The line on which the row is.
  /// - Throws: `RecordingError` or `TraceError` for a row that is not accepted.
  mutating func take(_ values: UnsafePointer<Double>, line: Int) throws

  /// A row is left out, because it cannot be read or `take` has refused it.
  mutating func leaveOut()

  /// A row is passed over, because it holds none of what is wanted: it belongs to another sensor.
  mutating func passOver()
}

extension RowSink {
  mutating func leaveOut() {}
  mutating func passOver() {}
}

/// Turns lines into rows of numbers: plain lines by a kernel in C that reads the numbers and nothing else, lines with
/// anything unusual one by one, with the words for what is wrong with them.
struct RowReader: Sendable {
  let text: DelimitedText
  /// For each column of the file its place in a row, −1 for columns that nobody wants.
  private let places: [Int32]
  /// How many numbers a row has.
  let width: Int
  /// Columns in which NaN, or nothing at all, is read as NaN instead of refused.
  private let mayBeMissing: Set<Int>
  /// Whether a row that is cut off or has something that is not a finite number is left out and counted.
  private let dropsBadRows: Bool
  /// Whether a row in which every wanted field but the time is empty is passed over: tables of several sensors have such
  /// rows.
  var passesOverUnfilled = false
  /// The place of the numbers from which `origin` is taken off, −1 for none.
  private var originPlace = -1
  private var origin: Int64 = 0

  /// Rows that the kernel reads at once; few enough that they stay in the first cache.
  private static let rowsAtOnce = 64

  /// - Parameter columns: Indices of the wanted columns, in the order in which a row has them. Each at most once.
  init(_ text: DelimitedText, _ columns: [Int], dropsBadRows: Bool, mayBeMissing: Set<Int> = []) {
    self.text = text
    self.dropsBadRows = dropsBadRows
    self.mayBeMissing = mayBeMissing
    width = columns.count
    var places = [Int32](repeating: -1, count: text.header.count)
    for (place, column) in columns.enumerated() { places[column] = Int32(place) }
    self.places = places
  }

  /// Takes an integer off the numbers at one place of each row, before they are rounded to a double.
  mutating func subtract(_ origin: Int64, at place: Int) {
    originPlace = place
    self.origin = origin
  }

  /// Reads the lines of a block up to the first that is refused.
  ///
  /// - Returns: How many rows were left out, and why reading ended early, if it did.
  /// - Complexity: O(bytes), without an allocation per row.
  func read(_ block: TextBlock, into sink: inout some RowSink) -> (dropped: Int, failure: (any Error)?) {
    var dropped = 0
    do {
      try text.file.withBytes(block.bytes) { (bytes) throws in
        try read(bytes, firstLine: block.line, &dropped, &sink)
      }
    } catch { return (dropped, error) }
    return (dropped, nil)
  }

  private func read(
    _ bytes: UnsafeBufferPointer<UInt8>, firstLine: Int, _ dropped: inout Int, _ sink: inout some RowSink
  ) throws {
    let values = UnsafeMutablePointer<Double>.allocate(capacity: Self.rowsAtOnce * max(width, 1))
    let places = UnsafeMutablePointer<Int32>.allocate(capacity: max(self.places.count, 1))
    let mayBeMissing = UnsafeMutablePointer<Bool>.allocate(capacity: max(self.places.count, 1))
    defer {
      values.deallocate()
      places.deallocate()
      mayBeMissing.deallocate()
    }
    places.initialize(from: self.places, count: self.places.count)
    for column in self.places.indices { (mayBeMissing + column).initialize(to: self.mayBeMissing.contains(column)) }
    var layout = inertial_rows(
      places: places, may_be_missing: mayBeMissing, columns: self.places.count, width: width, delimiter: text.delimiter,
      point: text.point, origin_place: Int32(originPlace), origin: origin)
    var cursor = bytes.baseAddress
    let end = bytes.baseAddress! + bytes.count
    var line = firstLine
    func take(_ row: UnsafePointer<Double>) throws {
      do { try sink.take(row, line: line) } catch {
        guard dropsBadRows, error.isBadRow else { throw error }
        dropped += 1
        sink.leaveOut()
      }
    }
    while cursor! < end {
      let count = inertial_read_rows(&layout, &cursor, end, values, Self.rowsAtOnce)
      for row in 0..<count {
        try take(values + row * width)
        line += 1
      }
      guard count < Self.rowsAtOnce, cursor! < end else { continue }
      let rest = UnsafeBufferPointer(start: cursor, count: end - cursor!)
      let length = rest.firstIndex(of: 10) ?? rest.count
      cursor = cursor! + length + 1
      do {
        switch try readUnusual(UnsafeBufferPointer(rebasing: rest[..<length]), line, values) {
        case true?: try take(values)
        case nil: sink.passOver()
        case false?: break
        }
      } catch {
        guard dropsBadRows, error.isBadRow else { throw error }
        dropped += 1
        sink.leaveOut()
      }
      line += 1
    }
  }

  /// Whether the line has as many fields as the table, and none but the first of the wanted ones holds anything.
  private func isUnfilled(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var start = start
    var (column, wanted) = (0, 0)
    while true {
      let end = Self.fieldEnd(bytes, start, text.delimiter)
      if column < places.count, places[column] > 0 {
        let field = Self.bare(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        let isEmpty =
          field.isEmpty
          || field.count <= 4
            && ["null", "nan", "none", "na", "-"].contains(String(decoding: field, as: UTF8.self).lowercased())
        guard isEmpty else { return false }
        wanted += 1
      } else if column >= places.count, !Self.bare(UnsafeBufferPointer(rebasing: bytes[start..<end])).isEmpty {
        return false
      }
      column += 1
      if end == bytes.count { break }
      start = end + 1
    }
    return fits(column, isSurplusEmpty: true) && wanted > 0
  }

  /// Whether a row with so many fields is whole: empty cells at its end make no column.
  private func fits(_ count: Int, isSurplusEmpty: Bool) -> Bool {
    if count >= places.count { return count == places.count || isSurplusEmpty }
    return text.header[count...].allSatisfy(\.isEmpty)
  }

  /// Reads one line of any kind; false for an empty line or a comment, nil for a row of another sensor.
  private func readUnusual(
    _ bytes: UnsafeBufferPointer<UInt8>, _ line: Int, _ values: UnsafeMutablePointer<Double>
  ) throws -> Bool? {
    guard var start = bytes.firstIndex(where: { !Self.isBlank($0) }), bytes[start] != UInt8(ascii: "#") else {
      return false
    }
    // Blanks before the first field separate nothing, even where blanks separate fields.
    if text.delimiter != 32 { start = 0 }
    if passesOverUnfilled, isUnfilled(bytes, from: start) { return nil }
    var column = 0
    var isSurplusEmpty = true
    while true {
      let end = Self.fieldEnd(bytes, start, text.delimiter)
      if column >= places.count, !Self.bare(UnsafeBufferPointer(rebasing: bytes[start..<end])).isEmpty {
        isSurplusEmpty = false
      } else if column < places.count, places[column] >= 0 {
        let field = Self.bare(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        var value = try number(field, column, line)
        if places[column] == originPlace {
          let whole = Int64(String(decoding: field, as: UTF8.self))?.subtractingReportingOverflow(origin)
          if let whole, !whole.overflow { value = Double(whole.partialValue) } else { value -= Double(origin) }
        }
        values[Int(places[column])] = value
      }
      column += 1
      if end == bytes.count { break }
      start = end + 1
    }
    guard fits(column, isSurplusEmpty: isSurplusEmpty) else {
      throw RecordingError.fieldCount(found: column, expected: places.count, place: text.place(line))
    }
    return true
  }

  private func number(
    _ field: UnsafeBufferPointer<UInt8>, _ column: Int, _ line: Int
  ) throws -> Double {
    let outcome = DecimalNumber.read(field, point: text.point)
    if case .number(let value) = outcome { return value }
    let isNonFinite = if case .nonFinite = outcome { true } else { false }
    if mayBeMissing.contains(column), isNonFinite || field.isEmpty { return .nan }
    let shown = DelimitedText.trimmed(ArraySlice(field))
    if isNonFinite { throw RecordingError.nonFinite(shown, column: text.header[column], place: text.place(line)) }
    throw RecordingError.notANumber(shown, column: text.header[column], place: text.place(line))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }

  /// Where the field that begins at `start` ends; a delimiter within quotation marks does not separate.
  private static func fieldEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ delimiter: UInt8) -> Int {
    var quoted = false
    var end = start
    while end < bytes.count, quoted || bytes[end] != delimiter {
      if bytes[end] == UInt8(ascii: "\"") { quoted.toggle() }
      end += 1
    }
    return end
  }

  /// A field without the blanks and the quotation marks around it.
  private static func bare(_ field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    func trimmed(_ field: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
      var field = field.drop(while: isBlank)
      while let last = field.last, isBlank(last) { field.removeLast() }
      return field
    }
    var field = trimmed(field[...])
    if field.count >= 2, field.first == UInt8(ascii: "\""), field.last == UInt8(ascii: "\"") {
      field = trimmed(field.dropFirst().dropLast())
    }
    return UnsafeBufferPointer(rebasing: field)
  }
}

extension DelimitedText {
  /// Calls `body` with the numbers of each row, in the order of `columns`, and the row's line number.
  ///
  /// - Parameters:
  ///   - columns: Indices of the wanted columns; the others are skipped unread. Each at most once.
  ///   - dropsBadRows: Leave out a row that is cut off or has something that is not a finite number, and count it.
  /// - Returns: How many rows were left out.
  /// - Throws: `RecordingError.fieldCount`, `.notANumber`, `.nonFinite`, and what `body` throws.
  /// - Complexity: O(bytes), without an allocation per row.
  func forEachRow(
    _ columns: [Int], dropsBadRows: Bool = false,
    _ body: (UnsafePointer<Double>, _ line: Int) throws -> Void
  ) throws -> Int {
    let reader = RowReader(self, columns, dropsBadRows: dropsBadRows)
    var dropped = 0
    for block in try blocks(threads: 1) {
      let result = withoutActuallyEscaping(body) { body in
        var sink = CallingSink(body: body)
        return reader.read(block, into: &sink)
      }
      dropped += result.dropped
      if let failure = result.failure { throw failure }
    }
    return dropped
  }
}

/// Hands each row to a function.
private struct CallingSink: RowSink {
  let body: (UnsafePointer<Double>, Int) throws -> Void

  mutating func take(_ values: UnsafePointer<Double>, line: Int) throws { try body(values, line) }
}
