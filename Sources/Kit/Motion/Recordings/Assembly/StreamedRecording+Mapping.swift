import Rotations
import Traces

extension StreamedRecording {
  /// One table of a recording, and what its columns are.
  struct Part {
    let text: DelimitedText
    let mapping: MappingFile
  }

  /// The trace table of sensors that each have their own rows, in one table or in several, on the clock of the accelerometer.
  ///
  /// - Parameters:
  ///   - parts: With a column of times each; no two hold the same quantity.
  ///   - isHeld: Whether rows repeat the readings of all sensors but the one that has fired.
  /// - Throws: `RecordingError` or `TraceError`, as `table(_:_:)` and `SensorStream` do.
  static func table(
    of parts: [Part], _ path: String, _ options: Trace.ReadingOptions, isHeld: Bool = false
  ) throws -> TraceTable {
    var recording = StreamedRecording()
    let scales = Set(parts.compactMap { $0.mapping.mapping?.timeScale })
    let scale = scales.count == 1 ? scales.first ?? 1 : 1
    var origin: Int64?
    var isInverse = false
    for part in parts {
      guard let mapping = part.mapping.mapping, case .column(let clock, let timeScale) = mapping.time else {
        throw RecordingError.unknownFormat(part.text)
      }
      let text = try part.mapping.withSeconds(part.text)
      let column = try text.required(clock)
      // Whole numbers lose their last digits in a double; their differences do not.
      if origin == nil, scale != 1 { origin = try text.firstInteger(in: column) ?? 0 }
      func stream(_ names: [String]) throws -> SensorStream {
        try SensorStream(
          text, time: clock, origin: origin ?? 0, timeScale: timeScale, names, options, isShared: true,
          isHeld: isHeld)
      }
      func source(_ columns: ColumnMapping.Columns?) throws -> Source? {
        guard let columns else { return nil }
        let signs = columns.signs
        return Source(
          stream: try stream(columns.names), scale: columns.scale, signs: Vector3(signs[0], signs[1], signs[2]))
      }
      if let found = try source(mapping.specificForce) { recording.specificForce = found }
      if let found = try source(mapping.userAcceleration) { recording.userAcceleration = found }
      if let found = try source(mapping.gravity) { recording.gravity = found }
      if let found = try source(mapping.rotationRate) { recording.rotationRate = found }
      if let found = try source(mapping.magneticField) { recording.magneticField = found }
      if case .quaternion(let names, let isInverted) = mapping.attitude {
        recording.attitude = Source(stream: try stream(names))
        isInverse = isInverted
      }
    }
    var table = try recording.table(path, options)
    if isInverse { table.attitude = table.attitude.map(\.inverse) }
    if scale != 1 {
      let first = table.timestamps[0]
      table.timestamps = table.timestamps.map { $0 - first }
      table.timeOffset = Double(origin ?? 0) * scale + first
    }
    return table
  }
}

extension ColumnMapping {
  /// Seconds per unit of the time column; nil without one.
  var timeScale: Double? { if case .column(_, let scale) = time { scale } else { nil } }

  /// The sensors' vectors and quaternion.
  private var sensors: [[String]] {
    var sensors = [specificForce, userAcceleration, gravity, rotationRate, magneticField].compactMap { $0?.names }
    if case .quaternion(let names, _) = attitude { sensors.append(names) }
    return sensors
  }

  /// Whether a row was written whenever one of the sensors fired, with the last readings of the others: from row to row one of them
  /// changes, now this one and now that one.
  ///
  /// - Complexity: O(rows looked at), at most 300.
  func holdsCells(in text: DelimitedText) throws -> Bool {
    guard canBeStreamed else { return false }
    let places = sensors.map { $0.compactMap(text.column) }
    let rows = try text.textRows(300).compactMap(text.fitted)
    guard places.count > 1, rows.count > 20 else { return false }
    let changed = zip(rows.dropFirst(), rows).map { row, before in
      places.indices.filter { sensor in places[sensor].contains { row[$0] != before[$0] } }
    }
    let often = places.indices.filter { sensor in changed.count { $0.contains(sensor) } * 10 >= changed.count }
    return often.count > 1 && changed.count { $0.count == 1 } * 5 >= changed.count * 4
      && places.indices.allSatisfy { sensor in changed.count { $0.contains(sensor) } * 10 <= changed.count * 9 }
  }

  /// Whether each sensor can be read on its own times.
  private var canBeStreamed: Bool {
    guard timeScale != nil, truePosition == nil, trueAttitude == nil, isTouching == nil, isMoving == nil,
      userAcceleration?.isInReferenceFrame != true
    else { return false }
    if case .rollPitchYaw = attitude { return false }
    return true
  }

  /// Whether rows leave the cells of some sensor empty and have others: each sensor has its own rows.
  ///
  /// - Complexity: O(rows looked at), at most 300.
  func leavesCellsEmpty(in text: DelimitedText) throws -> Bool {
    guard canBeStreamed else { return false }
    let places = sensors.map { $0.compactMap(text.column) }
    let rows = try text.textRows(300).compactMap(text.fitted)
    return places.contains { columns in
      let empty = rows.count { row in columns.allSatisfy { ColumnSample.isEmpty(row[$0]) } }
      return empty * 10 > rows.count && empty < rows.count
    }
  }
}
