import Foundation
import Inertial
import RecordingMutations
import Testing

/// What the table of a format is made of, as far as its errors are concerned.
struct BreakableTable: Sendable, CustomTestStringConvertible {
  let format: TraceFormat
  /// A column that is used: its place from 0, and what messages call it.
  let column: (index: Int, name: String)
  /// The place of the time; nil where rows are timed by their number.
  let time: Int?
  /// A column of a quaternion.
  var attitude: Int?
  /// Columns without which the format is not read, by name; none where there is no header.
  var required: [String] = []

  var testDescription: String { format.rawValue }

  static let all = [
    BreakableTable(
      format: .gimbal, column: (6, "user_acceleration_y_m_s2"), time: 0, attitude: 1,
      required: ["time_s", "attitude_y", "user_acceleration_x_m_s2"]),
    BreakableTable(format: .oxiod, column: (10, "11"), time: nil),
    BreakableTable(
      format: .sensorlog, column: (7, "motionUserAccelerationY"), time: 1, attitude: 5,
      required: ["motionTimestamp_sinceReboot", "motionQuaternionZ", "motionUserAccelerationY"]),
    BreakableTable(format: .browser, column: (3, "y"), time: 0, required: ["t", "y", "beta"]),
    BreakableTable(
      format: .motionsense, column: (12, "userAcceleration.z"), time: nil,
      required: ["attitude.yaw", "gravity.y", "rotationRate.z", "userAcceleration.x"]),
    BreakableTable(
      format: .broad, column: (5, "acc_y_m_s2"), time: 0, attitude: 10,
      required: ["time_s", "gyr_y_rad_s", "acc_z_m_s2", "mag_x_uT", "opt_qz", "opt_x_m", "movement"]),
    BreakableTable(
      format: .xio, column: (2, "Gyroscope Y (deg/s)"), time: 0,
      required: ["Time (s)", "Gyroscope X (deg/s)", "Accelerometer Z (g)"]),
    BreakableTable(format: .euroc, column: (4, "5"), time: 0),
    BreakableTable(format: .phyphox, column: (2, "Acceleration y (m/s^2)"), time: 0),
  ]

  /// The file's lines.
  var lines: [[String]] {
    Specimen.tables[format]!.text().split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// How many lines come before the numbers.
  var headerLines: Int { format == .oxiod ? 0 : 1 }

  /// The number of the second line of numbers.
  var secondRow: Int { headerLines + 2 }

  /// What reading says when the lines are changed like this.
  func error(
    _ options: Trace.ReadingOptions? = nil, _ change: (inout [[String]]) -> Void
  ) -> (any InertialError)? {
    var lines = lines
    change(&lines)
    let text = lines.map { $0.joined(separator: ",") }.joined(separator: "\n")
    return error(text: text, options)
  }

  func error(text: String, _ options: Trace.ReadingOptions? = nil) -> (any InertialError)? {
    do {
      let options = options ?? .init(format: format, oxiod: .raw)
      _ = try RawRecording(contentsOf: "file.csv", in: ["file.csv": Data(text.utf8)], options: options)
      return nil
    } catch { return error as? any InertialError }
  }
}

@Suite("What importers say about broken files")
struct ImporterErrorTests {
  private typealias Place = TraceError.Place

