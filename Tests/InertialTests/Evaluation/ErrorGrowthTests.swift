import Foundation
import Inertial
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
    // A density is one-sided here: the variance of a sample is N²·rate/2.
    let expected = ErrorGrowth.noise(0.05 / 2.0.squareRoot(), after: 4)
    #expect(abs(ErrorStatistics(ends).rmse / expected - 1) < 0.2)
  }
}
