import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Chains of schemes")
struct SchemeChainTests {
  private let schemes: [any Scheme] = [
    .zeroVelocitySmoother(), .zeroEndVelocity, .highPass(cutoff: 0.2),
    .exponential(rate: 0.5).recognizingRest().resettingOnRelease(), .nonlinearStep().zeroingEndVelocity(),
    .restRecognition(.accelerationVariance()), .restRecognition(.likelihoodRatio()),
    .exponential(rate: 1).highPassed(cutoff: 0.1), .restRecognition(endsAtRest: true),
    .zeroVelocitySmoother().resettingOnRelease(),
    .restRecognition(endsAtRest: true).resettingOnRelease(at: [2]),
  ]

  @Test("Live accumulation equals the pass over the whole trace, bit for bit", arguments: 1...3)
  func liveEqualsWhole(seed: UInt64) throws {
    // The last stroke of the one has ended, in the other the recording ends it.
    for (trace, scheme) in try [400, 450].map({ try randomTrace(seed: seed)[0..<$0] }).flatMap({ trace in
      schemes.map { (trace, $0) }
    }) {
      var integrator = try Integrator(scheme)
      for index in 0..<trace.count { try integrator.accumulate(trace[index]) }
      integrator.finish()
      #expect(integrator.motion == integrator.trajectory[trace.count - 1])
      #expect(try integrator.trajectory == scheme.integrate(trace), "\(scheme.label)")
    }
  }

  @Test("A chain does what each link does")
  func chain() throws {
    let recording = try trace(
      count: 301, step: 0.01, isTouching: { $0 < 1 }, kinematic: { _ in Vector3(1, 0, 0) })
    let chained = try ExponentialDamping.exponential(rate: 1).resettingOnRelease().integrate(recording)
    let damped = try ExponentialDamping.exponential(rate: 1).integrate(recording)
    #expect(chained.positions[99] == damped.positions[99])
    #expect(chained[100] == .zero)
    // A link that rewrites the past does so inside a chain as well, and a reset at rest is not undone.
    let square = try squareWithoutTouches()
    let resting = RestRecognition(over: Unstabilized())
    let both = try resting.resettingOnRelease(at: [1000]).integrate(square)
    #expect(try both == resting.integrate(square))
    let reset = try resting.resettingOnRelease(at: [3.3]).integrate(square)
    let index = square.timestamps.firstIndex { $0 >= 3.3 }!
    #expect(reset[index] == .zero)
    #expect(reset.positions[index + 5].length < 0.01)
    #expect(square.count == reset.count)
    // Nor is one just before the rest is recognised, whose window reaches back before it.
    let stroke = square.timestamps.firstIndex { $0 >= 2.9 }!
    let early = try resting.resettingOnRelease(at: [2.9]).integrate(square)
    #expect(try !resting.detector.restingSamples(of: square)[stroke])
    #expect(early[stroke] == .zero)
    #expect(early.positions[stroke + 40].length < 0.02)
    #expect(try resting.integrate(square).positions[stroke + 40].length > 0.25)
  }

  @Test("A high-pass filter turns a steady velocity into a constant position")
  func highPass() throws {
    let recording = try trace(count: 4001, step: 0.01) { _ in .zero }
    let result = try HighPass(over: Unstabilized(), cutoff: 0.2).integrate(
      recording, from: Motion(velocity: Vector3(1, 0, 0)))
    #expect(abs(result.positions[4000].x - 1 / (2 * .pi * 0.2)) < 0.01)
    #expect(throws: TraceError.self) { try Comparison(of: recording, schemes: [.highPass(cutoff: -1)]) }
    let off = try HighPass(over: Unstabilized(), cutoff: 0).integrate(
      recording, from: Motion(velocity: Vector3(1, 0, 0)))
    #expect(abs(off.positions[4000].x - 40) < 1e-9)
  }

  @Test("A high-pass filter lets fast movement through whole", arguments: [0.05, 0.2, 1])
  func fastMovement(cutoff: Double) throws {
    for rate in [50.0, 100] {
      func gain(_ scheme: any Scheme) throws -> Double {
        try FrequencyResponse(of: scheme, at: [rate / 20], rate: rate, settling: 10).gains[0]
      }
      // The split step under the filter holds each acceleration for a step: at 20 samples a period it loses 0.8 %.
      let base = try gain(.none)
      #expect(abs(base - (.pi / 20) / tan(.pi / 20)) < 1e-6, "\(base)")
      let omega = rate / 20
      let filter = try gain(.highPass(cutoff: cutoff)) / base
      #expect(abs(filter - omega / hypot(omega, cutoff)) < 2e-3, "\(filter)")
    }
  }

  @Test("A high-pass filter inside a chain begins again at a rest, and a chain's label names its links")
  func highPassInChain() throws {
    let square = try squareWithoutTouches()
    let truth = try SimulatedTrace.square.trace().truePosition!
    func error(_ scheme: any Scheme) throws -> Double {
      ErrorStatistics(zip(try scheme.integrate(square).positions, truth).map(distance)).rmse
    }
    let chain = HighPass(over: Unstabilized(), cutoff: 0.002).recognizingRest()
    // A filter that hardly filters leaves rest recognition what it is.
    #expect(try error(chain) < 0.05)
    #expect(try error(HighPass(over: Unstabilized(), cutoff: 0.002)) > 1)
    #expect(chain.label == "rest recognition over high-pass (0.002 Hz)")
    #expect(
      ExponentialDamping.exponential(rate: 2).zeroingEndVelocity().label
        == "zero end velocity over exponential (2.0 s⁻¹)")
    #expect(chain.resettingOnRelease().label.hasPrefix("reset on release over rest recognition"))
    #expect(RestRecognition(over: Unstabilized()).label == "rest recognition")
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

  @Test("Every setting of every scheme tells two labels apart")
  func labels() throws {
    let recording = try randomTrace(seed: 2)
    let detectors: [RestDetector] = [
      .fluctuation(), .fluctuation(threshold: 0.4), .fluctuation(duration: 0.5), .fluctuation(hysteresis: 2),
      .linearAcceleration(threshold: 0.35), .accelerationVariance(), .accelerationMagnitude(), .angularRateEnergy(),
      .likelihoodRatio(), .likelihoodRatio(accelerationDeviation: 0.2), .likelihoodRatio(rotationDeviation: 0.2),
    ]
    let families: [[any Scheme]] = [
      detectors.map { .restRecognition($0) }, detectors.map { .zeroVelocitySmoother($0) },
      detectors.map { PedestrianDeadReckoning(rest: $0) },
      detectors.map { RestRecognition(over: Unstabilized(), detector: $0).resettingOnRelease(at: [1]) },
      [.restRecognition(), .restRecognition(correction: .none), .restRecognition(margin: 0.1)]
        + [.restRecognition(endsAtRest: true), ExponentialDamping.exponential(rate: 1).recognizingRest()],
      [1e-3, 2].flatMap { value -> [any Scheme] in
        [
          ZeroVelocitySmoother(accelerationNoise: NoiseDensity(oneSided: value)),
          ZeroVelocitySmoother(biasDeviation: value),
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
}
