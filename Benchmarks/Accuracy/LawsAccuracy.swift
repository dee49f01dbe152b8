import BenchmarkHarness
import Inertial

import class Foundation.FileManager
import class Foundation.JSONEncoder
import struct Foundation.UUID

/// The Allan deviation with its degrees of freedom next to allantools', and measured frequency responses next to the
/// z-transforms of their schemes: the greatest relative differences.
func lawsAccuracy() throws -> [Measurement] {
  struct Scheme: Encodable {
    var velocityRate, positionRate, cutoff, frequency, step: Double
  }
  struct Task: Encodable {
    var readings: [Double]
    var step: Double
    var sizes: [Int]
    var schemes: [Scheme]
  }
  var random = SeededRandom(seed: 8)
  let (step, rate) = (0.02, 50.0)
  var bias = 0.0
  let readings = (0..<5000).map { _ -> Double in
    bias += 0.01 * random.normal()
    return bias + random.normal()
  }
  let allan = try AllanDeviation(of: readings, step: step)
  let sizes = allan.times.map { Int(($0 / step).rounded()) }
  let damping: [(Double, Double, Double)] = [(2, 2, 0), (2, 0.7, 0), (1, 3, 0.5), (0.8, 0.8, 0.2)]
  let schemes = damping.flatMap { velocity, position, cutoff in
    [0.1, 0.5, 2, 5].map { (frequency: Double) -> Scheme in
      Scheme(
        velocityRate: velocity, positionRate: position, cutoff: cutoff, frequency: frequency,
        step: min(1 / rate, 1 / (20 * frequency)))
    }
  }
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("gimbal-\(UUID().uuidString).json")
  try JSONEncoder().encode(Task(readings: readings, step: step, sizes: sizes, schemes: schemes)).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let theirs = peerFigures("inertial_laws.py", [file.path])
  guard !theirs.isEmpty else { return [] }

  func worst(_ name: String, _ pairs: [(String, Double)], bar: String) -> Measurement {
    // A figure that the peer does not have counts as a difference.
    let differences = pairs.map { abs($1 / (theirs[$0] ?? .infinity) - 1) }
    return Measurement(
      "\(name), largest relative difference of \(pairs.count)", unit: "1",
      ours: Timing(samples: [differences.max() ?? .infinity]), bar: bar)
  }
  let noises = AllanDeviation.Noise.allCases
  /// One figure for each noise and averaging time with so many degrees of freedom.
  func each(_ suffix: String, from least: Double = 0, _ figure: (AllanDeviation.Noise, Int) -> Double) -> [(
    String, Double
  )] {
    noises.flatMap { noise in
      let freedom = allan.degreesOfFreedom(for: noise)
      return sizes.indices.filter { freedom[$0] >= least }.map { ("\(noise) \(sizes[$0])\(suffix)", figure(noise, $0)) }
    }
  }
  let measured = try schemes.map { scheme in
    let damping = ExponentialDamping(velocityRate: scheme.velocityRate, positionRate: scheme.positionRate)
    return scheme.cutoff > 0
      ? try FrequencyResponse(
        of: damping.highPassed(cutoff: scheme.cutoff), at: [scheme.frequency], rate: rate, settling: 60)
      : try FrequencyResponse(of: damping, at: [scheme.frequency], rate: rate, settling: 60)
  }
  return [
    worst(
      "Allan deviation, to allantools", zip(sizes, allan.deviations).map { ("deviation \($0)", $1) }, bar: "≤ 1e-9"),
    worst(
      "degrees of freedom, to allantools", each("") { allan.degreesOfFreedom(for: $0)[$1] }, bar: "≤ 1e-12"),
    worst(
      "degrees of freedom from 10 on, averages of two and more, to Greenhall and Riley's",
      each(" greenhall", from: 10) { allan.degreesOfFreedom(for: $0)[$1] }
        .filter { !$0.0.hasSuffix(" 1 greenhall") }, bar: "≤ 0.16"),
    worst(
      "95 % interval's lower end from 10 degrees on, to scipy's χ²",
      each(" low", from: 10) { allan.intervals(for: $0)[$1].lowerBound }, bar: "≤ 0.01"),
    worst(
      "95 % interval's upper end from 10 degrees on, to scipy's χ²",
      each(" high", from: 10) { allan.intervals(for: $0)[$1].upperBound }, bar: "≤ 0.01"),
    worst(
      "frequency response, gain, to its law", measured.enumerated().map { ("gain \($0)", $1.gains[0]) }, bar: "≤ 1e-9"),
    worst(
      "frequency response, phase, to its law", measured.enumerated().map { ("phase \($0)", $1.phases[0]) },
      bar: "≤ 1e-9"),
  ]
}
