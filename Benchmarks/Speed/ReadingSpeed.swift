import BenchmarkHarness
import Inertial
import Rotations

import class Foundation.FileManager
import struct Foundation.UUID

/// Reading a table of 10⁶ rows and 14 columns, beside pandas' C reader on the same file.
///
/// pandas' `round_trip` is the mode that rounds exactly, as this reader always does; `high` is its default speed with an
/// error in the last digit now and then.
func readingSpeed() throws -> [Measurement] {
  let count = 1_000_000
  var random = SeededRandom(seed: 6)
  func number(_ scale: Double) -> Double { (random.normal() * scale * 1e6).rounded() / 1e6 }
  func vector(_ scale: Double) -> Vector3 { Vector3(number(scale), number(scale), number(scale)) }
  let trace = try Trace(
    timestamps: (0..<count).map { Double($0) / 100 },
    attitude: (0..<count).map { _ in
      let angle = random.uniform(-3...3)
      return Quaternion(.x, angle)
    },
    userAcceleration: (0..<count).map { _ in vector(3) }, rotationRate: (0..<count).map { _ in vector(2) },
    truePosition: (0..<count).map { _ in vector(1) })
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("gimbal-\(UUID().uuidString).csv").path
  try trace.write(to: path)
  defer { try? FileManager.default.removeItem(atPath: path) }
  let time = try millisecondsPerCall(repetitions: 3) { consume(try Trace(contentsOf: path)) }
  let seconds = Timing(samples: [time.minimum / 1e3, time.median / 1e3, time.median / 1e3])
  let theirs = peerFigures("inertial_pandas.py", [path])
  let names = ["high", "round_trip"].filter { theirs[$0] != nil }
  guard !names.isEmpty else {
    return [Measurement("read 10⁶ rows of 14 columns", unit: "s", ours: seconds)]
  }
  return names.map { name in
    Measurement(
      "read 10⁶ rows of 14 columns", unit: "s", ours: seconds, peer: "pandas, \(name)",
      theirs: Timing(samples: [theirs[name]!]), bar: "ratio ≥ 1")
  }
}
