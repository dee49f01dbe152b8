import BenchmarkHarness
import Foundation

/// CPU seconds, which say the same on a busy machine as on a quiet one: of all our notebooks when nothing has changed, and of the
/// way from a clone to the first report.
func processorSpeed() throws -> [BenchmarkHarness.Measurement] {
  let folder = "\(NSTemporaryDirectory())gimbal-bench-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let run =
    ".build/release/gimbal run -q notebooks/*.md notebooks/lab/*.md --cache \(folder)/cache --output \(folder)/plots"
  _ = try processorSeconds(run)
  let unchanged = try (0..<3).map { _ in try processorSeconds(run) }
  let clone = "git clone -q . \(folder)/clone && cd \(folder)/clone && make -s first"
  return [
    BenchmarkHarness.Measurement(
      "all notebooks, unchanged (CPU)", unit: "s", ours: Timing(samples: unchanged), bar: "≤ 5"),
    BenchmarkHarness.Measurement(
      "clone to first report (CPU)", unit: "s", ours: Timing(samples: [try processorSeconds(clone)]), bar: "≤ 170"),
  ]
}

/// The CPU seconds, user's and system's, of a command and all that it starts and waits for.
private func processorSeconds(_ command: String) throws -> Double {
  func spent() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6 }
  }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", command]
  process.standardOutput = FileHandle.nullDevice
  let before = spent()
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw BenchError(status: process.terminationStatus) }
  return spent() - before
}
