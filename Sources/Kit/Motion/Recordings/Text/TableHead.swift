/// The first lines of a file, and where among them a table begins.
struct TableHead {
  private struct Line {
    var start: Int
    var end: Int
    /// From 1.
    var number: Int
  }

  /// The place of a table's header, and the character that separates its fields.
  struct Place {
    /// Offset and number of the header's line.
    var start: Int
    var line: Int
    /// Offset and number of the first line of numbers; without a header, of the second.
    var bodyStart: Int
    var bodyLine: Int
    var delimiter: UInt8
    var hasHeader: Bool
    /// The header's fields; without a header, the first row's.
    var names: [String]
  }

  private let bytes: [UInt8]
  /// The lines that are neither empty nor comments, the first of them only.
  private let lines: [Line]
  private let comments: [(text: String, line: Int)]
  /// The delimiter that a spreadsheet's first line `sep=;` names.
  private let declared: UInt8?

  /// The longest preamble.
  private static let mostLines = 200

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var lines = [Line]()
    var comments = [(text: String, line: Int)]()
    var declared: UInt8?
    var position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    var number = 1
    while position < bytes.count, lines.count < Self.mostLines {
      let end = bytes[position...].firstIndex(of: 10) ?? bytes.count
      let line = bytes[position..<end]
      if let first = line.first(where: { !Self.isBlank($0) }) {
        if first == UInt8(ascii: "#") {
          // Comments between rows are the rows' business.
          if lines.count < 2 {
            comments.append((DelimitedText.trimmed(line.drop { $0 == 32 }.dropFirst(), longest: .max), number))
          }
        } else if lines.isEmpty, declared == nil, let separator = Self.declaration(line) {
          declared = separator
        } else {
          lines.append(Line(start: position, end: end, number: number))
        }
      }
      position = end + 1
      number += 1
    }
    (self.lines, self.comments, self.declared) = (lines, comments, declared)
  }

  func comments(before line: Int) -> [String] { comments.filter { $0.line < line }.map(\.text) }

  /// The fields of the last comment before the table, when they are as many as its columns and begin with a letter.
  func names(inCommentsBefore line: Int, count: Int, _ delimiter: UInt8) -> [String]? {
    for comment in comments.reversed() where comment.line < line {
      let text = Array(comment.text.utf8)[...]
      for separator in [delimiter, UInt8(ascii: ","), 32] {
        let fields = DelimitedText.fields(text, separator).filter { !$0.isEmpty }
        if fields.count == count, count > 1, fields.allSatisfy({ $0.contains { $0.isLetter } }) { return fields }
      }
    }
    return nil
  }

  /// The place of the table; nil without a line.
  ///
  /// - Parameter separator: The delimiter where it is known.
  func header(_ separator: UInt8?) -> Place? {
    guard let first = lines.first else { return nil }
    let plain = place(first, at: 0, separator)
    if separator == nil, !isFollowedByRows(plain, at: 0), let later = laterPlace() {
      // What has nearly as many fields as the rows is a damaged header and no preamble.
      let filled = plain.names.count { !$0.isEmpty }
      if filled <= max(2, later.names.count / 2) { return later }
    }
    return plain
  }

  /// A row below a line of names that has more fields than there are names, because commas separate both fields and
  /// decimals: its line, and how many fields and names there are. Nothing tells which comma is which.
  func rowWithTwoKindsOfCommas() -> (line: Int, fields: Int, names: Int)? {
    guard declared == nil, let first = lines.first else { return nil }
    let comma = UInt8(ascii: ",")
    guard Self.delimiter(of: bytes[first.start..<first.end]) == comma else { return nil }
    let names = fields(first, comma)
    var rows = lines.dropFirst().prefix(6)
    if let line = rows.first, Self.units(fields(line, comma)) != nil { rows.removeFirst() }
    guard names.count > 2, names.allSatisfy({ $0.contains { $0.isLetter } }), let second = rows.first else {
      return nil
    }
    let isWhole = rows.allSatisfy { line in
      var fields = fields(line, comma)
      while fields.last == "" { fields.removeLast() }
      return fields.count > names.count && fields.count <= 2 * names.count
        && fields.allSatisfy { field in
          let digits = field.first == "-" || field.first == "+" ? field.dropFirst() : field[...]
          return !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber } || ClockText.seconds(field) != nil
        }
    }
    return isWhole ? (second.number, fields(second, comma).count, names.count) : nil
  }

  private func fields(_ line: Line, _ delimiter: UInt8) -> [String] {
    DelimitedText.fields(bytes[line.start..<line.end], delimiter)
  }

  private func place(_ line: Line, at index: Int, _ separator: UInt8?) -> Place {
    let text = bytes[line.start..<line.end]
    let delimiter = separator ?? declared ?? Self.delimiter(of: text)
    var names = DelimitedText.fields(text, delimiter)
    // Rows may hold a word or two among their numbers.
    let numbers = names.count { Double($0) != nil }
    let hasHeader =
      names.contains { name in name.contains { $0.isLetter } && Double(name) == nil } && 2 * numbers < names.count
    var body = index + 1
    if hasHeader, separator == nil, body < lines.count {
      var below = fields(lines[body], delimiter)
      while below.count > names.count, below.last == "" { below.removeLast() }
      if below.count == names.count, body + 1 < lines.count,
        let units = Self.units(below), isNumeric(lines[body + 1], delimiter)
      {
        names = zip(names, units).map { $1.isEmpty || ColumnName($0).unitText != nil ? $0 : "\($0) (\($1))" }
        body += 1
      }
    }
    if hasHeader, body < lines.count {
      // Delimiters behind the last name or the last number make no column.
      let row = fields(lines[body], delimiter)
      while names.count > 1, names.last == "", row.count < names.count { names.removeLast() }
      if row.count > names.count, row[names.count...].allSatisfy(\.isEmpty) {
        names += Array(repeating: "", count: row.count - names.count)
      }
    }
    // Comments and empty lines may be between the header and the first row.
    let last = lines[body - 1]
    return Place(
      start: line.start, line: line.number, bodyStart: last.end + 1, bodyLine: last.number + 1, delimiter: delimiter,
      hasHeader: hasHeader, names: names)
  }

  /// Whether the rows below have as many fields as this line, or too little is there to tell.
  private func isFollowedByRows(_ place: Place, at index: Int) -> Bool {
    // Spreadsheets fill the lines of a preamble up with delimiters.
    guard 2 * place.names.count(where: { !$0.isEmpty }) >= place.names.count else { return false }
    let next = lines[(index + 1)...].prefix(3)
    return next.isEmpty
      || next.contains { line in
        fields(line, place.delimiter).count == place.names.count
          && isNumeric(line, place.delimiter)
      }
  }

  /// The first line with three names or more, above rows of as many fields of which most are numbers; or else the first
  /// of three such rows.
  private func laterPlace() -> Place? {
    for index in lines.indices.dropFirst() {
      let place = place(lines[index], at: index, nil)
      guard place.names.count > 2 else { continue }
      let below = lines[(index + 1)...].prefix(3)
      guard below.count > 1, let next = below.first else { break }
      let fits =
        below.allSatisfy { fields($0, place.delimiter).count == place.names.count }
        && below.dropFirst().allSatisfy { isNumeric($0, place.delimiter) }
        && (isNumeric(next, place.delimiter) || Self.units(fields(next, place.delimiter)) != nil)
      if fits { return place }
    }
    return nil
  }

  /// Whether half of the fields are numbers, and two at least.
  private func isNumeric(_ line: Line, _ delimiter: UInt8) -> Bool {
    let fields = fields(line, delimiter).filter { !$0.isEmpty }
    let numbers = fields.count { Double($0.replacing(",", with: ".")) != nil }
    return numbers >= 2 && 2 * numbers >= fields.count
  }

  /// The fields when they are units or nothing; a word that is no unit known here may be among as many units.
  private static func units(_ fields: [String]) -> [String]? {
    let bare = fields.map { field in
      field.first == "(" && field.last == ")" || field.first == "[" && field.last == "]"
        ? String(field.dropFirst().dropLast()) : field
    }
    let (known, others) = bare.filter { !$0.isEmpty && $0 != "-" }.reduce(into: (0, [String]())) { found, field in
      if MeasurementUnit(field) != nil { found.0 += 1 } else { found.1.append(field) }
    }
    guard known > 0, others.count <= known, others.allSatisfy({ Double($0) == nil && $0.count <= 12 }) else {
      return nil
    }
    return bare.map { MeasurementUnit($0) == nil ? "" : $0 }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }

  /// `sep=;`
  private static func declaration(_ line: ArraySlice<UInt8>) -> UInt8? {
    let bare = Array(line.filter { $0 != UInt8(ascii: "\"") && $0 != 13 && $0 != 32 })
    guard bare.count == 5, String(decoding: bare.prefix(4), as: UTF8.self).lowercased() == "sep=" else { return nil }
    return bare[4]
  }

  private static func delimiter(of line: ArraySlice<UInt8>) -> UInt8 {
    let (comma, bar) = (UInt8(ascii: ","), UInt8(ascii: "|"))
    return [UInt8(ascii: ";"), UInt8(ascii: "\t")].first { line.contains($0) }
      ?? (!line.contains(comma) && line.count(where: { $0 == bar }) > 1 ? bar : comma)
  }
}

