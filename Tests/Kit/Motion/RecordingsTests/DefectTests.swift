import Foundation
import Inertial
import MotionBench
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
    let sensors = SensorModel(accelerationNoise: 0.002, transient: 0.8, transientDuration: 0.2)
    let recording = try Trace.simulated(.still(), sensors: sensors)
    let settled = try #require(recording.settlingTime)
    #expect(settled > 0.4 && settled < 2)
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

  @Test("A transient is found where there is one, and not in noise, a bias that wanders or a phone that trembles")
  func transientsAndNoise() throws {
    var course = SensorModel.course
    var quantised = SensorModel.firstPhones
    (course.transient, quantised.transient) = (0, 0)
    let white = SensorModel(accelerationNoise: 0.003)
    for sensors in [white, course, quantised, .currentPhone] {
      let shown = try (1...40).count {
        try Trace.simulated(.still(duration: 6), sensors: sensors, seed: UInt64($0)).settlingTime != nil
      }
      #expect(shown <= 1, "\(shown) of 40 under \(sensors)")
    }
    for sensors in [SensorModel.course, .firstPhones] {
      let times = try (1...40).map {
        try Trace.simulated(.still(duration: 6), sensors: sensors, seed: UInt64($0)).settlingTime
      }
      #expect(times.count { $0 == nil } <= 2)
      // The transient of 0.6 m/s² falls by 1/e in 0.25 s.
      let found = times.compactMap { $0 }
      #expect(found.allSatisfy { $0 > 0.1 && $0 < 3 }, "\(found)")
    }
    // Neither with less than a second at rest, nor where time stands still.
    #expect(try Trace.simulated(.still(duration: 0.5), sensors: .course).settlingTime == nil)
    #expect(try Trace.simulated(.still(duration: 0), sensors: .course).settlingTime == nil)
    let summary = TraceSummary(of: try Trace.simulated(.still(), sensors: white))
    #expect("\(summary)".contains("start: no transient shown"))
  }

  @Test(
    "A phone that swings is not at rest, and has no bias there; without a gyroscope nobody can tell",
    arguments: [0.3, 0.6, 1])
  func swinging(rate: Double) throws {
    // An even turn about a point 1 m above, as fast as a conical pendulum's: the pull is steady in the phone's own axes.
    let times = (0..<600).map { 0.01 * Double($0) }
    let turns = times.map { Quaternion(.z, rate * $0) }
    let pull = turns.map { _ in Vector3(rate * rate, 0, 0) }
    let rates = turns.map { _ in Vector3(0, 0, rate) }
    let trace = try Trace(timestamps: times, attitude: turns, userAcceleration: pull, rotationRate: rates)
    #expect(trace.restBias() == nil && TraceSummary(of: trace).rests.isEmpty)
    #expect(try Comparison(of: trace, schemes: [.none]).isResting.allSatisfy { !$0 })
    let blind = try Trace(timestamps: times, attitude: turns, userAcceleration: pull)
    #expect(TraceSummary(of: blind).rests.count == 1)
    // Somebody's own detector is asked alone.
    #expect(try TraceSummary(of: trace, rest: .fluctuation()).rests.count == 1)
    let still = try Trace(
      timestamps: times, attitude: turns.map { _ in .identity }, userAcceleration: turns.map { _ in .zero },
      rotationRate: turns.map { _ in .zero })
    #expect(TraceSummary(of: still).rests.count == 1)
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
    // If gravity was taken off here, its length has shown the unit, and the rest is an error of the attitude.
    var separated = stillInG
    separated.notes.append("estimated the attitude from gyroscope and accelerometer")
    #expect(!TraceSummary(of: separated).doubts.contains { $0.finding.contains("with gravity") })
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
