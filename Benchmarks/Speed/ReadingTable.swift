import Foundation
import Inertial
import Rotations

/// A file with a table of random motion, the same for the same number of rows.
struct ReadingTable {
  /// How the numbers are written.
  enum Digits {
    /// Six decimals, as most recorders do.
    case six
    /// Seventeen digits, as programs do that print doubles.
    case seventeen

    var name: String { self == .six ? "6 decimals" : "17 digits" }
  }

  let path: String
  private let rows: Int

  static let columns = [
    "time", "roll", "pitch", "yaw", "user_x", "user_y", "user_z", "rate_x", "rate_y", "rate_z", "gravity_x",
    "gravity_y", "gravity_z",
  ]

  static let mapping = ColumnMapping(
    time: .column("time"), attitude: .rollPitchYaw(["roll", "pitch", "yaw"]),
    userAcceleration: .init(["user_x", "user_y", "user_z"], scale: standardGravity),
    rotationRate: .init(["rate_x", "rate_y", "rate_z"]),
    gravity: .init(["gravity_x", "gravity_y", "gravity_z"], scale: standardGravity))

  init(rows: Int, _ digits: Digits) throws {
    self.rows = rows
    path = FileManager.default.temporaryDirectory.appendingPathComponent("gimbal-\(UUID().uuidString).csv").path
    var random = SeededRandom(seed: 6)
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    var text = Self.columns.joined(separator: ",") + "\n"
    for row in 0..<rows {
      text += "\(Double(row) / 100)"
      for _ in 1..<Self.columns.count {
        let value = random.normal()
        text += ","
        text += digits == .six ? Self.sixDecimals(value) : String(format: "%.17g", value)
      }
      text += "\n"
      guard row % 10_000 == 9_999 || row == rows - 1 else { continue }
      try file.write(contentsOf: Data(text.utf8))
      text = ""
    }
    try file.close()
  }

  /// `%.6f`, much faster.
  private static func sixDecimals(_ value: Double) -> String {
    let millionths = Int((abs(value) * 1e6).rounded())
    let fraction = String(millionths % 1_000_000)
    return (value < 0 ? "-" : "") + String(millionths / 1_000_000) + "."
      + String(repeating: "0", count: 6 - fraction.count) + fraction
  }

  /// The same motion in the project's own format, in another file.
  func inOwnFormat() throws -> String {
    let own = path + "-own.csv"
    try Trace(contentsOf: path, options: .init(columns: Self.mapping)).write(to: own)
    return own
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// What reading a file does to this process's memory, as JSON lines: bytes a row that the trace holds, and bytes by
  /// which reading raised the peak.
  static func reportMemory(of path: String) throws {
    func status(_ key: String) -> Double {
      let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
      return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Double($0) }.map { $0 * 1024 }
        ?? .nan
    }
    // The libraries that the first reading loads do not count as memory of a trace.
    let row = columns.map { _ in "0" }.joined(separator: ",")
    let small = [columns.joined(separator: ","), row, "1" + row.dropFirst()].joined(separator: "\n")
    _ = try Trace(contentsOf: "small.csv", in: ["small.csv": Data(small.utf8)], options: .init(columns: mapping))
    let before = status("VmRSS")
    let trace = try Trace(contentsOf: path, options: .init(columns: mapping))
    let (held, peak) = (status("VmRSS") - before, status("VmHWM") - before)
    print("{\"name\": \"held\", \"value\": \(held / Double(trace.count))}")
    print("{\"name\": \"peak\", \"value\": \(peak)}")
  }
}
