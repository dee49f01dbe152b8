import Basics
import BenchmarkHarness
import Foundation
import Networks

/// The forward pass against numpy's, on random weights and inputs: the largest difference.
func networksAccuracy() throws -> [BenchmarkHarness.Measurement] {
  let network = try Network(sizes: [7, 28, 21, 14, 7, 1], seed: 20)
  var random = SystemRandomNumberGenerator()
  let inputs = try Rows(
    width: 7, values: (0..<7000).map { _ in random.uniform(-3...3) })
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gimbal-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  func write(_ name: String, _ rows: Rows) throws {
    let text = (0..<rows.count).map { rows[$0].map { "\($0)" }.joined(separator: " ") }.joined(separator: "\n")
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }
  try network.weightsText().write(to: folder.appendingPathComponent("weights"), atomically: true, encoding: .utf8)
  try write("inputs", inputs)
  try write("outputs", network.outputs(for: inputs))
  guard let difference = peerFigures("networks_numpy.py", [folder.path])["largest difference"] else { return [] }
  return [
    BenchmarkHarness.Measurement(
      "forward pass 7-28-21-14-7-1, largest difference from numpy", unit: "1",
      ours: Timing(samples: [difference]), bar: "≤ 1e-12")
  ]
}
