import BenchmarkHarness
import Inertial
import Rotations

/// Recordings without a true track that end where they began, and rest detectors against a known movement.
func inertialClosing() -> [Measurement] {
  walk() + squares() + restDetectors()
}

private func row(_ name: String, _ unit: String, _ values: [Double], bar: String? = nil) -> Measurement {
  Measurement(name, unit: unit, ours: Timing(samples: values), bar: bar)
}

/// A walk of 25 m with the sensor on the foot, which ends where it began.
///
/// The published figure is that of x-io Technologies' Gait-Tracking example. Its parameters are the filter's gain of 0.5, a rejection of
/// 10°, a recovery after 5 s, an acceleration of 3 m/s² and a margin of 0.1 s: nothing is tuned on this recording.
private func walk() -> [Measurement] {
  leavingOutBroken(recordings(in: "gait", suffix: ".csv"), name: \.self) { file -> [Measurement] in
    // The recorder wrote some timestamps twice and lost single samples.
    let raw = try RawRecording(contentsOf: file, options: .init(gaps: .interpolate, timeDefects: .drop))
    var rejecting = try RejectingFilter()
    let attitudes: [(String, Trace)] = [
      ("rejecting filter", try raw.trace(attitudes: rejecting.attitudes(of: raw.samples()))),
      ("versatile smoother", try raw.trace()),
    ]
    let published = RestDetector.linearAcceleration(threshold: 3, duration: 0.2, hysteresis: 1)
    let foot = RestDetector.likelihoodRatio(
      threshold: 30, duration: 0.06, accelerationDeviation: 0.2, rotationDeviation: 0.1, hysteresis: 1)
    let gyroscope = RestDetector.angularRateEnergy(threshold: 0.25, duration: 0.06, hysteresis: 1)
    let schemes: [(String, any Scheme)] = [
      ("none", .none), ("acceleration 3 m/s², margin 0.1 s", .restRecognition(published, margin: 0.1)),
      ("likelihood ratio, margin 0.1 s", .restRecognition(foot, margin: 0.1)),
      ("angular rate, margin 0.1 s", .restRecognition(gyroscope, margin: 0.1)),
      ("likelihood ratio, smoother", .zeroVelocitySmoother(foot)),
    ]
    return try attitudes.flatMap { attitude, trace in
      try schemes.flatMap { name, scheme -> [Measurement] in
        let positions = try scheme.integrate(trace).positions
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
  }.flatMap { $0 }
}

/// Squares drawn in the air, before and after: distance between end and start, and how much of a square it is.
///
/// The squares are drawn without a pause in 3 s; zero end velocity is what fits them. Those with a pause at each corner
/// last 5 s and are cut off as the last side ends: the one that does not say that they end at rest leaves the last side
/// uncorrected. At 20 Hz a hand's tremor fluctuates by up to 1 m/s², as much as the middle of a slow side.
private func squares() -> [Measurement] {
  var rows = [Measurement]()
  for kind in ["square-ldru", "square-rdlu", "paused-square"] {
    let traces = traces(
      recordings(in: "phone-browser/\(kind)", suffix: ".csv"), .init(gaps: .interpolate, timeDefects: .drop))
    let fluctuation = RestDetector.fluctuation(threshold: 0.6, duration: 0.25)
    let schemes: [(String, any Scheme)] = [
      ("none", .none), ("exponential 2 s⁻¹", .exponential(rate: 2)), ("nonlinear step", .nonlinearStep()),
      ("rest by fluctuation", .restRecognition(fluctuation)),
      ("rest by fluctuation, ends at rest", .restRecognition(fluctuation, endsAtRest: true)),
      ("smoother", .zeroVelocitySmoother(fluctuation)), ("zero end velocity", .zeroEndVelocity),
    ]
    let drawings = leavingOutBroken(traces, name: \.name) { trace in
      try schemes.map { _, scheme in
        return try Drawing(scheme.integrate(trace).positions)
      }
    }
    for (index, (name, _)) in schemes.enumerated() { rows += drawn("\(kind), \(name)", drawings.map { $0[index] }) }
    guard kind == "paused-square", !traces.isEmpty else { continue }
    rows += pausedSquares(traces, by: "linear acceleration", thresholds: [0.5, 0.7, 1, 1.4]) {
      .linearAcceleration(threshold: $0, duration: $1)
    }
    rows += pausedSquares(traces, by: "fluctuation", thresholds: [0.5, 0.6, 0.7, 0.8]) {
      .fluctuation(threshold: $0, duration: $1)
    }
  }
  return rows
}

/// With the threshold and the window that give the other recordings the best shape.
private func pausedSquares(
  _ traces: [Trace], by name: String, thresholds: [Double], _ detector: (Double, Double) -> RestDetector
) -> [Measurement] {
  func drawing(_ choice: (threshold: Double, duration: Double), _ trace: Trace) throws -> Drawing {
    let scheme = RestRecognition(
      over: Unstabilized(), detector: detector(choice.threshold, choice.duration), endsAtRest: true)
    return try Drawing(scheme.integrate(trace).positions)
  }
  let choices: [(threshold: Double, duration: Double)] = thresholds.flatMap { threshold in
    [0.2, 0.25, 0.3].map { (threshold, $0) }
  }
  let tuning = tuned("paused squares") {
    try Tuning(choices, on: traces.map { ($0.name, $0) }) { try drawing($0, $1).fit.misfit }
  }
  guard let tuning else { return [] }
  print("  paused squares: \(tuning.heldOut.map { "\($0.candidate.threshold) m/s², \($0.candidate.duration) s" })")
  let used = traces.filter { tuning.trials.contains($0.name) }
  return drawn(
    "paused-square, rest by \(name), ends at rest, chosen on the others",
    zip(tuning.heldOut, used).compactMap { try? drawing($0.candidate, $1) })
}

/// A path, and the square that fits it.
private struct Drawing {
  var closingError: Double
  var fit: PolygonFit

  init(_ path: [Vector3]) throws {
    fit = try PolygonFit(of: path, sides: 4)
    closingError = (path[path.count - 1] - path[0]).length
  }
}

/// What a teacher would say of drawn squares.
private func drawn(_ name: String, _ drawings: [Drawing]) -> [Measurement] {
  [
    row("\(name), closing error", "m", drawings.map(\.closingError)),
    row("\(name), closing error by side", "1", drawings.map { $0.closingError / $0.fit.side }),
    row("\(name), shortest side by longest", "1", drawings.map(\.fit.sideRatio)),
    row("\(name), corners off 90°", "°", drawings.map { $0.fit.turnError * 180 / .pi }),
    row("\(name), corners off the aligned square, by side", "1", drawings.map(\.fit.misfit)),
  ]
}

/// Recall and precision of each detector against BROAD's column of movement, sample by sample, with hindsight.
private func restDetectors() -> [Measurement] {
  let files = recordings(in: "broad", suffix: ".csv").filter { $0.contains("/04_") || $0.contains("/18_") }
  return leavingOutBroken(files, name: \.self) { file -> [Measurement] in
    let raw = try RawRecording(contentsOf: file)
    guard let isMoving = raw.isMoving else {
      throw BrokenRecording(file: file, reason: "it does not say when the device moves")
    }
    let trace = try raw.trace()
    var rows = [Measurement]()
    let detectors: [(String, RestDetector)] = [
      ("fluctuation", .fluctuation(threshold: 1.2)), ("acceleration variance", .accelerationVariance(threshold: 0.1)),
      ("acceleration magnitude", .accelerationMagnitude(threshold: 0.06)),
      ("angular rate energy", .angularRateEnergy(threshold: 0.003)),
      ("likelihood ratio", .likelihoodRatio(threshold: 12, accelerationDeviation: 0.2, rotationDeviation: 0.03)),
      ("linear acceleration", .linearAcceleration(threshold: 1.2)),
    ]
    let trial = file.contains("/04_") ? "04" : "18"
    for (name, detector) in detectors {
      let resting = try detector.restingSamplesInHindsight(of: trace)
      var (hits, found, real) = (0.0, 0.0, 0.0)
      for (isResting, moves) in zip(resting, isMoving) {
        if isResting { found += 1 }
        if !moves { real += 1 }
        if isResting, !moves { hits += 1 }
      }
      rows.append(row("broad \(trial), rest, recall, \(name)", "%", [100 * hits / real]))
      rows.append(row("broad \(trial), rest, precision, \(name)", "%", [100 * hits / max(found, 1)]))
    }
    return rows
  }.flatMap { $0 }
}
