import Foundation
import Traces

/// A table in long form, as event loggers write it: a row for each reading of any sensor, and a column that names the sensor.
///
/// It becomes a table for each sensor that is known by its name, called `log.csv#accelerometer`. The lines of the other sensors are empty
/// in it, so that messages name the line of the file.
struct LongTable {
  /// A table for each sensor, in the order in which they first appear.
  let tables: [DelimitedText]

  /// Rows that are looked at.
  private static let mostRows = 400

  /// nil for a table in which no column names at least two sensors, or whose rows have no three numbers.
  ///
  /// - Throws: `RecordingError.unreadableFile`.
  /// - Complexity: O(bytes).
  init?(_ text: DelimitedText) throws {
    let rows = try text.textRows(Self.mostRows).filter { $0.count >= text.header.count }
    guard text.header.count > 3,
      let (column, sensors) = text.header.indices.lazy.compactMap({ column in
        Self.sensors(rows.map { $0[column] }).map { (column, $0) }
      }).first,
      let kept = Self.timeAndAxes(text, rows.filter { sensors.contains($0[column]) })
    else { return nil }
    tables = try Self.split(text, by: column, sensors, kept)
  }

  /// The sensors that a column's fields name; nil for a column of anything else.
  private static func sensors(_ fields: [String]) -> [String]? {
    var names = [String]()
    for field in fields where !names.contains(field) {
      guard names.count < 32, Double(field) == nil else { return nil }
      names.append(field)
    }
    let sensors = names.compactMap { name in quantity(name).map { (name: name, quantity: $0) } }
    guard Set(sensors.map(\.quantity)).count == sensors.count, sensors.count > 1 else { return nil }
    return sensors.map(\.name)
  }

  /// What a sensor of this name measures along three axes; nil for another one.
  private static func quantity(_ name: String) -> ColumnGroup.Quantity? {
    let name = ColumnName(name)
    guard name.axis == nil else { return nil }
    let quantity = ColumnGroup(words: name.words, columns: [0, 1, 2], unitText: nil).quantity(inFile: "")
    return quantity.flatMap { $0.isSensed ? $0 : nil }
  }

  /// The columns of the time and of x, y and z, by their names, or else by their order: a time, and three numbers behind it.
  private static func timeAndAxes(_ text: DelimitedText, _ rows: [[String]]) -> [Int]? {
    let numeric = text.header.indices.filter { column in
      rows.count { Double($0[column].replacing(",", with: ".")) != nil } * 10 > rows.count * 9
    }
    let clocks = text.header.indices.filter { column in
      ColumnName(text.header[column]).isOfTime
        && (numeric.contains(column) || rows.allSatisfy { ClockText.seconds($0[column]) != nil })
    }
    let named = ColumnGroup.all(in: text.header).first { group in
      !group.isQuaternion && group.columns.allSatisfy(numeric.contains)
    }
    guard let clock = clocks.first ?? numeric.first else { return nil }
    let axes = named?.columns ?? Array(numeric.filter { !clocks.contains($0) && $0 != clock }.prefix(3))
    return axes.count == 3 && !axes.contains(clock) ? [clock] + axes : nil
  }

  private static func split(
    _ text: DelimitedText, by column: Int, _ sensors: [String], _ kept: [Int]
  ) throws -> [DelimitedText] {
    let names = sensors.map { sensor in
      let units = kept.dropFirst().map { ColumnName(text.header[$0]).unitText.map { " (\($0))" } ?? "" }
      return [text.hasHeader ? text.header[kept[0]] : "time"]
        + zip(["x", "y", "z"], units).map { "\(ColumnName.words(of: sensor).joined(separator: " ")) \($0)\($1)" }
    }
    // A line for each line before the rows.
    let before = [UInt8](repeating: 10, count: text.firstLine - 1)
    var parts = [[UInt8]](repeating: before, count: sensors.count)
    try text.file.withBytes(text.rows) { bytes in
      for line in Array(bytes).split(separator: 10, omittingEmptySubsequences: false) {
        let fields = DelimitedText.bareFields(line, text.delimiter)
        let sensor = fields.indices.contains(column) ? DelimitedText.unquoted(fields[column]) : ""
        for index in sensors.indices {
          if sensors[index] == sensor {
            let row = kept.map { fields.indices.contains($0) ? Array(fields[$0]) : [] }
            parts[index] += row.joined(separator: [text.delimiter])
          }
          parts[index].append(10)
        }
      }
    }
    return try zip(zip(sensors, names), parts).map { sensor, bytes in
      let file = TextFile(
        path: "\(text.file.path)#\(sensor.0.replacing("/", with: "-"))", data: Data(bytes), storage: text.file.storage)
      return try DelimitedText(file, delimiter: text.delimiter).named(sensor.1)
    }
  }
}
