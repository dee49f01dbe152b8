import Basics
import Inertial
import Rotations
import Testing

@Suite("What a scheme gives")
struct SchemeDoorTests {
  /// A wrapper from outside that says what it stands over, and nothing of what is below.
  private struct Halved: Scheme {
    var base: any Scheme
    var underlying: (any Scheme)? { base }
    mutating func advance(_ motion: inout Motion, by step: Step) {
      base.advance(&motion, by: Step(time: step.time, duration: step.duration, acceleration: step.acceleration / 2))
    }
  }

  /// One that hands on what the scheme below corrects.
  private struct Watched: Scheme {
    var base: any Scheme
    var underlying: (any Scheme)? { base }
    var passesRevisionsOn: Bool { true }
    var rewritesPast: Bool { base.rewritesPast }
    var hasRevision: Bool { base.hasRevision }
    mutating func advance(_ motion: inout Motion, by step: Step) { base.advance(&motion, by: step) }
    mutating func revise(_ past: inout Trajectory) { base.revise(&past) }
    mutating func finish(_ past: inout Trajectory) { base.finish(&past) }
  }

  /// Every way in which a scheme is run over a recording.
  private static let doors: [(name: String, run: @Sendable (any Scheme, Trace) throws -> Void)] = [
    ("integrate", { _ = try $0.integrate($1) }),
    (
      "integrate into",
      {
        var trajectory = Trajectory()
        try $0.integrate($1, into: &trajectory)
      }
    ),
    ("measure", { _ = try $0.measure($1) }), ("comparison", { _ = try Comparison(of: $1, schemes: [$0]) }),
    ("windows", { _ = try WindowedDrift(of: $1, under: $0, duration: 1, alignsYaw: false) }),
    (
      "sweep",
      { scheme, trace in _ = try Sweep(over: [.init("rate", unit: "", [1])], on: [trace]) { _ in scheme } }
    ),
    (
      "live",
      {
        var integrator = try Integrator($0)
        for index in 0..<$1.count { try integrator.accumulate($1[index]) }
      }
    ),
  ]

  @Test("Every door refuses what is wrong with any link of a chain, by a wrapper from outside as well")
  func refusals() throws {
    let recording = try randomTrace(seed: 4)
    let blind = try Trace(
      timestamps: recording.timestamps, attitude: recording.attitude, userAcceleration: recording.userAcceleration,
      truePosition: recording.truePosition)
    let wrong: [any Scheme] = [
      .exponential(rate: -2), .exponential(rate: .nan), .nonlinearStep(velocityRate: -1), .highPass(cutoff: .infinity),
      .restRecognition(.likelihoodRatio()), .restRecognition(.angularRateEnergy()), .resetOnRelease,
      .zeroVelocitySmoother(.likelihoodRatio()), ZeroVelocitySmoother().highPassed(cutoff: 0.1),
      Halved(base: .exponential(rate: -2)), Halved(base: .resetOnRelease), Halved(base: .restRecognition()),
      Halved(base: Watched(base: .zeroVelocitySmoother())), Halved(base: .zeroEndVelocity),
      Halved(base: Halved(base: .highPass(cutoff: -1))), Watched(base: Halved(base: .restRecognition())),
    ]
    for (name, run) in Self.doors {
      for scheme in wrong {
        #expect(throws: (any Error).self, "\(name), \(scheme.label)") { try run(scheme, blind) }
      }
      for scheme: any Scheme in [
        .exponential(rate: 2), Halved(base: .none), Watched(base: .restRecognition()),
        Halved(base: .nonlinearStep()).recognizingRest(), .restRecognition(.likelihoodRatio()),
      ] {
        #expect(throws: Never.self, "\(name), \(scheme.label)") { try run(scheme, recording) }
      }
    }
    for start in [Motion(velocity: Vector3(.nan, 0, 0)), Motion(position: Vector3(0, 0, .infinity))] {
      #expect(throws: TraceError.self) { try Unstabilized().integrate(recording, from: start) }
      #expect(throws: TraceError.self) { try Unstabilized().measure(recording, from: start) }
    }
    let error = #expect(throws: SchemeError.self) { try Halved(base: .restRecognition()).integrate(recording) }
    #expect("\(try #require(error))".contains("“Halved” cannot stand over “rest recognition”"))
  }

