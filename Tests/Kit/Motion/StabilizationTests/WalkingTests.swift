import Foundation
import Inertial
import Rotations
import Testing

@Suite("Walking")
struct WalkingTests {
  /// A walk in the pocket there and back, by sensors without error unless they are given.
  static func walk(_ sensors: SensorModel = .ideal, strides: Int = 10, seed: UInt64 = 1) throws -> Trace {
    try .simulated(.walk(carrying: .pocket, strides: strides), sensors: sensors, seed: seed)
  }

  /// Steps at 2 Hz along a heading, at a speed, with the device held in any attitude.
  static func steps(
    speed: Double, heading: @escaping (Double) -> Double = { _ in 0 }, held attitude: Quaternion = .identity,
    height: Double = 0.03, duration: Double = 12
  ) throws -> Trace {
    let times = (0...Int(duration * 100)).map { Double($0) * 0.01 }
    var positions = [Vector3.zero]
    for time in times.dropFirst() {
      let last = positions[positions.count - 1]
      positions.append(last + Vector3(cos(heading(time)), sin(heading(time)), 0) * (speed * 0.01))
    }
    func acceleration(_ t: Double) -> Vector3 {
      // The hip swings up and down with each step, and the way bends by heading'·speed.
      let bend = (heading(t + 0.01) - heading(t - 0.01)) / 0.02 * speed
      return Vector3(-sin(heading(t)), cos(heading(t)), 0) * bend
        + Vector3(0, 0, height * 16 * .pi * .pi * sin(4 * .pi * t))
    }
    let attitudes = times.map { Quaternion(.z, heading($0)) * attitude }
    return try Trace(
      timestamps: times, attitude: attitudes,
      userAcceleration: zip(times, attitudes).map { -$1.inverse.act(on: acceleration($0)) },
      rotationRate: times.map { t in
        attitude.inverse.act(on: Vector3(0, 0, (heading(t + 0.01) - heading(t - 0.01)) / 0.02))
      }, truePosition: positions)
  }

  @Test("Every step is found, once, with its length in time")
  func footsteps() throws {
    let trace = try Self.steps(speed: 1)
    var detector = FootstepDetector()
    var found = [FootstepDetector.Footstep]()
    for index in 0..<trace.count {
      let step = Step(
        time: trace.timestamps[index], duration: index == 0 ? 0 : 0.01, acceleration: trace[index].acceleration)
      if let footstep = detector.update(step) { found.append(footstep) }
    }
    #expect((22...23).contains(found.count))
    #expect(found.allSatisfy { abs($0.duration - 0.5) < 0.015 && $0.range > 4 })
    #expect(zip(found, found.dropFirst()).allSatisfy { abs($1.time - $0.time - 0.5) < 0.015 })
    for bad in [
      FootstepDetector(threshold: 0), FootstepDetector(shortest: 2), FootstepDetector(longest: .nan),
      FootstepDetector(cutoff: -1),
    ] {
      #expect(throws: TraceError.self) { try bad.check() }
      #expect(throws: TraceError.self) { try Integrator(PedestrianDeadReckoning(steps: bad)) }
    }
  }

  @Test("Started at a known speed the walk is followed around bends, however the phone is held", arguments: 1...4)
  func followsAWalk(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let held = Quaternion.random(using: &random)
    let (speed, bend) = (random.uniform(0.7...1.6), random.uniform(-0.4...0.4))
    let trace = try Self.steps(speed: speed, heading: { 0.3 + bend * $0 }, held: held)
    let start = Motion(velocity: Vector3(cos(0.3), sin(0.3), 0) * speed)
    for length in [PedestrianDeadReckoning.StepLength.weinberg(0.41), .constant(0.5)] {
      let end = try PedestrianDeadReckoning(length: length, calibratingSteps: 3).integrate(trace, from: start).positions
        .last!
      #expect((end - trace.truePosition!.last!).length < 0.05 * speed * 12)
    }
    // As it is, a constant length says two steps a second.
    let constant = try PedestrianDeadReckoning(length: .constant(0.4)).integrate(trace, from: start)
    #expect(abs(constant.velocities.last!.length - 0.8) < 0.02)
    let short = try PedestrianDeadReckoning(length: .weinberg(0.2)).integrate(trace, from: start)
    let long = try PedestrianDeadReckoning(length: .weinberg(0.4)).integrate(trace, from: start)
    #expect(abs(long.velocities.last!.length / short.velocities.last!.length - 2) < 1e-9)
  }

