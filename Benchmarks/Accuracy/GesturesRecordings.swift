import Foundation
import Gestures
import Inertial
import Rotations

/// The recordings of drawn letters; empty where the folder is not there.
enum GestureRecordings {
  /// Feature vectors of handwritten capitals: the course's 28 numbers, in its order.
  static func letters() -> [Example] {
    leavingOutBroken(recordings(in: "letters", suffix: ".csv"), name: \.self) { path in
      let log = try TrainingLog(csv: text(path), file: path)
      LeftOut.add(log.problems.map { Omission(path, $0) })
      return log.examples
    }.flatMap { $0 }
  }

  /// Letters drawn in the air, each from touch to lift.
  static func airLetters() -> [LabelledTrace] {
    groups(in: "air-letters", key: 3, numbers: 10) { key, rows in
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
  static func omniglot() -> [LabelledStroke] {
    let capitals = ["c": "C", "l": "I", "o": "O", "s": "S", "u": "U", "v": "V", "w": "W", "x": "X", "z": "Z"]
    return groups(in: "omniglot", key: 2, numbers: 4) { key, rows -> LabelledStroke? in
      guard let capital = capitals[key[0]], Set(rows.map { $0[0] }).count == 1 else { return nil }
      let stroke = try Stroke(rows.map { Sample2D(x: $0[1], y: -$0[2], t: $0[3] / 1000) })
      return LabelledStroke(label: capital, stroke: stroke)
    }.compactMap(\.self)
  }

  /// Consecutive rows with the same first `key` fields, and the numbers after them. A gesture with a broken row, or of which
  /// nothing can be made, is left out and named with its line; a row that does not show its gesture breaks it in two,
  /// and both parts are left out.
  private static func groups<T>(
    in folder: String, key: Int, numbers: Int, _ make: ([String], [[Double]]) throws -> T
  ) -> [T] {
    leavingOutBroken(recordings(in: folder, suffix: ".csv"), name: \.self) { path in
      var groups: [(name: [String], place: String, rows: [[Double]], broken: BrokenRecording?)] = []
      let lines = try text(path).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let name = Array(fields.prefix(key))
        if groups.last?.name != name { groups.append((name, "\(path):\(index + 1)", [], nil)) }
        let values = fields.dropFirst(key).compactMap(Double.init).filter(\.isFinite)
        if values.count != numbers || fields.count != key + numbers {
          groups[groups.count - 1].broken = BrokenRecording(file: path, line: index + 1, reason: "broken row: \(line)")
        }
        groups[groups.count - 1].rows.append(values)
      }
      let parts = Dictionary(groups.map { ($0.name, 1) }, uniquingKeysWith: +)
      return leavingOutBroken(groups, name: \.place) { group in
        if let broken = group.broken { throw broken }
        if parts[group.name, default: 1] > 1 {
          let reason = "rows of “\(group.name.joined(separator: ","))” are elsewhere too"
          throw BrokenRecording(file: path, reason: reason)
        }
        return try make(group.name, group.rows)
      }
    }.flatMap { $0 }
  }

  /// A file that is not text has rows without numbers.
  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }
}
