import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Alignment")
struct AlignmentTests {
  @Test("Points that leave the rotation open are refused, however they lie")
  func openAlignments() throws {
    var random = SeededRandom(seed: 1)
    func points(_ count: Int, _ place: (Double) -> Vector3) -> [Vector3] { (0..<count).map { place(Double($0)) } }
    let line = points(3) { Vector3($0, 0, 0) }
    let open: [([Vector3], [Vector3])] = [
      (line, points(3) { Vector3(0, $0, 0) }), (line, line), ([.zero], [.zero]),
      ([Vector3](repeating: .zero, count: 4), points(4) { Vector3($0, $0 * $0, 1) }),
      // On a slanted line far from the origin, where rounding makes a hair of width.
      (
        points(50) { Vector3(4e6, -5e6, 1e6) + $0 * Vector3(0.3, 0.7, 0.11) },
        points(50) { Vector3(sin($0), cos($0), $0) }
      ),
    ]
    for (a, b) in open {
      for kind in [Alignment.Kind.rigid, .similarity] {
        #expect(throws: EvaluationError.openAlignment(kind: "\(kind)")) { try Alignment(kind, of: a, to: b) }
      }
    }
    let vertical = points(5) { Vector3(1, 2, $0) }
    #expect(throws: EvaluationError.openAlignment(kind: "yaw")) {
      try Alignment(.yaw, of: vertical, to: points(5) { Vector3($0, 0, 0) })
    }
    #expect(throws: TraceError.self) { try Alignment(.rigid, of: [Vector3(.nan, 0, 0)], to: [.zero]) }
    // A plane is enough, and so is a line for a yaw.
    let turn = random.uniform(-3...3)
    let plane = points(6) { Vector3($0, $0 * $0, 0) }
    let turned = plane.map { Quaternion(.z, turn).act(on: $0) + Vector3(1, 2, 3) }
    for kind in [Alignment.Kind.yaw, .rigid, .similarity] {
      let found = try Alignment(kind, of: plane, to: turned)
      #expect(found.rotation.angle(to: Quaternion(.z, turn)) < 1e-7 && abs(found.scale - 1) < 1e-12)
    }
    #expect(
      try Alignment(.yaw, of: line, to: line.map { Quaternion(.z, turn).act(on: $0) }).rotation.angle(
        to: Quaternion(.z, turn)) < 1e-12)
    // Asked for any of the best, it gives one: the distances do not depend on which.
    let any = try Alignment(.rigid, of: line, to: points(3) { Vector3(0, $0, 0) }, tolerance: 0)
    #expect(distance(any.apply(to: line[2]), Vector3(0, 2, 0)) < 1e-12)
    // A window in which the device stands still has scores all the same.
    let still = try SimulatedTrace.still.trace()
    #expect(try Comparison(of: still, schemes: [.none]).trajectoryScores(aligning: .rigid, windows: 2).count > 5)
  }

  @Test("Points are aligned in every unit, or an error says why not", arguments: -30...30)
  func units(_ power: Int) throws {
    var random = SeededRandom(seed: 3)
    func vector() -> Vector3 { Vector3(random.normal(), random.normal(), random.normal()) }
    let points = (0..<12).map { _ in vector() }
    let turn = Quaternion(rotationVector: vector())
    let (unit, other) = (pow(10, Double(5 * power)), pow(10, Double(-4 * power)))
    for (a, b) in [(unit, unit), (unit, 1), (1, unit), (unit, other)] {
      let moved = points.map { turn.act(on: $0 + Vector3(1, 2, 3)) * b }
      let found = try Alignment(.similarity, of: points.map { $0 * a }, to: moved)
      #expect(found.rotation.angle(to: turn) < 1e-12)
      #expect(abs(found.scale / (b / a) - 1) < 1e-12)
      #expect(zip(points, moved).allSatisfy { (found.apply(to: $0 * a) - $1).length <= 1e-12 * b * 10 })
      let yaw = try Alignment(.yaw, of: points.map { $0 * a }, to: points.map { Quaternion(.z, 1).act(on: $0) * a })
      #expect(yaw.rotation.angle(to: Quaternion(.z, 1)) < 1e-12)
    }
    #expect(throws: EvaluationError.self) {
      try Alignment(.rigid, of: [Vector3](repeating: points[0] * unit, count: 5), to: Array(points[..<5]))
    }
  }
}
