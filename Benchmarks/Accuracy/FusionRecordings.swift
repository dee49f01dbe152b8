import Foundation
import Inertial
import Rotations

/// The trials of the BROAD benchmark: raw samples, the optical truth, and the rows in which the sensor moves.
func broadTrials() -> [FusionTrial] {
  leavingOutBroken(FusionRecordings.files(in: "broad"), name: \.path) { file in
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
      let time = try table.number(row, column[0])
      if let last = trial.samples.last, time <= last.time { throw table.broken(row, "the time does not increase") }
      trial.samples.append(
        try RawSample(
          time: time, rotationRate: v(1), specificForce: v(4), magneticField: v(7)))
      // The truth is unknown where the field is not a number.
      let w = table[row, column[10]]
      let xyz = w.isFinite ? try v(11) : .zero
      let truth = Quaternion(w: w, x: xyz.x, y: xyz.y, z: xyz.z)
      guard !w.isFinite || abs(truth.dot(truth) - 1) < 0.02 else {
        throw table.broken(row, "the truth is not an attitude")
      }
      trial.truth.append(w.isFinite ? truth : nil)
      moving.append(table[row, column[14]] == 1)
    }
    trial.counts = moving
    return trial
  }
}

/// A CSV file of numbers under one header line. What is not a number is NaN; a row with more or fewer fields is an error.
struct NumberTable {
  var header: [String]
  var rows: Int
  private var values: [Double]
  private var lines: [Int]
  private var path: String

  init(contentsOf file: URL) throws {
    path = file.path
    let data = try Data(contentsOf: file)
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else {
      throw BrokenRecording(file: path, line: 1, reason: "there is one line only")
    }
    header = String(decoding: data[..<end], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      .components(separatedBy: ",")
    let columns = header.count
    (values, lines) = ([], [])
    let texts = data[(end + 1)...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, text) in texts.enumerated() {
      let line = text.last == UInt8(ascii: "\r") ? text.dropLast() : text
      guard !line.isEmpty else { continue }
      let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      guard fields.count == columns else {
        let reason = "\(fields.count) fields instead of \(columns)"
        throw BrokenRecording(file: path, line: index + 2, reason: reason)
      }
      values += fields.map { Double(String(decoding: $0, as: UTF8.self)) ?? .nan }
      lines.append(index + 2)
    }
    rows = lines.count
    guard rows > 0 else { throw BrokenRecording(file: path, line: 2, reason: "there is no row") }
  }

  subscript(row: Int, column: Int) -> Double { values[row * header.count + column] }

  /// - Throws: `BrokenRecording` with its line for what is not a finite number.
  func number(_ row: Int, _ column: Int) throws -> Double {
    let value = self[row, column]
    guard value.isFinite else { throw broken(row, "\(header[column]) is not a finite number") }
    return value
  }

  /// What is wrong with a row.
  func broken(_ row: Int, _ reason: String) -> BrokenRecording {
    BrokenRecording(file: path, line: lines[row], reason: reason)
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
  /// The folder of the recordings: `$GIMBAL_DATA`, else `../shared/data`.
  static let folder = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["GIMBAL_DATA"] ?? "../shared/data", isDirectory: true)

  /// The CSV files of one folder of the recordings, by name; empty, with a note, where the recordings are not there.
  static func files(in name: String) -> [URL] {
    let path = folder.appendingPathComponent(name)
    guard let files = try? FileManager.default.contentsOfDirectory(at: path, includingPropertiesForKeys: nil) else {
      print("skipped: no recordings in \(path.path); set GIMBAL_DATA")
      return []
    }
    return files.filter { $0.pathExtension == "csv" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}
