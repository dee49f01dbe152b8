import Rotations
import Traces

/// CSV export of the iOS app SensorLog: the `motion…` columns, which are Core Motion's device motion, or else the bare
/// accelerometer and gyroscope.
///
/// Over the years the app has written names with units and without (`motionGravityX(G)`, `motionGravityX`), in several
/// orders, with commas and semicolons; a name with and without its unit is the same name, and a unit in the name wins.
/// Without one, accelerations are in g, rotation rates in rad/s, the field in µT, times in seconds.
///
/// Time is `motionTimestamp_sinceReboot`, the clock on which Core Motion sampled; `loggingTime` is when the app wrote the
/// row and jitters by several steps. A row is written whenever any sensor has something new, so that motion samples
/// repeat; the repetitions are left out. Among the two attitudes in the file the quaternion is used: the yaw, roll and
/// pitch columns disagree with it.
enum SensorLog {
  /// Keys that only this app's tables have, as `ColumnName.key` makes them.
  static let telling = [
    "motionuseraccelerationx", "motionquaternionw", "motionquaternionx", "motionrotationratex", "motiongravityx",
    "accelerometeraccelerationx", "gyrorotationx", "motiontimestampsincereboot", "accelerometertimestampsincereboot",
  ]

  static func read(_ text: DelimitedText, _ options: Trace.ReadingOptions) throws -> TraceTable {
    var text = text
    var columns = Columns(text)
    if columns.hasNoClock, let logged = columns["loggingTime"], let index = text.column(logged.text),
      let field = text.firstTextRow()?[logged.text], ClockText.seconds(field) != nil
    {
      // The time of writing jitters, but it is the only one.
      text = try text.withSeconds(in: index)
      columns = Columns(text)
      columns.isLoggingTimeClock = true
    }
    // A table that begins as this app's is this app's: what is missing from it is named as the app names it.
    if columns["motionUserAccelerationX"] != nil || columns["motionQuaternionW"] != nil
      || columns["accelerometerAccelerationX"] == nil
    {
      let mapping = columns.motion
      var table = try TraceTable(text, mapping, options, isShared: true)
      // A file without attitude has gravity, or nothing helps.
      table.hasRawGyroscope = false
      return table
    }
    return try bareSensors(text, columns, options)
  }

  /// The accelerometer and the gyroscope as they are, each with its own time in the same table.
  private static func bareSensors(
    _ text: DelimitedText, _ columns: Columns, _ options: Trace.ReadingOptions
  ) throws -> TraceTable {
    func source(
      _ time: [String], _ names: [String], _ usual: MeasurementUnit
    ) throws -> StreamedRecording.Source? {
      guard columns[names[0]] != nil else { return nil }
      let clock = time.first { columns[$0] != nil } ?? time[0]
      let stream = try SensorStream(
        text, time: columns.name(clock), timeScale: columns.scale(clock, .seconds), names.map(columns.name), options,
        isShared: true)
      return .init(stream: stream, scale: columns.scale(names[0], usual))
    }
    let others = ["motionTimestamp_sinceReboot", "accelerometerTimestamp_sinceReboot", "loggingTime"]
    var recording = StreamedRecording()
    recording.specificForce = try source(
      ["accelerometerTimestamp_sinceReboot"] + others, xyz("accelerometerAcceleration"), .standardGravities)
    recording.specificForce?.scale *= -1
    recording.rotationRate = try source(
      ["gyroTimestamp_sinceReboot"] + others, xyz("gyroRotation"), .radiansPerSecond)
    if recording.rotationRate == nil {
      recording.rotationRate = try source(others, xyz("motionRotationRate"), .radiansPerSecond)
    }
    recording.hasRawGyroscope = columns["gyroRotationX"] != nil
    recording.magneticField = try source(
      ["magnetometerTimestamp_sinceReboot"] + others, xyz("magnetometer"), .microteslas)
    return try recording.table(text.file.path, options)
  }

  private static func xyz(_ prefix: String) -> [String] { ["X", "Y", "Z"].map { prefix + $0 } }

  /// The file's columns by the app's names.
  private struct Columns {
    private let names: [String: ColumnName]
    /// Whether the time of writing, as seconds, is the only one.
    var isLoggingTimeClock = false

    init(_ text: DelimitedText) {
      names = Dictionary(text.header.map { (ColumnName($0).key, ColumnName($0)) }) { first, _ in first }
    }

    subscript(_ name: String) -> ColumnName? { names[ColumnName(name).key] }

    /// The column's name as the file writes it; if the file lacks the column, the app's own name, for the message.
    func name(_ name: String) -> String { self[name]?.text ?? name }

    /// The size of the unit in a column's name, or of the usual unit. A unit of another kind is a remark.
    func scale(_ name: String, _ usual: MeasurementUnit) -> Double {
      (self[name]?.unit(of: usual.kind) ?? usual).scale
    }

    private static let clocks = [
      "motionTimestamp_sinceReboot", "motionTimestamp", "accelerometerTimestamp_sinceReboot",
    ]

    var hasNoClock: Bool { Self.clocks.allSatisfy { self[$0] == nil } && self["gyroTimestamp_sinceReboot"] == nil }

    var motion: ColumnMapping {
      func vectors(_ prefix: String, _ usual: MeasurementUnit) -> ColumnMapping.Columns? {
        let names = xyz(prefix)
        guard names.contains(where: { self[$0] != nil }) else { return nil }
        return .init(names.map(name), scale: scale(names[0], usual))
      }
      let clock =
        isLoggingTimeClock ? "loggingTime" : Self.clocks.first { self[$0] != nil } ?? Self.clocks[0]
      let quaternion = ["W", "X", "Y", "Z"].map { "motionQuaternion" + $0 }
      let hasQuaternion = quaternion.contains { self[$0] != nil }
      let user =
        vectors("motionUserAcceleration", .standardGravities)
        ?? .init(xyz("motionUserAcceleration"), scale: standardGravity)
      let gravity = vectors("motionGravity", .standardGravities)
      let rate = vectors("motionRotationRate", .radiansPerSecond)
      return ColumnMapping(
        time: .column(name(clock), scale: scale(clock, .seconds)),
        // Gravity and rotation rate make an attitude too.
        attitude: hasQuaternion || gravity == nil || rate == nil ? .quaternion(quaternion.map(name)) : nil,
        userAcceleration: user, rotationRate: rate, gravity: gravity,
        magneticField: vectors("motionMagneticField", .microteslas))
    }
  }
}
