import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("What a trace checks")
struct TraceCheckingTests {
  @Test("Attitudes that are a little off unit length are settled, and those that are very wrong are refused")
  func settledAttitudes() throws {
    let q = Quaternion(w: 1.009, x: 0, y: 0, z: 0)
    let recording = try Trace(
      timestamps: [0, 1], attitude: [q, q], userAcceleration: [.zero, .zero], rotationRate: [.zero, .zero],
      trueAttitude: [q, q])
    #expect(recording.attitude == [.identity, .identity] && recording.trueAttitude == [.identity, .identity])
    #expect(try recording.rawSamples().allSatisfy { abs($0.specificForce.length - standardGravity) < 1e-12 })
    let track = try PoseTrack(times: [0, 1], positions: [.zero, .zero], attitudes: [q, q])
    #expect(track.attitudes == [.identity, .identity])
    try withFile("0 0 0 0 0 0 0 1.009\n1 0 0 0 0.3 0.1 0.2 0.93\n", named: "a.tum") { path in
      for attitude in try PoseTrack(tum: path).attitudes { #expect(abs(attitude.dot(attitude) - 1) < 1e-12) }
    }
    let far = Quaternion(w: 1.02, x: 0, y: 0, z: 0)
    #expect(throws: TraceError.self) { try Trace(timestamps: [0], attitude: [far], userAcceleration: [.zero]) }
    #expect(throws: TraceError.self) { try PoseTrack(times: [0], positions: [.zero], attitudes: [far]) }
    // What was written and read again stays what it was, bit for bit.
    #expect(
      try Trace(timestamps: recording.timestamps, attitude: recording.attitude, userAcceleration: [.zero, .zero])
        .attitude == recording.attitude)
  }
}
