import Rotations

/// Export of the app Sensor Logger: a table per sensor, each on its own clock, in nanoseconds since 1970 (`time`) and in
/// seconds since the start (`seconds_elapsed`), accelerations in m/s².
///
/// Apple's and Android's signs differ, and a setting of the app makes an iPhone write Android's. The file does not say
/// which it is; gravity seen from the attitude does, and so it is found by measuring, and noted.
enum SensorLogger {
  private static let time = "seconds_elapsed"
  private static let xyz = ["x", "y", "z"]

  static func read(_ set: TableSet, _ options: Trace.ReadingOptions) throws(TraceError) -> TraceTable {
    func stream(_ name: String, _ columns: [String]) throws(TraceError) -> SensorStream? {
      guard let text = set[name] else { return nil }
      return try SensorStream(text, time: time, columns, options)
    }
    let total = try stream("TotalAcceleration", xyz)
    let user = try stream("Accelerometer", xyz)
    let gravity = try stream("Gravity", xyz)
    let orientation = try stream("Orientation", ["qw", "qx", "qy", "qz"])
    let rate = try stream("Gyroscope", xyz)
    let field = try stream("Magnetometer", xyz)
    guard let base = user ?? total else {
      throw .missingTable("Accelerometer.csv", found: set.tables.map(\.file.stem), path: set.path)
    }
    let range = TraceTable.commonTimes(base, [user, total, gravity, orientation, rate, field])
    guard !range.isEmpty else { throw .noRows(place: .init(file: set.path)) }
    let times = Array(base.times[range])
    var table = TraceTable()
    table.notes = [user, total, gravity, orientation, rate, field].flatMap { $0?.notes ?? [] }
    table.timestamps = times
    table.rotationRate = rate?.vectors(at: times) ?? []
    table.magneticField = field?.vectors(at: times) ?? []
    guard let orientation else {
      guard let total else {
        throw .missingTable("Orientation.csv", found: set.tables.map(\.file.stem), path: set.path)
      }
      // Only Android writes this table, in its own sign: +9.8 m/s² on z at rest, face up.
      table.specificForce = total.vectors(at: times)
      return table
    }
    guard let user, let gravity else {
      throw .missingTable(
        user == nil ? "Accelerometer.csv" : "Gravity.csv", found: set.tables.map(\.file.stem), path: set.path)
    }
    table.attitude = try orientation.attitudes(at: times)
    table.userAcceleration = user.vectors(at: times)
    table.gravity = gravity.vectors(at: times)
    try table.settleConvention(set.path)
    return table
  }
}

extension TraceTable {
  /// Turns attitude and accelerations into the project's conventions, judged by gravity: its direction in the device
  /// frame is known from the table and from the attitude, taken either way round and with either sign.
  ///
  /// - Throws: `TraceError.contradictoryGravity` when none of the four fits to within 30° on average.
  mutating func settleConvention(_ path: String) throws(TraceError) {
    let down = Vector3(0, 0, -1)
    var (deviceToReference, referenceToDevice) = (0.0, 0.0)
    for (q, g) in zip(attitude, gravity) where g.length > 0 {
      let unit = g / g.length
      deviceToReference += q.inverse.act(on: down).dot(unit)
      referenceToDevice += q.act(on: down).dot(unit)
    }
    let mean = (deviceToReference / Double(attitude.count), referenceToDevice / Double(attitude.count))
    let isInverted = abs(mean.1) > abs(mean.0) + 1e-9
    let agreement = isInverted ? mean.1 : mean.0
    guard abs(agreement) > 0.866 else {
      throw .contradictoryGravity(agreement: agreement, place: .init(file: path))
    }
    if isInverted {
      attitude = attitude.map(\.inverse)
      notes.append("inverted the attitude: it turned reference-frame vectors into device-frame vectors")
    }
    if agreement < 0 {
      userAcceleration = userAcceleration.map { -$0 }
      gravity = gravity.map { -$0 }
      notes.append("changed the sign of the accelerations: gravity pointed up, as Android reports it")
    }
  }
}
