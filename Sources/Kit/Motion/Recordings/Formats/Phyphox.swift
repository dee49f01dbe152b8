internal import Basics
import Rotations
import Traces

/// Export of the app phyphox: tables with a time and columns named by quantity, axis and unit, “Linear Acceleration x
/// (m/s^2)”. Every experiment names its columns itself, so they are recognised by their words, axis and unit; your own
/// experiment may write neither units nor capital letters, and its units are then the app's: s, m/s², rad/s,
/// µT.
///
/// The signs are Android's on all devices: +9.8 m/s² on z at rest, face up.
enum Phyphox {
  /// The names of the tables that belong together in a folder.
  private static let tableNames: Set<String> = [
    "accelerometer", "acceleration", "gyroscope", "linear accelerometer", "linear acceleration", "gravity",
    "magnetometer", "magnetic field", "attitude", "orientation", "raw data",
  ]

  /// Whether a table has a time as the app writes it and a sensor that matters here.
  static func claims(_ text: DelimitedText) -> Bool {
    guard text.column("Time (s)") != nil else { return false }
    let groups = ColumnGroup.all(in: text.header)
    guard groups.contains(where: { $0.quantity(inFile: text.file.stem)?.isSensed ?? false }) else { return false }
    // If the column names have no unit, the app's accelerations are in m/s²; another program's may be in g.
    let unnamed = groups.first { $0.unitText == nil && $0.quantity(inFile: text.file.stem) == .specificForce }
    guard let unnamed, let sample = try? ColumnSample(text) else { return true }
    let length = sample.length(unnamed.columns).median
    return !(abs(length - 1) < 0.2 || abs(length - 1000) < 200)
  }

  static func read(_ given: TableSet, _ options: Trace.ReadingOptions) throws -> TraceTable {
    var sensors = try Sensors(given, options)
    if given.isSingle, !sensors.areComplete, tableNames.contains(given.tables[0].file.stem.lowercased()),
      let folder = try? TableSet(folderOf: given.tables[0].file)
    {
      // One table of several: the others lie next to it, under names that the app gives.
      let tables = folder.tables.filter {
        tableNames.contains($0.file.stem.lowercased()) && claims($0) || $0.file.path.contains("/meta/")
      }
      if tables.count > 1 {
        let set = TableSet(path: given.path, tables: tables)
        try set.requireEachSensorOnce(.phyphox)
        sensors = try Sensors(set, options)
      }
    }
    return try sensors.table(given.path)
  }

  /// The sensors whose readings a table holds, each with its time.
  static func sensors(in text: DelimitedText) -> Set<String> {
    guard !text.file.path.contains("/meta/") else { return [] }
    return Set(
      ColumnGroup.all(in: text.header).compactMap { group in
        guard let quantity = group.quantity(inFile: text.file.stem), quantity.isSensed,
          Sensors.clock(before: group.columns[0], text) != nil
        else { return nil }
        return quantity.rawValue
      })
  }

  /// Whether an attitude and an acceleration can be made of a table.
  static func isWhole(_ text: DelimitedText) -> Bool {
    let sensors = sensors(in: text)
    return !sensors.isDisjoint(with: ["specific-force", "user-acceleration"])
      && !sensors.isDisjoint(with: ["rotation-rate", "quaternion"])
  }

  /// What the tables of an experiment hold.
  private struct Sensors {
    private let set: TableSet
    private let options: Trace.ReadingOptions
    private var recording = StreamedRecording()
    /// With and without gravity, in Android's sign, for a look at whether they belong together.
    private var force: SensorStream?
    private var linear: SensorStream?

    init(_ set: TableSet, _ options: Trace.ReadingOptions) throws {
      (self.set, self.options) = (set, options)
      for text in set.tables where !text.file.path.contains("/meta/") {
        for group in ColumnGroup.all(in: text.header) { try take(group, text) }
      }
    }

    private mutating func take(_ group: ColumnGroup, _ text: DelimitedText) throws {
      guard let quantity = group.quantity(inFile: text.file.stem),
        let clock = Self.clock(before: group.columns[0], text)
      else { return }
      func source(_ sign: Double) throws -> StreamedRecording.Source? {
        var scale = sign
        if let text = group.unitText, let kind = quantity.unitKind {
          guard let unit = MeasurementUnit(text, of: kind) else { return nil }
          scale *= unit.scale
        }
        let stream = try SensorStream(
          text, columns: [clock.column] + group.columns, timeScale: clock.scale, options, passesOverUnfilled: true)
        return .init(stream: stream, scale: scale)
      }
      switch quantity {
      case .specificForce where recording.specificForce == nil:
        recording.specificForce = try source(1)
        force = recording.specificForce?.stream
      case .userAcceleration where recording.userAcceleration == nil:
        recording.userAcceleration = try source(-1)
        linear = recording.userAcceleration?.stream
      case .gravity where recording.gravity == nil: recording.gravity = try source(-1)
      case .rotationRate where recording.rotationRate == nil: recording.rotationRate = try source(1)
      case .magneticField where recording.magneticField == nil: recording.magneticField = try source(1)
      case .attitude where recording.attitude == nil: recording.attitude = try source(1)
      default: break
      }
    }

