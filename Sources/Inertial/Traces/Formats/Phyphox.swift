import Rotations

/// Export of the app phyphox: tables with `Time (s)` and columns named by quantity, axis and unit, "Linear Acceleration
/// x (m/s^2)". Every experiment names its columns itself, so they are recognised by axis and unit.
///
/// The signs are Android's on all devices: +9.8 m/s² on z at rest, face up.
enum Phyphox {
  private static let time = "Time (s)"

  static func read(_ set: TableSet, _ options: Trace.ReadingOptions) throws(TraceError) -> TraceTable {
    var force: SensorStream?
    var user: SensorStream?
    var rate: SensorStream?
    var field: SensorStream?
    var attitude: SensorStream?
    for text in set.tables where text.column(time) != nil {
      for group in groups(in: text.header) {
        let name = (group.quantity + " " + text.file.stem).lowercased()
        let stream = try SensorStream(text, time: time, group.columns, options)
        switch group.unit {
        case "m/s^2", "m/s²": if name.contains("linear") { user = user ?? stream } else { force = force ?? stream }
        case "rad/s": rate = rate ?? stream
        case "µT", "μT", "uT": field = field ?? stream
        default: break
        }
      }
      let quaternion = ["w", "x", "y", "z"]
      if attitude == nil, quaternion.allSatisfy({ text.column($0) != nil }) {
        attitude = try SensorStream(text, time: time, quaternion, options)
      }
    }
    guard let base = attitude == nil ? force : user ?? force else {
      throw .missingTable("Acceleration x (m/s^2)", found: set.tables.flatMap(\.header), path: set.path)
    }
    let range = TraceTable.commonTimes(base, [rate, field, attitude])
    guard !range.isEmpty else { throw .noRows(place: .init(file: set.path)) }
    var table = TraceTable()
    table.notes = [base, rate, field, attitude].flatMap { $0?.notes ?? [] }
    table.timestamps = Array(base.times[range])
    if let attitude {
      table.attitude = try attitude.attitudes(at: table.timestamps)
      if let user { table.userAcceleration = user.vectors(at: table.timestamps).map { -$0 } }
    }
    if table.userAcceleration.isEmpty { table.specificForce = base.vectors(at: table.timestamps) }
    table.rotationRate = rate?.vectors(at: table.timestamps) ?? []
    table.magneticField = field?.vectors(at: table.timestamps) ?? []
    return table
  }

  private struct Group {
    var quantity: String
    var unit: String
    var columns: [String]
  }

  /// Columns whose names differ only in the axis before the unit.
  private static func groups(in header: [String]) -> [Group] {
    var groups = [Group]()
    for name in header {
      guard let open = name.lastIndex(of: "("), name.last == ")" else { continue }
      let unit = String(name[name.index(after: open)...].dropLast())
      let words = name[..<open].split(separator: " ")
      guard let axis = words.last, axis.lowercased() == "x" else { continue }
      let quantity = words.dropLast().joined(separator: " ")
      let columns = (axis == "x" ? ["x", "y", "z"] : ["X", "Y", "Z"]).map { letter in
        (quantity.isEmpty ? "" : quantity + " ") + "\(letter) (\(unit))"
      }
      if columns.allSatisfy(header.contains) { groups.append(Group(quantity: quantity, unit: unit, columns: columns)) }
    }
    return groups
  }
}
