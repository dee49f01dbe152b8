import BenchmarkHarness
import Foundation

/// What it costs a cell that all it opens is noted: seconds that code takes for 10 000 small files in a cell, by the cell's own
/// clock, next to the same code as a program by itself, the two by turns. The program runs it in a fork, as cells run:
/// what a fork's first writes to its memory cost is no cost of noting. Once the files are only opened, which nobody
/// does, but shows what a noted file costs; once their numbers are read; once they are recordings of two seconds, which
/// cells are written for.
func observingSpeed() throws -> [BenchmarkHarness.Measurement] {
  let numbers = (0..<50).map { "\(Double($0) * 0.25)\n" }.joined()
  let recording = try String(contentsOfFile: "notebooks/traces/square.csv", encoding: .utf8)
    .split(separator: "\n").prefix(201).joined(separator: "\n")
  return try [
    ("opened", numbers, "let file = open(path, O_RDONLY)\n    close(file)\n    sum += Double(file & 0)"),
    (
      "of 50 numbers read", numbers,
      "sum += try! String(contentsOfFile: path, encoding: .utf8).split(separator: \"\\n\").reduce(0) { $0 + Double($1)! }"
    ),
    ("of 198 samples read", recording, "sum += try! Trace(contentsOf: path).duration"),
  ].map { name, contents, work in
    let bench = try ObservingBench(contents, work)
    defer { bench.remove() }
    let (ours, theirs) = try bench.seconds(repetitions: 7)
    return BenchmarkHarness.Measurement(
      "10 000 files \(name) in a cell", unit: "s", ours: ours, peer: "a fork of a program", theirs: theirs,
      bar: "≤ 1.02 of it")
  }
}

/// A folder of files, a notebook whose cell reads them, and a program that does the same.
private struct ObservingBench {
  private let folder = "\(NSTemporaryDirectory())gimbal-observing-\(UUID().uuidString)"
  private let count = 10_000

  init(_ contents: String, _ work: String) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/files", withIntermediateDirectories: true)
    for index in 0..<count {
      try contents.write(toFile: "\(folder)/files/\(index)", atomically: false, encoding: .utf8)
    }
    let code = """
      import Foundation
      import Gimbal
      func secondsForAll() -> (Double, Double) {
        let start = DispatchTime.now().uptimeNanoseconds
        var sum = 0.0
        for index in 0..<\(count) {
          let path = "files/\\(index)"
          \(work)
        }
        return (Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9, sum)
      }
      print(secondsForAll().0)
      """
    try "---\ntitle: Files\nnotebook: {}\n---\n\n```swift\n\(code)\n```\n"
      .write(toFile: "\(folder)/files.md", atomically: true, encoding: .utf8)
    // Swift hides `fork`, whose child it does not want to know of threads. A cell hears doubts about a recording.
    let forked = code.replacing(
      "print(secondsForAll().0)",
      with: """
        gimbalBegin()
        let fork = unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> Int32).self)
        let child = fork()
        if child == 0 {
          print(secondsForAll().0)
          exit(0)
        }
        waitpid(child, nil, 0)
        """)
    try forked.write(toFile: "\(folder)/main.swift", atomically: true, encoding: .utf8)
    // The first run brings the module map with which a cell's code imports the kit.
    try runCell()
    let map = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/cache").first { $0.hasPrefix("hidden-") }
    _ = try run(
      "/usr/bin/env", "swiftc", "-Onone", "main.swift", "-o", "program", "-I", "\(Self.build)/Modules", "-Xcc",
      "-fmodule-map-file=cache/\(map ?? "")", "-L", Self.build, "-lGimbalKit", "-Xlinker", "-rpath", "-Xlinker",
      Self.build)
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// Times of the cell, in runs that keep its compiled code and run it again, and of the separate program.
  func seconds(repetitions: Int) throws -> (ours: Timing, theirs: Timing) {
    var samples: (ours: [Double], theirs: [Double]) = ([], [])
    for round in 0...repetitions {
      try runCell()
      let report = try String(contentsOfFile: "\(folder)/plots/files/README.md", encoding: .utf8)
      let ours = report.split(separator: "\n").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }.last
      let theirs = Double(try run("\(folder)/program").trimmingCharacters(in: .whitespacesAndNewlines))
      guard round > 0 else { continue }
      samples.ours.append(ours!)
      samples.theirs.append(theirs!)
    }
    return (Timing(samples: samples.ours), Timing(samples: samples.theirs))
  }

  private static let build = "\(FileManager.default.currentDirectoryPath)/.build/release"

  private func runCell() throws {
    _ = try run("\(Self.build)/gimbal", "run", "files.md", "--quiet", "--cache", "cache", "--output", "plots")
  }

  private func run(_ program: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(program: program, status: process.terminationStatus) }
    return String(decoding: output, as: UTF8.self)
  }

  private struct Failure: Error {
    var program: String
    var status: Int32
  }
}
