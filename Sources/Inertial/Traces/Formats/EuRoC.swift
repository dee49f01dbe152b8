import Foundation
import Rotations

/// EuRoC's folders (Burri et al. 2016), `mav0/imu0/data.csv` with the motion and
/// `mav0/state_groundtruth_estimate0/data.csv` with the truth: nanoseconds, SI units, all columns by their number, since
/// the headers are comments.
///
/// The truth's columns are time, position, attitude w x y z, velocity, gyroscope bias and accelerometer bias; a trace
/// takes position and attitude. Its frame has z up, its body frame is the IMU's.
enum EuRoC {
  /// rad/s, m/s².
  static let motion = ColumnMapping(
    time: .column("1", scale: 1e-9), specificForce: .init(["5", "6", "7"]), rotationRate: .init(["2", "3", "4"]))

  private static let truthFolder = "state_groundtruth_estimate0"
  private static let truthColumns = ["2", "3", "4", "5", "6", "7", "8"]

  /// The file with the motion in a folder of this layout: the sequence's, `mav0` or `imu0`'s parent; nil in others.
  static func motionPath(in folder: String, _ storage: RecordingStorage) -> String? {
    ["\(folder)/imu0/data.csv", "\(folder)/mav0/imu0/data.csv"].first { storage.kind(of: $0) == .file }
  }

  /// The file with the motion among those of an archive.
  static func motionPath(inAny paths: [String]) -> String? { paths.sorted().first { $0.hasSuffix("/imu0/data.csv") } }

  /// `MH_01_easy` for `MH_01_easy/mav0/imu0/data.csv`; nil for a file that lies elsewhere.
  static func name(of path: String) -> String? {
    var parts = path.split(separator: "/").map(String.init)
    guard parts.suffix(2) == ["imu0", "data.csv"] else { return nil }
    parts.removeLast(2)
    if parts.last == "mav0" { parts.removeLast() }
    return parts.last.map { $0.hasSuffix(".zip") ? String($0.dropLast(4)) : $0 }
  }

  private static func truthPath(for path: String) -> String? {
    guard path.hasSuffix("imu0/data.csv") else { return nil }
    return path.dropLast("imu0/data.csv".count) + truthFolder + "/data.csv"
  }

  static func read(_ text: DelimitedText, _ options: Trace.ReadingOptions) throws(TraceError) -> TraceTable {
    var table = try TraceTable(text, motion, options)
    guard options.readsTruth, let path = truthPath(for: text.file.path), text.file.storage.kind(of: path) == .file
    else { return table }
    let truth = try SensorStream(
      DelimitedText(text.file.storage.open(path)), time: "1", origin: table.timeOrigin, timeScale: 1e-9, truthColumns,
      options)
    table.notes += truth.notes.map { "truth: \($0)" }
    let (first, last) = (truth.times[0], truth.times[truth.times.count - 1])
    let covered = table.timestamps.indices.filter { first <= table.timestamps[$0] && table.timestamps[$0] <= last }
    guard let start = covered.first, let end = covered.last else {
      throw .truthElsewhere(
        file: path, from: first, to: last, motion: table.timestamps[table.timestamps.count - 1])
    }
    let missing = table.timestamps.count - covered.count
    if missing > 0 {
      table.keep(start..<(end + 1))
      table.notes.append(
        "left out \(missing) samples before and after the time of the truth; `readsTruth: false` keeps them")
    }
    table.truePosition = truth.vectors(at: table.timestamps)
    table.trueAttitude = try truth.attitudes(at: table.timestamps, first: 3)
    table.notes.append("put the truth on the motion's clock, between its \(truth.times.count) samples")
    return table
  }
}
