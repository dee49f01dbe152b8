import Foundation
import Inertial
import Rotations

/// The trials of the BROAD benchmark: raw samples, the optical truth, and the rows in which the sensor moves.
func broadTrials() throws -> [FusionTrial] {
  leavingOutBroken(try FusionRecordings.files(in: "broad"), name: \.path) { file in
    let table = try NumberTable(contentsOf: file)
    let column = try table.columns([
      "time_s", "gyr_x_rad_s", "gyr_y_rad_s", "gyr_z_rad_s", "acc_x_m_s2", "acc_y_m_s2", "acc_z_m_s2", "mag_x_uT",
      "mag_y_uT", "mag_z_uT", "opt_qw", "opt_qx", "opt_qy", "opt_qz", "movement",
    ])
    var trial = FusionTrial(name: file.deletingPathExtension().lastPathComponent, samples: [], truth: [])
    var moving = [Bool]()
    for row in 0..<table.rows {
      func v(_ first: Int) throws -> Vector3 {
        try Vector3(
          table.number(row, column[first]), table.number(row, column[first + 1]), table.number(row, column[first + 2]))
      }
      trial.samples.append(
        try RawSample(
          time: table.number(row, column[0]), rotationRate: v(1), specificForce: v(4), magneticField: v(7)))
      // The truth is unknown where it is no number.
      let w = table[row, column[10]]
      let xyz = w.isFinite ? try v(11) : .zero
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
  private var path: String

  init(contentsOf file: URL) throws {
    path = file.path
    let data = try Data(contentsOf: file) + [0]
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else {
      throw BrokenRecording(file: path, line: 1, reason: "there is one line only")
    }
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

  /// - Throws: `BrokenRecording` with its line for what is not a finite number.
  func number(_ row: Int, _ column: Int) throws -> Double {
    let value = self[row, column]
    guard value.isFinite else {
      throw BrokenRecording(file: path, line: row + 2, reason: "\(header[column]) is no finite number")
    }
    return value
  }

  /// Indices of the named columns.
  func columns(_ names: [String]) throws -> [Int] {
    try names.map { name in
      guard let index = header.firstIndex(of: name) else {
        throw BrokenRecording(file: path, line: 1, reason: "there is no column \(name)")
      }
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
