import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("What a scheme refuses")
struct SchemeCheckingTests {
  /// A wrapper from outside that names the scheme it wraps, but does not pass on its corrections.
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
    #expect("\(try #require(error))".contains("“Halved” cannot wrap “rest recognition”"))
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

  @Test("Parameters are checked where they enter, with or without a trace")
  func parameters() throws {
    let recording = try randomTrace(seed: 3)
    let bad: [any Scheme] =
      [Double.nan, .infinity, -1].flatMap { value -> [any Scheme] in
        [
          .exponential(rate: value), .nonlinearStep(velocityRate: value), .nonlinearStep(positionRate: value),
          .highPass(cutoff: value), .restRecognition(threshold: value, duration: 1),
          .restRecognition(threshold: 1, duration: value), .restRecognition(margin: value),
          .restRecognition(.fluctuation(hysteresis: value)),
          .restRecognition(.likelihoodRatio(accelerationDeviation: value)),
          .restRecognition(.likelihoodRatio(rotationDeviation: value)),
          ZeroVelocitySmoother(accelerationNoise: NoiseDensity(oneSided: value)),
          ZeroVelocitySmoother(biasDeviation: value),
          ZeroVelocitySmoother(biasWalk: value), ZeroVelocitySmoother(restSpeed: value),
        ]
      } + [.resetOnRelease(at: [1, .nan])]
    for scheme in bad + bad.map({ ResetOnRelease(over: Unstabilized(), releases: [1]).wrapping($0) }) {
      #expect(throws: (any Error).self, "\(scheme.label)") { try scheme.validate() }
      #expect(throws: (any Error).self, "\(scheme.label)") { try scheme.validate(on: recording) }
      #expect(throws: (any Error).self, "\(scheme.label)") { try Integrator(scheme) }
    }
    #expect(throws: TraceError.self) { try Integrator(.none, from: Motion(velocity: Vector3(.nan, 0, 0))) }
    #expect(throws: TraceError.self) { try Integrator(.none, longestStep: .nan) }
    #expect(throws: TraceError.self) {
      try Comparison(of: recording, schemes: [.none], from: Motion(position: Vector3(0, .infinity, 0)))
    }
    #expect(throws: TraceError.self) { try AllanDeviation(of: [1, 2, 3], step: 0.01, perDecade: 0) }
    #expect(throws: TraceError.self) { try FrequencyResponse(of: .none, at: [1], amplitude: .nan) }
  }

  static let bad = [Double.nan, .infinity, -.infinity, -1, 0]

  @Test("Every parameter of every scheme and detector, at every number that makes no sense")
  func everyParameter() throws {
    let recording = try SimulatedTrace.square.trace()
    // Numbers that may be 0 are documented so: 0 turns something off.
    let positive: [(Double) -> any Scheme] = [
      { .restRecognition(threshold: 1, duration: $0) },
      { ZeroVelocitySmoother(accelerationNoise: NoiseDensity(oneSided: $0)) },
      { ZeroVelocitySmoother(restSpeed: $0) }, { .pedestrianDeadReckoning(.constant($0)) },
      { .pedestrianDeadReckoning(.weinberg($0)) }, { PedestrianDeadReckoning(steps: .init(threshold: $0)) },
      { PedestrianDeadReckoning(steps: .init(shortest: $0)) }, { PedestrianDeadReckoning(steps: .init(cutoff: $0)) },
      { PedestrianDeadReckoning(rest: .fluctuation(duration: $0)) },
      { .restRecognition(.likelihoodRatio(accelerationDeviation: $0)) },
      { .restRecognition(.likelihoodRatio(rotationDeviation: $0)) },
      { .restRecognition(.accelerationVariance(hysteresis: $0)) },
    ]
    let nonnegative: [(Double) -> any Scheme] = [
      { ExponentialDamping(velocityRate: $0, positionRate: 1) },
      { ExponentialDamping(velocityRate: 1, positionRate: $0) },
      { .nonlinearStep(velocityRate: $0) }, { .nonlinearStep(positionRate: $0) }, { .highPass(cutoff: $0) },
      { ZeroVelocitySmoother(biasDeviation: $0) }, { ZeroVelocitySmoother(biasWalk: $0) },
      { .restRecognition(margin: $0) }, { .zeroVelocitySmoother(.angularRateEnergy(threshold: $0)) },
      { .restRecognition(.accelerationMagnitude(threshold: $0)) },
      { .restRecognition(.linearAcceleration(threshold: $0)) },
    ]
    for value in Self.bad {
      for make in positive + (value == 0 ? [] : nonnegative) {
        // Alone, and as a link of chains that do not look at it themselves.
        for chain in Self.chains(make(value)) {
          #expect(throws: TraceError.self, "\(chain.label), \(value)") { try chain.validate() }
          #expect(throws: TraceError.self, "\(chain.label), \(value)") { try Integrator(chain) }
          #expect(throws: TraceError.self, "\(chain.label), \(value)") { try chain.validate(on: recording) }
          #expect(throws: TraceError.self, "\(chain.label), \(value)") {
            try Comparison(of: recording, schemes: [chain])
          }
        }
      }
    }
    for scheme in nonnegative.map({ $0(0) }) { #expect(throws: Never.self) { try Integrator(scheme) } }
    #expect(throws: TraceError.self) { try Integrator(PedestrianDeadReckoning(calibratingSteps: -1)) }
  }

  private static func chains(_ scheme: some Scheme) -> [any Scheme] {
    let chains: [any Scheme] = [scheme, scheme.resettingOnRelease(at: [1])]
    return scheme.rewritesPast ? chains : chains + [scheme.highPassed(cutoff: 0.1), scheme.recognizingRest()]
  }

  @Test("Chains that make no sense are refused in words")
  func impossibleChains() throws {
    let square = try SimulatedTrace.square.trace()
    for chain in [
      ZeroVelocitySmoother().recognizingRest() as any Scheme, ZeroVelocitySmoother().highPassed(cutoff: 0.1),
      RestRecognition(over: Unstabilized()).highPassed(cutoff: 0.1),
      // At any distance, and whichever of them it is that rewrites the past.
      ZeroVelocitySmoother().resettingOnRelease(at: [1]).recognizingRest(),
      ZeroVelocitySmoother().resettingOnRelease(at: [1]).resettingOnRelease(at: [2]).highPassed(cutoff: 0.1),
      ZeroVelocitySmoother().zeroingEndVelocity(), RestRecognition(over: Unstabilized()).recognizingRest(),
      ZeroEndVelocity(over: Unstabilized()).recognizingRest(),
      RestRecognition(over: Unstabilized()).resettingOnRelease(at: [1]).zeroingEndVelocity(),
    ] {
      #expect(throws: SchemeError.self) { try Integrator(chain) }
      let error = #expect(throws: SchemeError.self) { try Comparison(of: square, schemes: [chain]) }
      #expect(error.map { "\($0)" }?.contains("cannot wrap") == true)
    }
    #expect(throws: Never.self) {
      try Comparison(of: square, schemes: [HighPass(over: Unstabilized(), cutoff: 0.1).recognizingRest()])
    }
  }
}

extension ResetOnRelease where Base == Unstabilized {
  /// The same around another base.
  fileprivate func wrapping(_ base: some Scheme) -> any Scheme {
    ResetOnRelease<AnyBase>(over: AnyBase(base), releases: releases)
  }
}

/// A scheme that stands for another, as a chain's link does.
private struct AnyBase: Scheme {
  var base: any Scheme
  init(_ base: any Scheme) { self.base = base }
  mutating func advance(_ motion: inout Motion, by step: Step) { base.advance(&motion, by: step) }
  var underlying: (any Scheme)? { base }
}
