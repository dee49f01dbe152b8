import BenchmarkHarness
import Foundation
import Inertial
import Rotations

/// The error-state filter: whether it is as sure as it may be, and what it gives on recordings.
func filterAccuracy() throws -> [BenchmarkHarness.Measurement] {
  // A minute or two in all; the regions at the end take half of it.
  let parts: [(String, () throws -> [BenchmarkHarness.Measurement])] = [
    ("numpy's filter", peer), ("still hands", heldStill), ("feet", footMounted), ("simulated feet", simulatedFeet),
    ("paused squares", pausedSquares), ("attitudes next to the versatile filter's", attitudes),
    ("regions of simulated recordings", regions),
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
  var fast = simulated
  fast.rate = 200
  // Rests as the paths have them: with a margin for slow starts, and a foot that is still when neither sensor sees it move.
  func filter(_ isFoot: Bool, _ isSmoothed: Bool) -> ErrorStateFilter {
    ErrorStateFilter(
      detector: isFoot ? .foot(3) : .fluctuation(), gyroscopeDetector: nil, sensors: SensorErrors(simulated),
      restSpeed: isFoot ? 0.003 : 0.0002, restInterval: isFoot ? 0.01 : 0.05, margin: isFoot ? 0 : 0.2,
      isSmoothed: isSmoothed)
  }
  let paths: [(String, Path, SensorModel)] = [
    ("square", .square(pause: 1, rounds: 1), simulated), ("pocket", .walk(carrying: .pocket, strides: 3), simulated),
    ("foot", .walk(carrying: .foot, strides: 3, strideDuration: 1.1037), fast),
  ]
  return try paths.flatMap { name, path, sensors -> [Row] in
    let traces = try (1...500).map { try Trace.simulated(path, sensors: sensors, seed: UInt64($0)) }
    return try [true, false].flatMap { isSmoothed -> [Row] in
      let filter = filter(name == "foot", isSmoothed)
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

/// How often the regions hold on recordings without a truth: the velocities with which rests begin.
private func innovations(_ name: String, _ filter: ErrorStateFilter, _ traces: [Trace]) throws -> [Row] {
  let found = try Consistency(of: filter, on: traces).innovations
  guard !found.values.isEmpty else { return [] }
  return [
    row("\(name), rests in the 95 % region (\(found.values.count))", "%", [100 * found.coverage], bar: "95"),
    row("\(name), mean NIS", "1", [found.mean], bar: "3"),
  ]
}

/// A sensor on the foot: a real walk of 25 m that ends where it began, by two attitudes.
///
/// With the rejecting filter's attitudes, detector and margin are those of the published example (`InertialClosing.swift`), and no bias is left to
/// estimate; by its own attitude, detector and noises are the field's and round (Skog et al. 2010). Both noises are then fitted to the rests of the walk
/// itself. That these were taken, of about a hundred settings, was chosen with the closing error of this walk in sight: nothing is held out.
private func footMounted() throws -> [Row] {
  leavingOutBroken(recordings(in: "gait", suffix: ".csv"), name: \.self) { file -> [Row] in
    let raw = try RawRecording(contentsOf: file, options: .init(gaps: .interpolate, timeDefects: .drop))
    var rejecting = try RejectingFilter()
    let attitudes: [(String, ErrorStateFilter, Trace)] = [
      ("own attitude", .foot(.foot(30)), try raw.trace()),
      ("rejecting filter", .publishedFoot, try raw.trace(attitudes: rejecting.attitudes(of: raw.samples()))),
    ]
    return try attitudes.flatMap { name, filter, trace -> [Row] in
      print("  \(file), \(name): \(try Consistency(of: filter, on: [trace]).advice)")
      let fitted = try filter.fitted(to: [trace]) ?? filter
      print("  fitted to its rests: an acceleration noise of \(fitted.sensors.accelerationNoise.oneSided) m/s² per √Hz")
      let path = try fitted.integrate(trace)
      let end = path.positions[trace.count - 1] - path.positions[0]
      guard let covariance = path.covariances?.last?.position else { return [] }
      return [
        row("walk, \(name), closing error", "m", [end.length], bar: name == "own attitude" ? nil : "≤ 0.060"),
        row("walk, \(name), horizontally", "m", [Vector3(end.x, end.y, 0).length]),
        row("walk, \(name), height", "m", [abs(end.z)]),
        row("walk, \(name), expected closing error", "m", [path.covariances?.last?.positionDeviation ?? .nan]),
        row(
          "walk, \(name), closing error's normalised square", "1", [normalizedSquare(end, covariance)],
          bar: "≤ 7.81"),
      ] + (try innovations("walk, \(name)", filter, [trace]))
        + (try innovations("walk, \(name), fitted to its rests", fitted, [trace]))
    }
  }.flatMap { $0 }
}

/// Simulated feet that walk as far as the real one, and further. The detector's threshold was chosen on such feet.
private func simulatedFeet() throws -> [Row] {
  var sensors = SensorModel.currentPhone
  var rows = [Row]()
  for (rate, strides, bar) in [(200.0, 9, "≤ 0.060"), (200, 21, "≤ 0.300"), (100, 21, nil)] {
    sensors.rate = rate
    let walks = try (1...20).map {
      try Trace.simulated(
        .walk(carrying: .foot, strides: strides, strideDuration: 1.1037), sensors: sensors, seed: UInt64($0))
    }
    let filter = ErrorStateFilter.foot(.foot(3))
    let name = "simulated foot, \(Int((2 * Double(strides) * 1.4).rounded())) m at \(Int(rate)) Hz"
    let ends = try walks.map { walk in
      let path = try filter.integrate(walk)
      return (path.positions[walk.count - 1] - path.positions[0], path.covariances?.last?.position ?? .zero)
    }
    rows += [
      row("\(name), closing error", "m", ends.map(\.0.length), bar: bar),
      row("\(name), height", "m", ends.map { abs($0.0.z) }),
      row("\(name), expected height", "m", ends.map { $0.1[2, 2].squareRoot() }),
    ]
    rows += try innovations(name, filter, walks)
    // The real walk's parameters, with attitudes found as there.
    let followed = try walks.map { walk in
      let samples = walk.rawSamples
      var rejecting = try RejectingFilter()
      return try Trace(samples, attitudes: rejecting.attitudes(of: samples))
    }
    rows.append(
      row(
        "\(name), by what was chosen on the real walk, closing error", "m",
        try followed.map { try ErrorStateFilter.publishedFoot.measure($0).closingError }, bar: bar))
  }
  return rows
}

/// eᵀ·P⁻¹·e.
private func normalizedSquare(_ error: Vector3, _ covariance: Matrix3) -> Double {
  error.dot(covariance.regularInverse * error)
}

extension RestDetector {
  /// A foot is still when neither sensor moves by more than this over 60 ms (Skog et al. 2010).
  fileprivate static func foot(_ threshold: Double) -> RestDetector {
    .likelihoodRatio(
      threshold: threshold, duration: 0.06, accelerationDeviation: 0.2, rotationDeviation: 0.1, hysteresis: 1)
  }
}

extension ErrorStateFilter {
  /// For a sensor on the foot.
  fileprivate static func foot(_ detector: RestDetector) -> ErrorStateFilter {
    ErrorStateFilter(
      detector: detector,
      sensors: SensorErrors(
        accelerationNoise: 0.005, rotationNoise: 0.001, accelerationBias: 0.05, rotationBias: 0.01,
        accelerationBiasWalk: 0.0001, rotationBiasWalk: 0.00002, tilt: 0.05),
      restSpeed: 0.01, restRotation: 0.02, restInterval: 0.01)
  }

  /// For a sensor on the foot with given attitudes: only the acceleration is uncertain, from one sample to the next.
  fileprivate static var publishedFoot: ErrorStateFilter {
    ErrorStateFilter(
      detector: .linearAcceleration(threshold: 3, duration: 0.2, hysteresis: 1), gyroscopeDetector: nil,
      sensors: SensorErrors(
        accelerationNoise: 0.1, rotationNoise: 0, accelerationBias: 0, rotationBias: 0, accelerationBiasWalk: 0,
        rotationBiasWalk: 0, tilt: 0),
      restSpeed: 0.01, restInterval: 0.01, margin: 0.1, attitudeSource: .recordedAttitude)
  }
}

/// Squares in the air with a pause at each corner, 20 Hz, from a browser: they end where they began, and are cut off at rest. Threshold and duration of
/// the detector are those that fit the other recordings best; the noise is fitted to each recording's own rests, which takes no truth. The
/// rest are defaults. Four squares do not settle a threshold: with thresholds up to 1.4 m/s² and durations up to 0.4 s among the choices, the one that
/// is chosen for the third square mistakes movement for rest, and three of the four are in their regions.
private func pausedSquares() throws -> [Row] {
  let traces = traces(
    recordings(in: "phone-browser/paused-square", suffix: ".csv"), .init(gaps: .interpolate, timeDefects: .drop))
  guard traces.count > 1 else { return [] }
  struct Choice: Hashable, Sendable, CustomStringConvertible {
    var threshold, duration: Double
    var description: String { "\(threshold) m/s² for \(duration) s" }
  }
  struct End {
    var error: Vector3
    var covariance: Matrix3
    var noiseFreedom: Int
    var normalized: Double { normalizedSquare(error, covariance) }
  }
  let choices = [0.35, 0.6, 0.8, 1].flatMap { threshold in
    [0.2, 0.25, 0.3].map { Choice(threshold: threshold, duration: $0) }
  }
  func end(_ choice: Choice, _ trace: Trace) throws -> End? {
    let filter = ErrorStateFilter(
      detector: .fluctuation(threshold: choice.threshold, duration: choice.duration),
      sensors: SensorErrors(accelerationNoise: 0.1, rotationNoise: 0.003, accelerationBiasWalk: 0.01, tilt: 0.03),
      endsAtRest: true)
    guard let fitted = try filter.fitted(to: [trace]), let freedom = fitted.noiseFreedom else { return nil }
    let path = try fitted.integrate(trace)
    guard let covariance = path.covariances?.last?.position else { return nil }
    return End(
      error: path.positions[trace.count - 1] - path.positions[0], covariance: covariance, noiseFreedom: freedom)
  }
  // How improbable the closing error is: small errors that were expected to be small are best. By an estimated noise they have Student's
  // distribution in three dimensions.
  let tuning = tuned("paused squares") {
    try Tuning(choices, on: traces.map { ($0.name, $0) }) { choice, trace in
      guard let end = try end(choice, trace) else { return .infinity }
      let freedom = Double(end.noiseFreedom)
      let unit: Double = lgamma((freedom + 3) / 2) - lgamma(freedom / 2) - 1.5 * log(freedom * .pi)
      let size: Double = log(end.covariance.determinant)
      let distance: Double = (freedom + 3) * log1p(end.normalized / freedom)
      return 20 - unit + 0.5 * (size + distance)
    }
  }
  guard let tuning else { return [] }
  let used = traces.filter { tuning.trials.contains($0.name) }
  for (trace, choice) in zip(used, tuning.heldOut) {
    print("  \(trace.name), scored by what was chosen on the \(used.count - 1) others: \(choice.candidate)")
  }
  let ends = try zip(tuning.heldOut, used).compactMap { try end($0.candidate, $1) }
  let smoother = try used.map { try ZeroVelocitySmoother().measure($0).closingError }
  let expected = ends.map { end -> Double in
    (end.covariance[0, 0] + end.covariance[1, 1] + end.covariance[2, 2]).squareRoot()
  }
  let normalized = ends.map(\.normalized)
  let inside = ends.filter { $0.normalized <= NormalizedErrors.quantile(0.95, noiseFrom: $0.noiseFreedom) }
  return [
    row("paused square, zero-velocity smoother, closing error", "m", smoother),
    row(
      "paused square, error-state smoother, chosen on the others, closing error", "m", ends.map(\.error.length),
      bar: "half"),
    row("paused square, expected closing error", "m", expected),
    row("paused square, closing error's normalised square", "1", normalized, bar: "3"),
    row("paused square, the largest of them", "1", [normalized.max() ?? .nan]),
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

/// A hand that holds the phone still. The speed of a hand at rest is chosen on the other recording, by the size of its excursions; the rest are defaults.
private func heldStill() throws -> [Row] {
  let traces = traces(recordings(in: "sensorlog", suffix: ".csv"))
  func filter(_ restSpeed: Double, _ source: ErrorStateFilter.AttitudeSource = .rotationRate) -> ErrorStateFilter {
    ErrorStateFilter(restSpeed: restSpeed, attitudeSource: source)
  }
  var rows = leavingOutBroken(traces, name: \.name) { trace -> [Row] in
    try [ErrorStateFilter.AttitudeSource.rotationRate, .recordedAttitude].flatMap { source -> [Row] in
      let path = try filter(0.01, source).integrate(trace)
      let (end, covariance) = (path.positions.last ?? .zero, path.covariances?.last?.position ?? .zero)
      let name = "still hand \(trace.name), defaults, by \(source.rawValue)"
      return [
        row(
          "\(name), largest excursion", "m", [path.positions.map(\.length).max() ?? .nan], bar: "≤ 0.005"),
        row("\(name), position's NEES at the end", "1", [normalizedSquare(end, covariance)], bar: "≤ 7.81"),
      ]
    }
  }.flatMap { $0 }
  guard traces.count > 1 else { return rows }
  let tuning = tuned("still hands") {
    try Tuning([0.001, 0.002, 0.005, 0.01, 0.02], on: traces.map { ($0.name, $0) }) { speed, trace in
      try filter(speed).measure(trace).largestExcursion
    }
  }
  for (name, choice) in zip(tuning?.trials ?? [], tuning?.heldOut ?? []) {
    print("  \(name), scored by what was chosen on the other: a speed of \(choice.candidate) m/s at rest")
    rows.append(
      row("still hand \(name), chosen on the other, largest excursion", "m", [choice.error], bar: "≤ 0.005"))
  }
  return rows
}

/// The attitude that the filter estimates by the way, on BROAD, next to the filters whose business that is: filter next to filter, smoother next to smoother.
///
/// Readings are means over the step that they end, as those take them, too. The sensor stays within half a metre of where it was, the gyroscope
/// rests below 0.02 rad/s for 1.5 s (as in VQF), and a compass errs by 0.05 rad in a second: round numbers, taken after about twenty tries on these
/// recordings. The gyroscope's noise, for which errors of scale have to count as well, is chosen for each recording on the others, one for six
/// and nine axes.
private func attitudes() throws -> [Row] {
  let trials = leavingOutBroken(broadTrials(), name: \.name) { trial in
    try [trial.withoutMagnetometer, trial].map(AttitudeTrial.init)
  }
  guard trials.count > 1 else { return [] }
  let tuning = tuned("BROAD") {
    try Tuning([0.0005, 0.001, 0.002, 0.004, 0.008], on: trials.map { ($0[0].trial.name, $0) }) { noise, trial in
      try trial.map { try $0.error(of: $0.path(noise, isSmoothed: true).attitudes ?? []).total }.reduce(0, +)
    }
  }
  guard let tuning else { return [] }
  var rows = [Row]()
  for (place, axes) in [6, 9].enumerated() {
    for isSmoothed in [false, true] {
      var (ours, theirs, normalized) = ([AttitudeError](), [AttitudeError](), [[Double]]())
      for (choice, name) in zip(tuning.heldOut, tuning.trials) {
        guard let trial = trials.first(where: { $0[0].trial.name == name })?[place] else { continue }
        let path = try trial.path(choice.candidate, isSmoothed: isSmoothed)
        ours.append(try trial.error(of: path.attitudes ?? []))
        theirs.append(try trial.error(of: isSmoothed ? trial.offline : trial.online))
        normalized.append(trial.normalized(path, heading: ours[ours.count - 1].headingOffset))
        let degrees = [ours, theirs].map { String(format: "%.2f°", $0[$0.count - 1].total * 180 / .pi) }
        print("  \(name), \(axes) axes, noise \(choice.candidate): \(degrees[0]), VQF \(degrees[1])")
      }
      let what = "BROAD, \(axes) axes, \(isSmoothed ? "smoother" : "filter")"
      let parts: [(String, KeyPath<AttitudeError, Double>)] = [
        ("total", \.total), ("heading", \.heading), ("inclination", \.inclination),
      ]
      for (name, part) in parts {
        func degrees(_ errors: [AttitudeError]) -> Timing {
          Timing(samples: errors.map { $0[keyPath: part] * 180 / .pi })
        }
        rows.append(
          Row(
            "\(what), \(name) of \(ours.count) trials", unit: "°", ours: degrees(ours),
            peer: "VQF \(isSmoothed ? "offline" : "online")", theirs: degrees(theirs), bar: "no worse"))
      }
      let inside = normalized.map { values in
        100 * Double(values.count { $0 <= NormalizedErrors.quantile(0.95) }) / Double(values.count)
      }
      rows += [
        row("\(what), attitude in the 95 % region", "%", inside, bar: "95"),
        row("\(what), mean NEES", "1", normalized.map { $0.reduce(0, +) / Double($0.count) }, bar: "3"),
      ]
    }
  }
  return rows
}

/// A trial of BROAD with the attitudes that the versatile filter finds with and without hindsight.
private struct AttitudeTrial: Sendable {
  let trial: FusionTrial
  let trace: Trace
  let online, offline: [Quaternion]
  private let places: [ErrorStateFilter.KnownPosition]
  private let directions: [ErrorStateFilter.KnownDirection]

  init(_ trial: FusionTrial) throws {
    self.trial = trial
    offline = try VersatileSmoother().smooth(trial.samples).attitudes
    var filter = try VersatileFilter(interval: TimeSteps(trial.samples.map(\.time)).median)
    online = try filter.attitudes(of: trial.samples)
    trace = try Trace(trial.samples, attitudes: offline)
    places = stride(from: 0, to: trace.duration, by: 0.5).map { .init(.zero, at: $0, deviation: 0.5) }
    directions = trace.magneticField == nil ? [] : try trace.magneticDirections(every: 1, deviation: 0.05)
  }

  func path(_ noise: Double, isSmoothed: Bool) throws -> Trajectory {
    try ErrorStateFilter(
      gyroscopeDetector: .angularRateEnergy(threshold: 0.0004, duration: 1.5, hysteresis: 1),
      sensors: SensorErrors(
        accelerationNoise: 0.02, rotationNoise: NoiseDensity(oneSided: noise), accelerationBias: 0.05,
        rotationBias: 0.01, rotationBiasWalk: 0.0001, tilt: 0.02),
      restRotation: 0.01, knownPositions: places, knownDirections: directions, integration: .splitStep,
      isSmoothed: isSmoothed
    ).integrate(trace)
  }

  func error(of attitudes: [Quaternion]) throws -> AttitudeError {
    try AttitudeError(of: attitudes, truth: trial.truth, counting: trial.counts)
  }

  /// The squared errors of the samples that count, in units of their covariances. The truth's heading is another one than the filter's.
  func normalized(_ path: Trajectory, heading: Double) -> [Double] {
    guard let attitudes = path.attitudes, let covariances = path.covariances else { return [] }
    let undo = Quaternion(.z, -heading)
    return attitudes.indices.compactMap { index in
      guard trial.counts?[index] ?? true, let truth = trial.truth[index] else { return nil }
      let error = (undo * attitudes[index] * truth.inverse).rotationVector
      return normalizedSquare(error, covariances[index].attitude)
    }
  }
}

extension Trace {
  /// What the sensors have read.
  fileprivate var rawSamples: [RawSample] {
    timestamps.indices.map { index in
      RawSample(
        time: timestamps[index], rotationRate: rotationRate?[index] ?? .zero,
        specificForce: attitude[index].inverse.act(on: self[index].acceleration + Vector3(0, 0, standardGravity)))
    }
  }

  /// A recording of bare sensors with these attitudes.
  fileprivate init(_ samples: [RawSample], attitudes: [Quaternion]) throws {
    try self.init(
      timestamps: samples.map(\.time), attitude: attitudes,
      userAcceleration: zip(samples, attitudes).map { -$0.specificForce - $1.gravity },
      rotationRate: samples.map(\.rotationRate),
      magneticField: samples.allSatisfy { $0.magneticField != nil } ? samples.compactMap(\.magneticField) : nil)
  }
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
