import Basics
import Evaluation
import Figures
import Foundation
import Inertial
import InertialFigures
import Rotations
import Simulation
import Testing

@Suite struct RelativeErrorTests {
  static func tracks(seed: UInt64, count: Int = 300) throws -> (truth: PoseTrack, estimate: PoseTrack) {
    var random = SeededRandom(seed: seed)
    func vector(_ size: Double) -> Vector3 { Vector3(random.normal(), random.normal(), random.normal()) * size }
    var (positions, others) = ([Vector3.zero], [Vector3.zero])
    var attitudes = [Quaternion.identity]
    for _ in 1..<count {
      let step = vector(0.1)
      positions.append(positions[positions.count - 1] + step)
      others.append(others[others.count - 1] + step + vector(0.02))
      attitudes.append((attitudes[attitudes.count - 1] * Quaternion(rotationVector: vector(0.1))).renormalized)
    }
    let times = (0..<count).map { Double($0) / 100 }
    return (
      try PoseTrack(times: times, positions: positions, attitudes: attitudes),
      try PoseTrack(
        times: times, positions: others, attitudes: attitudes.map { $0 * Quaternion(rotationVector: vector(0.02)) })
    )
  }

  /// All pairs tried, as the definition has it.
  static func byDefinition(_ truth: PoseTrack, _ estimate: PoseTrack, _ length: Double) -> [Double] {
    var way = [0.0]
    for index in 1..<truth.count {
      way.append(way[index - 1] + (truth.positions[index] - truth.positions[index - 1]).length)
    }
    return (0..<truth.count).compactMap { first in
      var (best, off) = (-1, length / 5)
      for last in first..<truth.count where abs(way[last] - way[first] - length) < off {
        (best, off) = (last, abs(way[last] - way[first] - length))
      }
      guard best >= 0 else { return nil }
      let actual = truth.attitudes[first].inverse.act(on: truth.positions[best] - truth.positions[first])
      let found = estimate.attitudes[first].inverse.act(on: estimate.positions[best] - estimate.positions[first])
      return (actual - found).length
    }
  }

  @Test(arguments: [0.3, 1, 5, 20]) func `errors over metres are those of the definition`(_ length: Double) throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let (truth, estimate) = try Self.tracks(seed: seed)
      let errors = try RelativePoseError(of: estimate, against: truth, over: .metres(length))
      let expected = Self.byDefinition(truth, estimate, length)
      #expect(errors.translation.count == expected.count && !expected.isEmpty)
      for (a, b) in zip(errors.translation, expected) { #expect(abs(a - b) < 1e-12) }
    }
  }

  @Test func `they do not change when a track is moved and turned as a whole`() throws {
    let (truth, estimate) = try Self.tracks(seed: 3)
    let turn = Quaternion(rotationVector: Vector3(1, 2, -1))
    let moved = try PoseTrack(
      times: estimate.times, positions: estimate.positions.map { turn.act(on: $0) + Vector3(5, -2, 9) },
      attitudes: estimate.attitudes.map { (turn * $0).renormalized })
    let (a, b) = (
      try RelativePoseError(of: estimate, against: truth, over: .metres(2)),
      try RelativePoseError(of: moved, against: truth, over: .metres(2))
    )
    for (x, y) in zip(a.translation, b.translation) { #expect(abs(x - y) < 1e-10) }
    #expect(throws: TraceError.self) { try RelativePoseError(of: estimate, against: truth, over: .metres(0)) }
  }

  @Test func `a comparison gives them by scheme and interval, and draws them`() throws {
    let trace = try Trace.simulated(.figureEight(), seed: 2)
    let comparison = try Comparison(of: trace, schemes: [Unstabilized(), ExponentialDamping(rate: 1)])
    let intervals: [RelativePoseError.Interval] = [.metres(0.5), .seconds(1)]
    let errors = try comparison.relativeErrors(over: intervals)
    #expect(errors.map(\.interval) == intervals + intervals)
    #expect(errors.map(\.label) == comparison.runs.flatMap { [$0.label, $0.label] })
    for error in errors { #expect(!error.translation.isEmpty && error.translation.count == error.rotation.count) }
    // The same as the score of trajectories has it.
    let score = try comparison.trajectoryScores(over: .seconds(1))
    #expect(abs(ErrorStatistics(errors[1].translation).rmse - score[0].relative.rmse) < 1e-12)
    let figure = try comparison.relativeErrorFigure(over: intervals)
    guard case .plane(let plane) = figure.panels[0] else { return }
    #expect(Set(plane.marks.map(\.name)).isSuperset(of: comparison.runs.map(\.label)))
    #expect(plane.x.categories == ["0.5 m", "1 s"])
    #expect(try comparison.usualLengths().count == 5)
    let blind = try Comparison(of: trace, schemes: [Unstabilized()], truth: .unknown)
    #expect(throws: TraceError.self) { try blind.relativeErrors() }
  }
}