  @Test("A wrapper that passes revisions on gives what the scheme below gives")
  func passedOn() throws {
    let recording = try SimulatedTrace.square.trace()
    let rests = RestRecognition(over: Unstabilized())
    #expect(try Watched(base: rests).integrate(recording) == rests.integrate(recording))
  }

  @Test("A live recording that lacks, or loses, what the scheme needs is refused, and the sample is ignored")
  func live() throws {
    var integrator = try Integrator(.restRecognition(.angularRateEnergy()))
    var sample = MotionSample(timestamp: 0, attitude: .identity, userAcceleration: .zero)
    #expect(throws: TraceError.self) { try integrator.accumulate(sample) }
    sample.rotationRate = .zero
    try integrator.accumulate(sample)
    (sample.timestamp, sample.rotationRate) = (0.01, nil)
    #expect(throws: TraceError.self) { try integrator.accumulate(sample) }
    #expect(integrator.trajectory.times == [0])
    sample.rotationRate = .zero
    try integrator.accumulate(sample)
    #expect(integrator.trajectory.times == [0, 0.01])
    // A detector that is asked directly knows no rest by what it is not told.
    for detector in [RestDetector.angularRateEnergy(duration: 0.1), .likelihoodRatio(duration: 0.1)] {
      var detector = detector
      for index in 0..<100 {
        let isResting = detector.update(Step(time: Double(index) * 0.01, duration: 0.01, acceleration: .zero))
        #expect(!isResting)
      }
    }
  }

  @Test("A release before the first sample concerns nothing, in a window, in a trace that was cut, and live")
  func pastReleases() throws {
    let steady = try trace(count: 401, step: 0.01) { _ in .zero }
    let start = Motion(velocity: Vector3(1, 0, 0))
    let scheme = ResetOnRelease(over: Unstabilized(), releases: [0.5, 1, 3.5])
    let cut = steady[200..<301]
    #expect(abs(try scheme.integrate(cut, from: start).positions.last!.x - 1) < 1e-9)
    var live = try Integrator(scheme, from: start)
    for index in 0..<cut.count { try live.accumulate(cut[index]) }
    #expect(try live.trajectory == scheme.integrate(cut, from: start))
    #expect(try scheme.integrate(steady[250..<401], from: start)[99].velocity.x == 1)
    #expect(try scheme.integrate(steady[250..<401], from: start)[100] == .zero)
    #expect(try scheme.integrate(steady, from: start)[49].velocity.x == 1)
    #expect(try scheme.integrate(steady, from: start)[50] == .zero)
  }

  @Test("Every setting of every scheme tells two labels apart")
  func labels() throws {
    let recording = try randomTrace(seed: 2)
    let detectors: [RestDetector] = [
      .fluctuation(), .fluctuation(threshold: 0.4), .fluctuation(duration: 0.4), .fluctuation(hysteresis: 2),
      .linearAcceleration(threshold: 0.35), .accelerationVariance(), .accelerationMagnitude(), .angularRateEnergy(),
      .likelihoodRatio(), .likelihoodRatio(accelerationNoise: 0.2), .likelihoodRatio(rotationNoise: 0.2),
    ]
    let families: [[any Scheme]] = [
      detectors.map { .restRecognition($0) }, detectors.map { .zeroVelocitySmoother($0) },
      detectors.map { PedestrianDeadReckoning(rest: $0) },
      detectors.map { RestRecognition(over: Unstabilized(), detector: $0).resettingOnRelease(at: [1]) },
      [.restRecognition(), .restRecognition(correction: .none), .restRecognition(margin: 0.1)]
        + [.restRecognition(endsAtRest: true), ExponentialDamping.exponential(rate: 1).recognizingRest()],
      [1e-3, 2].flatMap { value -> [any Scheme] in
        [
          ZeroVelocitySmoother(accelerationNoise: value), ZeroVelocitySmoother(biasDeviation: value),
          ZeroVelocitySmoother(biasWalk: value), ZeroVelocitySmoother(restSpeed: value),
        ]
      },
      [.exponential(rate: 1), .exponential(rate: 2), .exponential(velocityRate: 1, positionRate: 2)],
      [.nonlinearStep(), .nonlinearStep(velocityRate: 1), .nonlinearStep(positionRate: 1)],
      [.highPass(cutoff: 1), .highPass(cutoff: 2), HighPass(over: Unstabilized(rule: .euler), cutoff: 1)],
      [.resetOnRelease(at: [1]), .resetOnRelease(at: [2]), .resetOnRelease(at: [1, 2])],
      [.none, .euler, ZeroEndVelocity(over: Unstabilized()), ZeroEndVelocity(over: Unstabilized(rule: .euler))],
      [
        PedestrianDeadReckoning(), .pedestrianDeadReckoning(.weinberg(0.5)), .pedestrianDeadReckoning(.constant(0.5)),
        PedestrianDeadReckoning(calibratingSteps: 1), PedestrianDeadReckoning(steps: .init(threshold: 1)),
        PedestrianDeadReckoning(steps: .init(shortest: 0.4)), PedestrianDeadReckoning(steps: .init(longest: 1)),
        PedestrianDeadReckoning(steps: .init(cutoff: 2)),
      ],
    ]
    for schemes in families {
      let labels = try Comparison(of: recording, schemes: schemes).runs.map(\.label)
      #expect(Set(labels).count == schemes.count && !labels.contains { $0.contains(" · ") }, "\(labels)")
    }
  }
}

