import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Trajectory errors and alignment")
struct TrajectoryErrorTests {
  private func track(seed: UInt64, count: Int = 200) throws -> PoseTrack {
    var random = SeededRandom(seed: seed)
    func vector(_ scale: Double) -> Vector3 { Vector3(random.normal(), random.normal(), random.normal()) * scale }
    return try PoseTrack(
      times: (0..<count).map { 0.01 * Double($0) }, positions: (0..<count).map { _ in vector(2) },
      attitudes: (0..<count).map { _ in Quaternion(rotationVector: vector(1)) })
  }

  @Test("Alignment finds the rotation, translation and scale that were applied", arguments: 1...8)
  func alignment(seed: UInt64) throws {
    let truth = try track(seed: seed)
    var random = SeededRandom(seed: seed + 100)
    let turn = Quaternion(
      rotationVector: Vector3(random.uniform(-3...3), random.uniform(-3...3), random.uniform(-3...3)))
    let moved = { (scale: Double, turn: Quaternion) in
      truth.positions.map { turn.act(on: $0) * scale + Vector3(1, -2, 3) }
    }
    let rigid = try Alignment(.rigid, of: moved(1, turn), to: truth.positions)
    #expect(rigid.rotation.angle(to: turn.inverse) < 1e-7)
    let similarity = try Alignment(.similarity, of: moved(2.5, turn), to: truth.positions)
    #expect(abs(similarity.scale - 0.4) < 1e-12)
    for (before, after) in zip(moved(2.5, turn), truth.positions) {
      #expect(distance(similarity.apply(to: before), after) < 1e-10)
    }
    let yaw = Quaternion(.z, random.uniform(-3...3))
    let level = try Alignment(.yaw, of: moved(1, yaw), to: truth.positions)
    #expect(level.rotation.angle(to: yaw.inverse) < 1e-7)
    // A tilt is no yaw: aligning the yaw alone leaves an error, as does aligning without the scale.
    func rmse(_ kind: Alignment.Kind, _ points: [Vector3]) throws -> Double {
      let estimate = try PoseTrack(times: truth.times, positions: points, attitudes: truth.attitudes)
      return try ErrorStatistics(
        AbsoluteTrajectoryError(of: estimate, against: truth, aligning: kind).translation
      ).rmse
    }
    let tilted = moved(1, Quaternion(.x, 0.5))
    #expect(try rmse(.rigid, tilted) < 1e-10)
    #expect(try rmse(.yaw, tilted) > 0.1)
    #expect(try rmse(.origin, tilted) > rmse(.yaw, tilted))
    #expect(try rmse(.none, tilted) > rmse(.yaw, tilted))
    #expect(try rmse(.rigid, moved(1.5, turn)) > 0.1)
  }

  @Test("No other rigid motion is nearer than the aligned one", arguments: 1...5)
  func optimality(seed: UInt64) throws {
    let (a, b) = (try track(seed: seed).positions, try track(seed: seed + 50).positions)
    let best = try Alignment(.rigid, of: a, to: b)
    func cost(_ alignment: Alignment) -> Double {
      zip(a, b).reduce(0) { $0 + (alignment.apply(to: $1.0) - $1.1).squaredLength }
    }
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      func vector() -> Vector3 { Vector3(random.normal(), random.normal(), random.normal()) * 0.05 }
      var other = best
      other.rotation = Quaternion(rotationVector: vector()) * best.rotation
      other.translation += vector()
      #expect(cost(other) > cost(best))
    }
  }

  @Test("The relative error does not change when a track is moved as a whole, and sees a step once")
  func relative() throws {
    let truth = try track(seed: 3)
    let alignment = Alignment(rotation: Quaternion(.y, 1), translation: Vector3(5, 6, 7), scale: 1)
    let moved = try RelativePoseError(of: truth.aligned(by: alignment), against: truth, over: .poses(1))
    #expect(moved.translation.max()! < 1e-12)
    #expect(moved.rotation.max()! < 1e-7)
    var positions = truth.positions
    for index in 100..<positions.count { positions[index] += Vector3(0, 0, 1) }
    let stepped = try PoseTrack(times: truth.times, positions: positions, attitudes: truth.attitudes)
    let error = try RelativePoseError(of: stepped, against: truth, over: .poses(1))
    #expect(error.translation.count { $0 > 0.5 } == 1)
    let overlapping = try RelativePoseError(of: stepped, against: truth, over: .poses(10, overlapping: true))
    #expect(overlapping.translation.count { $0 > 0.5 } == 10)
    #expect(overlapping.translation.count == 190)
    #expect(try RelativePoseError(of: stepped, against: truth, over: .poses(10)).translation.count == 19)
    let timed = try RelativePoseError(of: stepped, against: truth, over: .seconds(0.1))
    #expect(timed.translation.count { $0 > 0.5 } == 10)
    #expect(throws: TraceError.self) { try RelativePoseError(of: stepped, against: truth, over: .poses(0)) }
  }

  @Test("Statistics of known numbers")
  func statistics() {
    let s = ErrorStatistics([3, 1, 2, 10])
    #expect((s.mean, s.median, s.minimum, s.maximum, s.sumOfSquares) == (4, 2.5, 1, 10, 114))
    #expect(abs(s.rmse - 28.5.squareRoot()) < 1e-15)
    #expect(abs(s.deviation - 12.5.squareRoot()) < 1e-15)
    #expect(ErrorStatistics([5, 1, 2]).median == 2)
  }

  @Test("TUM files come back exactly; what is wrong in one is named with its line")
  func tum() throws {
    let truth = try track(seed: 8, count: 20)
    try withFile("") { path in
      try truth.writeTUM(to: path)
      #expect(try PoseTrack(tum: path) == truth)
    }
    func message(_ text: String) throws -> String {
      try withFile(text) { path in
        let error = #expect(throws: (any Error).self) { try PoseTrack(tum: path) }
        return "\(error!)".replacing(path, with: "t.tum")
      }
    }
    #expect(try message("0 1 2 3 0 0 0 1\n1 1 2 x 0 0 0 1\n").hasPrefix("t.tum:2: “x” in column “4”"))
    #expect(try message("0 1 2 3 0 0 0 2\n").contains("t.tum:1: the quaternion"))
    #expect(try message("0 1 2\n").contains("3 fields"))
    #expect(try message("1 1 2 3 0 0 0 1\n0 1 2 3 0 0 0 1\n").contains("t.tum:2: time runs backwards"))
    #expect(try message("# only a comment\n").contains("no samples"))
  }
}
