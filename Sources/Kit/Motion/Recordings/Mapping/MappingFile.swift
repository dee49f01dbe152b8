internal import Basics
import Foundation
import Traces

/// A small YAML next to a recording that says which column is what: `walk.csv.mapping.yaml` for `walk.csv`.
///
/// A person writes it, or `gimbal trace info --write-mapping` does, from what it sees in the file. For a recording in a known
/// format, a file, an archive or a folder, it says what is wrong about its units, signs and axes:
///
///     correction: {rotation-rate: 57.2958}
///
///     time: {column: Time since start, unit: ms}
///     specific-force: {columns: [ax, ay, az], unit: m/s2}
///     rotation-rate: {columns: [gx, gy, gz], unit: deg/s, signs: [1, -1, -1]}
///     quaternion: {columns: [qw, qx, qy, qz], turns: device to reference}
///     calibration: phone.calibration.yaml
///
/// Accelerations have Android's sign (+9.8 m/s² on z face up) unless `sign: apple` says otherwise; `unit: clock` stands for
/// dates and times of day. A table without header has columns named by their number.
struct MappingFile {
  /// How a file is called that belongs to a recording of this path.
  static func path(for recording: String) -> String { recording + ".mapping.yaml" }

  /// nil if the file only corrects a recording in a known format.
  let mapping: ColumnMapping?
  /// What is wrong about units, signs and axes.
  let correction: Trace.ReadingOptions.Correction
  /// The path of the file with the calibration of the sensors; nil where none is named.
  let calibration: String?
  /// A column with dates or times of day instead of numbers: the time, when there is one.
  let clock: String?
  let path: String
  /// The columns as they are named in it.
  private let columnNodes: [MappingNode]

  /// What the file is called.
  var name: String { path.lastPart }

  /// The mapping next to a table; nil when there is none.
  ///
  /// - Throws: `RecordingError.badMapping` with file and line.
  static func beside(_ file: TextFile) throws -> MappingFile? { try beside(file.path, in: file.storage) }

  /// The mapping next to a file, an archive or a folder; nil when there is none.
  ///
  /// - Throws: `RecordingError.badMapping` with file and line.
  static func beside(_ set: TableSet, in storage: RecordingStorage) throws -> MappingFile? {
    try beside(set.path, in: storage)
  }

  private static func beside(_ recording: String, in storage: RecordingStorage) throws -> MappingFile? {
    let path = path(for: recording)
    guard storage.kind(of: path) == .file else { return nil }
    let source = try storage.open(path)
    guard source.count < 1 << 20 else {
      throw RecordingError.badMapping(
        .init(file: path), problem: "a mapping is a small file, and this has \(source.count) bytes", suggestion: nil)
    }
    return try MappingFile(String(decoding: try source.data, as: UTF8.self), path)
  }

  /// Reads a table as the mapping says.
  ///
  /// - Parameter source: What the mapping is called in the notes.
  func read(
    _ text: DelimitedText, _ options: Trace.ReadingOptions, as source: String? = nil
  ) throws -> TraceTable {
    guard let mapping else { throw RecordingError.unknownFormat(text) }
    do {
      if let clock { _ = try text.required(clock) }
      _ = try TraceLayout(text, mapping)
    } catch {
      throw blamed(for: error, text)
    }
    let isHeld = try mapping.holdsCells(in: text)
    var table =
      try isHeld || mapping.leavesCellsEmpty(in: text)
      ? StreamedRecording.table(of: [.init(text: text, mapping: self)], text.file.path, options, isHeld: isHeld)
      : TraceTable(withSeconds(text), mapping, options, isShared: true)
    table.notes.insert(source ?? "read as \(name) says", at: 0)
    if isHeld {
      table.notes.append("read each sensor in the rows in which it changes: the others repeat its last reading")
    }
    if convertsRate { table.notes.append(TraceTable.convertedRate) }
    if options.correction == .none { try correction.apply(to: &table, text.file.path, name) }
    table.calibrationFile = calibration
    return table
  }

  /// Whether the rotation rate is in another unit than rad/s.
  var convertsRate: Bool { mapping?.rotationRate.map { $0.scale != 1 } ?? false }

  /// The table with seconds in place of dates and times of day.
  func withSeconds(_ text: DelimitedText) throws -> DelimitedText {
    try clock.map { (clock) throws in try text.withSeconds(in: text.required(clock)) } ?? text
  }

  /// What is wrong with the mapping where it does not fit the table's columns: the recording is what it is.
  private func blamed(for error: any Error, _ text: DelimitedText) -> any Error {
    func bad(_ column: String?, _ problem: String, _ suggestion: String? = nil) -> RecordingError {
      let line = column.flatMap { column in columnNodes.first { $0.string == column }?.line }
      return .badMapping(.init(file: path, line: line), problem: problem, suggestion: suggestion)
    }
    switch error {
    case RecordingError.missingColumn(let column, let found, let suggestion, let place):
      let names = found.prefix(40).joined(separator: ", ") + (found.count > 40 ? ", …" : "")
      return bad(column, "\(place.file) has no column “\(column)”; it has \(names)", suggestion)
    case RecordingError.repeatedColumn(let column, _) where text.header.count { $0 == column } == 1:
      return bad(column, "the column “\(column)” is named twice")
    case RecordingError.columnCount(let quantity, let found, let expected):
      return bad(nil, "\(found) columns are named for \(quantity), which takes \(expected)")
    case TraceError.invalidParameter(let name, let value, let expected):
      return bad(nil, "\(name) is \(value); it has to be \(expected)")
    default: return error
    }
  }

