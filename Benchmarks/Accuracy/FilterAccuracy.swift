import BenchmarkHarness
import Foundation
import Inertial
import Rotations

/// The error-state filter: whether it is as sure as it may be, what it gives on recordings, and what it costs.
func filterAccuracy() throws -> [BenchmarkHarness.Measurement] {
  // In the order of their length: a few seconds, and a minute or two for the regions at the end.
  let parts: [(String, () throws -> [BenchmarkHarness.Measurement])] = [
    ("cost", cost), ("numpy's filter", peer), ("still hands", heldStill), ("feet", footMounted),
    ("paused squares", pausedSquares), ("regions of simulated recordings", regions),
  ]
  return try parts.enumerated().flatMap { number, part in
    print("  \(number + 1) of \(parts.count): \(part.0)")
    fflush(nil)
    return try part.1()
  }
}

private typealias Row = BenchmarkHarness.Measurement

private func row(_ name: String, _ unit: String, _ values: [Double], bar: String? = nil) -> Row {
  Row(name, unit: unit, ours: Timing(samples: values), bar: bar)
}

/// Sensors with every error that the filter estimates.
private let simulated = SensorModel(
  rate: 50, accelerationNoise: 0.01, rotationNoise: 0.002, accelerationBias: 0.05, rotationBias: 0.005,
  accelerationBiasWalk: 0.002, tiltError: 0.01, rotationBiasWalk: 0.0002)

/// The share of 500 simulated recordings whose truth is in the 95 % region.
private func regions() throws -> [Row] {
  let paths: [(String, Path)] = [("square", .square(rounds: 1)), ("pocket", .walk(carrying: .pocket, strides: 3))]
  return try paths.flatMap { name, path -> [Row] in
    let traces = try (1...500).map { try Trace.simulated(path, sensors: simulated, seed: UInt64($0)) }
    return try [true, false].flatMap { isSmoothed -> [Row] in
      let filter = ErrorStateFilter(
        sensors: SensorErrors(simulated), restSpeed: 0.001, restRotation: 0.001, margin: 0.05,
        isSmoothed: isSmoothed)
      return try Consistency(of: filter, on: traces).tests.flatMap { test in
        let what = "simulated \(name), \(filter.name), \(test.quantity)"
        return [
          row("\(what), in the 95 % region", "%", [100 * test.coverage], bar: "93–97"),
          row("\(what), mean normalised square", "1", [test.mean], bar: "3"),
        ]
      }
    }
  }
}

/// A sensor on the foot. The detector and the noises are the field's and round: a likelihood ratio over 60 ms (Skog et al. 2010), and the noises of a good
/// inertial sensor. They were tried on this one recording, by the size of its innovations; the closing error had no say. Simulated feet that walk as far, and
/// further, are the other recordings.
private func footMounted() throws -> [Row] {
  var rows = leavingOutBroken(recordings(in: "gait", suffix: ".csv"), name: \.self) { file -> [Row] in
    let raw = try RawRecording(contentsOf: file, options: .init(gaps: .interpolate, timeDefects: .drop))
    var rejecting = try RejectingFilter()
    let trace = try raw.trace()
    let attitudes: [(String, ErrorStateFilter, Trace)] = [
      ("own attitude", .foot, trace),
      (
        "rejecting filter", .foot.with(.recordedAttitude),
        try raw.trace(attitudes: rejecting.attitudes(of: raw.samples()))
      ),
    ]
    return try attitudes.flatMap { name, filter, trace -> [Row] in
      let consistency = try Consistency(of: filter, on: [trace])
      print("  \(file), \(name): \(consistency.advice)")
      let path = try filter.integrate(trace)
      let end = path.positions[trace.count - 1] - path.positions[0]
      return [
        row("walk, \(name), closing error", "m", [end.length], bar: name == "own attitude" ? "≤ 0.060" : nil),
        row("walk, \(name), horizontally", "m", [Vector3(end.x, end.y, 0).length]),
        row("walk, \(name), height", "m", [abs(end.z)]),
        row("walk, \(name), expected closing error", "m", [path.covariances?.last?.positionDeviation ?? .nan]),
      ]
    }
  }.flatMap { $0 }
  for (strides, bar) in [(9, "≤ 0.060"), (21, "≤ 0.300")] {
    let errors = try (1...20).map { seed -> Double in
      var sensors = SensorModel.currentPhone
      sensors.rate = 200
      let trace = try Trace.simulated(
        .walk(carrying: .foot, strides: strides), sensors: sensors, seed: UInt64(seed))
      return try ErrorStateFilter.foot.measure(trace).closingError
    }
    rows.append(
      row("simulated foot, \(Int((2 * Double(strides) * 1.4).rounded())) m, closing error", "m", errors, bar: bar))
  }
  return rows
}

