import BenchmarkHarness
import Foundation

/// Whole-process times of `gimbal run` on the flagship notebook, beside the same experiment as a Python notebook under
/// `jupyter nbconvert --execute` (Benchmarks/peers/notebook_speed.py), in seconds of wall time.
func notebooksSpeed() throws -> [BenchmarkHarness.Measurement] {
  let bench = try NotebookBench()
  defer { bench.remove() }
  let cold = try bench.seconds(repetitions: 5) { try bench.emptyCache() }
  let unchanged = try bench.seconds(repetitions: 9) {}
  let prose = try bench.seconds(repetitions: 9) {
    try bench.edit("Nothing in it forgets.", "Nothing in it forgets (\($0)).")
  }
  let last = try bench.seconds(repetitions: 9) {
    try bench.edit("let restShare =", "let unused\($0) = 1\nlet restShare =")
  }
  let figure = try bench.seconds(repetitions: 9) {
    try bench.edit("comparison.driftFigure()", "let shift\($0) = \($0)\ncomparison.driftFigure()")
  }
  let first = try bench.seconds(repetitions: 5) {
    try bench.edit("let trace = try", "let unused\($0) = 1\nlet trace = try")
  }
  let peer = peerFigures("notebook_speed.py")
  let name = "jupyter nbconvert"
  let theirs = peer["nbconvert"].map { median in
    Timing(samples: [peer["nbconvert min"] ?? median, median, median])
  }
  func row(_ what: String, _ ours: Timing, _ bar: String?) -> BenchmarkHarness.Measurement {
    BenchmarkHarness.Measurement(
      what, unit: "s", ours: ours, peer: theirs == nil ? nil : name, theirs: theirs, bar: bar)
  }
  return [
    row("flagship, empty compile cache", cold, "< 3"), row("flagship, unchanged", unchanged, "< 0.5"),
    row("flagship, prose edit", prose, "≤ 0.15"), row("flagship, edit in the last cell", last, "< 0.8"),
    row("flagship, edit of a figure's cell", figure, "≤ 0.4"), row("flagship, edit in the first cell", first, nil),
  ]
}

/// A copy of the flagship notebook with a cache and a folder of results of its own.
private struct NotebookBench {
  let folder: String
  private let original: String

  init() throws {
    folder = "\(NSTemporaryDirectory())gimbal-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: "\(folder)/traces", withIntermediateDirectories: true)
    original = try String(contentsOfFile: "notebooks/stabilisation.md", encoding: .utf8)
    try FileManager.default.copyItem(
      atPath: "notebooks/traces/square.csv", toPath: "\(folder)/traces/square.csv")
    try original.write(toFile: "\(folder)/stabilisation.md", atomically: true, encoding: .utf8)
    _ = try run()  // fills the compiler's own cache of the system's modules
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  func emptyCache() throws { try? FileManager.default.removeItem(atPath: "\(folder)/cache") }

  /// Writes the notebook with one place changed.
  func edit(_ old: String, _ new: String) throws {
    precondition(original.contains(old), "the flagship notebook no longer says “\(old)”")
    try original.replacingOccurrences(of: old, with: new)
      .write(toFile: "\(folder)/stabilisation.md", atomically: true, encoding: .utf8)
  }

  func run() throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ".build/release/gimbal")
    process.arguments = [
      "run", "\(folder)/stabilisation.md", "--quiet", "--cache", "\(folder)/cache", "--output", "\(folder)/plots",
    ]
    let start = DispatchTime.now().uptimeNanoseconds
    try process.run()
    process.waitUntilExit()
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9
    guard process.terminationStatus == 0 else { throw BenchError(status: process.terminationStatus) }
    return seconds
  }

  /// Times of runs, each after a preparation that gets the run's number.
  func seconds(repetitions: Int, prepare: (Int) throws -> Void) throws -> Timing {
    try original.write(toFile: "\(folder)/stabilisation.md", atomically: true, encoding: .utf8)
    _ = try run()
    return Timing(
      samples: try (1...repetitions).map { index in
        try prepare(index)
        return try run()
      })
  }

  func seconds(repetitions: Int, prepare: () throws -> Void) throws -> Timing {
    try seconds(repetitions: repetitions) { _ in try prepare() }
  }
}

private struct BenchError: Error {
  var status: Int32
}
