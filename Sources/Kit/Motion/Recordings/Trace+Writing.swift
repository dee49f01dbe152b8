internal import Basics
import Foundation
import Rotations
import Traces

internal import enum Basics.WholeFile

extension Trace {
  /// Writes the trace in the project's own format, which `Trace(contentsOf:)` reads back exactly; gzipped when the path
  /// ends in `.gz`.
  ///
  /// The file appears complete or not at all: it is written under a temporary name and renamed.
  ///
  /// - Throws: `RecordingError.unwritableFile`.
  public func write(to path: String) throws {
    try writeText(table, to: path)
  }

  /// The trace as text in the project's own format.
  ///
  /// Comments, then a header whose names carry the units, then a row per sample with `,` between the fields. Numbers
  /// are the shortest that read back as the same double.
  ///
  ///     # gimbal trace 1
  ///     # name: figure-eight
  ///     time_s,attitude_w,attitude_x,…,user_acceleration_x_m_s2,…,true_position_x_m,…,touching
  ///
  /// Required: `time_s`, `attitude_w` … `attitude_z` (device to reference frame), `user_acceleration_x_m_s2` … (device
  /// frame, Core Motion's sign). Optional: `rotation_rate_x_rad_s`, `gravity_x_m_s2`, `magnetic_field_x_uT`,
  /// `true_position_x_m`, `true_attitude_w` (`nan` where the truth is unknown), and `touching` (0 or 1).
  public var table: String {
    var header = [GimbalTable.time] + GimbalTable.attitude + GimbalTable.userAcceleration
    if rotationRate != nil { header += GimbalTable.rotationRate }
    if gravity != nil { header += GimbalTable.gravity }
    if magneticField != nil { header += GimbalTable.magneticField }
    if truePosition != nil { header += GimbalTable.truePosition }
    if trueAttitude != nil { header += GimbalTable.trueAttitude }
    if isTouching != nil { header.append(GimbalTable.isTouching) }
    var text = "# \(GimbalTable.marker)\n# name: \(name.onOneLine)\n"
    for note in notes { text += "# note: \(note.onOneLine)\n" }
    text += GimbalTable.comment(of: truthHeading) + header.joined(separator: ",") + "\n"
    text.reserveCapacity(text.utf8.count + count * header.count * 12)
    func add(_ x: Double, _ y: Double, _ z: Double) {
      text += ","
      text += x.description
      text += ","
      text += y.description
      text += ","
      text += z.description
    }
    for row in 0..<count {
      text += timestamps[row].description
      text += ","
      text += attitude[row].w.description
      add(attitude[row].x, attitude[row].y, attitude[row].z)
      add(userAcceleration[row].x, userAcceleration[row].y, userAcceleration[row].z)
      for vectors in [rotationRate, gravity, magneticField] {
        if let vectors { add(vectors[row].x, vectors[row].y, vectors[row].z) }
      }
      let isKnown = isTruthKnown?[row] ?? true
      if let truePosition {
        let position = isKnown ? truePosition[row] : Vector3(repeating: .nan)
        add(position.x, position.y, position.z)
      }
      if trueAttitude != nil, !isKnown {
        text += ",nan"
        add(.nan, .nan, .nan)
      } else if let trueAttitude {
        text += ","
        text += trueAttitude[row].w.description
        add(trueAttitude[row].x, trueAttitude[row].y, trueAttitude[row].z)
      }
      if let isTouching { text += isTouching[row] ? ",1" : ",0" }
      text += "\n"
    }
    return text
  }
}

/// Writes a file completely or not at all; gzipped if its name ends in `.gz`. An existing file is kept unless it may
/// be replaced.
func writeText(_ text: String, to path: String, replacing: Bool = true) throws {
  var data = Data(text.utf8)
  if path.hasSuffix(".gz") {
    guard let packed = Compression.gzip(data) else {
      throw RecordingError.unwritableFile(path, reason: "it could not be packed")
    }
    data = packed
  }
  do {
    try WholeFile.write(data, to: path, replacing: replacing)
  } catch {
    throw RecordingError.unwritableFile(path, reason: SystemReason.words(error))
  }
}