  @Test("A field that is no number, with file, line and column", arguments: BreakableTable.all)
  func notANumber(table: BreakableTable) {
    let place = Place(file: "file.csv", line: table.secondRow)
    for text in ["abc", "", "1.2.3", "0x1", "1e", "-"] {
      #expect(
        table.error { $0[table.secondRow - 1][table.column.index] = text } as? RecordingError
          == .notANumber(text, column: table.column.name, place: place))
    }
    for text in ["nan", "-inf", "1e999"] {
      #expect(
        table.error { $0[table.secondRow - 1][table.column.index] = text } as? RecordingError
          == .nonFinite(text, column: table.column.name, place: place))
    }
  }

  @Test("A row with too few or too many fields, at the end of the file too", arguments: BreakableTable.all)
  func fieldCount(table: BreakableTable) {
    let width = table.lines[table.secondRow - 1].count
    for line in [table.secondRow, table.lines.count] {
      let place = Place(file: "file.csv", line: line)
      #expect(
        table.error { $0[line - 1].removeLast() } as? RecordingError
          == .fieldCount(found: width - 1, expected: width, place: place))
      #expect(
        table.error { $0[line - 1].append("0") } as? RecordingError
          == .fieldCount(found: width + 1, expected: width, place: place))
    }
  }

  @Test("A file that is cut off within a row, at any byte of it", arguments: BreakableTable.all)
  func truncated(table: BreakableTable) {
    let whole = table.lines.map { $0.joined(separator: ",") }.joined(separator: "\n")
    let last = table.lines.last!.joined(separator: ",")
    for length in 1..<last.utf8.count {
      let text = String(decoding: Array(whole.utf8).dropLast(length), as: UTF8.self)
      guard let error = table.error(text: text) else {
        // A last number with fewer digits looks like a whole number.
        #expect(length < table.lines.last!.last!.utf8.count)
        continue
      }
      guard case RecordingError.fieldCount(_, _, let place) = error else {
        #expect("\(error)".contains("file.csv:\(table.lines.count):"), "\(error)")
        continue
      }
      #expect(place == Place(file: "file.csv", line: table.lines.count))
    }
  }

  @Test("No rows after the header, and no header", arguments: BreakableTable.all)
  func noRows(table: BreakableTable) {
    let header = table.lines.prefix(table.headerLines).map { $0.joined(separator: ",") }.joined()
    for text in ["", "\n\n", "\u{feff}", "# a remark\n", header, header + "\n", header + "\n# a remark\n\n"] {
      #expect(table.error(text: text) as? TraceError == .noRows(place: Place(file: "file.csv", line: nil)), "\(text)")
    }
  }

  @Test(
    "A missing column, with the one that was probably meant, and a column that is there twice",
    arguments: BreakableTable.all)
  func columns(table: BreakableTable) {
    for name in table.required {
      // A mistake that is not in the punctuation, which does not count everywhere.
      let misspelt = name.dropLast() + "q" + name.suffix(1)
      let index = table.lines[0].firstIndex(of: name)!
      let error = table.error { $0[0][index] = String(misspelt) }
      guard case .missingColumn(let column, _, let suggestion, let place) = error as? RecordingError else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
      #expect(column == name && suggestion == String(misspelt) && place == Place(file: "file.csv", line: 1))
      #expect(
        table.error { lines in for row in lines.indices { lines[row].append(lines[row][index]) } } as? RecordingError
          == .repeatedColumn(name, place: Place(file: "file.csv", line: 1)))
    }
  }

  @Test("A second header line with the units is no row of numbers", arguments: BreakableTable.all)
  func unitRow(table: BreakableTable) {
    let units = table.lines[table.headerLines].map { _ in "unit" }
    let error = table.error { $0.insert(units, at: max(table.headerLines, 1)) }
    if table.format == .euroc {
      // Its header is a comment, so that this line is the header now.
      guard case .missingColumn("1", _, _, let place) = error as? RecordingError, place.line == 2 else {
        Issue.record("\(String(describing: error))")
        return
      }
      return
    }
    guard case .notANumber("unit", _, let place) = error as? RecordingError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(place == Place(file: "file.csv", line: max(table.headerLines, 1) + 1))
  }

  @Test("Time that repeats, runs backwards or stands still", arguments: BreakableTable.all)
  func time(table: BreakableTable) {
    let row = table.secondRow - 1
    guard let time = table.time else {
      // Rows that are timed by their number cannot be out of order.
      #expect(table.error { $0[row] = $0[row - 1] } == nil)
      return
    }
    func expect(_ error: (any InertialError)?, line: Int, isRepeated: Bool) {
      switch error as? TraceError {
      case .repeatedTime(_, _, let place) where isRepeated: #expect(place == Place(file: "file.csv", line: line))
      case .backwardTime(_, _, _, let place) where !isRepeated: #expect(place == Place(file: "file.csv", line: line))
      default: Issue.record("\(String(describing: error))")
      }
    }
    expect(
      table.error {
        $0[row][time] = $0[row - 1][time]
        // A row that repeats everything is another sensor's in SensorLog.
        $0[row][table.column.index] = "0.25"
      }, line: table.secondRow, isRepeated: true)
    expect(table.error { $0[row + 1][time] = $0[row - 1][time] }, line: table.secondRow + 1, isRepeated: false)
    expect(
      table.error {
        $0.insert(["# a remark"], at: row)
        $0[row + 2][time] = $0[row - 1][time]
      },
      line: table.secondRow + 2, isRepeated: false)
    // A defect of a later line does not hide it.
    expect(
      table.error {
        $0[row][time] = $0[row - 1][time]
        $0[row + 1][table.column.index] = "x"
      },
      line: table.secondRow, isRepeated: true)
    for choice in [Trace.ReadingOptions.TimeDefects.drop, .respace] {
      let options = Trace.ReadingOptions(format: table.format, gaps: .keep, timeDefects: choice)
      #expect(table.error(options) { $0[row][time] = $0[row - 1][time] } == nil)
    }
  }

  @Test("A gap, with its line", arguments: BreakableTable.all)
  func gap(table: BreakableTable) {
    guard let time = table.time else { return }
    let last = table.lines.count
    func stretch(_ lines: inout [[String]]) {
      // More rows at the same step, then one much later.
      let (a, b) = (Double(lines[last - 2][time])!, Double(lines[last - 1][time])!)
      lines[last - 1][time] = "\(b + (b - a) * 20)"
      for _ in 0..<2 { lines.insert(lines[last - 2], at: last - 1) }
      for step in 1...2 { lines[last - 2 + step][time] = "\(a + (b - a) * 0.5 * Double(step))" }
    }
    let error = table.error { stretch(&$0) }
    guard case .gap(_, _, _, _, let place) = error as? RecordingError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(place == Place(file: "file.csv", line: last + 2))
    for gaps in [Trace.ReadingOptions.Gaps.keep, .interpolate, .longestPiece] {
      #expect(table.error(.init(format: table.format, gaps: gaps)) { stretch(&$0) } == nil)
    }
  }

  @Test("An attitude that is no rotation, with its line", arguments: BreakableTable.all)
  func attitude(table: BreakableTable) {
    guard let attitude = table.attitude else { return }
    let error = table.error { $0[table.secondRow - 1][attitude] = "0.5" }
    guard case .notUnit(_, _, _, let place) = error as? TraceError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(place == Place(file: "file.csv", line: table.secondRow))
  }

  @Test("A bad row is left out, noted, and moves no line number and no time", arguments: BreakableTable.all)
  func dropping(table: BreakableTable) throws {
    var lines = table.lines
    lines[table.secondRow - 1][table.column.index] = "x"
    let text = lines.map { $0.joined(separator: ",") }.joined(separator: "\n")
    let options = Trace.ReadingOptions(format: table.format, badRows: .drop, oxiod: .raw)
    let whole = try RawRecording(
      contentsOf: "file.csv", in: Specimen.tables[table.format]!.files, options: options)
    let read = try RawRecording(contentsOf: "file.csv", in: ["file.csv": Data(text.utf8)], options: options)
    #expect(read.timestamps == whole.timestamps.enumerated().filter { $0.offset != 1 }.map(\.element))
    #expect(read.notes.contains { $0.contains("left out 1 row, cut off") })
  }

  @Test("Another format's file is refused when the format is named", arguments: BreakableTable.all)
  func otherFormat(table: BreakableTable) {
    for format in TraceFormat.allCases where format != table.format {
      // A table of numbers by place, or with columns of the same name, may pass for another.
      if format == .euroc || (format, table.format) == (.phyphox, .xio) { continue }
      #expect(table.error(.init(format: format, oxiod: .raw)) { _ in } != nil, "\(table.format) as \(format)")
    }
  }

  @Test("Every error says file, place and what to do")
  func words() {
    let place = Place(file: "walk.csv", line: 7)
    let inFile: [RecordingError] = [
      .notANumber("x", column: "y", place: place), .nonFinite("nan", column: "y", place: place),
      .fieldCount(found: 3, expected: 4, place: place), .headerCount(found: 3, expected: 4, place: place),
      .repeatedColumn("y", place: place),
      .noEvenSpread(time: 4, previous: 5, place: place),
      .missingColumn("y", found: ["x"], suggestion: nil, place: place), .gap(from: 0, to: 1, usual: 0.01, place: place),
      .gapTooLong(from: 0, to: 1e9, samples: 1e11, limit: 10_000, place: place), .unknownFormat(place, header: "a,b"),
    ]
    let inSamples: [TraceError] = [
      .repeatedTime(1, row: 3, place: place), .backwardTime(1, previous: 2, row: 3, place: place),
      .notUnit(column: "attitude", norm: 2, row: 3, place: place),
    ]
    for error in inFile as [any InertialError] + inSamples {
      #expect("\(error)".hasPrefix("walk.csv:7: "), "\(error)")
      // What is wrong, and then what to do.
      #expect("\(error)".split(separator: ". ").count >= 2, "\(error)")
    }
  }

  @Test("A mapping that makes no sense is refused")
  func mappings() {
    func error(_ mapping: ColumnMapping) -> String {
      do {
        _ = try RawRecording(
          contentsOf: "a.csv", in: ["a.csv": Data("0,1,2,3\n".utf8)], options: .init(columns: mapping))
        return ""
      } catch { return "\(error)" }
    }
    let force = ColumnMapping.Columns(["2", "3", "4"])
    #expect(error(ColumnMapping(time: .column("1"), specificForce: force)) == "")
    #expect(
      error(ColumnMapping(time: .column("1"), specificForce: .init(["2", "3"])))
        == "The mapping of columns names 2 columns for `specificForce`; it takes 3.")
    for rate in [0, -1, Double.nan, .infinity] {
      #expect(error(ColumnMapping(time: .rate(rate), specificForce: force)).hasPrefix("The rate is"))
      #expect(error(ColumnMapping(time: .column("1", scale: rate), specificForce: force)).hasPrefix("The time's scale"))
    }
    for scale in [0, Double.nan, .infinity] {
      #expect(
        error(ColumnMapping(time: .column("1"), specificForce: .init(["2", "3", "4"], scale: scale)))
          .hasPrefix("The scale of specificForce is"))
    }
    #expect(
      error(ColumnMapping(time: .column("1"), specificForce: .init(["2", "3", "4"], scale: 1e308)))
        == "a.csv:1: “2.0” in column “3” is not a finite number. Delete the row, or fill the value in, or leave "
        + "such rows out with `badRows: .drop`.")
  }
}