extension ErrorStateFilter {
  /// For a sensor on the foot.
  fileprivate static var foot: ErrorStateFilter {
    ErrorStateFilter(
      detector: .likelihoodRatio(
        threshold: 30, duration: 0.06, accelerationDeviation: 0.2, rotationDeviation: 0.1, hysteresis: 1),
      sensors: SensorErrors(
        accelerationNoise: 0.005, rotationNoise: 0.001, accelerationBias: 0.05, rotationBias: 0.01,
        accelerationBiasWalk: 0.0001, rotationBiasWalk: 0.00002, tilt: 0.05),
      restSpeed: 0.01, restRotation: 0.02, restInterval: 0.01)
  }
}

/// Squares in the air with a pause at each corner, 20 Hz, from a browser: they end where they began, and are cut off at rest. Threshold and duration of
/// the detector and the noise are those that fit the other recordings best; the noise by the size of the closing errors that it expects.
private func pausedSquares() throws -> [Row] {
  let traces = traces(
    recordings(in: "phone-browser/paused-square", suffix: ".csv"), .init(gaps: .interpolate, timeDefects: .drop))
  guard traces.count > 1 else { return [] }
  struct Choice: Hashable, Sendable { var threshold, duration, noise: Double }
  let choices = [0.35, 0.6, 0.8, 1].flatMap { threshold in
    [0.2, 0.25, 0.3].flatMap { duration in
      [0.05, 0.1, 0.2, 0.4].map { Choice(threshold: threshold, duration: duration, noise: $0) }
    }
  }
  func filter(_ choice: Choice) -> ErrorStateFilter {
    ErrorStateFilter(
      detector: .fluctuation(threshold: choice.threshold, duration: choice.duration),
      sensors: SensorErrors(
        accelerationNoise: NoiseDensity(oneSided: choice.noise), rotationNoise: 0.003, accelerationBiasWalk: 0.01,
        tilt: 0.03),
      restSpeed: 0.1, endsAtRest: true)
  }
  func end(_ choice: Choice, _ trace: Trace) throws -> (error: Vector3, covariance: Matrix3) {
    let path = try filter(choice).integrate(trace)
    guard let covariance = path.covariances?.last?.position else { return (.zero, .zero) }
    return (path.positions[trace.count - 1] - path.positions[0], covariance)
  }
  // How improbable the closing error is: small errors that were expected to be small are best.
  let tuning = tuned("paused squares") {
    try Tuning(choices, on: traces.map { ($0.name, $0) }) { choice, trace in
      let (error, covariance) = try end(choice, trace)
      return 10 + 0.5 * (error.dot(covariance.regularInverse * error) + log(covariance.determinant))
    }
  }
  guard let tuning else { return [] }
  print("  paused squares: \(tuning.heldOut.map(\.candidate))")
  let used = traces.filter { tuning.trials.contains($0.name) }
  let ends = try zip(tuning.heldOut, used).map { try end($0.candidate, $1) }
  let smoother = try used.map { try ZeroVelocitySmoother().measure($0).closingError }
  let inside = ends.filter { $0.error.dot($0.covariance.regularInverse * $0.error) <= NormalizedErrors.quantile(0.95) }
  return [
    row("paused square, zero-velocity smoother, closing error", "m", smoother),
    row(
      "paused square, error-state smoother, chosen on the others, closing error", "m", ends.map(\.error.length),
      bar: "half"),
    row(
      "paused square, expected closing error", "m",
      ends.map { ($0.covariance[0, 0] + $0.covariance[1, 1] + $0.covariance[2, 2]).squareRoot() }),
    row(
      "paused square, closed square in the 95 % region", "of \(ends.count)", [Double(inside.count)],
      bar: "\(ends.count)"),
  ]
}

extension Matrix3 {
  /// The inverse by cofactors.
  fileprivate var regularInverse: Matrix3 {
    let (x, y, z) = (columns.x, columns.y, columns.z)
    return (1 / determinant) * Matrix3(rows: y.cross(z), z.cross(x), x.cross(y))
  }
}

