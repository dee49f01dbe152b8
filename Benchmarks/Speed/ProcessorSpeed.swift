import BenchmarkHarness
import Foundation

/// CPU seconds, which say the same on a busy machine as on a quiet one: of all our notebooks when nothing has changed, of the way from
/// a clone to the first report, and of a cell's compilation.
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
    try compiledCell(in: folder),
  ]
}

/// A cell that is compiled by itself, with the compiler's memory in large pages, next to the pages that the system gives unasked.
private func compiledCell(in folder: String) throws -> BenchmarkHarness.Measurement {
  let count = 10
  // A name that is private to a cell keeps the next cell out of its library.
  let cells = (1...count).map { "```swift\nimport Gimbal\nprivate let own = Double(\($0))\nprint(own)\n```\n" }
  try Data("---\ntitle: Cells\nnotebook: {}\n---\n\(cells.joined(separator: "\n"))".utf8)
    .write(to: URL(fileURLWithPath: "\(folder)/cells.md"))
  var samples = [[Double]](repeating: [], count: 2)
  for round in 0...5 {
    for (place, tunables) in ["", "glibc.malloc.hugetlb=0"].enumerated() {
      let seconds = try processorSeconds(
        "GLIBC_TUNABLES=\(tunables) .build/release/gimbal run -q \(folder)/cells.md --cache \(folder)/cells-\(round)-\(place) "
          + "--output \(folder)/plots")
      // The first round warms up.
      if round > 0 { samples[place].append(seconds / Double(count) * 1000) }
    }
  }
  return BenchmarkHarness.Measurement(
    "a cell compiled, in a run of ten (CPU)", unit: "ms", ours: Timing(samples: samples[0]), peer: "small pages",
    theirs: Timing(samples: samples[1]))
}

/// The CPU seconds, user's and system's, of a command and all that it starts and waits for.
private func processorSeconds(_ command: String) throws -> Double {
  func spent() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
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
