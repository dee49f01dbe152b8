import BenchmarkHarness
import Foundation

/// A notebook in its own folder, with a cache and its own results, and the times of `gimbal run` on it in seconds.
struct NotebookBench {
  private let folder: String
  private let name: String
  private let original: String

  /// Options of every run.
  private let options: [String]

  /// A notebook with this text, and recordings of the project next to it.
  init(_ name: String, _ text: String, traces: [String] = [], options: [String] = []) throws {
    folder = "\(NSTemporaryDirectory())gimbal-bench-\(UUID().uuidString)"
    (self.name, original, self.options) = (name, text, options)
    try FileManager.default.createDirectory(atPath: "\(folder)/traces", withIntermediateDirectories: true)
    for trace in traces {
      try FileManager.default.copyItem(atPath: "notebooks/traces/\(trace)", toPath: "\(folder)/traces/\(trace)")
    }
    try write(original)
    _ = try run()  // fills the compiler's own cache of the system's modules
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// The former cache is moved away: for some seconds after many files were deleted, a file system takes long to make new
  /// ones, which would be counted as the run's.
  func emptyCache() throws {
    try? FileManager.default.moveItem(atPath: "\(folder)/cache", toPath: "\(folder)/\(UUID().uuidString)")
  }

  /// Writes the notebook with one place changed.
  func edit(_ old: String, _ new: String) throws {
    precondition(original.contains(old), "\(name) does not say “\(old)” any more")
    try write(original.replacingOccurrences(of: old, with: new))
  }

  private func write(_ text: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  private func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ".build/release/gimbal")
    process.arguments =
      ["run", "\(folder)/\(name)", "--cache", "\(folder)/cache", "--output", "\(folder)/plots"] + options + arguments
    return process
  }

  private func run() throws -> Double {
    let process = process(["--quiet"])
    // Waiting for the end in Foundation's own way looks every 50 ms only.
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    let start = DispatchTime.now().uptimeNanoseconds
    try process.run()
    ended.wait()
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9
    guard process.terminationStatus == 0 else { throw BenchError(status: process.terminationStatus) }
    return seconds
  }

  /// Times of runs, each after a preparation that gets the run's number.
  func seconds(repetitions: Int, prepare: (Int) throws -> Void) throws -> Timing {
    try write(original)
    _ = try run()
    return Timing(
      samples: try (1...repetitions).map { index in
        try prepare(index)
        return try run()
      })
  }

  /// Seconds from the start of a run with an empty cache until the first cell is done and said to be so: its output is
  /// there then at the latest.
  func secondsToFirstOutput(repetitions: Int) throws -> Timing {
    try write(original)
    return Timing(
      samples: try (0..<repetitions).map { _ in
        try emptyCache()
        let process = process([])
        let pipe = Pipe()
        process.standardError = pipe
        let start = DispatchTime.now().uptimeNanoseconds
        try process.run()
        guard !pipe.fileHandleForReading.availableData.isEmpty else { throw BenchError(status: -1) }
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9
        _ = try pipe.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return seconds
      })
  }

  func seconds(repetitions: Int, prepare: () throws -> Void) throws -> Timing {
    try seconds(repetitions: repetitions) { _ in try prepare() }
  }
}

struct BenchError: Error {
  var status: Int32
}
