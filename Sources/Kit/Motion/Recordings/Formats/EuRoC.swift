import Foundation
import Rotations
import Traces

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

  /// Whether a table is an IMU's: the truth next to it has biases of the same names, after position and attitude.
  static func isMotion(_ text: DelimitedText) -> Bool {
    text.comments.contains { comment in
      (comment.contains("w_RS_S_x") || comment.contains("a_RS_S_x")) && !comment.contains("p_RS")
        && !comment.contains("q_RS")
    }
  }

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

  static func read(_ text: DelimitedText, _ options: Trace.ReadingOptions) throws -> TraceTable {
    var table = try TraceTable(text, motion, options)
    guard options.readsTruth, let path = truthPath(for: text.file.path), text.file.storage.kind(of: path) == .file
    else { return table }
    let truth = try SensorStream(
      DelimitedText(text.file.storage.open(path)), time: "1", origin: table.timeOrigin, timeScale: 1e-9, truthColumns,
      options)
    table.notes += truth.notes.map { "truth: \($0)" }
    try table.addTruth(
      .init(
        times: truth.times, positions: truth.vectors(at: truth.times),
        attitudes: try truth.attitudes(at: truth.times, first: 3)), path)
    return table
  }
}
