import Foundation
import Inertial
import Rotations
import Testing

@Suite("Drawn polygons")
struct PolygonFitTests {
  /// A regular polygon, its sides walked at an uneven pace, turned and moved.
  private func polygon(_ sides: Int, side: Double, noise: Double = 0, seed: UInt64 = 1) -> [Vector3] {
    var random = SeededRandom(seed: seed)
    let turn = Quaternion(rotationVector: Vector3(random.normal(), random.normal(), random.normal()))
    let radius = 0.5 * side / sin(.pi / Double(sides))
    let corners = (0...sides).map { index -> Vector3 in
      let angle = 2 * Double.pi * Double(index) / Double(sides)
      return Vector3(radius * cos(angle), radius * sin(angle), 0)
    }
    return zip(corners, corners.dropFirst()).flatMap { a, b in
      (0..<50).map { step in
        let share = pow(Double(step) / 50, 2)
        let shake = Vector3(random.normal(), random.normal(), random.normal()) * noise
        return turn.act(on: a + (b - a) * share + shake) + Vector3(1, 2, 3)
      }
    } + [turn.act(on: corners[0]) + Vector3(1, 2, 3)]
  }

  @Test("A regular polygon is found wherever it lies, in either sense", arguments: 3...6)
  func regular(sides: Int) throws {
    let path = polygon(sides, side: 0.3, seed: UInt64(sides))
    for path in [path, path.reversed()] {
      let fit = try PolygonFit(of: path, sides: sides)
      #expect(fit.corners.count == sides + 1)
      #expect(abs(fit.side - 0.3) < 0.01)
      #expect(fit.misfit < 0.03)
      #expect(fit.sideRatio > 0.93)
      #expect(fit.turnError < 0.05)
      #expect(fit.roughness < 0.005)
    }
  }

  @Test("Noise makes the path rough and leaves the corners")
  func rough() throws {
    let fit = try PolygonFit(of: polygon(4, side: 0.3, noise: 0.003), sides: 4)
    #expect(fit.roughness > 0.002)
    #expect(fit.misfit < 0.1)
  }

  @Test("A swallowed side, a slanted corner and an open end show in the figures that are meant for them")
  func distorted() throws {
    func fit(_ corners: [(Double, Double)]) throws -> PolygonFit {
      let points = corners.map { Vector3($0.0, 0, $0.1) }
      let path: [Vector3] = zip(points, points.dropFirst()).flatMap { a, b in
        (0..<40).map { a + (b - a) * (Double($0) / 40) }
      }
      return try PolygonFit(of: path + [points[points.count - 1]], sides: 4)
    }
    let square = try fit([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)])
    let flat = try fit([(0, 0), (1, 0), (1, 0.2), (0, 0.2), (0, 0)])
    let slanted = try fit([(0, 0), (1, 0), (1.6, 0.8), (0.6, 0.8), (0, 0)])
    let open = try fit([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0.5)])
    #expect(square.misfit < 0.02)
    #expect(flat.sideRatio < 0.25 && flat.turnError < 0.1)
    #expect(slanted.sideRatio > 0.9 && abs(slanted.turnError - (.pi / 2 - atan2(0.8, 0.6))) < 0.1)
    #expect(open.misfit > 0.1)
    for distorted in [flat, slanted, open] { #expect(distorted.misfit > 5 * square.misfit) }
  }

  @Test("What is no polygon is refused")
  func refusals() throws {
    #expect(throws: TraceError.self) { try PolygonFit(of: polygon(4, side: 1), sides: 2) }
    #expect(throws: TraceError.self) { try PolygonFit(of: polygon(4, side: 1), sides: 4, resolution: 10) }
    #expect(throws: TraceError.self) { try PolygonFit(of: [], sides: 4) }
    #expect(throws: TraceError.self) { try PolygonFit(of: [Vector3](repeating: .zero, count: 9), sides: 4) }
  }
}