extension TableHead {
  /// The same table with one delimiter between fields and one line for each row, where the file has neither: columns
  /// aligned by blanks, and rows that end with a semicolon. nil when nothing has to be changed.
  func rewritten(_ file: TextFile) throws -> TextFile? {
    guard let first = lines.first else { return nil }
    let line = bytes[first.start..<first.end]
    let bare = line.filter { $0 != 13 && $0 != 32 }[...]
    let semicolon = UInt8(ascii: ";")
    if bare.last == semicolon, bare.count(where: { $0 == UInt8(ascii: ",") }) > 1, isRecord(bare) {
      return TextFile(path: file.path, data: .init(Self.recordsAsLines(try file.data)), storage: file.storage)
    }
    guard declared == nil, !line.contains(where: { $0 == semicolon || $0 == 9 || $0 == UInt8(ascii: ",") }),
      let next = lines.dropFirst().first
    else { return nil }
    func words(_ line: Line) -> [ArraySlice<UInt8>] {
      bytes[line.start..<line.end].split { Self.isBlank($0) }
    }
    let row = words(next)
    guard row.count > 2, row.count == words(first).count,
      row.allSatisfy({ Double(String(decoding: $0, as: UTF8.self)) != nil })
    else { return nil }
    return TextFile(path: file.path, data: .init(Self.withoutAlignment(try file.data)), storage: file.storage)
  }

