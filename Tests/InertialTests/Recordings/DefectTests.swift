import Foundation
import Inertial
import Rotations
import Testing

@Suite("What recordings suffer from")
struct DefectTests {
  @Test("Saturation: where, and how much velocity is unaccounted for")
  func saturation() throws {
    let limit = 2 * standardGravity
    let sensors = SensorModel(accelerationRange: limit)
    let clipped = try Trace.simulated(.waving(), sensors: sensors)
    let free = try Trace.simulated(.waving(), sensors: .ideal)
    let found = Saturation(of: clipped)
    #expect(found.isGuessed)
    #expect(abs(found.limit! - limit) < 0.01)
    #expect(Saturation(of: free).limit == nil)
    #expect(try Saturation(of: SimulatedTrace.still.trace()).limit == nil)
    // The true missing area of each stretch on its axis.
    for stretch in found.stretches where stretch.samples.count > 4 {
      let truth = stretch.samples.reduce(0.0) { sum, index in
        sum + abs(free.userAcceleration[index][stretch.axis] - clipped.userAcceleration[index][stretch.axis]) * 0.01
      }
      // Continuing the slopes overestimates a rounded peak, at most by half as much again at these lengths.
      #expect(stretch.missingVelocity > 0.7 * truth && stretch.missingVelocity < 2.2 * truth + 0.01)
    }
    let given = try Saturation(of: free, limit: limit)
    #expect(!given.isGuessed && !given.samples.isEmpty)
  }

  @Test("A start-up transient is found, and dropped or faded in")
  func transient() throws {
    var sensors = SensorModel(accelerationNoise: 0.002, transient: 0.8, transientDuration: 0.2)
    let recording = try Trace.simulated(.still(), sensors: sensors)
    let settled = try #require(recording.settlingTime)
    #expect(settled > 0.4 && settled < 2)
    sensors.transient = 0
    #expect(try Trace.simulated(.still(), sensors: sensors).settlingTime! < 0.35)
    let dropped = try recording.dropping(first: settled)
    #expect(dropped.timestamps[0] >= settled)
    func drift(_ trace: Trace) throws -> Double { try Unstabilized().integrate(trace).positions.last!.length }
    #expect(try drift(dropped) < drift(recording) / 3)
    let faded = try recording.fadingIn(over: 1)
    #expect(faded.userAcceleration[0] == .zero)
    #expect(faded.userAcceleration[150] == recording.userAcceleration[150])
    #expect(try drift(faded) < drift(recording))
    #expect(throws: TraceError.self) { try recording.dropping(first: 1e6) }
    #expect(throws: TraceError.self) { try recording.fadingIn(over: -1) }
  }

  @Test("The bias at rest is found and taken off")
  func bias() throws {
    let sensors = SensorModel(accelerationNoise: 0.002, accelerationBias: 0.1)
    let recording = try Trace.simulated(.square(), sensors: sensors, seed: 4)
    let still = try Trace.simulated(.still(), sensors: SensorModel(accelerationBias: 0.1), seed: 4)
    let bias = try #require(recording.restBias())
    #expect(distance(bias, still.userAcceleration[0]) < 0.01)
    let corrected = try recording.removingBias(bias)
    #expect(try #require(corrected.restBias()).length < 1e-3)
    #expect(throws: TraceError.self) { try recording.removingBias(Vector3(.nan, 0, 0)) }
    let shaking = try trace(count: 300, step: 0.01) { Vector3(3 * sin(40 * $0), 0, 0) }
    #expect(shaking.restBias() == nil)
  }

  @Test("Wrong units and signs are suspected, and nothing in a good recording")
  func suspicions() throws {
    let good = try Trace.simulated(.figureEight(), sensors: .course)
    let gravity = good.attitude.map { $0.inverse.act(on: Vector3(0, 0, -standardGravity)) }
    func summary(
      _ acceleration: (Vector3) -> Vector3 = { $0 }, gravity change: (Vector3) -> Vector3 = { $0 },
      rate: (Vector3) -> Vector3 = { $0 }, time: (Double) -> Double = { $0 },
      attitude: (Quaternion) -> Quaternion = { $0 }
    ) throws -> [String] {
      try TraceSummary(
        of: Trace(
          timestamps: good.timestamps.map(time), attitude: good.attitude.map(attitude),
          userAcceleration: good.userAcceleration.map(acceleration), rotationRate: good.rotationRate!.map(rate),
          gravity: gravity.map(change))
      ).doubts.map(\.finding)
    }
    #expect(try summary().isEmpty)
    #expect(try summary(gravity: { $0 / standardGravity }).contains { $0.contains("looks like g, not m/s²") })
    #expect(try summary(gravity: { -$0 }).contains { $0.contains("Android") })
    #expect(try summary({ $0 / standardGravity * 0.5 }).contains { $0.contains("stays below") })
    #expect(try summary(rate: { $0 * (180 / .pi) }).contains { $0.contains("looks like deg/s") })
    #expect(try summary(rate: { -$0 }).contains { $0.contains("turns against") })
    #expect(try summary(time: { $0 * 1000 }).contains { $0.contains("looks like milliseconds") })
    #expect(try summary(attitude: { Quaternion(.x, 1.2) * $0 }).contains { $0.contains("do not agree") })
    let still = try trace(count: 300, step: 0.01) { _ in Vector3(0, 0, 9.8) }
    #expect(TraceSummary(of: still).doubts.contains { $0.finding.contains("gravity has not been taken off") })
    let stillInG = try trace(count: 300, step: 0.01) { _ in Vector3(0, 0, 1) }
    #expect(TraceSummary(of: stillInG).doubts.contains { $0.finding.contains("this looks like g with gravity") })
  }

  @Test("The summary of a recording in words")
  func summary() throws {
    let recording = try SimulatedTrace.waving.trace()
    let summary = TraceSummary(of: recording)
    #expect(abs(summary.rate - 100) < 0.01)
    #expect(summary.jitter < 1e-6)
    #expect(summary.rests.count == 2)
    let text = summary.description
    for part in ["waving: 1201 samples in 12 s at 100 Hz", "gaps: none", "saturation at 19.6 m/s² (found in the data)"]
    {
      #expect(text.contains(part), "\(text)")
    }
    let jittered = try Trace.simulated(.still(duration: 5), sensors: SensorModel(dropProbability: 0.02, jitter: 0.001))
    #expect(TraceSummary(of: jittered).jitter > 5e-4)
  }
}
