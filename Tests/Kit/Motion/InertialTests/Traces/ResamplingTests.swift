import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Resampling")
struct ResamplingTests {
  @Test("Resampling keeps a straight movement and the ends")
  func resampling() throws {
    let trace = try randomTrace(seed: 3)
    let even = try trace.resampled(rate: 250)
    #expect(even.timestamps[0] == trace.timestamps[0])
    #expect(zip(even.timestamps.dropFirst(), even.timestamps).allSatisfy { abs($0 - $1 - 0.004) < 1e-9 })
    #expect(even.attitude[0].angle(to: trace.attitude[0]) < 1e-7)
    let line = try reportedTrace(times: [0, 0.013, 0.02, 0.031]) { Vector3($0, 2 * $0, 0) }
    let resampled = try line.resampled(rate: 1000)
    for (time, a) in zip(resampled.timestamps, resampled.userAcceleration) {
      #expect(distance(a, Vector3(time, 2 * time, 0)) < 1e-12)
    }
    #expect(throws: TraceError.self) { try trace.resampled(rate: 0) }
  }

  @Test("At the times of its samples a resampled trace is the trace, bit for bit, the last sample and the touches too")
  func samplesStay() throws {
    var random = SeededRandom(seed: 5)
    for rate in [32.0, 100, 128] {
      let count = 40
      func vectors() -> [Vector3] {
        (0..<count).map { _ in Vector3(random.normal(), 1e-9 * random.normal(), 1e9 * random.normal()) }
      }
      let attitudes = vectors().map { Quaternion(rotationVector: $0) }
      let trace = try Trace(
        timestamps: (0..<count).map { Double($0) / rate }, attitude: attitudes, userAcceleration: vectors(),
        rotationRate: vectors(), truePosition: vectors(), isTouching: (0..<count).map { $0 == count - 1 || $0 % 3 == 1 }
      )
      let same = try trace.resampled(rate: rate)
      #expect(same.timestamps == trace.timestamps && same.attitude == trace.attitude)
      #expect(same.userAcceleration == trace.userAcceleration && same.rotationRate == trace.rotationRate)
      #expect(same.truePosition == trace.truePosition && same.isTouching == trace.isTouching)
    }
  }

  @Test("Between two samples what is constant stays constant, what rises never falls, and no number becomes too large")
  func between() throws {
    var random = SeededRandom(seed: 6)
    for _ in 0..<200 {
      let (from, rise) = (random.normal(), abs(random.normal()))
      let huge = Double.greatestFiniteMagnitude * random.uniform()
      let trace = try reportedTrace(times: [0, 1]) { Vector3(from, from + rise * $0, $0 == 0 ? -huge : huge) }
      let readings = try trace.resampled(rate: 97).userAcceleration
      #expect(readings.allSatisfy { $0.x == from && abs($0.z) <= huge })
      #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.y <= $1.y && $0.z <= $1.z })
    }
  }
}

/// A level trace whose reported acceleration is a function of time.
private func reportedTrace(times: [Double], _ reported: (Double) -> Vector3) throws -> Trace {
  try Trace(
    timestamps: times, attitude: times.map { _ in .identity }, userAcceleration: times.map(reported))
}
