import Foundation
import Inertial
import Rotations
import Testing

/// Every numeric argument of the kit, at every value that makes no sense: the call reports it.
@Suite("Numbers that make no sense are refused where they enter")
struct InvalidNumberTests {
  typealias Door = (name: String, enter: (Double) throws -> Void)

  /// What must be above 0 and finite.
  static func positive(_ trace: Trace) -> [Door] {
    let samples = (try? trace.rawSamples()) ?? []
    func versatile(_ name: String, _ path: WritableKeyPath<VersatileFilter.Parameters, Double>) -> [Door] {
      [
        (
          "versatile \(name)",
          {
            var parameters = VersatileFilter.Parameters()
            parameters[keyPath: path] = $0
            _ = try VersatileFilter(interval: 0.01, parameters: parameters)
          }
        ),
        (
          "smoother \(name)",
          {
            var parameters = VersatileFilter.Parameters()
            parameters[keyPath: path] = $0
            _ = try VersatileSmoother(parameters: parameters).smooth(samples)
          }
        ),
      ]
    }
    let detectors: [(String, (Double) -> RestDetector)] = [
      ("duration", { .fluctuation(duration: $0) }),
      ("accelerationNoise", { .likelihoodRatio(accelerationDeviation: $0) }),
      ("rotationNoise", { .likelihoodRatio(rotationDeviation: $0) }),
      ("hysteresis", { .accelerationVariance(hysteresis: $0) }),
    ]
    return watching(trace, detectors) + [
      ("complementary inclinationTime", { _ = try ComplementaryFilter(inclinationTime: $0) }),
      ("complementary headingTime", { _ = try ComplementaryFilter(headingTime: $0) }),
      ("rejecting accelerationRejection", { _ = try RejectingFilter(accelerationRejection: $0) }),
      ("rejecting magneticRejection", { _ = try RejectingFilter(magneticRejection: $0) }),
      ("rejecting stillTime", { _ = try RejectingFilter(stillTime: $0) }),
      ("rejecting biasTime", { _ = try RejectingFilter(biasTime: $0) }),
      ("versatile interval", { _ = try VersatileFilter(interval: $0) }),
      ("gravity cutoff", { _ = try FirstOrderGravityFilter(cutoff: $0) }),
      ("Butterworth cutoff", { _ = try ButterworthGravityFilter(cutoff: $0, interval: 0.01) }),
      ("Butterworth interval", { _ = try ButterworthGravityFilter(interval: $0) }),
      ("adaptive slow", { _ = try AdaptiveGravityFilter(slow: $0) }),
      ("adaptive fast", { _ = try AdaptiveGravityFilter(fast: $0) }),
      ("adaptive tolerance", { _ = try AdaptiveGravityFilter(tolerance: $0) }),
      (
        "headingAccuracyTime",
        { _ = try DeviceMotionSource(try MadgwickFilter(), frame: .eastNorthUp, headingAccuracyTime: $0) }
      ),
      ("Allan step", { _ = try AllanDeviation(of: [1, 2, 3], step: $0) }),
      ("resampling rate", { _ = try trace.resampled(rate: $0) }),
      ("response frequency", { _ = try FrequencyResponse(of: .none, at: [$0]) }),
      ("response amplitude", { _ = try FrequencyResponse(of: .none, at: [1], amplitude: $0) }),
      ("response rate", { _ = try FrequencyResponse(of: .none, at: [1], rate: $0) }),
      ("drift duration", { _ = try WindowedDrift(of: trace, under: .none, duration: $0) }),
      ("drift spacing", { _ = try WindowedDrift(of: trace, under: .none, duration: 1, spacing: $0) }),
      (
        "relative error's interval",
        { _ = try RelativePoseError(of: trace.trueTrack(), against: trace.trueTrack(), over: .seconds($0)) }
      ),
      (
        "scores' window", { _ = try Comparison(of: trace, schemes: [.none]).trajectoryScores(windows: $0) }
      ),
      ("missed samples' interval", { _ = try SampleCheck.missedSamples(between: [0, 1], interval: $0) }),
      (
        "recording's duration",
        {
          var random = SeededRandom(seed: 1)
          _ = try SensorModel.whiteNoise.record(duration: $0, attitude: { _ in .identity }, using: &random)
        }
      ),
      (
        "gravity trial's frequency",
        {
          var random = SeededRandom(seed: 1)
          _ = try GravityTrial(frequency: $0, using: &random) { $0.map { -$0.specificForce } }
        }
      ),
    ] + versatile("accelerationTime", \.accelerationTime) + versatile("headingTime", \.headingTime)
      + versatile("biasAtStart", \.biasAtStart) + versatile("biasForgettingTime", \.biasForgettingTime)
      + versatile("largestBias", \.largestBias) + versatile("biasInMotion", \.biasInMotion)
      + versatile("biasAtRest", \.biasAtRest) + versatile("restFilterTime", \.restFilterTime)
      + versatile("restRotation", \.restRotation) + versatile("restForce", \.restForce)
      + versatile("fieldReferenceTime", \.fieldReferenceTime)
      + versatile("fieldNormTolerance", \.fieldNormTolerance)
      + versatile("fieldDipTolerance", \.fieldDipTolerance) + versatile("rejectionFactor", \.rejectionFactor)
  }

