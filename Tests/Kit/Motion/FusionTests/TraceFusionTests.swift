import Inertial
import Rotations
import Testing

@testable import Fusion

@Suite struct TraceFusionTests {
  @Test func rawReadingsFusedAgainGiveTheTraceBack() throws {
    let trace = try Trace.simulated(.square(), sensors: .ideal)
    let samples = try trace.rawSamples()
    #expect(samples.count == trace.count)
    let fused = try trace.fused(by: VersatileFilter(interval: 0.01))
    #expect(fused.timestamps == trace.timestamps && fused.truthHeading == .aligned)
    // The heading starts at zero in both: the truth is hardly turned.
    for (turned, position) in try zip(#require(fused.truePosition), #require(trace.truePosition)) {
      #expect((turned - position).length <= 0.06 * position.length && abs(turned.length - position.length) < 1e-12)
    }
    for index in trace.timestamps.indices {
      #expect(angle(fused.attitude[index], trace.attitude[index]) < 0.06)
      let difference = fused.userAcceleration[index] - trace.userAcceleration[index]
      #expect(difference.length < 0.6)
    }
    let again = try Trace(
      trace.timestamps.indices.map { index in
        DeviceMotion(
          time: trace.timestamps[index], attitude: trace.attitude[index], gravity: .zero,
          userAcceleration: trace.userAcceleration[index], rotationRate: .zero, rotationRateBias: .zero,
          headingAccuracy: nil)
      })
    #expect(again.userAcceleration == trace.userAcceleration)
  }

  @Test func aTraceWithoutAGyroscopeOrMagnetometerSaysSo() throws {
    let bare = try Trace(timestamps: [0, 1], attitude: [.identity, .identity], userAcceleration: [.zero, .zero])
    #expect(throws: TraceError.self) { try bare.rawSamples() }
    let six = try Trace.simulated(.still(duration: 1))
    #expect(throws: FusionError.noMagnetometer(frame: "eastNorthUp")) {
      try six.fused(by: MahonyFilter(), frame: .eastNorthUp)
    }
  }
}
