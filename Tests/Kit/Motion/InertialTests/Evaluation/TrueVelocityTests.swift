import Foundation
import Inertial
import MotionBench
import Rotations
import Simulation
import Testing

@testable import Evaluation

@Suite("The true velocity")
struct TrueVelocityTests {
  private func still(_ times: [Double], _ positions: [Vector3]) throws -> Trace {
    try Trace(
      timestamps: times, attitude: times.map { _ in .identity }, userAcceleration: times.map { _ in .zero },
      truePosition: positions)
  }

  @Test("Exact at every sample of a path whose acceleration changes evenly, on any clock", arguments: 1...5)
  func cubic(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var time = random.uniform(-1...1) * 1e3
    let times = (0..<120).map { _ in
      time += random.uniform(0.004...0.016)
      return time
    }
    let (v, a, j) = (random.normalVector(), random.normalVector(), random.normalVector())
    let trace = try still(
      times,
      times.map { t in
        let t = t - times[0]
        return v * t + a * (t * t / 2) + j * (t * t * t / 6)
      })
    for index in times.indices {
      let t = times[index] - times[0]
      #expect(distance(trace.trueVelocity(at: index)!, v + a * t + j * (t * t / 2)) < 1e-8)
    }
    #expect(trace.trueVelocity(at: -1) == nil && trace.trueVelocity(at: 120) == nil)
  }

  @Test("Few and far samples give what differences give")
  func few() throws {
    let two = try still([0, 2], [.zero, Vector3(3, 0, 0)])
    #expect(distance(two.trueVelocity(at: 0)!, Vector3(1.5, 0, 0)) < 1e-12)
    #expect(try still([0], [.zero]).trueVelocity(at: 0) == nil)
    let slow = try still([0, 1, 2, 3], [0, 1, 4, 9].map { Vector3($0, 0, 0) })
    for index in 1...2 { #expect(abs(slow.trueVelocity(at: index)!.x - 2 * Double(index)) < 1e-9) }
  }

  @Test("A millimetre of noise becomes millimetres a second, as the documentation says, and no metre of drift")
  func noise() throws {
    var random = SeededRandom(seed: 3)
    let times = (0..<200).map { Double($0) * 0.01 }
    var (middle, edge) = ([Double](), [Double]())
    for _ in 0..<400 {
      let trace = try still(times, times.map { Vector3(1.4 * $0, 0, 0) + random.normalVector() * 0.001 })
      middle.append(trace.trueVelocity(at: 100)!.x - 1.4)
      edge.append(trace.trueMotion(at: 0)!.velocity.x - 1.4)
    }
    // The variance of the slope of a least-squares cubic on n even positions over T: 75·σ²/(n·T²) in the middle, sixteen
    // times that at an end.
    let expected = (75 / 31.0).squareRoot() * 0.001 / 0.3
    #expect((0.8...1.25).contains(ErrorStatistics(middle).rmse / expected), "\(ErrorStatistics(middle).rmse)")
    #expect((0.75...1.3).contains(ErrorStatistics(edge).rmse / (4 * expected)), "\(ErrorStatistics(edge).rmse)")
    #expect(ErrorStatistics(edge).rmse * 10 < 0.25)
  }
}