  /// What may be 0, which turns something off.
  static func nonnegative(_ trace: Trace) -> [Door] {
    let detectors: [(String, (Double) -> RestDetector)] = [
      ("fluctuation", { .fluctuation(threshold: $0) }), ("variance", { .accelerationVariance(threshold: $0) }),
      ("magnitude", { .accelerationMagnitude(threshold: $0) }), ("energy", { .angularRateEnergy(threshold: $0) }),
      ("linear", { .linearAcceleration(threshold: $0) }), ("likelihood", { .likelihoodRatio(threshold: $0) }),
    ]
    return watching(trace, detectors) + [
      ("Madgwick gain", { _ = try MadgwickFilter(gain: $0) }),
      ("Madgwick biasGain", { _ = try MadgwickFilter(biasGain: $0) }),
      ("Mahony gain", { _ = try MahonyFilter(gain: $0) }), ("Mahony biasGain", { _ = try MahonyFilter(biasGain: $0) }),
      ("rejecting gain", { _ = try RejectingFilter(gain: $0) }),
      ("rejecting stillRate", { _ = try RejectingFilter(stillRate: $0) }),
      ("fading", { _ = try trace.fadingIn(over: $0) }), ("dropping", { _ = try trace.dropping(first: $0) }),
      ("settling", { _ = try FrequencyResponse(of: .none, at: [1], settling: $0) }),
      (
        "alignment's tolerance",
        { _ = try Alignment(.rigid, of: trace.truePosition ?? [], to: trace.truePosition ?? [], tolerance: $0) }
      ),
    ]
  }

  /// What must be above 0 and may be infinite, for no limit.
  static func limits(_ trace: Trace) -> [Door] {
    let samples = (try? trace.rawSamples()) ?? []
    func checked(_ check: SampleCheck) throws {
      var filter = try MadgwickFilter()
      _ = try filter.attitudes(of: samples, checking: check)
      var source = try DeviceMotionSource(filter, frame: .xArbitraryZVertical, checking: check)
      _ = try source.process(samples)
      var gravity = try FirstOrderGravityFilter()
      _ = try gravity.separate(samples, checking: check)
    }
    return [
      ("integrator's longestStep", { _ = try Integrator(.none, longestStep: $0) }),
      ("check's longestStep", { try checked(SampleCheck(longestStep: $0)) }),
      ("rotationRateFullScale", { try checked(SampleCheck(rotationRateFullScale: $0)) }),
      ("specificForceFullScale", { try checked(SampleCheck(specificForceFullScale: $0)) }),
      ("recoveryTime", { _ = try RejectingFilter(recoveryTime: $0) }),
      ("saturation's limit", { _ = try Saturation(of: trace, limit: $0) }),
      ("summary's limit", { _ = try TraceSummary(of: trace, accelerationLimit: $0) }),
    ]
  }

