import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Rest recognition")
struct RestRecognitionTests {
  @Test(
    "Rests of every kind and length: a pass over the whole trace equals live accumulation, bit for bit",
    arguments: 1...8)
  func restsLiveAndWhole(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &random) < probability }
    func uniform(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    func bits(_ trajectory: Trajectory) -> [UInt64] {
      (trajectory.velocities + trajectory.positions).flatMap { [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern] }
    }
    func someDetector() -> RestDetector {
      let statistics: [RestDetector.Statistic] = [
        .fluctuation, .fluctuation, .fluctuation, .linearAcceleration, .accelerationVariance, .accelerationMagnitude,
        .angularRateEnergy, .likelihoodRatio(accelerationDeviation: 0.1, rotationDeviation: 0.1),
      ]
      return RestDetector(
        statistics.randomElement(using: &random)!, threshold: uniform(0.05...1), duration: uniform(0.01...0.4),
        hysteresis: chance(0.5) ? 1 : uniform(1...3))
    }
    func someTrace() throws -> Trace {
      var (time, left, size) = (uniform(-5...5), 0, 0.0)
      let isHuge = chance(0.1)
      var times = [Double]()
      var accelerations = [Vector3]()
      var rates = [Vector3]()
      func noise() -> Vector3 { Vector3(random.normal(), random.normal(), random.normal()) }
      for _ in 0..<Int(uniform(1...400)) {
        if left == 0 { (left, size) = (Int(uniform(1...60)), chance(0.5) ? uniform(0...0.05) : uniform(0.2...3)) }
        left -= 1
        time += chance(0.01) ? uniform(0.2...0.9) : uniform(0.005...0.015)
        times.append(time)
        accelerations.append(noise() * (isHuge && chance(0.02) ? 1e308 : size))
        rates.append(noise() * size)
      }
      accelerations = accelerations.map { $0.sum().isFinite ? $0 : Vector3(1e308, 5e307, -1e308) }
      let attitude = try Quaternion(axis: Vector3(1, 2, 3), angle: uniform(0...3))
      return try Trace(
        timestamps: times, attitude: times.map { _ in attitude }, userAcceleration: accelerations, rotationRate: rates)
    }
    func check(_ base: some Scheme) throws -> Int {
      let scheme = RestRecognition(
        over: base, detector: someDetector(), correction: chance(0.8) ? .linear : .none,
        margin: chance(0.5) ? 0 : uniform(0.001...0.2), endsAtRest: chance(0.3))
      let (trace, start) = (try someTrace(), Motion(velocity: Vector3(1, 0, -1), position: Vector3(0, 2, 0)))
      var live = try Integrator(scheme, from: chance(0.5) ? .zero : start)
      let begin = live.motion
      for index in 0..<trace.count { try live.accumulate(trace[index]) }
      live.finish()
      let whole = try scheme.integrate(trace, from: begin)
      #expect(whole.times == live.trajectory.times)
      #expect(bits(whole) == bits(live.trajectory), "\(scheme) from \(begin): \(trace)")
      return try scheme.detector.restingSamples(of: trace).count { $0 }
    }
    var rests = 0
    for _ in 0..<40 {
      rests += try check(Unstabilized())
      rests += try check(ExponentialDamping.exponential(rate: uniform(0...3)))
      rests += try check(HighPass(over: NonlinearStep.nonlinearStep(), cutoff: 0.5))
    }
    #expect(rests > 500)
  }

  /// Rest, a metre along x within a second with a constant bias, rest.
  private func biasedMove() throws -> Trace {
    let bias = Vector3(0.2, -0.1, 0.05)
    return try trace(count: 401, step: 0.01) { t in
      guard t > 1, t <= 2 else { return .zero }
      return Vector3(2 * .pi * sin(2 * .pi * (t - 1)), 0, 0) + bias
    }
  }

  @Test("With a margin of half its window the linear acceleration moves from a margin before a push to one after it")
  func linearAcceleration() throws {
    let recording = try trace(count: 300, step: 0.01) { t in
      Vector3(0, abs(t - 1) < 0.005 || abs(t - 2) < 0.005 ? 4 : 0.1, 0)
    }
    let detector = RestDetector.linearAcceleration(threshold: 3, duration: 0.2, hysteresis: 1)
    let result = try RestRecognition(over: Unstabilized(), detector: detector, margin: 0.1).integrate(recording)
    let moving = recording.timestamps.indices.filter { result.velocities[$0] != .zero }
      .map { recording.timestamps[$0] }
    #expect(abs(moving.first { $0 > 0.5 }! - 0.9) < 0.015)
    #expect(abs(moving.first { $0 > 1.5 }! - 1.9) < 0.015)
    #expect(abs(moving.last { $0 < 1.5 }! - 1.1) < 0.015)
    #expect(abs(moving.last! - 2.1) < 0.015)
    #expect(try !detector.restingSamples(of: recording)[110])
    let lenient = RestDetector.linearAcceleration(threshold: 3, duration: 0.2, hysteresis: 1.5)
    #expect(try lenient.restingSamples(of: recording)[100])
  }

  @Test("A margin gives the begin of a movement back to it also before a gap longer than margin and window")
  func marginBeforeAGap() throws {
    let times = (0..<200).map { Double($0) * 0.01 + ($0 < 100 ? 0 : 0.5) }
    let recording = try Trace(
      timestamps: times, attitude: [Quaternion](repeating: .identity, count: 200),
      userAcceleration: [Vector3](repeating: Vector3(-0.1, 0, 0), count: 200))
    let scheme = RestRecognition(
      over: Unstabilized(), detector: .fluctuation(duration: 0.05), correction: .none, margin: 0.1)
    let velocities = try scheme.integrate(recording).velocities
    let moving = (50..<100).filter { velocities[$0] != .zero }
    // Whether 0.89 s is a margin before 0.99 s is up to rounding.
    #expect(moving.suffix(10) == Array(90..<100) && moving.count <= 11)
  }

  @Test("A margin gives the slow begin of a movement back to it")
  func margin() throws {
    // The device moves from 2 s to 4 s, and turns, by which the detector knows it, only in the middle of that.
    let moving = try trace(count: 601, step: 0.01) { t in
      guard t > 2, t < 4 else { return .zero }
      let s = (t - 2) / 2
      return Vector3(60 * s * (1 + s * (-3 + s * 2)) / 4, 0, 0)
    }
    let recording = try Trace(
      timestamps: moving.timestamps, attitude: moving.attitude, userAcceleration: moving.userAcceleration,
      rotationRate: moving.timestamps.map { $0 > 2.15 && $0 < 3.85 ? Vector3(1, 0, 0) : .zero })
    let detector = RestDetector.angularRateEnergy(threshold: 0.01, duration: 0.1, hysteresis: 1)
    func end(_ margin: Double) throws -> Double {
      let scheme = RestRecognition(over: Unstabilized(), detector: detector, margin: margin)
      var live = try Integrator(scheme)
      for index in 0..<recording.count { try live.accumulate(recording[index]) }
      let whole = try scheme.integrate(recording)
      #expect(live.trajectory == whole)
      #expect(whole.velocities[600] == .zero)
      return whole.positions[600].x
    }
    let (without, with) = (try end(0), try end(0.25))
    #expect(abs(with - 1) < 0.01)
    #expect(abs(without - 1) > 2 * abs(with - 1))
    let bad = RestRecognition(over: Unstabilized(), detector: detector, margin: -1)
    #expect(throws: TraceError.self) { try Comparison(of: recording, schemes: [bad]) }
  }

  @Test("A recording that is cut off just after a movement is corrected if it is declared to end at rest")
  func endsAtRest() throws {
    let recording = try biasedMove()[0..<205]
    let detector = RestDetector.fluctuation(threshold: 0.1, duration: 0.3, hysteresis: 1)
    func end(_ endsAtRest: Bool) throws -> Motion {
      let result = try RestRecognition(over: Unstabilized(), detector: detector, endsAtRest: endsAtRest).integrate(
        recording)
      return result[204]
    }
    #expect(try distance(end(false).position, Vector3(1, 0, 0)) > 0.1)
    #expect(try distance(end(true).position, Vector3(1, 0, 0)) < 0.02)
    #expect(try end(true).velocity.length < 1e-12)
    #expect(try end(false).velocity.length > 0.1)
    // A recording that rests at its end is the same either way, and a chain passes the end on.
    let whole = try biasedMove()
    let scheme = RestRecognition(over: Unstabilized(), detector: detector, endsAtRest: true)
    #expect(try scheme.integrate(whole) == RestRecognition(over: Unstabilized(), detector: detector).integrate(whole))
    #expect(try scheme.resettingOnRelease(at: [1e9]).integrate(recording) == scheme.integrate(recording))
  }

  @Test("Zero end velocity removes the drift of a constant bias at the lift")
  func zeroEndVelocity() throws {
    let recording = try biasedMove()
    let touched = try Trace(
      timestamps: recording.timestamps, attitude: recording.attitude, userAcceleration: recording.userAcceleration,
      isTouching: recording.timestamps.map { $0 >= 1 && $0 < 2 })
    let result = try ZeroEndVelocity(over: Unstabilized()).integrate(touched)
    #expect(distance(result.positions[400], Vector3(1, 0, 0)) < 0.02)
    #expect(distance(result.positions[150], Vector3(0.5, 0, 0)) < 0.02)
    #expect(result.velocities[200].length < 1e-9)
  }

  @Test("Zero end velocity drops the velocity that drifted in before a touch", arguments: [1.0, 5, 20])
  func driftBeforeTheTouch(wait: Double) throws {
    // A bias of 0.05 m/s² over the wait; then 1 m to the right in 1 s, from rest to rest, twice.
    let touches = { (t: Double) in t >= wait && t < wait + 1 || t >= wait + 3 && t < wait + 4 }
    let recording = try trace(count: Int((wait + 5) * 100), step: 0.01, isTouching: touches) { t in
      let phase = t >= wait + 3 ? t - wait - 3 : t - wait
      let push = touches(t) ? (phase < 0.5 ? 4.0 : -4.0) : 0
      return Vector3(push + 0.05, 0, 0.03)
    }
    let result = try ZeroEndVelocity(over: Unstabilized()).integrate(recording)
    for begin in [wait, wait + 3] {
      let (touch, lift) = (Int((begin * 100).rounded()), Int((begin * 100).rounded()) + 100)
      #expect(result.velocities[touch] == .zero)
      #expect(distance(result.positions[lift] - result.positions[touch], Vector3(1, 0, 0)) < 0.05)
    }
    // If the recording is the gesture, it begins with the velocity that the caller gives.
    let gesture = try trace(count: 100, step: 0.01) { _ in .zero }
    let thrown = try ZeroEndVelocity(over: Unstabilized()).integrate(gesture, from: Motion(velocity: Vector3(1, 0, 0)))
    #expect(thrown.velocities[0].x == 1)
  }
}