  @Test("From rest the direction is that of the first steps; in a rest nothing moves")
  func fromRest() throws {
    let trace = try Self.walk(.currentPhone)
    let truth = trace.truePosition!
    let result = try PedestrianDeadReckoning().integrate(trace)
    let there = trace.timestamps.firstIndex { $0 > 3 + 10 * 1.1 }!
    #expect((result.positions[there] - (truth[there] - truth[0])).length < 0.25 * truth[there].length)
    #expect(result.velocities.last == .zero)
    // At the end the phone lies still again.
    #expect((result.positions.last! - result.positions[result.count - 100]).length < 1e-12)
    let plain = try Unstabilized().integrate(trace)
    #expect((result.positions.last! - truth.last!).length < (plain.positions.last! - truth.last!).length)
  }

  @Test(
    "A walk from rest teaches no length of a step: its speed is that of the steps, and what a given speed has taught stays"
  )
  func calibration() throws {
    // Steps of 16.8 m/12.1 s · 0.55 s, from rest at 3 s until 16.2 s.
    let walk = try Trace.simulated(.walk(carrying: .pocket, strides: 12, strideLength: 1.4, strideDuration: 1.1))
    let pace = 16.8 / 12.1
    for calibrating in [0, 3] {
      let scheme = PedestrianDeadReckoning(length: .constant(pace * 0.55), calibratingSteps: calibrating)
      let result = try scheme.integrate(walk)
      #expect(result.velocities[800..<1500].allSatisfy { abs($0.length - pace) < 0.03 * pace }, "\(calibrating) steps")
      #expect((result.positions[1620] - walk.truePosition![1620] + walk.truePosition![0]).length < 0.1 * 16.8)
    }
    // A walk at 1.2 m/s, a rest, and a walk that nobody gave a speed for.
    let even = try Self.steps(speed: 1.2, duration: 6)
    let still = (1...300).map { _ in even[even.count - 1].attitude }
    let rest = Array(repeating: Vector3.zero, count: still.count)
    let times = (0..<2 * even.count + still.count).map { Double($0) * 0.01 }
    // It starts with a push that gives it 1 m/s in the first second.
    let push = even.userAcceleration.indices.map { even.userAcceleration[$0] - Vector3($0 < 100 ? 1 : 0, 0, 0) }
    let both = try Trace(
      timestamps: times, attitude: even.attitude + still + even.attitude,
      userAcceleration: even.userAcceleration + rest + push)
    let taught = try PedestrianDeadReckoning(length: .constant(0.3), calibratingSteps: 3)
      .integrate(both, from: Motion(velocity: Vector3(1.2, 0, 0)))
    #expect(abs(taught.velocities[550].length - 1.2) < 0.03)
    #expect(taught.velocities[850] == .zero)
    #expect(abs(taught.velocities[both.count - 60].length - 1.2) < 0.03)
  }

  @Test("Without steps and without rest the speed is held, as on a trolley; a hand that holds still stays")
  func rollingAndStanding() throws {
    let rolling = try Self.steps(speed: 1, heading: { 0.1 * $0 }, height: 0.002)
    let end = try PedestrianDeadReckoning().integrate(rolling, from: Motion(velocity: Vector3(1, 0, 0))).positions.last!
    #expect((end - rolling.truePosition!.last!).length < 0.1)
    let still = try SimulatedTrace.still.trace()
    #expect(try PedestrianDeadReckoning().integrate(still).positions.map(\.length).max()! < 0.5)
  }

  @Test("Live accumulation equals the pass over the whole trace, bit for bit")
  func liveEqualsWhole() throws {
    let trace = try Self.walk(.currentPhone, strides: 4)
    let schemes: [any Scheme] = [
      .pedestrianDeadReckoning(), .pedestrianDeadReckoning(.constant(0.7)),
      PedestrianDeadReckoning().resettingOnRelease(at: [8]),
    ]
    for scheme in schemes {
      var integrator = try Integrator(scheme)
      for index in 0..<trace.count { try integrator.accumulate(trace[index]) }
      #expect(try integrator.trajectory == scheme.integrate(trace), "\(scheme.label)")
    }
  }
}