  /// All ways in which a detector meets a recording.
  private static func watching(_ trace: Trace, _ detectors: [(String, (Double) -> RestDetector)]) -> [Door] {
    detectors.flatMap { name, make -> [Door] in
      [
        ("\(name), restingSamples", { _ = try make($0).restingSamples(of: trace) }),
        ("\(name), restingSamplesInHindsight", { _ = try make($0).restingSamplesInHindsight(of: trace) }),
        ("\(name), restBias", { _ = try trace.restBias(make($0)) }),
        ("\(name), summary", { _ = try TraceSummary(of: trace, rest: make($0)) }),
        ("\(name), comparison", { _ = try Comparison(of: trace, schemes: [.none], rest: make($0)) }),
        ("\(name), scheme", { _ = try Integrator(.restRecognition(make($0))) }),
        ("\(name), smoother", { _ = try Integrator(.zeroVelocitySmoother(make($0))) }),
      ]
    }
  }

  @Test("Each of them, at each such number, and none of them with what it accepts")
  func every() throws {
    let trace = try SimulatedTrace.square.trace()
    let never: [Double] = [.nan, -.infinity, -1, -1e-300]
    let doors: [(doors: [Door], refused: [Double])] = [
      (Self.positive(trace), never + [Double.infinity, 0]), (Self.nonnegative(trace), never + [Double.infinity]),
      (Self.limits(trace), never + [0]),
    ]
    for (doors, refused) in doors {
      for (name, enter) in doors {
        for value in refused { #expect(throws: (any Error).self, "\(name), \(value)") { try enter(value) } }
      }
    }
    for (name, enter) in Self.nonnegative(trace) { #expect(throws: Never.self, "\(name), 0") { try enter(0) } }
    for (name, enter) in Self.limits(trace) {
      #expect(throws: Never.self, "\(name), infinity") { try enter(.infinity) }
    }
  }

  @Test("Numbers that are not finite do not come out as an answer")
  func poison() throws {
    let unit = [Quaternion](repeating: .identity, count: 3)
    for bad in [
      Quaternion(w: .nan, x: 0, y: 0, z: 0), Quaternion(w: 0, x: 0, y: 0, z: 0), Quaternion(w: 2, x: 0, y: 0, z: 0),
      Quaternion(w: .infinity, x: 0, y: 0, z: 0),
    ] {
      #expect(throws: TraceError.self) { try AttitudeError(of: unit, truth: [.identity, bad, .identity]) }
      #expect(throws: TraceError.self) { try AttitudeError(of: [.identity, bad, .identity], truth: unit) }
    }
    let path = [Vector3.zero, Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(0, 1, 0), .zero]
    for bad in [Double.nan, .infinity, 1e200] {
      #expect(throws: TraceError.self) { try PolygonFit(of: path + [Vector3(bad, 0, 0)], sides: 4) }
    }
    #expect(throws: TraceError.self) { try AllanDeviation(of: [1e300, -1e300, 1e300, 0, 1], step: 1) }
    let statistics = ErrorStatistics([1, .nan, 3])
    #expect(statistics.median.isNaN && statistics.maximum.isNaN && statistics.mean.isNaN)
    var random = SeededRandom(seed: 1)
    #expect(throws: TraceError.self) {
      try SensorModel.whiteNoise.record(
        duration: 1, attitude: { _ in .identity }, earthField: Vector3(.nan, 0, 0), using: &random)
    }
    let many = Sweep.Parameter("a", unit: "", (0..<10_000).map(Double.init))
    #expect(throws: TraceError.self) {
      try Sweep(over: [many, many], on: [SimulatedTrace.still.trace()]) { .exponential(rate: $0[0]) }
    }
    #expect(throws: TraceError.self) {
      try Sweep(over: [.logarithmic("a", unit: "", 1...2, count: .max)], on: []) { .exponential(rate: $0[0]) }
    }
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
}
