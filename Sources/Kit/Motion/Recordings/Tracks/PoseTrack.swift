import Foundation
import Rotations
import Stabilization
import Traces

/// Positions and attitudes over time: what trajectory evaluation compares.
public struct PoseTrack: Hashable, Sendable {
  /// Seconds, strictly increasing.
  public let times: [Double]
  /// m.
  public let positions: [Vector3]
  /// Device to reference frame, unit.
  public let attitudes: [Quaternion]

  /// - Throws: `TraceError` when the arrays differ in length or are empty, when time does not run forward, a number is not finite,
  ///   or an attitude is not a unit quaternion (to 1 %; the rest of the error is taken out).
  public init(times: [Double], positions: [Vector3], attitudes: [Quaternion]) throws(TraceError) {
    guard !times.isEmpty else { throw TraceError.noRows(place: nil) }
    for (name, count) in [("positions", positions.count), ("attitudes", attitudes.count)] where count != times.count {
      throw TraceError.lengthMismatch(column: name, found: count, expected: times.count)
    }
    for row in times.indices {
      let probe = times[row] + positions[row].sum()
      guard probe.isFinite else { throw TraceError.notFinite(column: "times, positions", value: probe, row: row) }
      if row > 0, times[row] <= times[row - 1] {
        throw TraceError.unorderedTime(times[row], after: times[row - 1], row: row)
      }
    }
    self.init(
      unchecked: times, positions,
      try attitudes.indices.map { (row) throws(TraceError) in try attitudes[row].settled(as: "attitudes", row: row) })
  }

  /// What a scheme made of a trace.
  ///
  /// - Throws: `TraceError.lengthMismatch` when the trajectory is not that trace's.
  public init(_ trajectory: Trajectory, of trace: Trace) throws(TraceError) {
    try self.init(times: trajectory.times, positions: trajectory.positions, attitudes: trace.attitude)
  }

  /// How many poses there are; at least 1.
  public var count: Int { times.count }

  package init(unchecked times: [Double], _ positions: [Vector3], _ attitudes: [Quaternion]) {
    self.times = times
    self.positions = positions
    self.attitudes = attitudes
  }
}

extension PoseTrack {
  /// Reads the format of the TUM RGB-D benchmark, which evo reads too: `time x y z qx qy qz qw` in a row, separated by
  /// blanks; lines that start with `#` are comments.
  ///
  /// - Throws: `RecordingError` or `TraceError` with file and line.
  public init(tum path: String) throws {
    let text = try DelimitedText(RecordingStorage.disk.open(path), delimiter: UInt8(ascii: " "))
    try text.requireColumns(8)
    var (times, positions, attitudes) = ([Double](), [Vector3](), [Quaternion]())
    _ = try text.forEachRow(Array(0..<8)) { (v, line) throws in
      let attitude = try Quaternion(w: v[7], x: v[4], y: v[5], z: v[6]).settled(as: "qx qy qz qw", text.place(line))
      if let last = times.last, v[0] <= last {
        if v[0] == last { throw TraceError.repeatedTime(v[0], row: times.count, place: text.place(line)) }
        throw TraceError.backwardTime(v[0], previous: last, row: times.count, place: text.place(line))
      }
      times.append(v[0])
      positions.append(Vector3(v[1], v[2], v[3]))
      attitudes.append(attitude)
    }
    guard !times.isEmpty else { throw TraceError.noRows(place: .init(file: path)) }
    self.init(unchecked: times, positions, attitudes)
  }

  /// Writes the track in the TUM format; gzipped when the path ends in `.gz`. The file appears complete or not at all.
  ///
  /// - Throws: `RecordingError.unwritableFile`.
  public func writeTUM(to path: String) throws {
    var text = "# time x y z qx qy qz qw\n"
    for index in times.indices {
      let (p, q) = (positions[index], attitudes[index])
      text += "\(times[index]) \(p.x) \(p.y) \(p.z) \(q.x) \(q.y) \(q.z) \(q.w)\n"
    }
    try writeText(text, to: path)
  }
}

extension Trace {
  /// The true track, for tools that compare tracks; with the estimated attitude where the true one is not known.
  ///
  /// - Throws: `TraceError.missingQuantity` without true positions.
  public func trueTrack() throws(TraceError) -> PoseTrack {
    guard let truePosition else {
      throw TraceError.missingQuantity(
        "truePosition", neededBy: "TUM", remedy: "only a recording with truth has a true track")
    }
    return PoseTrack(unchecked: timestamps, truePosition, trueAttitude ?? attitude)
  }
}
