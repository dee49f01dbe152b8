import Rotations
import Traces

/// Tables of x-io's devices: NGIMU (`sensors.csv`, `quaternion.csv`, seconds) and x-IMU3 (`Inertial.csv`, `Quaternion.csv`
/// and others, microseconds), in a folder; or the table of the sensors alone. Rotation rates are in deg/s, accelerations in
/// g, +1 face up.
///
/// NGIMU's quaternion describes the earth as the device sees it, x-IMU3's the device as the earth sees it; gravity tells.
enum XIO {
  /// Columns that only these devices write.
  static func isInertial(_ text: DelimitedText) -> Bool {
    text.column("Gyroscope X (deg/s)") != nil
      || text.column("Accelerometer X (g)") != nil
        && text.column("Accelerometer Y (g)") != nil
  }

  /// The sensors whose readings a table holds.
  static func sensors(in text: DelimitedText) -> Set<String> {
    isInertial(text) ? ["gyroscope and accelerometer"] : isQuaternion(text) ? ["attitude"] : []
  }

  static func isLinear(_ text: DelimitedText) -> Bool {
    text.column("Quaternion W") != nil && text.column("Acceleration X (g)") != nil
  }

  private static let clocks = ["Time (s)", "Timestamp (us)", "Timestamp (µs)", "Timestamp (ms)", "Timestamp (s)"]

  static func read(_ given: TableSet, _ options: Trace.ReadingOptions) throws -> TraceTable {
    var set = given
    if given.isSingle {
      // In a device's own folder, the other tables belong to this file; any other file stands for itself.
      let stem = given.tables[0].file.stem.lowercased()
      guard stem == "sensors" || stem == "inertial" else { return try single(given.tables[0], options) }
      set = try TableSet(folderOf: given.tables[0].file)
    }
    guard let inertial = given.isSingle ? given.tables[0] : set.tables.first(where: isInertial) else {
      guard let linear = set.tables.first(where: { isLinear($0) && !$0.file.stem.lowercased().contains("earth") })
      else {
        throw RecordingError.missingTable(
          "sensors.csv or Inertial.csv", found: set.tables.map(\.file.stem), path: set.path)
      }
      return try withoutSensors(linear, set.path, options)
    }
    let turns = set.tables.first(where: isQuaternion)
    let field = set.tables.first { $0.column("X (uT)") != nil && $0.file.stem.lowercased().contains("magnetometer") }
    guard turns != nil || field != nil else { return try single(inertial, options) }
    var recording = StreamedRecording()
    let clock = try clock(of: inertial)
    let sensors = try stream(inertial, clock, names("Gyroscope", "deg/s") + names("Accelerometer", "g"), options)
    recording.rotationRate = .init(stream: sensors, scale: MeasurementUnit.degreesPerSecond.scale)
    recording.specificForce = .init(stream: sensors, first: 3, scale: standardGravity)
    if inertial.column("Magnetometer X (uT)") != nil {
      recording.magneticField = .init(stream: try stream(inertial, clock, names("Magnetometer", "uT"), options))
    } else if let field {
      recording.magneticField = .init(
        stream: try stream(field, Self.clock(of: field), ["X (uT)", "Y (uT)", "Z (uT)"], options))
    }
    if let turns {
      recording.attitude = .init(stream: try stream(turns, Self.clock(of: turns), ["W", "X", "Y", "Z"], options))
    }
    var table = try recording.table(set.path, options)
    if !table.attitude.isEmpty { try table.settleConvention(set.path) }
    return table
  }

  /// One table with gyroscope and accelerometer.
  private static func single(_ text: DelimitedText, _ options: Trace.ReadingOptions) throws -> TraceTable {
    let clock = try clock(of: text)
    func columns(_ sensor: String, _ unit: MeasurementUnit) -> ColumnMapping.Columns {
      .init(names(sensor, unit.symbol), scale: unit.scale)
    }
    return try TraceTable(
      text,
      ColumnMapping(
        time: .column(clock.name, scale: clock.scale), specificForce: columns("Accelerometer", .standardGravities),
        rotationRate: columns("Gyroscope", .degreesPerSecond),
        magneticField: text.column("Magnetometer X (uT)") == nil ? nil : columns("Magnetometer", .microteslas)),
      options)
  }

  /// x-IMU3's linear acceleration with the attitude by which gravity was taken off.
  private static func withoutSensors(
    _ text: DelimitedText, _ path: String, _ options: Trace.ReadingOptions
  ) throws -> TraceTable {
    let quaternion = ["W", "X", "Y", "Z"].map { "Quaternion \($0)" }
    let stream = try stream(text, clock(of: text), quaternion + names("Acceleration", "g"), options)
    var recording = StreamedRecording()
    recording.attitude = .init(stream: stream)
    recording.userAcceleration = .init(stream: stream, first: 4, scale: -standardGravity)
    return try recording.table(path, options)
  }

  private static func isQuaternion(_ text: DelimitedText) -> Bool {
    ["W", "X", "Y", "Z"].allSatisfy { text.column($0) != nil }
  }

  private static func names(_ sensor: String, _ unit: String) -> [String] {
    ["X", "Y", "Z"].map { "\(sensor) \($0) (\(unit))" }
  }

  private static func clock(of text: DelimitedText) throws -> (name: String, scale: Double) {
    guard let name = clocks.first(where: { text.column($0) != nil }) else {
      _ = try text.required("Time (s)")
      return ("Time (s)", 1)
    }
    return (name, ColumnName(name).unit(of: .time)?.scale ?? 1)
  }

  private static func stream(
    _ text: DelimitedText, _ clock: (name: String, scale: Double), _ columns: [String], _ options: Trace.ReadingOptions
  ) throws -> SensorStream {
    try SensorStream(text, time: clock.name, timeScale: clock.scale, columns, options)
  }
}
