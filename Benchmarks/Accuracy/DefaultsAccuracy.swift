import BenchmarkHarness
import Inertial
import Rotations

/// The scores of schemes' and detectors' defaults on recordings that they were not chosen on, next to the best of a
/// grid, chosen on the other recordings. The comments on the defaults cite these numbers.
func defaultsAccuracy() throws -> [Measurement] {
  let walks = traces(recordings(in: "oxiod", suffix: ".csv").filter { $0.contains("_imu") })
  let hands = traces(recordings(in: "sensorlog", suffix: ".csv"))
  var rows = [Measurement]()
  func add<C: Sendable>(
    _ name: String, unit: String, default standard: C, _ others: [C], on trials: [Trace],
    _ error: (C, Trace) throws -> Double
  ) {
    guard !trials.isEmpty else { return }
    let choose = { try Tuning([standard] + others, on: trials.map { ($0.name, $0) }, error: error) }
    guard let tuning = tuned(name, choose) else { return }
    print("  \(name): best \(tuning.best.candidate), held out \(tuning.heldOut.map { "\($0.candidate)" })")
    let mean = tuning.errors[0].reduce(0, +) / Double(tuning.trials.count)
    rows.append(
      Measurement(
        name, unit: unit, ours: Timing(samples: [mean]), peer: "best on the other recordings",
        theirs: tuning.heldOut.isEmpty ? nil : Timing(samples: [tuning.heldOutError])))
  }
  let fluctuation = [RestDetector.fluctuation().threshold, RestDetector.fluctuation().duration]
  func drift(_ scheme: some Scheme, _ trace: Trace) throws -> Double {
    try WindowedDrift(of: trace, under: scheme, duration: 10, spacing: 0.5).median
  }
  add(
    "nonlinear step, walks, 10 s", unit: "m", default: [0.2, 0.05],
    [0.05, 0.1, 0.2, 0.4, 0.8].flatMap { v in [0, 0.02, 0.05, 0.1, 0.2].map { [v, $0] } }, on: walks
  ) { try drift(NonlinearStep(velocityRate: $0[0], positionRate: $0[1]), $1) }
  add(
    "fluctuation's threshold and duration, walks, 10 s", unit: "m", default: fluctuation,
    [0.1, 0.2, 0.35, 0.7, 1.4].flatMap { t in [0.2, 0.3, 0.5].map { [t, $0] } }, on: walks
  ) { try drift(.restRecognition(threshold: $0[0], duration: $0[1]), $1) }
  add(
    "fluctuation's threshold and duration, still hands, largest excursion", unit: "m", default: fluctuation,
    [0.1, 0.2, 0.35, 0.7, 1.4].flatMap { t in [0.2, 0.3, 0.5].map { [t, $0] } }, on: hands
  ) {
    let scheme = RestRecognition.restRecognition(threshold: $0[0], duration: $0[1])
    return try scheme.integrate($1).positions.map(\.length).max() ?? 0
  }
  add(
    "smoother's noise and bias walk, walks, 10 s", unit: "m", default: [0.028, 0.01],
    [0.007, 0.028, 0.11].flatMap { n in [0.0025, 0.01, 0.04].map { [n, $0] } }, on: walks
  ) { try drift(ZeroVelocitySmoother(accelerationNoise: NoiseDensity(oneSided: $0[0]), biasWalk: $0[1]), $1) }
  add(
    "dead reckoning, Weinberg's factor as it is, walks, 10 s", unit: "m", default: 0.41,
    [0.3, 0.35, 0.45, 0.5, 0.55, 0.6], on: walks
  ) { try drift(PedestrianDeadReckoning(length: .weinberg($0)), $1) }
  add(
    "dead reckoning, footsteps' threshold and cutoff, walks, 10 s", unit: "m", default: [0.4, 3],
    [0.2, 0.4, 0.8].flatMap { t in [2.0, 3, 5].map { [t, $0] } }, on: walks
  ) { try drift(PedestrianDeadReckoning(steps: FootstepDetector(threshold: $0[0], cutoff: $0[1])), $1) }
  return try rows + detectors() + filters()
}

