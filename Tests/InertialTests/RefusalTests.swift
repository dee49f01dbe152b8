import Foundation
import Rotations
import Testing

@testable import Evaluation
@testable import Fusion
@testable import Recordings
@testable import Simulation
@testable import Stabilization
@testable import Traces

@Suite("Refusals where an answer would be a guess, and nothing that traps")
struct RefusalTests {
  static let bad = [Double.nan, .infinity, -.infinity, -1, 0]

  @Test("Every parameter of every scheme and detector, at every number that makes no sense")
  func everyParameter() throws {
    let recording = try SimulatedTrace.square.trace()
    // What may be 0 says so: it turns something off.
    let positive: [(Double) -> any Scheme] = [
      { .restRecognition(threshold: 1, duration: $0) }, { ZeroVelocitySmoother(accelerationNoise: $0) },
      { ZeroVelocitySmoother(restSpeed: $0) }, { .pedestrianDeadReckoning(.constant($0)) },
      { .pedestrianDeadReckoning(.weinberg($0)) }, { PedestrianDeadReckoning(steps: .init(threshold: $0)) },
      { PedestrianDeadReckoning(steps: .init(shortest: $0)) }, { PedestrianDeadReckoning(steps: .init(cutoff: $0)) },
      { PedestrianDeadReckoning(rest: .fluctuation(duration: $0)) },
      { .restRecognition(.likelihoodRatio(accelerationNoise: $0)) },
      { .restRecognition(.likelihoodRatio(rotationNoise: $0)) },
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

  @Test("Numbers that overflow a count, a table or a loop are refused, not tried")
  func counts() throws {
    for (rate, settling, frequency) in [(1e300, 20.0, 1.0), (100, 1e300, 1), (100, 20, 1e-300)] {
      #expect(throws: TraceError.self) {
        try FrequencyResponse(of: .none, at: [frequency], rate: rate, settling: settling)
      }
    }
    #expect(throws: TraceError.self) { try AllanDeviation(of: [1, 2, 3], step: 1, perDecade: .max) }
    let path = [Vector3.zero, Vector3(1, 0, 0), Vector3(1, 1, 0)]
    for (sides, resolution) in [(Int.max, 120), (4, .max), (.min, 120), (4, -1)] {
      #expect(throws: TraceError.self) { try PolygonFit(of: path, sides: sides, resolution: resolution) }
    }
    for interval in [1e-300, 0, -1, .nan] {
      #expect(throws: TraceError.self) { try SampleCheck.missedSamples(between: [0, 1], interval: interval) }
    }
    #expect(throws: TraceError.self) {
      try Trace(timestamps: [-1e308, 1e308], attitude: [.identity, .identity], userAcceleration: [.zero, .zero])
    }
    var integrator = try Integrator(.none, longestStep: .infinity)
    try integrator.accumulate(MotionSample(timestamp: -1e308, attitude: .identity, userAcceleration: .zero))
    #expect(throws: TraceError.self) {
      try integrator.accumulate(MotionSample(timestamp: 1e308, attitude: .identity, userAcceleration: .zero))
    }
    // Times so close that a window of any length has no end: each window still begins after the one before.
    let dense = try Trace(
      timestamps: (0..<50).map { Double($0) * 1e-300 }, attitude: [Quaternion](repeating: .identity, count: 50),
      userAcceleration: [Vector3](repeating: .zero, count: 50),
      truePosition: [Vector3](repeating: .zero, count: 50))
    #expect(try WindowedDrift(of: dense, under: .none, duration: 1, spacing: 1e-12).errors.isEmpty)
    let square = try SimulatedTrace.square.trace()
    #expect(try WindowedDrift(of: square, under: .none, duration: 1, spacing: 1e-12).errors.count > 500)
    for tolerance in [Double.nan, -1] {
      #expect(throws: TraceError.self) { try Alignment(.rigid, of: path, to: path, tolerance: tolerance) }
    }
  }

  @Test("A path with a measure that makes no sense is refused by name, and its formula does not trap")
  func paths() throws {
    var faults: [(String, Path)] = []
    for value in Self.bad {
      faults += [
        ("side", .square(side: value)), ("sideDuration", .square(sideDuration: value)),
        ("width", .figureEight(width: value)), ("period", .figureEight(period: value)),
        ("amplitude", .waving(amplitude: value)), ("frequency", .waving(frequency: value)),
        ("length", .line(length: value)), ("duration", .line(duration: value)),
        ("side", .polygon(sides: 5, side: value)), ("height", .ellipse(height: value)),
        ("strideLength", .walk(strideLength: value)), ("strideDuration", .walk(strideDuration: value)),
      ]
      #expect(throws: TraceError.self) { try Path.letter("A", height: value) }
      #expect(throws: TraceError.self) { try Path.letter("A", speed: value) }
      if value != 0 {
        #expect(throws: TraceError.self) { try Path.letter("A", pause: value) }
        faults += [("pause", .square(pause: value)), ("pause", .polygon(sides: 3, pause: value))]
      }
    }
    for count in [0, -1, Int.max, Int.min] {
      faults += [
        ("rounds", .square(rounds: count)), ("loops", .figureEight(loops: count)), ("rounds", .line(rounds: count)),
        ("sides", .polygon(sides: count)), ("rounds", .polygon(sides: 3, rounds: count)),
        ("loops", .ellipse(loops: count)), ("strides", .walk(strides: count)),
      ]
    }
    for (name, path) in faults {
      let error = #expect(throws: TraceError.self, "\(path.name), \(name)") { try Trace.simulated(path) }
      guard case .invalidParameter(let found, _, _) = error else {
        Issue.record("\(path.name), \(name): \(String(describing: error))")
        continue
      }
      #expect(found == name)
      _ = path.pose(.time(1))
    }
  }

  @Test("A detector says nothing of the time after a pause until its window is full again")
  func pauses() throws {
    for detector in [
      RestDetector.fluctuation(), .accelerationVariance(), .accelerationMagnitude(), .angularRateEnergy(),
      .likelihoodRatio(), .linearAcceleration(),
    ] {
      var detector = detector
      for time in stride(from: 0.0, to: 1, by: 0.01) {
        _ = detector.update(Step(time: time, duration: 0.01, acceleration: .zero, rotationRate: .zero))
      }
      #expect(detector.isAtRest)
      // Whatever happened in a pause that is longer than the window, one sample tells no rest.
      for index in 0..<60 {
        let step = Step(
          time: 10 + Double(index) * 0.01, duration: index == 0 ? 9 : 0.01, acceleration: .zero, rotationRate: .zero)
        let isResting = detector.update(step)
        #expect(isResting == (index >= 30), "\(detector.statistic) \(index)")
        #expect((detector.value == nil) == (index < 30), "\(detector.statistic) \(index)")
      }
      // Sampled less often than the window is long, no window is ever full: it never says rest.
      var seldom = detector.fresh
      for index in 0..<20 {
        let step = Step(
          time: Double(index), duration: 1, acceleration: Vector3(Double(index), 0, 0), rotationRate: .zero)
        let isResting = seldom.update(step)
        #expect(!isResting, "\(detector.statistic)")
      }
    }
  }

  @Test("Finite numbers whose sum is infinite do not empty a detector's window, and one that is infinite does")
  func largeNumbers() {
    var detector = RestDetector.fluctuation()
    let large = Vector3(1e308, 0, 0)
    for index in 0..<60 {
      _ = detector.update(
        Step(time: Double(index) * 0.01, duration: 0.01, acceleration: large, rotationRate: large))
    }
    #expect(detector.isAtRest && detector.value == 0)
    _ = detector.update(Step(time: 0.6, duration: 0.01, acceleration: large * 10, rotationRate: large))
    #expect(!detector.isAtRest && detector.value == nil)
  }

  @Test("What a scheme has seen does not matter to a trace, nor to an integrator")
  func usedSchemes() throws {
    let (one, other) = (try randomTrace(seed: 11), try randomTrace(seed: 12))
    let schemes: [any Scheme] = [
      .none, .euler, .exponential(rate: 1), .nonlinearStep(), .highPass(cutoff: 0.1),
      .resetOnRelease(at: [other.timestamps[40]]),
      .restRecognition(), .restRecognition(margin: 0.05), .zeroEndVelocity, .zeroVelocitySmoother(),
      .pedestrianDeadReckoning(), ExponentialDamping.exponential(rate: 1).recognizingRest(),
      ZeroVelocitySmoother().resettingOnRelease(at: [other.timestamps[99]]),
      HighPass(over: PedestrianDeadReckoning(), cutoff: 0.1),
    ]
    for scheme in schemes {
      var used = try Integrator(scheme)
      for index in 0..<one.count { try used.accumulate(one[index]) }
      let expected = try scheme.integrate(other)
      #expect(try used.scheme.integrate(other) == expected, "\(scheme.label)")
      #expect(try used.scheme.measure(other, from: .zero) == scheme.measure(other, from: .zero), "\(scheme.label)")
      var again = try Integrator(used.scheme)
      for index in 0..<other.count { try again.accumulate(other[index]) }
      again.finish()
      #expect(again.trajectory == expected, "\(scheme.label)")
    }
  }

  @Test("Cost grows with the samples, not with the samples times the window")
  func costs() throws {
    // What a window holds is ten thousand samples: were each looked at for each, it would be 10⁹ steps, many seconds.
    let count = 200_000
    let times = (0..<count).map { Double($0) * 1e-5 }
    var random = SeededRandom(seed: 3)
    let noise = (0..<count).map { _ in random.normalVector() * 0.01 }
    let trace = try Trace(
      timestamps: times, attitude: [Quaternion](repeating: .identity, count: count), userAcceleration: noise,
      truePosition: noise.map { $0 * 1e-9 })
    let clock = ContinuousClock()
    let plain = try clock.measure { _ = try Unstabilized().integrate(trace) }
    let correlation = clock.measure { _ = YawCorrelation(trace) }
    let settling = clock.measure { _ = trace.settlingTime }
    let resting = try clock.measure { _ = try RestDetector.fluctuation(duration: 0.1).restingSamples(of: trace) }
    for (name, time) in [("yaw", correlation), ("settling", settling), ("rest", resting)] {
      #expect(time < max(plain * 100, .seconds(2)), "\(name): \(time), plain \(plain)")
    }
  }

  @Test("The running sums give what the sums themselves give")
  func runningSums() throws {
    var random = SeededRandom(seed: 9)
    let count = 400
    let truth = (0..<count).map { 0.2 * Vector3(sin(Double($0) * 0.05), cos(Double($0) * 0.03), 0) }
    let accelerations = (0..<count).map { _ in random.normalVector() }
    let (step, k) = (0.01, 15)
    let correlation = YawCorrelation(step: step, truth: truth, accelerations: accelerations)
    for range in [0..<count, 20..<300, 100..<150] {
      var (re, im) = (0.0, 0.0)
      for i in range where i >= k && i + k < count {
        let a = (truth[i + k] - 2 * truth[i] + truth[i - k]) / (Double(k * k) * step * step)
        let b = ((1 - k)..<k).reduce(Vector3.zero) { $0 + accelerations[i + $1] * Double(k - abs($1)) } / Double(k * k)
        (re, im) = (re + a.x * b.x + a.y * b.y, im + a.x * b.y - a.y * b.x)
      }
      #expect(abs((correlation.yaw(in: range) ?? .nan) - atan2(im, re)) < 1e-9)
    }
  }

  @Test("A broken recording among many is named and left out of a sweep and of a choice of parameters")
  func brokenAmongMany() throws {
    let good = try (1...3).map { try SimulatedTrace.square.trace(seed: UInt64($0)) }
    let blind = try Trace(
      name: "blind", timestamps: good[0].timestamps, attitude: good[0].attitude,
      userAcceleration: good[0].userAcceleration)
    let sweep = try Sweep(over: [.init("rate", unit: "1/s", [0.5, 2])], on: good + [blind]) {
      .exponential(rate: $0[0])
    }
    #expect(sweep.traces.count == 3 && sweep.omitted.map(\.name) == ["blind"])
    #expect(throws: TraceError.self) {
      try Sweep(over: [.init("rate", unit: "1/s", [0.5])], on: [blind]) { .exponential(rate: $0[0]) }
    }
    // One on which a candidate gives no number, and one for which the measure throws.
    let tuning = try Tuning([1, 2], on: [("a", 1.0), ("b", .nan), ("c", 3), ("d", -1)]) { candidate, trial in
      guard trial > 0 || trial.isNaN else { throw TraceError.noRows(place: nil) }
      return Double(candidate) * trial
    }
    #expect(tuning.trials == ["a", "c"] && Set(tuning.omitted.map(\.name)) == ["b", "d"])
    #expect(tuning.best.candidate == 1)
  }

  @Test("A trial of which no filter can be made is left out; a candidate of which none can be made ends the tuning")
  func filtersOfBrokenTrials() throws {
    func trial(_ name: String, _ count: Int) -> FusionTrial {
      let samples = (0..<count).map {
        RawSample(time: 0.01 * Double($0), rotationRate: Vector3(0.1, 0, 0), specificForce: Vector3(0, 0, 9.81))
      }
      return FusionTrial(name: name, samples: samples, truth: Array(repeating: .identity, count: count))
    }
    var disordered = trial("disordered", 50)
    disordered.samples[20].time = 0
    let trials = [trial("long", 100), trial("short", 1), disordered, trial("other", 90)]
    // The interval comes from the trial, and one sample has none.
    func filter(_ gain: Double, _ trial: FusionTrial) throws -> VersatileFilter {
      guard trial.samples.count > 1 else { throw TraceError.empty(what: "step") }
      var parameters = VersatileFilter.Parameters()
      parameters.accelerationTime = gain
      return try VersatileFilter(interval: trial.samples[1].time - trial.samples[0].time, parameters: parameters)
    }
    let tuning = try Tuning([1.0, 3], on: trials, filter: filter)
    #expect(tuning.trials == ["long", "other"] && tuning.omitted.map(\.name) == ["short", "disordered"])
    let alone = try Tuning([1.0, 3], on: [trials[0], trials[3]], filter: filter)
    #expect(tuning.errors == alone.errors && tuning.heldOutError == alone.heldOutError)
    #expect(throws: TraceError.self) { try Tuning([1.0, -3], on: trials, filter: filter) }
  }
}
