import Rotations
import Traces

/// Export of the app Sensor Logger: a table per sensor, each with times in nanoseconds since 1970 (`time`) and, since
/// version 1.2, in seconds since the start (`seconds_elapsed`).
///
/// Apple's and Android's signs differ, and since version 1.29 a setting of the app (“Standardise Units & Frames”)
/// makes an iPhone write Android's. If there is an attitude, gravity seen from it decides the sign; otherwise
/// `Metadata.csv` does. Uncalibrated accelerations are in g on an iPhone and in m/s² elsewhere, and their length
/// shows which. An Apple Watch and headphones write tables that are complete by themselves.
enum SensorLogger {
  private static let xyz = ["x", "y", "z"]

  /// Tables that hold device motion by themselves.
  static let complete = ["WristMotion", "Headphone"]

  /// Tables that are read, and that which says what the device is.
  private static let names =
    complete + [
      "Accelerometer", "AccelerometerUncalibrated", "TotalAcceleration", "Gravity", "Gyroscope",
      "GyroscopeUncalibrated",
      "Magnetometer", "Orientation", "GameOrientation", "Metadata",
    ]

  /// The sensor whose table has this name: `Gyroscope` for `run 3_Gyroscope`; nil for none that is read.
  static func sensor(ofTable stem: String) -> String? {
    let words = stem.lowercased().split { !$0.isLetter }
    return names.first { words.contains(Substring($0.lowercased())) }
  }

  /// What a table's name has next to its sensor's: `run 3_` for `run 3_Gyroscope`.
  private static func addition(toTable stem: String) -> String? {
    sensor(ofTable: stem).map { stem.lowercased().replacing($0.lowercased(), with: "", maxReplacements: 1) }
  }

  /// The tables that belong to one: all that lie next to it or, where a sensor has several, those that are named as it
  /// is.
  private static func tables(beside text: DelimitedText) throws -> TableSet {
    let set = try TableSet(folderOf: text.file)
    let addition = addition(toTable: text.file.stem)
    let sensors = set.tables.compactMap { sensor(ofTable: $0.file.stem) }
    guard Set(sensors).count < sensors.count else { return set }
    return TableSet(
      path: set.path, tables: set.tables.filter { self.addition(toTable: $0.file.stem) == addition })
  }

  static func read(_ given: TableSet, _ options: Trace.ReadingOptions) throws -> TraceTable {
    if given.isSingle, isComplete(given.tables[0]) {
      let set = try? tables(beside: given.tables[0])
      return try completeMotion(given.tables[0], Metadata(set?["Metadata"]), given.path, options)
    }
    let set = given.isSingle ? try tables(beside: given.tables[0]) : given
    let metadata = Metadata(set["Metadata"])
    let alone = complete.compactMap { set[$0] }.first(where: isComplete)
    let hasPhone = ["Accelerometer", "TotalAcceleration", "AccelerometerUncalibrated"].contains { set[$0] != nil }
    if let alone, !hasPhone { return try completeMotion(alone, metadata, set.path, options) }
    var table = try phone(set, metadata, options)
    if let alone {
      table.notes.append("read the phone's tables; \(alone.file.stem).csv is a separate recording")
    }
    return table
  }

  /// Whether a table has columns of sensors under names that the app does not give them, in a file that it does not call so: two
  /// clocks alone make no table of its.
  static func isOfAnotherApp(_ text: DelimitedText) -> Bool {
    sensor(ofTable: text.file.stem) == nil && !isComplete(text)
      && ColumnGroup.all(in: text.header).contains { !$0.words.isEmpty && ($0.quantity(inFile: "")?.isSensed ?? false) }
  }

  /// Tables of before there were seconds since the start: nanoseconds since 1970, and the axes backwards.
  static func isOldTable(_ text: DelimitedText) -> Bool {
    text.header.first == "time" && (["x", "y", "z"].allSatisfy(text.header.contains) || text.column("qw") != nil)
      && text.header.count >= 4 && ((try? text.firstInteger(in: 0)) ?? nil).map { $0 > 1_000_000_000_000_000 } ?? false
  }

  // MARK: - The phone

