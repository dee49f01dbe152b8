import Foundation
import Inertial
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
}

/// A level trace whose reported acceleration is a function of time.
private func reportedTrace(times: [Double], _ reported: (Double) -> Vector3) throws -> Trace {
  try Trace(
    timestamps: times, attitude: times.map { _ in .identity }, userAcceleration: times.map(reported))
}