/// A hand that holds the phone still.
private func heldStill() throws -> [Row] {
  leavingOutBroken(traces(recordings(in: "sensorlog", suffix: ".csv")), name: \.name) { trace -> [Row] in
    [ErrorStateFilter.AttitudeSource.rotationRate, .recordedAttitude].compactMap { source in
      let filter = ErrorStateFilter(attitudeSource: source)
      return (try? filter.measure(trace)).map {
        row(
          "still hand \(trace.name), error-state smoother by \(source.rawValue), largest excursion", "m",
          [$0.largestExcursion], bar: "≤ 0.005")
      }
    }
  }.flatMap { $0 }
}

/// What a sample costs, next to a plain pass over the same recording.
private func cost() throws -> [Row] {
  var rows = [Row]()
  var ratios = [[Double]]()
  for rounds in [4, 16] {
    let trace = try Trace.simulated(.square(rounds: rounds), sensors: .currentPhone, seed: 1)
    var trajectory = Trajectory()
    func time(_ scheme: any Scheme, _ repetitions: Int) throws -> Timing {
      try scheme.integrate(trace, into: &trajectory)
      return nanosecondsPerItem(items: trace.count, repetitions: repetitions) {
        try? scheme.integrate(trace, into: &trajectory)
      }
    }
    let plain = try time(.none, 200)
    let filter = try time(ErrorStateFilter(isSmoothed: false), 9)
    let smoother = try time(ErrorStateFilter(), 9)
    ratios.append([filter.minimum / plain.minimum, smoother.minimum / plain.minimum])
    guard rounds == 16 else { continue }
    rows += [
      Row("plain pass, a sample", unit: "ns", ours: plain), Row("filter, a sample", unit: "ns", ours: filter),
      Row("smoother, a sample", unit: "ns", ours: smoother),
    ]
    let live = nanosecondsPerItem(items: trace.count, repetitions: 5) {
      guard var integrator = try? Integrator(ErrorStateFilter()) else { return }
      for index in 0..<trace.count { _ = try? integrator.accumulate(trace[index]) }
    }
    rows.append(Row("live, a sample", unit: "ns", ours: live, bar: "≤ 5000"))
  }
  for (place, name, bar) in [(0, "filter", "≤ 60"), (1, "smoother", "≤ 150")] {
    rows.append(row("\(name) ÷ plain pass", "1", [ratios[1][place]], bar: bar))
    rows.append(
      row(
        "\(name), four times the length ÷ a plain pass's growth", "1", [ratios[1][place] / ratios[0][place]], bar: "1"))
  }
  return rows
}

/// The same filter written with whole matrices in numpy, and Rauch, Tung and Striebel's smoother with inverses, on the same readings and rests.
private func peer() throws -> [Row] {
  let trace = try Trace.simulated(.walk(carrying: .pocket, strides: 2), sensors: simulated, seed: 1)
  let errors = SensorErrors(simulated)
  let filter = ErrorStateFilter(
    gyroscopeDetector: nil, sensors: errors, restSpeed: 0.01, restInterval: 1e-9)
  let isResting = try filter.detector.restingSamplesInHindsight(of: trace)
  let path = try filter.integrate(trace)
  guard let rates = trace.rotationRate, let covariances = path.covariances else { return [] }
  var lines = [
    [
      errors.accelerationNoise.twoSided, errors.rotationNoise.twoSided, errors.accelerationBias, errors.rotationBias,
      errors.accelerationBiasWalk, errors.rotationBiasWalk, errors.tilt, errors.heading, 0.01, trace.attitude[0].w,
      trace.attitude[0].x, trace.attitude[0].y, trace.attitude[0].z,
    ]
  ]
  for index in trace.timestamps.indices {
    let q = trace.attitude[index]
    let force = q.inverse.act(on: trace[index].acceleration + Vector3(0, 0, standardGravity))
    let (w, x, v, p) = (rates[index], path.positions[index], path.velocities[index], covariances[index].position)
    lines.append([
      trace.timestamps[index], force.x, force.y, force.z, w.x, w.y, w.z, isResting[index] ? 1 : 0, x.x, x.y, x.z, v.x,
      v.y,
      v.z, p[0, 0], p[1, 1], p[2, 2],
    ])
  }
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("error-state-\(UUID().uuidString).csv")
  try lines.map { $0.map { "\($0)" }.joined(separator: ",") }.joined(separator: "\n").write(
    to: file, atomically: true, encoding: .utf8)
  defer { try? FileManager.default.removeItem(at: file) }
  return peerFigures("inertial_error_state.py", [file.path]).sorted { $0.key < $1.key }.map {
    row("numpy's filter, \($0.key)", "1", [$0.value], bar: "≤ 0.001")
  }
}
