import Basics
import Evaluation
import Figures
import Foundation
import Inertial
import InertialFigures
import Rotations
import Simulation
import Testing

@Suite struct AllanFitTests {
  /// A quarter of an hour of a still sensor, at 20 Hz.
  static func samples(_ sensors: SensorModel, seed: UInt64, duration: Double = 900) throws -> [RawSample] {
    var random = SeededRandom(seed: seed)
    return try sensors.record(duration: duration, attitude: { _ in .identity }, earthField: nil, using: &random)
  }

  @Test func `intervals of N, B and K hold 95 % over seeds`() throws {
    let sensors = SensorModel(
      rate: 20, rotationNoise: 0.001, accelerationBiasWalk: 0, rotationBiasInstability: 0.0004,
      rotationBiasWalk: 0.00005)
    let truth = [NoiseDensity(oneSided: 0.001).twoSided, 0.0004, 0.00005]
    var (held, shown) = ([0, 0, 0], [0, 0, 0])
    for seed in 1...66 as ClosedRange<UInt64> {
      let rates = try Self.samples(sensors, seed: seed).map(\.rotationRate)
      for axis in 0..<3 {
        let fit = try #require(try AllanDeviation(of: rates.map { $0[axis] }, step: 0.05).fit())
        for (index, coefficient) in [fit.whiteNoise.map(\.twoSided), fit.biasInstability, fit.randomWalk].enumerated() {
          switch coefficient {
          case .shown(_, let range):
            shown[index] += 1
            if range.contains(truth[index]) { held[index] += 1 }
          case .notShown(let bound): if truth[index] <= bound { held[index] += 1 }
          }
        }
      }
    }
    print("held \(held), shown \(shown), of 198")
    for count in held { #expect((182...197).contains(count), "\(held) of 198; shown \(shown)") }
    #expect(shown[0] == 198)
  }

  @Test func `noise that is not there is bounded, and what is there is not lost`() throws {
    let sensors = SensorModel(rate: 20, rotationNoise: 0.001)
    let axes = try AllanDeviation.axes(of: Self.samples(sensors, seed: 5)).gyroscope
    for axis in axes {
      let fit = try #require(axis.fit())
      guard case .shown(let density, let range) = fit.whiteNoise else { throw Failure() }
      #expect(range.contains(NoiseDensity(oneSided: 0.001)) && abs(density.oneSided / 0.001 - 1) < 0.02)
      #expect(fit.randomWalk.value == nil || fit.randomWalk.value! < 1e-5)
      #expect(abs(fit.deviation(at: 1) / density.twoSided - 1) < 0.02)
    }
  }

  struct Failure: Error {}

  @Test func `the fit grows with the readings' unit`() throws {
    var random = SeededRandom(seed: 4)
    let readings = (0..<20_000).map { _ in random.normal() }
    let one = try #require(try AllanDeviation(of: readings, step: 0.01).fit())
    let thousand = try #require(try AllanDeviation(of: readings.map { 1000 * $0 }, step: 0.01).fit())
    guard case .shown(let a, _) = one.whiteNoise, case .shown(let b, _) = thousand.whiteNoise else { throw Failure() }
    #expect(abs(b.twoSided / a.twoSided / 1000 - 1) < 1e-6)
    #expect(try AllanDeviation(of: Array(readings.prefix(60)), step: 0.01).fit() == nil)
    let later = try #require(try AllanDeviation(of: readings, step: 0.01).fit(from: 0.1))
    #expect(later != one)
  }

  @Test func `one figure shows the six axes`() throws {
    let samples = try Self.samples(
      SensorModel(rate: 20, accelerationNoise: 0.003, rotationNoise: 0.001), seed: 1, duration: 300)
    let figure = try Figure.allanDeviations(of: samples)
    #expect(figure.panels.count == 2)
    for panel in figure.panels {
      guard case .plane(let plane) = panel else { throw Failure() }
      #expect(plane.marks.filter { $0.kind == .line }.map(\.name) == ["x", "y", "z"])
      #expect(plane.marks.count { $0.kind == .law } == 3)
    }
  }
}
