import Foundation
import Traces

/// Sensor Logger's JSON: an array with an object for each reading, which names its sensor (`sensor`, or `name` in what the app
/// sends over a network) and has its time and values next to that, or below `values`. Numbers may be in quotation
/// marks.
extension SensorLogger {
  /// Bytes of a file that is read: in memory it takes some twenty times as many.
  private static let mostJSON = 1 << 28

  /// The tables that the app would have written as CSV.
  ///
  /// - Throws: `RecordingError.unreadableFile` for what is not JSON, or not the app's.
  /// - Complexity: O(bytes).
  static func tables(inJSON file: TextFile, _ options: Trace.ReadingOptions) throws -> [DelimitedText] {
    guard file.count <= min(mostJSON, options.largestUnpacked) else {
      throw RecordingError.unreadableFile(
        file.path,
        reason: "it is JSON of \(file.count >> 20) MB, too much to be read at once. Choose CSV (zipped) in the app")
    }
    let data = try file.data
    let object: Any
    do {
      object = try JSONSerialization.jsonObject(with: data)
    } catch {
      if isLines(data) {
        throw RecordingError.unreadableFile(
          file.path,
          reason:
            "it has a JSON object on each line (JSON Lines), of an app that is not known. Choose CSV where the app asks for a format, or "
            + "write a CSV file with a column for each name in the objects")
      }
      throw RecordingError.unreadableFile(
        file.path, reason: "it is broken JSON, perhaps cut off. Export the recording again")
    }
    let sent = (object as? [String: Any])?["payload"]
    guard let readings = (sent ?? object) as? [[String: Any]] else { throw notOurs(file) }
    var rows = [String: [[String: Any]]]()
    for reading in readings {
      guard let sensor = (reading["sensor"] ?? reading["name"]) as? String else { throw notOurs(file) }
      var row = reading["values"] as? [String: Any] ?? reading
      row["time"] = reading["time"]
      row["seconds_elapsed"] = reading["seconds_elapsed"]
      (row["sensor"], row["values"]) = (nil, nil)
      rows[sensor, default: []].append(row)
    }
    guard rows.keys.contains(where: { sensor(ofTable: $0) != nil }) else { throw notOurs(file) }
    var tables = [String: Data]()
    for (sensor, rows) in rows {
      let name = sensor.replacing("/", with: "-")
      tables["\(file.path)/\(name).csv"] = Data(table(rows).utf8)
    }
    let storage = RecordingStorage.memory(tables)
    var texts = [DelimitedText]()
    for path in tables.keys.sorted() { texts.append(try DelimitedText(storage.open(path))) }
    return texts
  }

  /// Whether each of the first lines is its own object.
  private static func isLines(_ data: Data) -> Bool {
    let lines = data.prefix(1 << 16).split(separator: 10).dropLast().prefix(5)
    return lines.count > 1
      && lines.allSatisfy { (try? JSONSerialization.jsonObject(with: Data($0))) is [String: Any] }
  }

  private static func notOurs(_ file: TextFile) -> RecordingError {
    .unreadableFile(
      file.path,
      reason:
        "it is JSON, but not Sensor Logger's, whose readings each name their “sensor”. Choose CSV (zipped) where the app "
        + "asks for a format")
  }

  private static func table(_ rows: [[String: Any]]) -> String {
    // The clocks first, as in the app's tables.
    let clocks = ["time", "seconds_elapsed"].filter { clock in rows.contains { $0[clock] != nil } }
    let columns = clocks + Set(rows.flatMap(\.keys)).subtracting(clocks).sorted()
    var text = columns.map(field).joined(separator: ",") + "\n"
    for row in rows { text += columns.map { row[$0].map(field) ?? "" }.joined(separator: ",") + "\n" }
    return text
  }

  private static func field(_ value: Any) -> String {
    let text = value as? String ?? (value as? NSNumber)?.stringValue ?? ""
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"\(String(text.map { $0.isNewline || $0 == "\"" ? " " : $0 }))\""
  }
}
