import Foundation
import Inertial
import Rotations
import Testing

@Suite struct GravityFilterTests {
  func trial(_ filter: some GravityFilter, sensors: SensorModel = .whiteNoise) throws -> GravityTrial {
    var random = SeededRandom(seed: 1)
    return try GravityTrial(sensors: sensors, using: &random) { samples in
      var filter = filter
      return try filter.separate(samples).map(\.gravity)
    }
  }

  @Test func aLowerCutoffIsCalmerAndLater() throws {
    let quick = try trial(FirstOrderGravityFilter(cutoff: 2))
    let slow = try trial(FirstOrderGravityFilter(cutoff: 0.3))
    #expect(slow.shake < quick.shake / 3)
    #expect(slow.latency > quick.latency * 3)
    let steepQuick = try trial(ButterworthGravityFilter(cutoff: 2, interval: 0.01))
    let steepSlow = try trial(ButterworthGravityFilter(cutoff: 0.3, interval: 0.01))
    #expect(steepSlow.shake < steepQuick.shake / 3)
    #expect(steepSlow.latency > steepQuick.latency * 3)
  }

  @Test func theSecondOrderIsCalmerAtTheSameCutoffAndLater() throws {
    let first = try trial(FirstOrderGravityFilter(cutoff: 0.5))
    let second = try trial(ButterworthGravityFilter(cutoff: 0.5, interval: 0.01))
    #expect(second.shake < first.shake / 2)
    #expect(second.latency > first.latency)
  }

  @Test func theAdaptiveOneIsQuickerThanAFixedOneThatIsAsCalm() throws {
    let adaptive = try trial(AdaptiveGravityFilter())
    let fixed = try trial(FirstOrderGravityFilter(cutoff: 0.3))
    #expect(adaptive.latency < fixed.latency / 3)
    let wide = try trial(AdaptiveGravityFilter(tolerance: 5))
    #expect(wide.shake > adaptive.shake)
    #expect(try trial(AdaptiveGravityFilter(fast: 1)).latency > adaptive.latency)
    #expect(try trial(AdaptiveGravityFilter(slow: 1)).shake > adaptive.shake)
  }

  @Test func fusionNeitherLagsNorWags() throws {
    var random = SeededRandom(seed: 2)
    let fused = try GravityTrial(using: &random) { samples in
      var source = try DeviceMotionSource(VersatileFilter(interval: 0.01), frame: .xArbitraryZVertical)
      return try source.process(samples).map(\.gravity)
    }
    #expect(abs(fused.latency) < 0.02)
    #expect(fused.shake < 0.01)
    for filter: any GravityFilter in [
      try FirstOrderGravityFilter(), try ButterworthGravityFilter(interval: 0.01), try AdaptiveGravityFilter(),
    ] {
      func of(_ filter: some GravityFilter) throws -> GravityTrial { try trial(filter) }
      let alone = try of(filter)
      #expect(alone.latency > fused.latency && alone.shake > fused.shake)
    }
  }

  @Test func eightBitsAreSeenAndTwelveHardly() throws {
    var sensor = SensorModel.whiteNoise
    sensor.accelerationNoise = NoiseDensity(deviation: 0.02, at: 100)
    sensor.accelerationRange = 2 * 9.80665
    func stillness(_ bits: Int?) throws -> Double {
      sensor.accelerationBits = bits
      return try trial(FirstOrderGravityFilter(cutoff: 20), sensors: sensor).stillness
    }
    let (eight, twelve, all) = try (stillness(8), stillness(12), stillness(nil))
    #expect(eight > 1.5 * twelve || eight == 0)
    #expect(abs(twelve - all) < 0.1 * all)
  }