  /// Whether the semicolon ends each record: it is once, or before each repetition of as many commas.
  private func isRecord(_ line: ArraySlice<UInt8>) -> Bool {
    let counts = line.split(separator: UInt8(ascii: ";")).map { $0.count { $0 == UInt8(ascii: ",") } }
    return counts.allSatisfy { $0 == counts[0] }
  }

  private static func recordsAsLines(_ data: some Sequence<UInt8>) -> [UInt8] {
    var lines = [UInt8]()
    var wasRecordEnd = false
    for byte in data {
      if byte == UInt8(ascii: ";") {
        lines.append(10)
        wasRecordEnd = true
      } else if byte == 10 || byte == 13, wasRecordEnd {
        if byte == 10 { wasRecordEnd = false }
      } else {
        lines.append(byte)
        wasRecordEnd = wasRecordEnd && byte == 32
      }
    }
    return lines
  }

  private static func withoutAlignment(_ data: some Sequence<UInt8>) -> [UInt8] {
    var text = [UInt8]()
    var isPending = false
    for byte in data {
      if byte == 32 || byte == 9 {
        isPending = true
        continue
      }
      let atStart = text.last.map { $0 == 10 } ?? true
      if isPending, !atStart, byte != 10, byte != 13 { text.append(UInt8(ascii: ",")) }
      isPending = false
      text.append(byte)
    }
    return text
  }
}