@Suite("Within a duration")
struct DurationTests {
  @Test(
    "A rest begins with the first sample that rests, wherever the clock starts and however often it ticks",
    arguments: 1...300)
  func firstSample(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let rates = [20, 50, 60, 100, 128, 200, 285.714, 1000]
    let rate = rates[Int(seed) % rates.count]
    // An uptime, a day, the seconds since 1970.
    let offset = random.uniform() * [1, 100, 1e5, 1.7e9][Int(seed) / rates.count % 4]
    let window = 4 + Int(random.uniform() * 20)
    let (began, count) = (30 + Int(random.uniform() * 20), 120)
    let still = try Trace(
      timestamps: (0..<count).map { offset + Double($0) / rate },
      attitude: [Quaternion](repeating: .identity, count: count),
      userAcceleration: (0..<count).map { Vector3($0 < began ? ($0 % 2 == 0 ? 6 : -4) : 0, 0, 0) })
    let detector = RestDetector.fluctuation(duration: Double(window) / rate)
    let (live, hindsight) = (
      try detector.restingSamples(of: still), try detector.restingSamplesInHindsight(of: still)
    )
    #expect(live == (0..<count).map { $0 >= began + window })
    #expect(hindsight == (0..<count).map { $0 >= began })
    let velocities = try RestRecognition(over: Unstabilized(), detector: detector).integrate(still).velocities
    #expect(velocities[began...].allSatisfy { $0 == .zero } && velocities[began - 1] != .zero)
  }

  @Test(
    "Windows of 0.3 s have thirty steps of 0.01 s, on a clock of an epoch as well",
    arguments: [0, 0.05, 0.1234567, 0.3])
  func windows(offset: Double) throws {
    let count = 1001
    let times = (0..<count).map { 1.7e9 + offset + Double($0) * 0.01 }
    let upright = [Quaternion](repeating: .identity, count: count)
    let still = [Vector3](repeating: .zero, count: count)
    func track(_ positions: [Vector3]) throws -> PoseTrack {
      try PoseTrack(times: times, positions: positions, attitudes: upright)
    }
    let steady = (0..<count).map { Vector3(Double($0) * 0.01, 0, 0) }
    let relative = try RelativePoseError(of: track(still), against: track(steady), over: .seconds(0.3)).translation
    #expect(relative.count == count - 30 && relative.allSatisfy { abs($0 - 0.3) < 1e-9 })
    // The truth falls by 1 m/s², and the scheme hears nothing of it.
    let falling = try Trace(
      timestamps: times, attitude: upright, userAcceleration: still,
      truePosition: (0..<count).map { Vector3(0, 0, -0.5 * (Double($0) * 0.01) * (Double($0) * 0.01)) })
    let scores = try Comparison(of: falling, schemes: [.none]).trajectoryScores(aligning: .origin, windows: 0.3)
    #expect(scores.map(\.samples) == (0..<33).map { (30 * $0)..<(30 * $0 + 30) })
    let drift = try WindowedDrift(of: falling, under: Unstabilized(), duration: 0.3, spacing: 0.3, alignsYaw: false)
      .errors
    #expect(drift.count == 32 && drift.allSatisfy { abs($0 - 0.045) < 1e-3 }, "\(drift)")
  }
}