/// The share of samples that each detector takes for what they are not, on BROAD's trials with breaks.
private func detectors() -> [Measurement] {
  let files = recordings(in: "broad", suffix: ".csv").filter { $0.contains("with_breaks") }
  let trials = leavingOutBroken(files, name: \.self) { file in
    let raw = try RawRecording(contentsOf: file)
    guard let isMoving = raw.isMoving else { throw BrokenRecording(file: file, reason: "no column of movement") }
    return (name: raw.name, trial: (try raw.trace(), isMoving))
  }
  guard !trials.isEmpty else { return [] }
  let kinds: [(String, Double, (Double) -> RestDetector)] = [
    ("fluctuation", RestDetector.fluctuation().threshold, { .fluctuation(threshold: $0) }),
    ("acceleration variance", 0.02, { .accelerationVariance(threshold: $0) }),
    ("acceleration magnitude", 0.02, { .accelerationMagnitude(threshold: $0) }),
    ("angular rate energy", 0.01, { .angularRateEnergy(threshold: $0) }),
    ("linear acceleration", 0.5, { .linearAcceleration(threshold: $0) }),
    ("likelihood ratio", 10, { .likelihoodRatio(threshold: $0) }),
  ]
  return kinds.compactMap { name, standard, make in
    let tuning = tuned(name) {
      try Tuning([standard] + [0.1, 0.2, 0.5, 2, 5, 10].map { $0 * standard }, on: trials) { threshold, trial in
        let resting = try make(threshold).restingSamplesInHindsight(of: trial.0)
        return 100 * Double(zip(resting, trial.1).count { $0 == $1 }) / Double(resting.count)
      }
    }
    guard let tuning else { return nil }
    print("  \(name): best \(tuning.best.candidate), held out \(tuning.heldOut.map(\.candidate))")
    return Measurement(
      "\(name)'s threshold, BROAD with breaks, wrong samples", unit: "%",
      ours: Timing(samples: [tuning.errors[0].reduce(0, +) / Double(tuning.trials.count)]),
      peer: "best on the other trial", theirs: Timing(samples: [tuning.heldOutError]))
  }
}

/// Gravity by low-passes on simulated turns and shakes: the sum of the latency in units of 0.1 s and of the shake's error in units of 5°.
private func filters() throws -> [Measurement] {
  func cost(_ filter: some GravityFilter, _ seed: UInt64) throws -> Double {
    var random = SeededRandom(seed: seed)
    let trial = try GravityTrial(using: &random) { samples in
      var filter = filter
      return try filter.separate(samples).map(\.gravity)
    }
    return trial.latency / 0.1 + trial.shake * 180 / .pi / 5
  }
  let seeds = (1...3).map { ("seed \($0)", UInt64($0)) }
  func row(_ name: String, _ tuning: Tuning<Double>) -> Measurement {
    print("  \(name): best \(tuning.best.candidate)")
    return Measurement(
      name, unit: "1", ours: Timing(samples: [tuning.errors[0].reduce(0, +) / Double(tuning.trials.count)]),
      peer: "best on the other seeds", theirs: Timing(samples: [tuning.heldOutError]))
  }
  return [
    row(
      "first-order gravity filter's cutoff, latency and shake",
      try Tuning([0.5, 0.1, 0.2, 1, 2, 4], on: seeds) { try cost(FirstOrderGravityFilter(cutoff: $0), $1) }),
    row(
      "adaptive gravity filter's tolerance, latency and shake",
      try Tuning([0.5, 0.1, 0.25, 1, 2], on: seeds) { try cost(AdaptiveGravityFilter(tolerance: $0), $1) }),
  ]
}