  init(_ yaml: String, _ path: String) throws {
    self.path = path
    let root: MappingNode
    do throws(MappingNode.Failure) {
      root = try MappingNode.read(yaml)
    } catch {
      throw RecordingError.badMapping(.init(file: path, line: error.line), problem: "this is not YAML", suggestion: nil)
    }
    guard let entries = root.mapping, !entries.isEmpty else {
      throw RecordingError.badMapping(
        .init(file: path), problem: "a mapping has keys: “time”, and the quantities that the table holds",
        suggestion: nil)
    }
    var reader = Reader(path: path)
    for (key, value) in entries { try reader.take(key, value) }
    mapping = try reader.mapping()
    (clock, correction) = (reader.clock, reader.correction)
    // As it is written, from the folder in which the mapping is.
    calibration = reader.calibration.map { name in
      let folder = ParentFolder.of(path)
      return name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
    }
    columnNodes = entries.flatMap { entry in
      (entry.value["columns"]?.sequence ?? []) + [entry.value["column"]].compactMap { $0 }
    }
  }
}

/// Turns the keys of a mapping file into a `ColumnMapping`, with the line of what is wrong.
private struct Reader {
  let path: String
  private(set) var clock: String?
  private(set) var correction = Trace.ReadingOptions.Correction.none
  private(set) var calibration: String?
  private var hasQuantities = false
  private var time: ColumnMapping.Time?
  private var attitude: ColumnMapping.Attitude?
  private var vectors: [String: ColumnMapping.Columns] = [:]
  private var truePosition: ColumnMapping.Columns?
  private var trueAttitude: [String]?

  init(path: String) { self.path = path }

  private static let keys = [
    "time", "specific-force", "user-acceleration", "gravity", "rotation-rate", "magnetic-field", "quaternion",
    "angles", "true-position", "true-quaternion", "correction", "calibration",
  ]

  private func bad(_ node: MappingNode, _ problem: String, _ suggestion: String? = nil) -> RecordingError {
    .badMapping(.init(file: path, line: node.line), problem: problem, suggestion: suggestion)
  }

  mutating func take(_ key: MappingNode, _ value: MappingNode) throws {
    guard let name = key.string, Self.keys.contains(name) else {
      let name = key.string ?? "?"
      throw bad(
        key, "a mapping has no key “\(name)”; it has \(Self.keys.joined(separator: ", "))",
        Spelling.nearest(to: name, among: Self.keys))
    }
    if name == "correction" {
      correction = try correction(value)
      return
    }
    if name == "calibration" {
      guard let file = value.string, !file.isEmpty else {
        throw bad(value, "“calibration” is the name of a file, as “gimbal calibrate” writes it")
      }
      calibration = file
      return
    }
    hasQuantities = true
    switch name {
    case "time": time = try time(value)
    case "quaternion":
      let fields = try fields(value, ["columns", "turns"], name)
      let turns = try word(fields["turns"], name, ["device to reference", "reference to device"])
      attitude = .quaternion(try columns(fields["columns"], value, name, 4), isInverse: turns == "reference to device")
    case "angles":
      let fields = try fields(value, ["columns", "unit"], name)
      attitude = .rollPitchYaw(
        try columns(fields["columns"], value, name, 3), scale: try unit(fields["unit"], .angle, .radians, name))
    case "true-quaternion":
      trueAttitude = try columns(try fields(value, ["columns"], name)["columns"], value, name, 4)
    case "true-position": truePosition = try vector(value, name, .length, .metres)
    case "rotation-rate": vectors[name] = try vector(value, name, .rotationRate, .radiansPerSecond)
    case "magnetic-field": vectors[name] = try vector(value, name, .magneticField, .microteslas)
    default:
      vectors[name] = try vector(value, name, .acceleration, .metresPerSecondSquared)
      // A trace has Core Motion's sign, except for the specific force.
      let sign = try word(value["sign"], name, ["android", "apple"])
      vectors[name]?.scale *= (sign == "apple") == (name == "specific-force") ? -1 : 1
      if name == "user-acceleration" {
        let frame = try word(value["frame"], name, ["device", "reference"])
        vectors[name]?.isInReferenceFrame = frame == "reference"
      }
    }
  }

  /// nil where nothing is mapped.
  func mapping() throws -> ColumnMapping? {
    guard hasQuantities else { return nil }
    guard let time else {
      throw RecordingError.badMapping(
        .init(file: path), problem: "“time” is missing: time: {column: NAME, unit: s}, or time: {rate: 100}",
        suggestion: nil)
    }
    var mapping = ColumnMapping(
      time: time, attitude: attitude, userAcceleration: vectors["user-acceleration"],
      specificForce: vectors["specific-force"], rotationRate: vectors["rotation-rate"], gravity: vectors["gravity"],
      magneticField: vectors["magnetic-field"], truePosition: truePosition, trueAttitude: trueAttitude)
    mapping.hasGapsInTruth = truePosition != nil
    return mapping
  }

