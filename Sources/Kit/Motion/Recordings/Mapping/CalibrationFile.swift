internal import Basics
import Calibration
import Foundation
import Rotations
import Traces

/// A small YAML with the calibrations of a device's sensors, as `gimbal calibrate` writes it:
///
///     accelerometer:
///       bias: [0.0213, -0.0132, 0.0441]
///       matrix: [[0.9981, 0, 0], [0.0012, 1.0023, 0], [-0.0004, 0.0031, 1.0009]]
///
/// A corrected reading is matrix · (reading − bias), in m/s², rad/s and µT. A sensor that is missing is left as it is; a missing bias is 0, a
/// missing matrix 1. `bias-margin` and `matrix-margin`, half the 95 % intervals, are for people.
enum CalibrationFile {
  private static let sensors = ["accelerometer", "gyroscope", "magnetometer"]
  private static let keys = ["bias", "matrix", "bias-margin", "matrix-margin"]

  static func read(_ path: String, in storage: RecordingStorage) throws -> SensorCalibration {
    let source = try storage.open(path)
    guard source.count < 1 << 20 else {
      throw RecordingError.badCalibration(
        .init(file: path), problem: "a calibration is a small file, and this has \(source.count) bytes", suggestion: nil
      )
    }
    return try read(String(decoding: try source.data, as: UTF8.self), path)
  }

  static func read(_ yaml: String, _ path: String) throws -> SensorCalibration {
    func bad(_ line: Int?, _ problem: String, _ suggestion: String? = nil) -> RecordingError {
      .badCalibration(.init(file: path, line: line), problem: problem, suggestion: suggestion)
    }
    let root: MappingNode
    do { root = try MappingNode.read(yaml) } catch { throw bad(error.line, "this is not YAML") }
    guard let entries = root.mapping, !entries.isEmpty else {
      throw bad(nil, "a calibration has the keys \(sensors.joined(separator: ", "))")
    }
    var calibration = SensorCalibration()
    for (key, value) in entries {
      let name = key.string ?? "?"
      guard sensors.contains(name) else {
        throw bad(
          key.line, "a calibration has no key “\(name)”; it has \(sensors.joined(separator: ", "))",
          Spelling.nearest(to: name, among: sensors))
      }
      var triad = TriadCalibration.identity
      for (key, value) in value.mapping ?? [] {
        let entry = key.string ?? "?"
        switch entry {
        case "bias":
          guard let bias = vector(value) else {
            throw bad(value.line, "“bias” of “\(name)” is three numbers in brackets: [0.02, -0.01, 0.04]")
          }
          triad.bias = bias
        case "matrix":
          let rows = (value.sequence ?? []).compactMap(vector)
          guard rows.count == 3, value.sequence?.count == 3 else {
            throw bad(
              value.line, "“matrix” of “\(name)” is three rows of three numbers: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]")
          }
          triad.matrix = Matrix3(rows: rows[0], rows[1], rows[2])
          guard (0.1...10).contains(triad.matrix.determinant) else {
            throw bad(value.line, "“matrix” of “\(name)” is far from 1: no sensor is that wrong")
          }
        case "bias-margin", "matrix-margin": break
        default:
          throw bad(
            key.line, "“\(name)” has no key “\(entry)”; it has \(keys.joined(separator: ", "))",
            Spelling.nearest(to: entry, among: keys))
        }
      }
      guard value.mapping?.isEmpty == false else { throw bad(value.line, "“\(name)” has the keys bias and matrix") }
      switch name {
      case "accelerometer": calibration.accelerometer = triad
      case "gyroscope": calibration.gyroscope = triad
      default: calibration.magnetometer = triad
      }
    }
    return calibration
  }

  private static func vector(_ node: MappingNode) -> Vector3? {
    let numbers = (node.sequence ?? []).compactMap { $0.number }.filter(\.isFinite)
    guard numbers.count == 3, node.sequence?.count == 3 else { return nil }
    return Vector3(numbers[0], numbers[1], numbers[2])
  }
}

