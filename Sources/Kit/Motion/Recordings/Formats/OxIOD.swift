import Foundation
import Rotations
import Traces

/// Oxford Inertial Odometry Dataset (Chen et al. 2018): Core Motion at 100 Hz in the hand, Vicon as truth.
enum OxIOD {
  static let columnCount = 16

  /// The time column is rounded to hours; row i is at i/100 s.
  static let motion = ColumnMapping(
    time: .rate(100), attitude: .rollPitchYaw(["2", "3", "4"]),
    userAcceleration: .init(["11", "12", "13"], scale: standardGravity), rotationRate: .init(["5", "6", "7"]),
    gravity: .init(["8", "9", "10"], scale: standardGravity), magneticField: .init(["14", "15", "16"]))

  /// Vicon: time, frame, position x y z, attitude x y z w.
  static let truth = (position: [2, 3, 4], attitude: [8, 5, 6, 7])

  /// The file that a recording reads its truth from: `handheld_data1_vi2.csv` for `handheld_data1_imu2.csv`; nil for a name of another shape.
  static func truthPath(for path: String) -> String? {
    let url = URL(fileURLWithPath: path)
    let name = url.lastPathComponent
    guard let range = name.range(of: "imu", options: .backwards) else { return nil }
    let sibling = name.replacingCharacters(in: range, with: "vi")
    // A relative path stays relative, so that messages name the file as the user did.
    return path.hasSuffix(name) ? String(path.dropLast(name.count)) + sibling : nil
  }

  static func read(_ text: DelimitedText, _ options: Trace.ReadingOptions) throws -> TraceTable {
    try text.requireColumns(columnCount)
    var table = try TraceTable(text, motion, options)
    if !options.readsTruth {
      // The motion alone.
    } else if let path = truthPath(for: text.file.path), text.file.storage.kind(of: path) == .file {
      try addTruth(text.file.storage.open(path), to: &table)
    } else {
      table.notes.append("no Vicon file next to the recording: no truth")
    }
    try trim(&table, options.oxiod, text)
    return table
  }

  /// Row i of the Vicon file belongs to row i of the recording, to within about 5 rows.
  private static func addTruth(_ file: TextFile, to table: inout TraceTable) throws {
    let (positions, attitudes) = try poses(in: DelimitedText(file))
    guard positions.count == table.timestamps.count else {
      throw RecordingError.truthMismatch(file: file.path, rows: positions.count, expected: table.timestamps.count)
    }
    table.truePosition = positions
    table.trueAttitude = attitudes
  }

  /// Whether a table is a Vicon file: time, frame, position and attitude, nine columns without names.
  static func isTruth(_ text: DelimitedText) -> Bool {
    guard !text.hasHeader, text.header.count == 9, let rows = try? text.textRows(5), !rows.isEmpty else { return false }
    return rows.allSatisfy { row in
      let numbers = row.compactMap(Double.init)
      guard numbers.count == 9 else { return false }
      return abs(truth.attitude.reduce(0) { $0 + numbers[$1] * numbers[$1] } - 1) < 0.02
    }
  }

  /// The poses of a Vicon file, 100 a second.
  static func poses(in text: DelimitedText) throws -> (positions: [Vector3], attitudes: [Quaternion]) {
    try text.requireColumns(9)
    var positions = [Vector3]()
    var attitudes = [Quaternion]()
    _ = try text.forEachRow(truth.position + truth.attitude) { (values, line) throws in
      let q = Quaternion(w: values[3], x: values[4], y: values[5], z: values[6])
      positions.append(Vector3(values[0], values[1], values[2]))
      attitudes.append(try q.settled(as: "6–9", text.place(line)))
    }
    guard !positions.isEmpty else { throw TraceError.noRows(place: .init(file: text.file.path)) }
    return (positions, attitudes)
  }

  private static func trim(_ table: inout TraceTable, _ options: OxIODOptions, _ text: DelimitedText) throws {
    let rows = table.timestamps.count
    let dropped = options.leadingRows + options.trailingRows
    guard dropped > 0 else { return }
    guard dropped < rows else {
      throw RecordingError.nothingLeft(rows: rows, dropped: dropped, place: .init(file: text.file.path))
    }
    table.keep(options.leadingRows..<(rows - options.trailingRows))
    table.notes.append(
      "left out the first \(options.leadingRows) and the last \(options.trailingRows) rows, in which the recording "
        + "is being started and stopped")
  }
}

/// How a recording of the Oxford Inertial Odometry Dataset is prepared.
public struct OxIODOptions: Hashable, Sendable {
  /// Rows left out at the start and at the end, at 100 rows a second.
  public var leadingRows: Int, trailingRows: Int

  /// A preparation; see the properties.
  public init(leadingRows: Int = 1200, trailingRows: Int = 300) {
    self.leadingRows = max(leadingRows, 0)
    self.trailingRows = max(trailingRows, 0)
  }

  /// The data set's usual evaluation: 1200 rows off the start, 300 off the end.
  public static let usual = OxIODOptions()
  /// Every row.
  public static let raw = OxIODOptions(leadingRows: 0, trailingRows: 0)
}