    /// The time that is nearest before a column: an experiment may put several sensors, each with its time, into one
    /// table.
    static func clock(before column: Int, _ text: DelimitedText) -> (column: Int, scale: Double)? {
      let times = text.header.indices.filter { index in
        let name = ColumnName(text.header[index])
        guard name.axis == nil, !text.header[index].contains("_") else { return false }
        return name.has("time", "t", "zeit", "tiempo", "temps", "tempo", "czas", "tid")
          || name.unitText.map { MeasurementUnit($0, of: .time) != nil } ?? false
      }
      guard let time = times.last(where: { $0 < column }) ?? times.first else { return nil }
      return (time, ColumnName(text.header[time]).unit(of: .time)?.scale ?? 1)
    }

    /// Whether an attitude and an acceleration can be made of them.
    var areComplete: Bool {
      (recording.userAcceleration != nil || recording.specificForce != nil)
        && (recording.rotationRate != nil || recording.attitude != nil)
    }

    func table(_ path: String) throws -> TraceTable {
      var recording = recording
      if recording.isEmpty {
        throw RecordingError.noAcceleration(place: .init(file: path), found: set.tables.flatMap(\.header))
      }
      try requireBelongTogether(path)
      if recording.attitude != nil, recording.userAcceleration != nil, recording.gravity == nil {
        // The attitude removes gravity by itself; the phone's own removal is better.
        recording.specificForce = nil
      }
      recording.hasRawGyroscope = true
      var table = try recording.table(path, options)
      try takeRun(of: &table)
      if !table.attitude.isEmpty, !table.gravity.isEmpty || !table.specificForce.isEmpty {
        try table.settleConvention(path)
      }
      return table
    }

    /// Acceleration with and without gravity differ by gravity, which has one length, or they are of two recordings.
    private func requireBelongTogether(_ path: String) throws {
      if let pause = pauses.last {
        // Nothing is recorded after the experiment was last paused.
        for stream in [force, linear, recording.rotationRate?.stream, recording.gravity?.stream].compactMap({ $0 })
        where stream.times[stream.times.count - 1] > pause + 1 {
          throw RecordingError.differentRecordings([
            .init(
              file: stream.text.file.path,
              span: "up to \(shortSeconds(stream.times[stream.times.count - 1]))"),
            .init(file: "meta/time.csv", span: "the experiment ended after \(shortSeconds(pause))"),
          ])
        }
      }
      guard let force, let linear else { return }
      let step = max(1, linear.times.count / 2000)
      let times = stride(from: 0, to: linear.times.count, by: step).map { linear.times[$0] }
        .filter { $0 >= force.times[0] && $0 <= force.times[force.times.count - 1] }
      guard times.count > 10 else { return }
      let lengths = zip(force.vectors(at: times), linear.vectors(at: times)).map { ($0 - $1).length / standardGravity }
      let off = lengths.count { abs($0 - 1) > 0.05 }
      guard 2 * off > lengths.count else { return }
      // Between two samples a reading is known as well as it follows from its neighbours.
      let surprise = max(force.medianSurprise(), linear.medianSurprise())
      if median(of: lengths.map { abs($0 - 1) }) * standardGravity < surprise {
        throw RecordingError.undersampled(
          [force, linear].map { $0.text.file.path.lastPart },
          rate: 1 / max(TimeSteps(force.times).median, 1e-9), change: surprise, path: path)
      }
      throw RecordingError.differentRecordings([
        .init(file: force.text.file.path, span: "acceleration with gravity"),
        .init(
          file: linear.text.file.path,
          span: "without, which differs from it by \(shortNumber((lengths.min() ?? 0) * standardGravity)) to "
            + "\(shortNumber((lengths.max() ?? 0) * standardGravity)) m/s² where gravity is 9.8"),
      ])
    }

    /// Times in s at which the experiment was paused, by `meta/time.csv`.
    private var pauses: [Double] {
      guard let text = set.tables.first(where: { $0.file.path.hasSuffix("meta/time.csv") }),
        let rows = try? text.textRows(1000), let event = text.column("event"), let time = text.column("experiment time")
      else { return [] }
      return rows.compactMap { row in
        guard max(event, time) < row.count, row[event] == "PAUSE" else { return nil }
        return Double(row[time].replacing(",", with: "."))
      }
    }

    /// While an experiment is paused its clock stands still and the phone does not.
    private func takeRun(of table: inout TraceTable) throws {
      guard let runs = Runs(table.timestamps, pausedAt: pauses) else { return }
      let run = try runs.chosen(options.run, table.timestamps, table.timeFile ?? set.path, table.line(of:))
      table.notes.append("\(run.note): the experiment was paused between them")
      table.keep(run.rows)
    }
  }
}