  private static func phone(
    _ set: TableSet, _ metadata: Metadata, _ options: Trace.ReadingOptions
  ) throws -> TraceTable {
    var streams = Streams(set, options)
    var recording = StreamedRecording()
    let quaternion = ["qw", "qx", "qy", "qz"]
    var orientation = try streams["Orientation", quaternion]
    if orientation == nil { orientation = try streams["GameOrientation", quaternion] }
    let user = try streams["Accelerometer", xyz]
    let total = try streams["TotalAcceleration", xyz]
    let gravity = try streams["Gravity", xyz]
    let rate = try streams["Gyroscope", xyz]
    let bareForce =
      user == nil || (orientation == nil && gravity == nil) ? try streams["AccelerometerUncalibrated", xyz] : nil
    let bareRate = rate == nil ? try streams["GyroscopeUncalibrated", xyz] : nil
    recording.attitude = orientation.map { .init(stream: $0) }
    recording.rotationRate = (rate ?? bareRate).map { .init(stream: $0) }
    recording.hasRawGyroscope = rate == nil
    recording.magneticField = try streams["Magnetometer", xyz].map { .init(stream: $0) }

    // The file's sign, if known: 1 for Core Motion's, −1 for Android's.
    var sign = metadata.sign
    if total != nil, metadata.platform == nil { sign = -1 }
    if let user, gravity != nil {
      recording.userAcceleration = .init(stream: user)
      recording.gravity = gravity.map { .init(stream: $0) }
    } else if let force = total ?? bareForce {
      let unit = try unit(of: force)
      if sign == nil, unit != 1 { sign = 1 }
      recording.specificForce = .init(stream: force, scale: unit * -(sign ?? -1))
    } else if let user, recording.rotationRate != nil {
      // An attitude alone does not tell whose signs these are; the gyroscope tells how the device turned.
      recording.userAcceleration = .init(stream: user)
      if recording.attitude != nil {
        recording.attitude = nil
        recording.notes.append("left the orientation out: without gravity nothing tells which way round it is")
      }
    } else {
      // The app's accelerometer has no gravity in it.
      try streams.refuseDifferentRecordings()
      throw RecordingError.missingTable(
        user == nil ? "Accelerometer.csv" : "Gravity.csv", found: set.tables.map(\.file.stem), path: set.path)
    }
    try streams.refuseDifferentRecordings()
    var table = try recording.table(set.path, options)
    table.timeOffset = streams.epoch
    if !table.attitude.isEmpty {
      try table.settleConvention(set.path)
    } else if recording.specificForce == nil, recording.gravity == nil, sign == nil {
      table.userAcceleration = table.userAcceleration.map { -$0 }
      table.notes.append("took the accelerations to have Android's signs: no Metadata.csv confirms it")
    } else if recording.specificForce == nil {
      table.settleSign(sign, "Metadata.csv")
    }
    return table
  }

  /// How many m/s² one of a table of accelerations with gravity is.
  private static func unit(of stream: SensorStream) throws -> Double {
    let length = stream.medianLength()
    if abs(length - standardGravity) < 0.3 * standardGravity { return 1 }
    if abs(length - 1) < 0.3 { return standardGravity }
    throw RecordingError.implausibleGravity(
      length: length, place: .init(file: stream.text.file.path, line: stream.text.headerLine))
  }

  // MARK: - Apple Watch and headphones

  static func isComplete(_ text: DelimitedText) -> Bool {
    ["quaternionW", "accelerationX", "gravityX"].allSatisfy { text.column($0) != nil }
  }

