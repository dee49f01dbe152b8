import BenchmarkHarness
import Inertial
import Rotations

import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

/// Trajectory errors of 60 000 poses, in time and in value next to evo's, on the same TUM files.
func trajectoriesSpeed() throws -> [Measurement] {
  let (truth, estimate) = try randomTracks(count: 60_000)
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gimbal-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let paths = ["truth", "estimate"].map { folder.appendingPathComponent("\($0).tum").path }
  try truth.writeTUM(to: paths[0])
  try estimate.writeTUM(to: paths[1])
  let theirs = peerFigures("inertial_evo.py", paths)

  let time = try millisecondsPerCall {
    consume(try AbsoluteTrajectoryError(of: estimate, against: truth, aligning: .rigid))
    consume(try RelativePoseError(of: estimate, against: truth, over: .poses(1)))
  }
  var rows = [
    Measurement(
      "ATE with alignment and RPE, 60 000 poses", unit: "ms", ours: time, peer: theirs["ms"].map { _ in "evo" },
      theirs: theirs["ms"].map { Timing(samples: [$0]) }, bar: "≤ 10")
  ]
  // The files went through text and back: what evo read is what is compared.
  let ours = try figures(of: PoseTrack(tum: paths[1]), against: PoseTrack(tum: paths[0]))
  guard FileManager.default.isExecutableFile(atPath: ".venv/bin/python") else { return rows }
  let apart = ours.map { (name: $0, difference: abs($1 - (theirs[$0] ?? .nan)) / max(1, abs($1))) }
  let disagreeing = apart.filter { !($0.difference <= 1e-9) }.map { "\($0.name): \($0.difference)" }.sorted()
  guard disagreeing.isEmpty else { throw Disagreement(description: disagreeing.joined(separator: "\n")) }
  rows.append(
    Measurement(
      "largest difference to evo in \(ours.count) figures of ATE, under each alignment, and RPE", unit: "1",
      ours: Timing(samples: [apart.map(\.difference).max() ?? .nan]), bar: "≤ 1e-9"))
  return rows
}

/// Figures that differ from evo's, or that it did not give (NaN), each with the relative difference.
private struct Disagreement: Error, CustomStringConvertible {
  let description: String
}

/// A random walk with attitudes, and the same turned, moved, scaled and with noise.
private func randomTracks(count: Int) throws -> (PoseTrack, PoseTrack) {
  var random = SeededRandom(seed: 4)
  func vector(_ scale: Double) -> Vector3 { Vector3(random.normal(), random.normal(), random.normal()) * scale }
  var (position, attitude) = (Vector3.zero, Quaternion.identity)
  var positions = [Vector3]()
  var attitudes = [Quaternion]()
  for _ in 0..<count {
    position += vector(0.01)
    attitude = attitude * Quaternion(rotationVector: vector(0.02))
    positions.append(position)
    attitudes.append(attitude)
  }
  let times = (0..<count).map { Double($0) * 0.01 }
  let turn = Quaternion(rotationVector: Vector3(0.3, -1, 2))
  let estimate = try PoseTrack(
    times: times, positions: positions.map { turn.act(on: $0) * 1.1 + Vector3(3, 2, 1) + vector(0.05) },
    attitudes: attitudes.map { turn * $0 * Quaternion(rotationVector: vector(0.03)) })
  return (try PoseTrack(times: times, positions: positions, attitudes: attitudes), estimate)
}

private func figures(of estimate: PoseTrack, against truth: PoseTrack) throws -> [String: Double] {
  var figures = [String: Double]()
  func add(_ name: String, _ errors: [Double]) {
    let s = ErrorStatistics(errors)
    for (key, value) in [
      ("rmse", s.rmse), ("mean", s.mean), ("median", s.median), ("std", s.deviation), ("min", s.minimum),
      ("max", s.maximum), ("sse", s.sumOfSquares),
    ] { figures["\(name) \(key)"] = value }
  }
  for (name, kind) in Alignment.Kind.allCases.map({ ("\($0)", $0) }) {
    let error = try AbsoluteTrajectoryError(of: estimate, against: truth, aligning: kind)
    add("ATE \(name) translation", error.translation)
    add("ATE \(name) rotation", error.rotation)
  }
  for (name, interval) in [
    ("1 consecutive", RelativePoseError.Interval.poses(1)), ("100 consecutive", .poses(100)),
    ("100 overlapping", .poses(100, overlapping: true)),
  ] {
    let error = try RelativePoseError(of: estimate, against: truth, over: interval)
    add("RPE \(name) translation", error.translation)
    add("RPE \(name) rotation", error.rotation)
  }
  return figures
}
