import Foundation
import Inertial
import Rotations

/// The trials of the BROAD benchmark: raw samples, the optical truth, and the rows in which the sensor moves.
func broadTrials() throws -> [FusionTrial] {
  try FusionRecordings.files(in: "broad").map { file in
    let table = try NumberTable(contentsOf: file)
    let column = try table.columns([
      "time_s", "gyr_x_rad_s", "gyr_y_rad_s", "gyr_z_rad_s", "acc_x_m_s2", "acc_y_m_s2", "acc_z_m_s2", "mag_x_uT",
      "mag_y_uT", "mag_z_uT", "opt_qw", "opt_qx", "opt_qy", "opt_qz", "movement",
    ])
    var trial = FusionTrial(name: file.deletingPathExtension().lastPathComponent, samples: [], truth: [])
    var moving = [Bool]()
    for row in 0..<table.rows {
      func v(_ first: Int) -> Vector3 {
        Vector3(table[row, column[first]], table[row, column[first + 1]], table[row, column[first + 2]])
      }
      trial.samples.append(
        RawSample(time: table[row, column[0]], rotationRate: v(1), specificForce: v(4), magneticField: v(7)))
      let w = table[row, column[10]]
      let xyz = v(11)
      trial.truth.append(w.isFinite ? Quaternion(w: w, x: xyz.x, y: xyz.y, z: xyz.z) : nil)
      moving.append(table[row, column[14]] == 1)
    }
    trial.counts = moving
    return trial
  }
}

/// A CSV file of numbers under one header line. What is not a number is NaN.
struct NumberTable {
  var header: [String]
  var rows: Int
  private var values: [Double]

  init(contentsOf file: URL) throws {
    let data = try Data(contentsOf: file) + [0]
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { throw CocoaError(.fileReadCorruptFile) }
    header = String(decoding: data[..<end], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      .components(separatedBy: ",")
    let columns = header.count
    var values = [Double]()
    data.withUnsafeBytes { bytes in
      guard var at = bytes.baseAddress.map({ $0 + end + 1 })?.assumingMemoryBound(to: CChar.self) else { return }
      while at.pointee != 0 {
        for _ in 0..<columns {
          var next: UnsafeMutablePointer<CChar>?
          let value = strtod(at, &next)
          let moved = next.map { UnsafePointer($0) != at } ?? false
          values.append(moved ? value : .nan)
          if let next, moved { at = UnsafePointer(next) }
          while at.pointee != 0, at.pointee != 44, at.pointee != 10 { at += 1 }
          if at.pointee == 44 { at += 1 }
        }
        while at.pointee == 10 || at.pointee == 13 { at += 1 }
      }
    }
    self.values = values
    rows = values.count / columns
  }

  subscript(row: Int, column: Int) -> Double { values[row * header.count + column] }

  /// Indices of the named columns.
  func columns(_ names: [String]) throws -> [Int] {
    try names.map { name in
      guard let index = header.firstIndex(of: name) else { throw CocoaError(.fileReadCorruptFile) }
      return index
    }
  }
}

/// Where the recordings are.
enum FusionRecordings {
  /// Where the recordings lie: `$GIMBAL_DATA`, else `../shared/data`.
  static let folder = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["GIMBAL_DATA"] ?? "../shared/data", isDirectory: true)

  /// The CSV files of one folder of the recordings, by name; empty, with a note, where the recordings are not there.
  static func files(in name: String) throws -> [URL] {
    let path = folder.appendingPathComponent(name)
    guard let files = try? FileManager.default.contentsOfDirectory(at: path, includingPropertiesForKeys: nil) else {
      print("skipped: no recordings in \(path.path); set GIMBAL_DATA")
      return []
    }
    return files.filter { $0.pathExtension == "csv" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