  /// The watch's accelerations are in g; so are those of headphones, whose gravity is in m/s² nevertheless. With
  /// standardised units all are in m/s².
  private static func completeMotion(
    _ text: DelimitedText, _ metadata: Metadata, _ path: String, _ options: Trace.ReadingOptions
  ) throws -> TraceTable {
    func names(_ prefix: String, _ axes: [String] = ["X", "Y", "Z"]) -> [String] { axes.map { prefix + $0 } }
    let hasRate = text.column("rotationRateX") != nil
    let columns =
      names("quaternion", ["W", "X", "Y", "Z"]) + names("acceleration") + names("gravity")
      + (hasRate ? names("rotationRate") : [])
    var streams = Streams(TableSet(path: path, tables: [text]), options)
    guard let stream = try streams[text.file.stem, columns] else {
      throw TraceError.noRows(place: .init(file: text.file.path))
    }
    let gravity = stream.medianLength(first: 7)
    let isInG = abs(gravity - 1) < 0.05
    guard isInG || abs(gravity - standardGravity) < 0.05 * standardGravity else {
      throw RecordingError.implausibleGravity(length: gravity, place: text.place(text.headerLine))
    }
    // A watch's two quantities have one unit; for headphones, the unit of gravity does not decide that of
    // acceleration.
    let isHeadphone = text.file.stem.lowercased().contains("headphone") || text.column("devicelocation") != nil
    let accelerationIsInG = isHeadphone ? metadata.isStandardised != true : isInG
    var recording = StreamedRecording()
    if isHeadphone, metadata.isStandardised == nil {
      recording.notes.append(
        "took the accelerations of the headphones to be in g, as the app writes them unless its units are standardised: "
          + "no Metadata.csv confirms it")
    }
    recording.attitude = .init(stream: stream)
    recording.userAcceleration = .init(stream: stream, first: 4, scale: accelerationIsInG ? standardGravity : 1)
    recording.gravity = .init(stream: stream, first: 7, scale: isInG ? standardGravity : 1)
    if hasRate { recording.rotationRate = .init(stream: stream, first: 10) }
    var table = try recording.table(path, options)
    table.timeOffset = streams.epoch
    try table.settleConvention(path)
    return table
  }

  // MARK: - What the tables have in common

  /// What `Metadata.csv` says.
  struct Metadata {
    private(set) var platform: String?
    private(set) var isStandardised: Bool?

    init(_ text: DelimitedText?) {
      guard let text, let row = text.firstTextRow() else { return }
      platform = row["platform"]?.lowercased()
      isStandardised = row["standardisation"].map { $0.lowercased() == "true" }
    }

    /// 1 where accelerations have Core Motion's sign, −1 where they have Android's; nil when nothing is known.
    var sign: Double? {
      platform.map { $0 == "ios" && isStandardised != true ? 1 : -1 }
    }
  }

  /// The tables' streams, all on one clock.
  private struct Streams {
    private let set: TableSet
    private let options: Trace.ReadingOptions
    /// What is taken off `time` where there is no other clock.
    private var origin: Int64?
    /// When each table's clock was at 0, in seconds since 1970 less the first table's.
    private var starts: [(file: String, start: Double, first: Double, last: Double)] = []

    init(_ set: TableSet, _ options: Trace.ReadingOptions) { (self.set, self.options) = (set, options) }

    subscript(_ name: String, _ columns: [String]) -> SensorStream? {
      mutating get throws {
        guard let text = set[name] else { return nil }
        let whole = try text.column("time").flatMap { (column) throws in try text.firstInteger(in: column) }
        let scale = whole.map(Self.scale) ?? 1e-9
        if origin == nil { origin = whole }
        let stream =
          text.column("seconds_elapsed") == nil
          ? try SensorStream(text, time: "time", origin: origin ?? 0, timeScale: scale, columns, options)
          : try SensorStream(text, time: "seconds_elapsed", columns, options)
        if let whole, let origin {
          let start = Double(whole &- origin) * scale
          let elapsed = text.column("seconds_elapsed") == nil ? start : stream.times[0]
          starts.append(
            (
              file: text.file.path, start: start - elapsed, first: start,
              last: start + stream.times[stream.times.count - 1] - stream.times[0]
            ))
        }
        return stream
      }
    }

    /// Seconds per unit of the app's times: nanoseconds, unless their size says otherwise.
    private static func scale(_ time: Int64) -> Double { ClockUnit.since1970(Double(time))?.seconds ?? 1e-9 }

    /// Seconds since 1970 at time 0 of the streams' clock.
    var epoch: Double { Double(origin ?? 0) * Self.scale(origin ?? 0) + (starts.first?.start ?? 0) }

    /// Tables of one recording have one start.
    func refuseDifferentRecordings() throws {
      guard let earliest = starts.min(by: { $0.start < $1.start }),
        let latest = starts.max(by: { $0.start < $1.start }), latest.start - earliest.start > 1
      else { return }
      let origin = Double(origin ?? 0) * Self.scale(origin ?? 0)
      var seen = Set<String>()
      throw RecordingError.differentRecordings(
        starts.filter { seen.insert($0.file).inserted }.map {
          .init(file: $0.file, span: "\(dateAndTime(origin + $0.first)), \(shortSeconds($0.last - $0.first)) long")
        })
    }
  }
}
