import Rotations

extension Trace {
  /// What the public initialiser promises.
  ///
  /// - Parameter attitude, trueAttitude: As they were given, before their length was settled.
  package func check(_ attitude: [Quaternion], _ trueAttitude: [Quaternion]?) throws(TraceError) {
    guard !timestamps.isEmpty else { throw .noRows(place: nil) }
    func length(_ name: String, _ count: Int?) throws(TraceError) {
      guard let count, count != timestamps.count else { return }
      throw .lengthMismatch(column: name, found: count, expected: timestamps.count)
    }
    try length("attitude", attitude.count)
    try length("userAcceleration", userAcceleration.count)
    try length("rotationRate", rotationRate?.count)
    try length("gravity", gravity?.count)
    try length("magneticField", magneticField?.count)
    try length("truePosition", truePosition?.count)
    try length("trueAttitude", trueAttitude?.count)
    try length("isTruthKnown", isTruthKnown?.count)
    try length("isTouching", isTouching?.count)
    for (row, time) in timestamps.enumerated() {
      guard time.isFinite else { throw .notFinite(column: "timestamps", value: time, row: row) }
      guard row > 0 else { continue }
      let previous = timestamps[row - 1]
      guard time > previous else { throw .unorderedTime(time, after: previous, row: row) }
      guard (time - previous).isFinite else { throw .notFinite(column: "time step", value: time - previous, row: row) }
    }
    func finite(_ name: String, _ vectors: [Vector3]?) throws(TraceError) {
      for (row, vector) in (vectors ?? []).enumerated() {
        let sum = vector.sum()
        guard sum.isFinite else { throw .notFinite(column: name, value: sum, row: row) }
      }
    }
    try finite("userAcceleration", userAcceleration)
    try finite("rotationRate", rotationRate)
    try finite("gravity", gravity)
    try finite("magneticField", magneticField)
    try finite("truePosition", truePosition)
    func unit(_ name: String, _ quaternions: [Quaternion]?) throws(TraceError) {
      for (row, q) in (quaternions ?? []).enumerated() { _ = try q.settled(as: name, row: row) }
    }
    try unit("attitude", attitude)
    try unit("trueAttitude", trueAttitude)
  }
}

extension Quaternion {
  /// The sum of the squared components: 1 for a rotation.
  package var normSquared: Double { dot(self) }

  /// The same rotation with unit length; nil when the length differs from 1 by more than 1 %, or is not a number.
  package var settled: Quaternion? { abs(normSquared.squareRoot() - 1) <= 0.01 ? settledLength : nil }

  /// The same rotation with unit length.
  ///
  /// - Parameters:
  ///   - column: What the quaternion is called.
  ///   - place: The row's, where it is in a file.
  /// - Throws: `TraceError.notUnit` where ``settled`` is nil.
  package func settled(
    as column: String, row: Int = 0, _ place: @autoclosure () -> TraceError.Place? = nil
  ) throws(TraceError) -> Quaternion {
    if let settled { return settled }
    throw .notUnit(column: column, norm: normSquared.squareRoot(), row: row, place: place())
  }

  /// The same rotation with unit length, unless the length is within rounding of 1 already: a value that was written
  /// and read again has to stay what it was.
  package var settledLength: Quaternion {
    let square = normSquared
    guard abs(square - 1) > 1e-6 else { return self }
    let scale = 1 / square.squareRoot()
    return Quaternion(w: w * scale, x: x * scale, y: y * scale, z: z * scale)
  }
}
