import BenchmarkHarness
import Inertial
import Rotations

/// Recordings without a true track that end where they began, and rest detectors against a known movement.
func inertialClosing() throws -> [Measurement] {
  try walk() + squares() + restDetectors()
}

private func row(_ name: String, _ unit: String, _ values: [Double], bar: String? = nil) -> Measurement {
  Measurement(name, unit: unit, ours: Timing(samples: values), bar: bar)
}

/// A walk of 25 m with the sensor on the foot, which ends where it began.
///
/// The published figure is that of x-io Technologies' Gait-Tracking example. Its parameters are the filter's gain of 0.5, a rejection of
/// 10°, a recovery after 5 s, an acceleration of 3 m/s² and a margin of 0.1 s: nothing is tuned on this recording.
private func walk() throws -> [Measurement] {
  try recordings(in: "gait", suffix: ".csv").flatMap { file -> [Measurement] in
    // The recorder wrote some timestamps twice and lost single samples.
    let raw = try RawRecording(contentsOf: file, options: .init(gaps: .interpolate, timeDefects: .drop))
    var rejecting = try RejectingFilter()
    let attitudes: [(String, Trace)] = [
      ("rejecting filter", try raw.trace(attitudes: rejecting.attitudes(of: raw.samples()))),
      ("versatile smoother", try raw.trace()),
    ]
    let published = RestDetector.linearAcceleration(threshold: 3, duration: 0.2, hysteresis: 1)
    let foot = RestDetector.likelihoodRatio(
      threshold: 30, duration: 0.06, accelerationNoise: 0.2, rotationNoise: 0.1, hysteresis: 1)
    let gyroscope = RestDetector.angularRateEnergy(threshold: 0.25, duration: 0.06, hysteresis: 1)
    let schemes: [(String, any Scheme)] = [
      ("none", .none), ("acceleration 3 m/s², margin 0.1 s", .restRecognition(published, margin: 0.1)),
      ("likelihood ratio, margin 0.1 s", .restRecognition(foot, margin: 0.1)),
      ("angular rate, margin 0.1 s", .restRecognition(gyroscope, margin: 0.1)),
      ("likelihood ratio, smoother", .zeroVelocitySmoother(foot)),
    ]
    return try attitudes.flatMap { attitude, trace in
      try schemes.flatMap { name, scheme -> [Measurement] in
        let positions = scheme.integrate(trace).positions
        try scheme.check(trace)
        let end = positions[positions.count - 1] - positions[0]
        let isPublished = attitude == "rejecting filter" && name.hasPrefix("acceleration")
        let what = "walk, \(attitude), \(name)"
        return [
          row("\(what), closing error", "m", [end.length], bar: isPublished ? "< 0.082 (published)" : nil),
          row("\(what), horizontally", "m", [Vector3(end.x, end.y, 0).length]),
          row("\(what), height", "m", [abs(end.z)]),
        ]
      }
    }
  }
}

/// Squares drawn in the air: distance between end and start, and the size of what was drawn.
private func squares() throws -> [Measurement] {
  var rows = [Measurement]()
  for kind in ["square-ldru", "square-rdlu", "paused-square"] {
    let traces = try recordings(in: "phone-browser/\(kind)", suffix: ".csv").map { file in
      try Trace(contentsOf: file, options: .init(gaps: .interpolate, timeDefects: .drop))
    }
    guard !traces.isEmpty else { continue }
    let rest = RestDetector.fluctuation(threshold: 0.6, duration: 0.25)
    let schemes: [(String, (Trace) -> any Scheme)] = [
      ("none", { _ in .none }), ("exponential 2 /s", { _ in .exponential(rate: 2) }),
      ("nonlinear step", { _ in .nonlinearStep() }), ("rest recognition", { _ in .restRecognition(rest) }),
      ("smoother", { _ in .zeroVelocitySmoother(rest) }), ("zero end velocity", { _ in .zeroEndVelocity }),
    ]
    for (name, scheme) in schemes {
      var closing = [Double]()
      var ratio = [Double]()
      for trace in traces {
        let score = try Comparison(of: trace, schemes: [scheme(trace)]).runs[0].score
        closing.append(score.closingError)
        ratio.append(score.closingError / score.largestExcursion)
      }
      rows.append(row("\(kind), closing error, \(name)", "m", closing))
      rows.append(row("\(kind), closing error by size, \(name)", "1", ratio))
    }
  }
  return rows
}

/// Recall and precision of each detector against BROAD's column of movement, sample by sample, with hindsight.
private func restDetectors() throws -> [Measurement] {
  var rows = [Measurement]()
  for file in recordings(in: "broad", suffix: ".csv") where file.contains("/04_") || file.contains("/18_") {
    let raw = try RawRecording(contentsOf: file)
    guard let isMoving = raw.isMoving else { continue }
    let trace = try raw.trace()
    let detectors: [(String, RestDetector)] = [
      ("fluctuation", .fluctuation(threshold: 1.2)), ("acceleration variance", .accelerationVariance(threshold: 0.1)),
      ("acceleration magnitude", .accelerationMagnitude(threshold: 0.06)),
      ("angular rate energy", .angularRateEnergy(threshold: 0.003)),
      ("likelihood ratio", .likelihoodRatio(threshold: 12, accelerationNoise: 0.2, rotationNoise: 0.03)),
    ]
    let trial = file.contains("/04_") ? "04" : "18"
    for (name, detector) in detectors {
      let resting = detector.restingSamplesInHindsight(of: trace)
      var (hits, found, real) = (0.0, 0.0, 0.0)
      for (isResting, moves) in zip(resting, isMoving) {
        if isResting { found += 1 }
        if !moves { real += 1 }
        if isResting, !moves { hits += 1 }
      }
      rows.append(row("broad \(trial), rest, recall, \(name)", "%", [100 * hits / real]))
      rows.append(row("broad \(trial), rest, precision, \(name)", "%", [100 * hits / max(found, 1)]))
    }
  }
  return rows
}