  @Test func aTurnAboutGravityIsInvisibleToTheAccelerometer() throws {
    var random = SeededRandom(seed: 4)
    let tilt = Quaternion(rotationVector: Vector3(0.5, 0.3, 0))
    let still = try SensorModel.ideal.record(duration: 5, attitude: { _ in tilt }, using: &random)
    let spinning = try SensorModel.ideal.record(
      duration: 5, attitude: { Quaternion(.z, 2 * $0) * tilt }, using: &random)
    for (a, b) in zip(still, spinning) { #expect(close(a.specificForce, b.specificForce, 1e-12)) }
    // The gyroscope sees it.
    var filter = try MahonyFilter()
    let turned = try filter.attitudes(
      of: spinning.map { RawSample(time: $0.time, rotationRate: $0.rotationRate, specificForce: $0.specificForce) })
    #expect(abs(wrapped(try #require(turned.last).headingAboutUp - 10)) < 0.01)
  }

  @Test func theSumOfTheTwoPartsIsTheReading() throws {
    var random = SeededRandom(seed: 5)
    let samples = try SensorModel.whiteNoise.record(
      duration: 3, attitude: Hand.attitude, acceleration: Hand.acceleration, using: &random)
    var filter = try AdaptiveGravityFilter()
    for (sample, parts) in zip(samples, try filter.separate(samples)) {
      #expect(close(parts.gravity + parts.userAcceleration, -sample.specificForce, 1e-12))
    }
  }

  @Test func parametersOutOfRangeAreRefused() throws {
    #expect(throws: TraceError.self) { try FirstOrderGravityFilter(cutoff: 0) }
    // A recording has a rate, so a cutoff that its samples cannot follow is refused there, and one below that is not.
    func separated(_ filter: some GravityFilter) throws {
      var filter = filter
      _ = try filter.separate(
        (0..<9).map { RawSample(time: Double($0) / 50, rotationRate: .zero, specificForce: Vector3(0, 0, 9.8)) })
    }
    for cutoff in [25.0, 500] {
      func refusal(_ body: () throws -> Void) -> String? {
        #expect(throws: TraceError.self, performing: body).map { "\($0)" }
      }
      let words = [
        refusal { try separated(FirstOrderGravityFilter(cutoff: cutoff)) },
        refusal { try separated(AdaptiveGravityFilter(fast: cutoff)) },
        refusal { try separated(ButterworthGravityFilter(cutoff: cutoff, interval: 0.02)) },
      ]
      #expect(words.allSatisfy { $0?.hasSuffix("below half the sampling rate, 25 Hz.") == true }, "\(words)")
    }
    try separated(FirstOrderGravityFilter(cutoff: 24))
    #expect(throws: TraceError.self) { try ButterworthGravityFilter(cutoff: 60, interval: 0.01) }
    #expect(throws: TraceError.self) { try ButterworthGravityFilter(interval: 0) }
    #expect(throws: TraceError.self) { try AdaptiveGravityFilter(slow: 3, fast: 1) }
    #expect(throws: TraceError.self) { try AdaptiveGravityFilter(tolerance: -1) }
    var random = SeededRandom(seed: 6)
    var sensor = SensorModel.whiteNoise
    sensor.rate = 0
    #expect(throws: TraceError.self) { try sensor.record(duration: 1, attitude: Hand.attitude, using: &random) }
    for duration in [-1, 0, .nan, .infinity, 1e9] {
      #expect(throws: TraceError.self) {
        try SensorModel.ideal.record(duration: duration, attitude: Hand.attitude, using: &random)
      }
    }
    for (amplitude, frequency) in [(-1.0, 3.0), (.nan, 3), (5, 0), (5, .infinity)] {
      #expect(throws: TraceError.self) {
        try GravityTrial(amplitude: amplitude, frequency: frequency, using: &random) { $0.map { _ in .zero } }
      }
    }
    #expect(throws: TraceError.self) { try GravityTrial(using: &random) { _ in [] } }
    var filter = try? FirstOrderGravityFilter()
    #expect(throws: TraceError.self) { try filter?.separate([]) }
  }
}
