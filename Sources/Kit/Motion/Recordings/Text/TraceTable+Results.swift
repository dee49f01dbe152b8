import Rotations
import Traces

extension TraceTable {
  private func some<T>(_ values: [T]) -> [T]? { values.isEmpty ? nil : values }

  /// The finished trace; `attitude` and `userAcceleration` are there.
  func trace(named name: String) -> Trace {
    Trace(
      unchecked: name, timestamps: timestamps, attitude: attitude, userAcceleration: userAcceleration,
      rotationRate: some(rotationRate), gravity: some(gravity), magneticField: some(magneticField),
      truePosition: some(truePosition), trueAttitude: some(trueAttitude), truthHeading: truthHeading,
      isTruthKnown: isTruthKnown, isTouching: some(isTouching), notes: notes)
  }

  /// Fills the gaps in the truth, which a trace cannot have; a `RawRecording` keeps them.
  mutating func fillTruth() {
    let truth = MeasuredTruth(at: timestamps, positions: truePosition, attitudes: trueAttitude)
    (truePosition, trueAttitude, isTruthKnown) = (truth.positions, truth.attitudes, truth.isKnown)
    notes += truth.notes
  }

  /// Refuses times that are not finite any more: differences between a file's largest numbers, say.
  ///
  /// - Throws: `RecordingError.nonFinite`.
  func requireFiniteTimes(_ path: String) throws {
    guard let row = timestamps.firstIndex(where: { !$0.isFinite }) else { return }
    throw RecordingError.nonFinite("\(timestamps[row])", column: "time", place: .init(file: path, line: line(of: row)))
  }

  /// Refuses readings that are not finite any more: a file's largest numbers in another unit, or their sums.
  ///
  /// - Throws: `RecordingError.nonFinite`.
  func requireFiniteReadings(_ path: String, _ more: [Vector3] = []) throws {
    for vectors in [userAcceleration, specificForce, gravity, rotationRate, magneticField, more] {
      guard let row = vectors.firstIndex(where: { !($0.x.isFinite && $0.y.isFinite && $0.z.isFinite) }) else {
        continue
      }
      throw RecordingError.nonFinite(
        "\(vectors[row].x), \(vectors[row].y), \(vectors[row].z)", column: "a vector in SI units",
        place: .init(file: timeFile ?? path, line: line(of: row)))
    }
  }

  /// The sensors' readings; where the file has only what an attitude filter made of them, they are put together again.
  func raw(named name: String, _ path: String) throws -> RawRecording {
    try requireFiniteTimes(path)
    var force = specificForce
    if force.isEmpty {
      let place = TraceError.Place(file: path)
      guard !userAcceleration.isEmpty else { throw RecordingError.noAcceleration(place: place, found: quantities) }
      if !gravity.isEmpty {
        force = zip(userAcceleration, gravity).map { -($0 + $1) }
      } else if !attitude.isEmpty {
        force = zip(userAcceleration, attitude).map { -($0 + $1.gravity) }
      } else {
        throw RecordingError.noAttitude(
          place: place,
          reason: "acceleration without gravity does not tell where down is. Switch gravity (or the acceleration with "
            + "gravity) on too")
      }
    }
    if specificForce.isEmpty { try requireFiniteReadings(path, force) }
    return RawRecording(
      name: name, timestamps: timestamps, specificForce: force, rotationRate: some(rotationRate),
      magneticField: some(magneticField), attitude: some(attitude), truePosition: some(truePosition),
      trueAttitude: some(trueAttitude), truthHeading: truthHeading, isMoving: some(isMoving), notes: notes)
  }
}
