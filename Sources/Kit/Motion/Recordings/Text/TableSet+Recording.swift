/// Which tables make one recording.
///
/// A recording is one table, or the tables of its sensors. Tables are of one recording when
///
/// - one of them, and no more, is a recording by itself (it has a format that puts a recording into one table, or a mapping
///   lies next to it), and none is a part of another one; or
/// - none is, and no two of them hold the same sensor, in a format with a table for each sensor or in none (`JoinedTables`).
///
/// Anything else may lie next to them: annotations, places, what an app says of itself, a truth. Tables in no known
/// format are recordings when an acceleration is recognised in them.
extension TableSet {
  /// The recording in a set of tables.
  enum Recording {
    /// A table with a mapping next to it.
    case mapped(DelimitedText, MappingFile)
    /// Tables in a format, and the one that shows it.
    case known(TraceFormat, DelimitedText)
    /// Positions over time, and nothing else.
    case track(DelimitedText)
    /// A table in no known format.
    case unknown(DelimitedText)
    /// Tables of one app in no known format, each with a sensor.
    case joined(JoinedTables)
    /// The same, with a mapping next to each.
    case mappedTables([StreamedRecording.Part])
  }

  /// Looks for the one recording.
  ///
  /// - Parameter chosen: The format, where somebody has named it.
  /// - Throws: `RecordingError.severalRecordings`, `.differentRecordings`; `.badMapping` for a mapping next to a table.
  func recording(_ chosen: TraceFormat? = nil) throws -> Recording {
    var whole = [(text: DelimitedText, recording: Recording)]()
    var others = [DelimitedText]()
    for text in tables {
      if chosen == nil, let mapping = try MappingFile.beside(text.file), mapping.mapping != nil {
        whole.append((text, .mapped(text, mapping)))
      } else if let format = TraceFormat.recognizing([text])?.format, !format.hasTablePerSensor,
        chosen == nil || chosen == format
      {
        whole.append((text, .known(format, text)))
      } else {
        others.append(text)
      }
    }
    if let joined = try mappedTables(whole) { return .mappedTables(joined) }
    var parts = TraceFormat.recognizing(others).flatMap { $0.format.hasTablePerSensor ? $0 : nil }
    if parts == nil, hasPhyphoxMetadata, let first = others.first { parts = (.phyphox, first) }
    if let chosen {
      if chosen.hasTablePerSensor {
        parts = (chosen, tables[0])
      } else if whole.isEmpty {
        return .known(chosen, try only(among: tables) ?? tables[0])
      } else {
        parts = nil
      }
    }
    if let found = try only(among: whole.map(\.text) + (parts.map { [$0.table] } ?? [])) {
      if let recording = whole.first(where: { $0.text.file.path == found.file.path })?.recording { return recording }
    }
    if let parts {
      try requireEachSensorOnce(parts.format)
      return .known(parts.format, parts.table)
    }
    return try unknown()
  }

  /// Tables with a mapping next to each, of which none is a recording by itself and all are together.
  private func mappedTables(
    _ whole: [(text: DelimitedText, recording: Recording)]
  ) throws -> [StreamedRecording.Part]? {
    var parts = whole.compactMap { entry -> StreamedRecording.Part? in
      if case .mapped(let text, let mapping) = entry.recording { .init(text: text, mapping: mapping) } else { nil }
    }
    guard let first = parts.first, parts.count == whole.count,
      !parts.contains(where: { MappingProposal.isWhole($0.sensors) })
    else { return nil }
    if isSingle {
      let addition = JoinedTables.additions(toSensors: first.text.file.stem)
      for text in (try? TableSet(folderOf: first.text.file))?.tables ?? []
      where text.file.path != first.text.file.path && JoinedTables.additions(toSensors: text.file.stem) == addition {
        if let mapping = try MappingFile.beside(text.file), mapping.mapping != nil {
          parts.append(.init(text: text, mapping: mapping))
        }
      }
    }
    return JoinedTables.isRecording(parts.map(\.sensors)) ? parts : nil
  }

  /// Makes sure that no two tables hold the same sensor.
  ///
  /// - Throws: `RecordingError.severalRecordings` for tables of which each can be given, `.differentRecordings` for others.
  func requireEachSensorOnce(_ format: TraceFormat) throws {
    var tablesOfSensor = [String: [DelimitedText]]()
    for text in tables {
      for sensor in format.sensors(in: text) { tablesOfSensor[sensor, default: []].append(text) }
    }
    guard let (sensor, twice) = tablesOfSensor.filter({ $0.value.count > 1 }).min(by: { $0.key < $1.key }) else {
      return
    }
    if twice.allSatisfy({ format.isWhole($0) }) { try only(among: twice) }
    throw RecordingError.differentRecordings(
      twice.map { .init(file: $0.file.path, span: "with \(sensor.replacing("-", with: " "))") })
  }

  /// The table that may be a recording, where there is no choice; nil without any.
  ///
  /// - Throws: `RecordingError.severalRecordings`.
  @discardableResult
  func only(among candidates: [DelimitedText]) throws -> DelimitedText? {
    guard candidates.count > 1 else { return candidates.first }
    throw RecordingError.severalRecordings(
      candidates.map { relativeName($0.file.path) }, path: path, isPacked: isPacked)
  }

  private func unknown() throws -> Recording {
    let tracks = tables.filter(PoseTable.isTrack)
    let others = tables.filter { text in !tracks.contains { $0.file.path == text.file.path } }
    if isSingle {
      if let text = others.first, let joined = try JoinedTables(around: text) { return .joined(joined) }
    } else if let joined = try JoinedTables(others, several: { try only(among: $0) }) {
      return .joined(joined)
    }
    let candidates = isSingle ? others : others.filter { (try? MappingProposal($0))?.hasAcceleration ?? false }
    if let text = try only(among: candidates) { return .unknown(text) }
    return tracks.first.map { .track($0) } ?? .unknown(tables[0])
  }

  /// A table's path from the set's.
  private func relativeName(_ file: String) -> String {
    file.hasPrefix("\(path)/") ? String(file.dropFirst(path.count + 1)) : file
  }
}

extension TraceFormat {
  /// Whether a recording has a table for each sensor; all others are one table.
  var hasTablePerSensor: Bool { [.sensorlogger, .phyphox, .xio].contains(self) }

  /// The sensors of which a table of a format with a table for each holds the readings.
  fileprivate func sensors(in text: DelimitedText) -> Set<String> {
    switch self {
    case .sensorlogger: SensorLogger.sensor(ofTable: text.file.stem).map { [$0] } ?? []
    case .phyphox: Phyphox.sensors(in: text)
    case .xio: XIO.sensors(in: text)
    default: []
    }
  }

  /// Whether a table is read when it is given alone.
  fileprivate func isWhole(_ text: DelimitedText) -> Bool {
    self != .phyphox || Phyphox.isWhole(text)
  }
}

extension StreamedRecording.Part {
  /// The quantities that the mapping names, as mapping files call them.
  var sensors: Set<String> {
    guard let mapping = mapping.mapping else { return [] }
    var keys = Set<String>()
    if mapping.specificForce != nil { keys.insert("specific-force") }
    if mapping.userAcceleration != nil { keys.insert("user-acceleration") }
    if mapping.gravity != nil { keys.insert("gravity") }
    if mapping.rotationRate != nil { keys.insert("rotation-rate") }
    if mapping.magneticField != nil { keys.insert("magnetic-field") }
    if mapping.attitude != nil { keys.insert("quaternion") }
    return keys
  }
}
