import Rotations

extension TraceTable {
  private func some<T>(_ values: [T]) -> [T]? { values.isEmpty ? nil : values }

  /// The finished trace; `attitude` and `userAcceleration` are there.
  func trace(named name: String) -> Trace {
    Trace(
      unchecked: name, timestamps: timestamps, attitude: attitude, userAcceleration: userAcceleration,
      rotationRate: some(rotationRate), gravity: some(gravity), magneticField: some(magneticField),
      truePosition: some(truePosition), trueAttitude: some(trueAttitude), isTouching: some(isTouching), notes: notes)
  }

  /// Refuses times that are no numbers any more: differences between a file's largest numbers, say.
  ///
  /// - Throws: `TraceError.nonFinite`.
  func requireFiniteTimes(_ path: String) throws(TraceError) {
    guard let row = timestamps.firstIndex(where: { !$0.isFinite }) else { return }
    throw .nonFinite("\(timestamps[row])", column: "time", place: .init(file: path, line: line(of: row)))
  }

  /// The sensors' readings; where the file has only what an attitude filter made of them, they are put together again.
  func raw(named name: String, _ path: String) throws(TraceError) -> RawRecording {
    try requireFiniteTimes(path)
    var force = specificForce
    if force.isEmpty {
      guard !userAcceleration.isEmpty else {
        throw .missingColumn("acceleration", found: [], suggestion: nil, place: .init(file: path))
      }
      if !gravity.isEmpty {
        force = zip(userAcceleration, gravity).map { -($0 + $1) }
      } else if !attitude.isEmpty {
        force = zip(userAcceleration, attitude).map { -($0 + $1.inverse.act(on: Vector3(0, 0, -standardGravity))) }
      } else {
        throw .missingColumn("gravity", found: [], suggestion: nil, place: .init(file: path))
      }
    }
    return RawRecording(
      name: name, timestamps: timestamps, specificForce: force, rotationRate: some(rotationRate),
      magneticField: some(magneticField), attitude: some(attitude), truePosition: some(truePosition),
      trueAttitude: some(trueAttitude), isMoving: some(isMoving), notes: notes)
  }
}
