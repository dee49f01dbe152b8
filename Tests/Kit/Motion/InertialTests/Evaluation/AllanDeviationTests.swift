import Foundation
import Inertial
import Rotations
import Testing

@Suite("Allan deviation")
struct AllanDeviationTests {
  @Test("Allan deviation: white noise falls as τ^(−½), a drift rises as τ, a bias does not count")
  func allan() throws {
    var random = SeededRandom(seed: 5)
    let noise = (0..<20_000).map { _ in random.normal() * 0.3 + 7 }
    let white = try AllanDeviation(of: noise, step: 0.01)
    #expect(abs(try #require(white.whiteNoise.value).twoSided / (0.3 * 0.01.squareRoot()) - 1) < 0.05)
    let drift = try AllanDeviation(of: (0..<2000).map { 0.5 * Double($0) * 0.01 }, step: 0.01)
    // A ramp of slope D gives D·τ/√2.
    for (tau, deviation) in zip(drift.times, drift.deviations) {
      #expect(abs(deviation / (0.5 * tau / 2.0.squareRoot()) - 1) < 1e-6)
    }
    // By the definition, one averaging time, without running sums.
    let m = 7
    let means = (0..<(200 - m + 1)).map { k in noise[k..<(k + m)].reduce(0, +) / Double(m) }
    let pairs = (0..<(means.count - m)).map { (means[$0 + m] - means[$0]) * (means[$0 + m] - means[$0]) }
    let expected = (pairs.reduce(0, +) / Double(pairs.count) / 2).squareRoot()
    let allan = try AllanDeviation(of: Array(noise[..<200]), step: 0.01, perDecade: 40)
    let index = allan.times.firstIndex { abs($0 - 0.07) < 1e-9 }!
    #expect(abs(allan.deviations[index] - expected) < 1e-9)
    #expect(throws: TraceError.self) { try AllanDeviation(of: [1, 2], step: 0.01) }
    #expect(throws: TraceError.self) { try AllanDeviation(of: [1, 2, 3], step: 0) }
  }

  @Test("White noise and a random walk alone or together show no bias instability; the bound holds", arguments: 0..<4)
  func noFlatBottom(kind: Int) throws {
    // Crossings of the two anywhere in the record, and none at all.
    let walks = [0, 1e-4, 1e-3, 1e-2]
    var bounds: [Double] = []
    for seed in 1...50 {
      var random = SeededRandom(seed: UInt64(seed + 100 * kind))
      var bias = 0.0
      let readings = (0..<4000).map { _ -> Double in
        bias += walks[kind] * random.normal()
        return bias + 0.1 * random.normal()
      }
      let allan = try AllanDeviation(of: readings, step: 0.01)
      guard case .notShown(let bound) = allan.biasInstability else {
        Issue.record("seed \(seed): \(allan.biasInstability)")
        continue
      }
      // The bound is at least as large as the deviation of the longest averages.
      #expect(bound > (allan.deviations.min() ?? 0) / 0.664)
      bounds.append(bound)
    }
    // White noise alone: by averaging, less than a tenth of a reading's 0.1.
    if kind == 0 { #expect(bounds.allSatisfy { $0 < 0.03 }) }
  }

  @Test("Intervals hold the true deviation as often as they say: 95 %")
  func allanIntervals() throws {
    var (inside, all) = (0, 0)
    for seed in 1...150 {
      var random = SeededRandom(seed: UInt64(seed))
      let allan = try AllanDeviation(of: (0..<2000).map { _ in random.normal() }, step: 1, perDecade: 3)
      let freedom = allan.degreesOfFreedom(for: .white)
      for (index, interval) in allan.intervals(for: .white).enumerated() where freedom[index] >= 3 {
        all += 1
        if interval.contains(1 / allan.times[index].squareRoot()) { inside += 1 }
      }
    }
    #expect(abs(Double(inside) / Double(all) - 0.95) < 0.02, "\(inside) of \(all)")
    // Three readings have two differences: they say next to nothing.
    let few = try AllanDeviation(of: [1, 2, 4], step: 1)
    #expect(few.intervals(for: .flicker)[0].upperBound > 10 * few.deviations[0])
    #expect(few.biasInstability == .notShown(atMost: .infinity))
  }

  @Test("White noise is read off its slope, however long the record and whatever else wanders")
  func whiteNoiseOfPhones() throws {
    for (sensors, duration) in [
      (SensorModel.currentPhone, 20.0), (.currentPhone, 120), (.currentPhone, 1800), (.iPhone4, 120), (.iPhone4, 1800),
    ] {
      let still = try Trace.simulated(.still(duration: duration), sensors: sensors, seed: 5).dropping(first: 3)
      let step = sensors.accelerationBits.map { 2 * sensors.accelerationRange / Double(1 << $0) } ?? 0
      let sample = sensors.accelerationNoise.deviation(at: 100)
      let truth = NoiseDensity(deviation: (sample * sample + step * step / 12).squareRoot(), at: 100)
      let allan = try AllanDeviation(of: still.userAcceleration.map(\.z), step: 0.01)
      guard case .shown(let value, let range) = allan.whiteNoise else {
        Issue.record("\(duration) s: \(allan.whiteNoise)")
        continue
      }
      #expect(range.contains(truth) && range.contains(value), "\(duration) s: \(truth) in \(range)")
      #expect(abs(value.oneSided / truth.oneSided - 1) < 0.08)
    }
  }

  @Test(
    "Intervals of all three noises hold the truth, and bounds where none is shown, in 95 % of records", arguments: 0..<3
  )
  func noises(kind: Int) throws {
    var (shown, inside, held) = (0, 0, 0)
    let records = 60
    for seed in 1...records {
      var random = SeededRandom(seed: UInt64(seed + 1000 * kind))
      var walk = 0.0
      let readings = (0..<20_000).map { _ -> Double in
        walk += random.normal()
        return kind == 0 ? random.normal() : kind == 1 ? walk : walk * 0.01 + random.normal()
      }
      let allan = try AllanDeviation(of: readings, step: 1)
      let estimates: [(AllanDeviation.Coefficient<Double>, truth: Double)] = [
        (allan.whiteNoise.map(\.twoSided), kind == 1 ? 0 : 1),
        (allan.randomWalk, [0, 1, 0.01][kind]),
      ]
      for (estimate, truth) in estimates {
        switch estimate {
        case .shown(_, let range):
          shown += 1
          if range.contains(truth) { inside += 1 }
        case .notShown(let bound): if truth <= bound { held += 1 }
        }
      }
    }
    let all = 2 * records
    #expect(Double(inside + held) >= 0.95 * Double(all), "\(inside) of \(shown) shown, \(held) bounds held")
    #expect(shown >= records * 9 / 10, "\(shown) shown")
    if kind < 2 { #expect(shown <= records + records / 20) }
  }
}
