import Foundation

/// Figures that a peer's script measured: `name` → value, one JSON object a line: `{"name": "…", "value": 1.5}`.
///
/// Runs `.venv/bin/python Benchmarks/peers/SCRIPT ARGUMENTS…` now, so that ours and theirs come from one run. Without the
/// virtual environment the result is empty, and a note says how to get it.
public func peerFigures(_ script: String, _ arguments: [String] = []) -> [String: Double] {
  let python = ".venv/bin/python"
  guard FileManager.default.isExecutableFile(atPath: python) else {
    print("ours alone: no \(python); `make .venv/made` installs the peers")
    return [:]
  }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: python)
  process.arguments = ["Benchmarks/peers/\(script)"] + arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  do {
    try process.run()
  } catch {
    print("ours alone: \(script) did not start: \(error.localizedDescription)")
    return [:]
  }
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  if process.terminationStatus != 0 { print("\(script) ended with status \(process.terminationStatus)") }
  struct Line: Decodable {
    var name: String
    var value: Double
  }
  var figures = [String: Double]()
  for line in output.split(separator: UInt8(ascii: "\n")) {
    if let line = try? JSONDecoder().decode(Line.self, from: Data(line)) { figures[line.name] = line.value }
  }
  return figures
}