extension SensorCalibration {
  /// Reads a file that `gimbal calibrate` or ``write(to:comment:)`` has written, or a person.
  ///
  /// - Throws: `RecordingError.missingFile`, `.unreadableFile`, and `.badCalibration` with file and line.
  public init(contentsOf path: String) throws { self = try CalibrationFile.read(path, in: .disk) }

  /// The file's text: a section per sensor, every number with the digits that bring it back exactly.
  ///
  /// - Parameters:
  ///   - comment: Put at the top, a `#` before each line.
  ///   - fits: Where the numbers come from: their intervals are written too.
  public func yaml(
    comment: String = "", accelerometer: FittedTriad? = nil, gyroscope: FittedTriad? = nil,
    magnetometer: FittedTriad? = nil
  ) -> String {
    var text = comment.split(separator: "\n").map { "# \($0)\n" }.joined()
    text += "# corrected reading = matrix · (reading − bias); the margins are half the 95 % intervals\n"
    for (name, unit, triad, fit) in [
      ("accelerometer", "m/s²", self.accelerometer, accelerometer),
      ("gyroscope", "rad/s", self.gyroscope, gyroscope), ("magnetometer", "µT", self.magnetometer, magnetometer),
    ] {
      guard let triad else { continue }
      text += "\(name):  # \(unit)\n  bias: \(Self.list(triad.bias))\n"
      if let fit { text += "  bias-margin: \(Self.list(fit.biasMargin, short: true))\n" }
      text += "  matrix: \(Self.rows(triad.matrix))\n"
      if let fit { text += "  matrix-margin: \(Self.rows(fit.matrixMargin, short: true))\n" }
    }
    return text
  }

  /// Writes ``yaml(comment:accelerometer:gyroscope:magnetometer:)``. The file appears complete or not at all.
  ///
  /// - Throws: `RecordingError.unwritableFile`.
  public func write(to path: String, comment: String = "") throws { try writeText(yaml(comment: comment), to: path) }

  private static func list(_ v: Vector3, short: Bool = false) -> String {
    "[" + [v.x, v.y, v.z].map { short ? String(format: "%.2g", $0) : "\($0)" }.joined(separator: ", ") + "]"
  }

  private static func rows(_ m: Matrix3, short: Bool = false) -> String {
    "["
      + (0..<3).map { row in list(Vector3(m[row, 0], m[row, 1], m[row, 2]), short: short) }.joined(separator: ", ")
      + "]"
  }
}

extension SensorCalibration {
  /// Corrects the readings of a table: the specific force, or the acceleration without gravity together with gravity.
  ///
  /// - Parameter source: What the calibration is called in the notes.
  func apply(to table: inout TraceTable, _ source: String) {
    if let accelerometer {
      table.specificForce = table.specificForce.map(accelerometer.applied)
      if !table.userAcceleration.isEmpty {
        // Without gravity's readings, gravity is what the attitude implies.
        let gravity = table.gravity.isEmpty ? table.attitude.map(\.gravity) : table.gravity
        if gravity.count == table.userAcceleration.count {
          table.userAcceleration = zip(table.userAcceleration, gravity).map { acceleration, gravity in
            -accelerometer.applied(to: -(acceleration + gravity)) - gravity
          }
        } else {
          table.notes.append("left the acceleration as it is: without gravity it cannot be calibrated")
        }
      }
    }
    if let gyroscope { table.rotationRate = table.rotationRate.map(gyroscope.applied) }
    if let magnetometer { table.magneticField = table.magneticField.map(magnetometer.applied) }
    let names = [
      accelerometer.map { _ in "accelerometer" }, gyroscope.map { _ in "gyroscope" },
      magnetometer.map { _ in "magnetometer" },
    ].compactMap { $0 }
    table.notes.append("calibrated \(names.joined(separator: ", ")) as \(source) says")
  }
}
