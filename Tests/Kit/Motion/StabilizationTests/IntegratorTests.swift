import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Live samples")
struct IntegratorTests {
  @Test("Live accumulation equals the pass over the whole trace, bit for bit", arguments: 1...4)
  func liveEqualsWhole(seed: UInt64) throws {
    let trace = try randomTrace(seed: seed)
    for scheme in courseSchemes {
      var integrator = try Integrator(scheme)
      for index in 0..<trace.count { try integrator.accumulate(trace[index]) }
      #expect(try integrator.trajectory == scheme.integrate(trace), "\(scheme.label)")
    }
  }

  @Test("A scheme defined by one method works live and over a trace")
  func ownScheme() throws {
    struct Clamped: Scheme {
      mutating func advance(_ motion: inout Motion, by step: Step) {
        motion.splitStep(step)
        motion.position.clamp(lowerBound: Vector3(repeating: -1), upperBound: Vector3(repeating: 1))
      }
    }
    let recording = try trace(count: 500, step: 0.01) { _ in Vector3(1, 0, 0) }
    let comparison = try Comparison(of: recording, schemes: [Clamped(), .none])
    #expect(try comparison["Clamped"].trajectory.positions.last == Vector3(1, 0, 0))
    #expect(try comparison["none"].score.largestExcursion > 12)
  }

