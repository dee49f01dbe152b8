import BenchmarkHarness
import Inertial

import struct Foundation.Data
import class Foundation.FileManager
import class Foundation.JSONDecoder
import class Foundation.Pipe
import class Foundation.Process
import struct Foundation.URL

/// Reading tables of 10⁶ rows and 13 columns, next to pandas on the same files: seconds, and memory.
///
/// Ours rounds every number exactly; so do pyarrow's reader and, from version 3.1 on, pandas' own, which also takes all threads from
/// then on unless it is set otherwise: each is compared with ours on as many threads. All get 13 columns; ours makes an
/// attitude of three.
func readingSpeed() throws -> [Measurement] {
  var rows = [Measurement]()
  for digits in [ReadingTable.Digits.six, .seventeen] {
    let table = try ReadingTable(rows: 1_000_000, digits)
    defer { table.remove() }
    let name = "read 10⁶ rows of 13 columns, \(digits.name)"
    func ours(threads: Int?) throws -> Timing {
      let options = Trace.ReadingOptions(columns: ReadingTable.mapping, threads: threads)
      let time = try millisecondsPerCall(repetitions: 7) {
        consume(try Trace(contentsOf: table.path, options: options))
      }
      return Timing(minimum: time.minimum / 1e3, median: time.median / 1e3)
    }
    let theirs = peerFigures("inertial_pandas.py", [table.path, "time"])
    for (what, time, peers) in [
      (name, try ours(threads: nil), ["all threads", "pyarrow"]),
      (name + ", one thread", try ours(threads: 1), ["one thread"]),
    ] {
      var hasPeer = false
      for peer in peers {
        guard let minimum = theirs["\(peer) minimum"], let median = theirs["\(peer) median"] else { continue }
        rows.append(
          Measurement(
            what, unit: "s", ours: time, peer: "pandas, \(peer)", theirs: Timing(minimum: minimum, median: median),
            bar: "ratio ≥ 1.5"))
        hasPeer = true
      }
      if !hasPeer { rows.append(Measurement(what, unit: "s", ours: time)) }
    }
    rows += try processTime(of: table, digits)
    rows += try memory(of: table, digits)
  }
  return rows
}

/// `gimbal trace info` as a whole process, where it has been built, next to a process that reads and describes the
/// table.
private func processTime(of table: ReadingTable, _ digits: ReadingTable.Digits) throws -> [Measurement] {
  let command = ".build/release/gimbal"
  guard FileManager.default.isExecutableFile(atPath: command) else {
    print("`gimbal trace info` is left out: no \(command)")
    return []
  }
  let own = try table.inOwnFormat()
  defer { try? FileManager.default.removeItem(atPath: own) }
  let time = try millisecondsPerCall(repetitions: 5) {
    _ = try output(of: command, ["trace", "info", own])
  }
  let name = "`gimbal trace info`, 10⁶ rows of 14 columns, \(digits.name)"
  let ours = Timing(minimum: time.minimum / 1e3, median: time.median / 1e3)
  let theirs = peerFigures("inertial_pandas.py", [own, "process"])
  guard let minimum = theirs["minimum"], let median = theirs["median"] else {
    return [Measurement(name, unit: "s", ours: ours)]
  }
  return [
    Measurement(
      name, unit: "s", ours: ours, peer: "python, pandas, describe()",
      theirs: Timing(minimum: minimum, median: median), bar: "ratio ≥ 1")
  ]
}

/// Bytes a row that the trace holds, and by how many times the file's size reading raises the process's peak: measured
/// in its own process, which is this program again.
private func memory(of table: ReadingTable, _ digits: ReadingTable.Digits) throws -> [Measurement] {
  struct Line: Decodable {
    var name: String
    var value: Double
  }
  var ours = [String: Double]()
  let text = try output(of: CommandLine.arguments[0], ["--reading-memory", table.path])
  for line in text.split(separator: "\n") {
    let figure = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
    ours[figure.name] = figure.value
  }
  let theirs = peerFigures("inertial_pandas.py", [table.path, "memory"])
  let size = Double(try FileManager.default.attributesOfItem(atPath: table.path)[.size] as? Int ?? 1)
  func row(_ name: String, unit: String, _ figure: String, _ scale: Double, bar: String?) -> [Measurement] {
    guard let value = ours[figure] else { return [] }
    let timing = Timing(samples: [value / scale])
    return [
      Measurement(
        "\(name), \(digits.name)", unit: unit, ours: timing, peer: theirs[figure].map { _ in "pandas" },
        theirs: theirs[figure].map { Timing(samples: [$0 / scale]) }, bar: bar)
    ]
  }
  return row("memory of the trace", unit: "B/row", "held", 1, bar: "≤ 150")
    + row("peak of reading over the file's size", unit: "×", "peak", size, bar: nil)
}

/// What a program prints.
private func output(of program: String, _ arguments: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self)
}