  private func correction(_ value: MappingNode) throws -> Trace.ReadingOptions.Correction {
    let fields = try fields(value, ["time", "acceleration", "rotation-rate", "axes"], "correction")
    func factor(_ key: String) throws -> Double {
      guard let node = fields[key] else { return 1 }
      guard let number = node.number, number.isFinite, number != 0, key != "time" || number > 0 else {
        throw bad(node, "“\(key)” of “correction” is a factor other than 0\(key == "time" ? ", above it" : "")")
      }
      return number
    }
    var axes = Trace.ReadingOptions.Axes.standard
    if let node = fields["axes"] {
      do { axes = try .init(node.string ?? "") } catch {
        throw bad(node, "“axes” of “correction” are x, y and z, each once, in quotation marks: \"-y,x,z\"")
      }
    }
    return .init(
      time: try factor("time"), acceleration: try factor("acceleration"), rotationRate: try factor("rotation-rate"),
      axes: axes)
  }

  private mutating func time(_ value: MappingNode) throws -> ColumnMapping.Time {
    let fields = try fields(value, ["column", "unit", "rate"], "time")
    if let rate = fields["rate"] {
      guard let number = rate.number else { throw bad(rate, "“rate” is a number of Hz") }
      return .rate(number)
    }
    guard let column = fields["column"]?.string else { throw bad(value, "“time” needs a “column” or a “rate”") }
    if fields["unit"]?.string == "clock" {
      clock = column
      return .column(column)
    }
    return .column(column, scale: try unit(fields["unit"], .time, .seconds, "time"))
  }

  private func allowed(_ name: String, _ kind: MeasurementUnit.Kind) -> [String] {
    ["columns", "unit", "scale", "signs"] + (kind == .acceleration ? ["sign"] : [])
      + (name == "user-acceleration" ? ["frame"] : [])
  }

  private func vector(
    _ value: MappingNode, _ name: String, _ kind: MeasurementUnit.Kind, _ usual: MeasurementUnit
  ) throws -> ColumnMapping.Columns {
    let fields = try fields(value, allowed(name, kind), name)
    var signs = [1.0, 1, 1]
    if let node = fields["signs"] {
      signs = (node.sequence ?? []).compactMap { $0.number }
      guard signs.count == 3, signs.allSatisfy({ abs($0) == 1 }) else {
        throw bad(node, "“signs” are three numbers for x, y and z, each 1 or -1")
      }
    }
    var scale = try unit(fields["unit"], kind, usual, name)
    if let node = fields["scale"] {
      guard let number = node.number, number.isFinite, number != 0 else {
        throw bad(node, "“scale” is a number other than 0, by which the column becomes the unit")
      }
      scale *= number
    }
    return .init(try columns(fields["columns"], value, name, 3), scale: scale, signs: signs)
  }

  /// One of some words; the first without a node.
  private func word(_ node: MappingNode?, _ name: String, _ words: [String]) throws -> String {
    guard let node else { return words[0] }
    guard let word = node.string, words.contains(word) else {
      throw bad(node, "“\(node.string ?? "?")” in “\(name)” is not one of “\(words.joined(separator: "”, “"))”")
    }
    return word
  }

  private func fields(_ value: MappingNode, _ allowed: [String], _ name: String) throws -> [String:
    MappingNode]
  {
    guard let mapping = value.mapping else {
      throw bad(value, "“\(name)” has the keys \(allowed.joined(separator: ", ")): \(name): {\(allowed[0]): …}")
    }
    var fields = [String: MappingNode]()
    for (key, value) in mapping {
      guard let text = key.string, allowed.contains(text) else {
        throw bad(
          key, "“\(name)” has no key “\(key.string ?? "?")”; it has \(allowed.joined(separator: ", "))",
          Spelling.nearest(to: key.string ?? "", among: allowed))
      }
      fields[text] = value
    }
    return fields
  }

  private func columns(_ node: MappingNode?, _ parent: MappingNode, _ name: String, _ count: Int) throws
    -> [String]
  {
    let names = node?.sequence?.compactMap { $0.string } ?? []
    guard names.count == count else {
      throw bad(node ?? parent, "“columns” of “\(name)” are \(count) names of columns, in brackets")
    }
    return names
  }

  private func unit(
    _ node: MappingNode?, _ kind: MeasurementUnit.Kind, _ usual: MeasurementUnit, _ name: String
  ) throws -> Double {
    guard let node else { return usual.scale }
    guard let text = node.string, let unit = MeasurementUnit(text, of: kind) else {
      let known = MeasurementUnit.all.filter { $0.kind == kind }.map(\.symbol)
      throw bad(
        node, "“\(node.string ?? "?")” is not a unit of “\(name)”; known units are \(known.joined(separator: ", "))",
        Spelling.nearest(to: node.string ?? "", among: known))
    }
    return unit.scale
  }
}