  @Test("Repeated, backward, late and non-finite samples are refused and change nothing")
  func refusals() throws {
    var integrator = try Integrator(.none, longestStep: 0.5)
    func sample(_ time: Double, _ a: Double = 1) -> MotionSample {
      MotionSample(timestamp: time, attitude: .identity, userAcceleration: Vector3(a, 0, 0))
    }
    try integrator.accumulate(sample(1))
    try integrator.accumulate(sample(1.1))
    let before = integrator.motion
    #expect(throws: TraceError.repeatedTime(1.1, row: 2, place: nil)) { try integrator.accumulate(sample(1.1)) }
    #expect(throws: TraceError.backwardTime(1, previous: 1.1, row: 2, place: nil)) {
      try integrator.accumulate(sample(1))
    }
    #expect(throws: TraceError.self) { try integrator.accumulate(sample(2)) }
    #expect(throws: TraceError.self) { try integrator.accumulate(sample(.nan)) }
    #expect(throws: TraceError.self) { try integrator.accumulate(sample(1.2, .infinity)) }
    #expect(integrator.motion == before)
    #expect(integrator.trajectory.count == 2)
    integrator.restart()
    #expect(try integrator.accumulate(sample(2)).position == before.position)
    #expect(throws: TraceError.self) { try Integrator(.none, longestStep: 0) }
  }

  @Test(
    "A pause of the recording is refused by one rule, sample by sample and in one pass",
    arguments: [0.9, 1, 1.1, 5, 60])
  func pauses(length: Double) throws {
    let times = [0, 0.01, 0.02, 0.02 + length, 0.03 + length]
    let recording = try Trace(
      timestamps: times, attitude: times.map { _ in .identity }, userAcceleration: times.map { _ in Vector3(-1, 0, 0) })
    let schemes: [any Scheme] = [
      .none, .exponential(rate: 1), .restRecognition(), .zeroVelocitySmoother(), .zeroEndVelocity,
      .resetOnRelease(at: [0.01]),
    ]
    func error(_ body: () throws -> Void) -> TraceError? { #expect(throws: TraceError.self) { try body() } }
    for scheme in schemes {
      var integrator = try Integrator(scheme)
      let live = { for index in times.indices { try integrator.accumulate(recording[index]) } }
      guard length > 1 else {
        #expect(throws: Never.self) {
          try live()
          _ = try scheme.integrate(recording)
        }
        continue
      }
      let refusal = try #require(error(live))
      guard case .stepTooLong(_, limit: 1, row: 3) = refusal else {
        Issue.record("\(refusal)")
        return
      }
      #expect(error { _ = try scheme.integrate(recording) } == refusal)
      #expect(error { _ = try scheme.measure(recording) } == refusal)
      #expect(error { _ = try Comparison(of: recording, schemes: [scheme]) } == refusal)
      // What remains on both sides of the pause can be integrated.
      _ = try scheme.integrate(recording[0..<3])
    }
  }

  @Test("An error of a live sample counts the samples, recording or not", arguments: [true, false])
  func rows(isRecording: Bool) throws {
    var integrator = try Integrator(.none, isRecording: isRecording)
    for index in 0..<7 {
      try integrator.accumulate(
        MotionSample(timestamp: 0.01 * Double(index), attitude: .identity, userAcceleration: .zero))
    }
    #expect(throws: TraceError.notFinite(column: "timestamp", value: .infinity, row: 7)) {
      try integrator.accumulate(MotionSample(timestamp: .infinity, attitude: .identity, userAcceleration: .zero))
    }
  }

  @Test("Without recording nothing is stored, and the motion is the same")
  func notRecording() throws {
    let trace = try randomTrace(seed: 9)
    var recording = try Integrator(.restRecognition())
    var silent = try Integrator(.restRecognition(), isRecording: false)
    for index in 0..<trace.count {
      #expect(try recording.accumulate(trace[index]) == silent.accumulate(trace[index]))
    }
    #expect(silent.trajectory.count == 0)
  }

  @Test("The kinematic acceleration is the user acceleration, rotated and negated")
  func sign() {
    let half = 0.5.squareRoot()
    // A quarter turn about z takes the device's x to the reference frame's y.
    let sample = MotionSample(
      timestamp: 0, attitude: Quaternion(w: half, x: 0, y: 0, z: half), userAcceleration: Vector3(1, 0, 0))
    #expect(distance(sample.acceleration, Vector3(0, -1, 0)) < 1e-15)
  }

  @Test("A live sample with NaN, in any channel, is refused and changes nothing")
  func liveNumbers() throws {
    func sample(_ time: Double, _ spoil: (inout MotionSample) -> Void = { _ in }) -> MotionSample {
      var sample = MotionSample(timestamp: time, attitude: .identity, userAcceleration: .zero, rotationRate: .zero)
      spoil(&sample)
      return sample
    }
    let scheme = RestRecognition(over: Unstabilized(), detector: .likelihoodRatio())
    var (spoilt, clean) = (try Integrator(scheme), try Integrator(scheme))
    for index in 0..<100 {
      if index == 50 {
        for bad in [Double.nan, .infinity, -.infinity] {
          #expect(throws: TraceError.self) {
            try spoilt.accumulate(sample(0.5) { $0.rotationRate = Vector3(0, bad, 0) })
          }
          #expect(throws: TraceError.self) { try spoilt.accumulate(sample(0.5) { $0.userAcceleration.z = bad }) }
          #expect(throws: TraceError.self) { try spoilt.accumulate(sample(0.5) { $0.attitude.x = bad }) }
          #expect(throws: TraceError.self) { try spoilt.accumulate(sample(bad)) }
        }
        #expect(throws: TraceError.self) { try spoilt.accumulate(sample(0.5) { $0.attitude.w = 1.02 }) }
      }
      try spoilt.accumulate(sample(Double(index) * 0.01))
      try clean.accumulate(sample(Double(index) * 0.01))
    }
    #expect(spoilt.trajectory == clean.trajectory)
    // A detector that is asked directly is not poisoned either: it forgets the window.
    var detector = RestDetector.likelihoodRatio(duration: 0.1)
    for index in 0..<100 {
      let rate = index == 30 ? Vector3(.nan, 0, 0) : .zero
      let resting = detector.update(
        Step(time: Double(index) * 0.01, duration: 0.01, acceleration: .zero, rotationRate: rate))
      #expect(resting == ((index >= 10 && index < 30) || index >= 41), "\(index)")
    }
    // And one huge reading leaves nothing behind when its window is over.
    for detector in [
      RestDetector.likelihoodRatio(duration: 0.1), .accelerationVariance(duration: 0.1),
      .angularRateEnergy(duration: 0.1),
    ] {
      var detector = detector
      for index in 0..<60 {
        let step = Step(
          time: Double(index) * 0.01, duration: 0.01, acceleration: index == 20 ? Vector3(1e9, 0, 0) : .zero,
          rotationRate: index == 20 ? Vector3(1e9, 0, 0) : .zero)
        let resting = detector.update(step)
        #expect(resting || index <= 40, "\(detector.statistic)")
      }
    }
  }
}
