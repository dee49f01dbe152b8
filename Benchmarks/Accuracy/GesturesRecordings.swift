import Foundation
import Gestures
import Inertial
import Rotations

/// The recordings of drawn letters; empty where the folder is not there.
enum GestureRecordings {
  /// Feature vectors of handwritten capitals: the course's 28 numbers, in its order.
  static func letters() throws -> [Example] {
    guard let path = recordings(in: "letters", suffix: ".csv").first else { return [] }
    let log = try TrainingLog(csv: String(contentsOfFile: path, encoding: .utf8), file: path)
    say(log.problems.map { Omission(path, $0) }, of: log.problems.count + log.examples.count)
    return log.examples
  }

  /// Letters drawn in the air, each from touch to lift.
  static func airLetters() throws -> [LabelledTrace] {
    try groups(in: "air-letters", key: 3, numbers: 10) { key, rows in
      LabelledTrace(
        label: key[2], person: key[1],
        trace: try Trace(
          name: "gesture \(key[0])", timestamps: rows.map { $0[0] },
          attitude: rows.map { Quaternion(RollPitchYaw(roll: $0[3], pitch: $0[1], yaw: $0[2])) },
          userAcceleration: rows.map { standardGravity * Vector3($0[7], $0[8], $0[9]) },
          rotationRate: rows.map { Vector3($0[4], $0[5], $0[6]) }))
    }
  }

  /// Lower-case letters drawn in one stroke whose shape is that of a capital, labelled with that; `l` is a bare I.
  static func omniglot() throws -> [LabelledStroke] {
    let capitals = ["c": "C", "l": "I", "o": "O", "s": "S", "u": "U", "v": "V", "w": "W", "x": "X", "z": "Z"]
    let strokes = try groups(in: "omniglot", key: 3, numbers: 3) { key, rows in
      (key, try Stroke(rows.map { Sample2D(x: $0[0], y: -$0[1], t: $0[2] / 1000) }))
    }
    let drawings = Dictionary(grouping: strokes) { $0.0[0] + "," + $0.0[1] }
    return strokes.compactMap { key, stroke in
      guard let capital = capitals[key[0]], drawings[key[0] + "," + key[1]]?.count == 1 else { return nil }
      return LabelledStroke(label: capital, stroke: stroke)
    }
  }

  /// Consecutive rows with the same first `key` fields, and the numbers after them. A gesture with a broken row, or of which
  /// nothing can be made, is left out and named with its line.
  private static func groups<T>(
    in folder: String, key: Int, numbers: Int, _ make: ([String], [[Double]]) throws -> T
  ) throws -> [T] {
    guard let path = recordings(in: folder, suffix: ".csv").first else { return [] }
    var groups: [(name: [String], place: String, rows: [[Double]], broken: BrokenRecording?)] = []
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      let fields = line.split(separator: ",").map(String.init)
      let name = Array(fields.prefix(key))
      if groups.last?.name != name { groups.append((name, "\(path):\(index + 1)", [], nil)) }
      let values = fields.dropFirst(key).compactMap(Double.init)
      if values.count != numbers {
        groups[groups.count - 1].broken = BrokenRecording(file: path, line: index + 1, reason: "broken row: \(line)")
      }
      groups[groups.count - 1].rows.append(values)
    }
    return leavingOutBroken(groups, name: \.place) { group in
      if let broken = group.broken { throw broken }
      return try make(group.name, group.rows)
    }
  }
}
