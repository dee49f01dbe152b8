import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Growth of errors")
struct ErrorGrowthTests {
  @Test("Theory of error growth against simulated sensors")
  func growth() throws {
    let tilt = try trace(count: 1001, step: 0.01) { _ in Vector3(standardGravity * sin(0.01), 0, 0) }
    #expect(try abs(Unstabilized().integrate(tilt).positions[1000].x - ErrorGrowth.tilt(0.01, after: 10)) < 1e-9)
    // White noise of density 0.05 over 4 s: the spread of the end over many seeds.
    let ends = try (1...120).map { seed -> Double in
      let sensors = SensorModel(accelerationNoise: 0.05)
      let noisy = try Trace.simulated(.still(duration: 4), sensors: sensors, seed: UInt64(seed))
      return try Unstabilized().integrate(noisy).positions.last!.x
    }
    #expect(
      abs(
        ErrorStatistics(ends).rmse / ErrorGrowth.noise(SensorModel(accelerationNoise: 0.05).accelerationNoise, after: 4)
          - 1) < 0.15)
  }

  @Test("A gyroscope's noise and bias let gravity through as the laws say", arguments: [5.0, 20])
  func gyroscope(duration: Double) throws {
    func ends(_ sensors: SensorModel, _ seeds: Int) throws -> [Double] {
      try (1...seeds).flatMap { seed -> [Double] in
        let samples = try Trace.simulated(.still(duration: duration), sensors: sensors, seed: UInt64(seed)).rawSamples()
        var attitudes = [Quaternion.identity]
        for (before, now) in zip(samples, samples.dropFirst()) {
          attitudes.append(attitudes.last!.integrating(deviceRate: now.rotationRate, over: now.time - before.time))
        }
        let accelerations = zip(samples, attitudes).map { -$0.specificForce - $1.gravity }
        let trace = try Trace(timestamps: samples.map(\.time), attitude: attitudes, userAcceleration: accelerations)
        let end = try Unstabilized().integrate(trace).positions.last!
        return [end.x, end.y]
      }
    }
    var sensors = SensorModel(rotationNoise: 0.001)
    let noise = ErrorStatistics(try ends(sensors, 60)).rmse
    #expect(abs(noise / ErrorGrowth.rotationNoise(sensors.rotationNoise, after: duration) - 1) < 0.2)
    sensors = SensorModel(rotationOffset: Vector3(0.001, 0, 0))
    #expect(abs(abs(try ends(sensors, 1)[1]) / ErrorGrowth.rotationBias(0.001, after: duration) - 1) < 0.02)
  }

  @Test("A noise density is one number in every convention")
  func conventions() throws {
    let density = NoiseDensity(oneSided: 0.01)
    #expect(abs(density.twoSided - 0.01 / 2.0.squareRoot()) < 1e-15)
    #expect(abs(NoiseDensity(twoSided: density.twoSided).oneSided - 0.01) < 1e-15)
    for rate in [20.0, 100, 800] {
      #expect(abs(NoiseDensity(deviation: density.deviation(at: rate), at: rate).oneSided - 0.01) < 1e-15)
      // What an Allan plot says of a sensor makes the same sensor again.
      let still = try Trace.simulated(
        .still(duration: 20_000 / rate), sensors: SensorModel(rate: rate, accelerationNoise: density), seed: 4)
      let measured = ErrorStatistics(still.userAcceleration.map(\.x)).deviation
      #expect(abs(measured / density.deviation(at: rate) - 1) < 0.03)
      let allan = try AllanDeviation(of: still.userAcceleration.map(\.x), step: 1 / rate)
      let seen = try #require(allan.whiteNoise.value)
      #expect(abs(seen.oneSided / 0.01 - 1) < 0.05)
    }
    let literal: NoiseDensity = 0.01
    #expect(literal == density && 2 * density / 2 == density && density < 0.02 && 1 > density)
  }
}
