import BenchmarkHarness
import Foundation
import Inertial
import Rotations

/// How much a hand trembles that holds a phone still, and how well ``Hand/typical`` describes it.
///
/// The hand is fitted to the recordings of a phone held still (`sensorlog`), each time to all but one, and what it
/// predicts of that one is next to what that one shows. The squares with a pause at each corner
/// (`phone-browser/paused-square`) are never fitted: they say how the simulated stops compare with real ones.
func handAccuracy() throws -> [BenchmarkHarness.Measurement] {
  let still = traces(recordings(in: "sensorlog", suffix: ".csv"))
  let seen = leavingOutBroken(still, name: \.name) { (trace: $0, hand: try Trembling(of: $0)) }
  var rows = [BenchmarkHarness.Measurement]()
  for (index, recording) in seen.enumerated() {
    let others = seen.indices.filter { $0 != index }.map { seen[$0].hand }
    guard !others.isEmpty else { continue }
    let fitted = Trembling.mean(others)
    print(
      "  \(recording.trace.name): held out; fitted on \(seen.indices.filter { $0 != index }.map { seen[$0].trace.name }): \(fitted.hand)"
    )
    func add(_ what: String, _ unit: String, _ value: (Trembling) -> Double) {
      rows.append(
        BenchmarkHarness.Measurement(
          "still hand \(recording.trace.name), \(what)", unit: unit, ours: Timing(samples: [value(recording.hand)]),
          peer: "hand fitted on the others", theirs: Timing(samples: [value(fitted)])))
    }
    add("tremor, 8 to 12 Hz", "m/s²") { $0.tremor }
    add("sway, 2 to 8 Hz", "m/s²") { $0.sway }
    add("turning, 2 to 12 Hz", "rad/s") { $0.turning }
    let predicted = try Trace.simulated(
      Path(name: "still", duration: recording.trace.duration) { _ in .init() }.held(by: fitted.hand, seed: 1),
      sensors: .currentPhone)
    rows.append(
      BenchmarkHarness.Measurement(
        "still hand \(recording.trace.name), median fluctuation in 0.3 s", unit: "m/s²",
        ours: Timing(samples: [fluctuation(of: recording.trace, 0.5)]), peer: "hand fitted on the others, simulated",
        theirs: Timing(samples: [fluctuation(of: predicted, 0.5)])))
  }
  if !seen.isEmpty { print("  fitted on all: \(Trembling.mean(seen.map(\.hand)).hand); Hand.typical: \(Hand.typical)") }
  return try rows + tiltInMotion() + pausedSquares() + closedSquares()
}

/// Why real squares with pauses close badly, and whether simulated ones do as badly: both as long, at 20 Hz, cut as they are, without a rest at
/// the end.
///
/// What decides is the attitude's error in the hand (``Hand/tiltError``). It is fitted here to all squares but one, and what it predicts of that one
/// is next to what that one shows. ``Hand/typical`` has round numbers that were chosen with a look at these squares, so for it they are no test.
private func pausedSquares() throws -> [BenchmarkHarness.Measurement] {
  let squares = traces(
    recordings(in: "phone-browser/paused-square", suffix: ".csv"), .init(gaps: .interpolate, timeDefects: .drop))
  guard !squares.isEmpty else { return [] }
  func closing(_ scheme: any Scheme) -> ([Trace]) throws -> [Double] {
    { try $0.map { try Comparison(of: $0, schemes: [scheme]).runs[0].score.closingError } }
  }
  var steady = SensorModel.course
  steady.tiltErrorInMotion = 0
  steady.hand?.tiltError = 0
  let simulated = try [
    ("course", SensorModel.course), ("course, attitude as at rest", steady), ("mounted", .mounted),
  ].map { ($0.0, try drawnSquares($0.1)) }
  func row(_ what: String, _ unit: String, _ value: ([Trace]) throws -> [Double]) throws -> [BenchmarkHarness
    .Measurement]
  {
    try simulated.map { name, traces in
      BenchmarkHarness.Measurement(
        "paused squares, \(what)", unit: unit, ours: Timing(samples: try value(squares)), peer: "\(name), 40 seeds",
        theirs: Timing(samples: try value(traces)))
    }
  }
  func spread(_ share: Double) -> ([Trace]) throws -> [Double] {
    { [quantile(try closing(.restRecognition())($0), share)] }
  }
  return try row("closing error by rest recognition", "m", closing(.restRecognition()))
    + row("its lower quartile", "m", spread(0.25)) + row("its upper quartile", "m", spread(0.75))
    + row("closing error without stabilisation", "m", closing(.none))
    + row("rests after the first", "") { try $0.map { Double(try RestDetector.fluctuation().rests(of: $0).count - 1) } }
    + row("quietest 0.3 s of the movement", "m/s²") { try $0.map { try fluctuation(of: $0.dropping(first: 1), 0) } }
    + row("lower quartile of the fluctuation in 0.3 s", "m/s²") { $0.map { fluctuation(of: $0, 0.25) } }
    + fittedTilt(squares.map(\.name), closing(.restRecognition())(squares), closing(.restRecognition()))
}

/// The hand's tilt error whose simulated squares have the median of all real ones but one, for each.
private func fittedTilt(
  _ names: [String], _ real: [Double], _ closing: ([Trace]) throws -> [Double]
) throws -> [BenchmarkHarness.Measurement] {
  let candidates = [0, 0.0025, 0.005, 0.0075, 0.01, 0.0125, 0.015, 0.02, 0.03]
  let predicted = try candidates.map { candidate in
    var sensors = SensorModel.course
    sensors.hand?.tiltError = candidate
    return try closing(drawnSquares(sensors))
  }
  func fitted(to errors: [Double]) -> Int {
    let goal = quantile(errors, 0.5)
    let misses = predicted.map { (quantile($0, 0.5) - goal).magnitude }
    return misses.indices.min { misses[$0] < misses[$1] } ?? 0
  }
  print("  the hand's tilt error, fitted to all squares: \(candidates[fitted(to: real)]) rad")
  return names.indices.map { index in
    let place = fitted(to: real.indices.filter { $0 != index }.map { real[$0] })
    let (low, high) = (quantile(predicted[place], 0.1), quantile(predicted[place], 0.9))
    print(
      "  \(names[index]): held out; fitted on the others \(candidates[place]) rad, which closes four squares of five to "
        + String(format: "%.2f to %.2f m; this one to %.2f m", low, high, real[index]))
    return BenchmarkHarness.Measurement(
      "paused square \(names[index]), closing error by rest recognition", unit: "m",
      ours: Timing(samples: [real[index]]),
      peer: "fitted on the others, 40 seeds", theirs: Timing(samples: predicted[place]))
  }
}

/// Squares as somebody draws them in the air, with short pauses: 5.1 s, of which the first 0.6 s are a rest.
private func drawnSquares(_ sensors: SensorModel) throws -> [Trace] {
  var sensors = sensors
  (sensors.rate, sensors.transient) = (20, 0)
  return try (1...40).map { seed in
    let square = try Trace.simulated(
      .square(side: 0.3, sideDuration: 0.85, pause: 0.35, rounds: 1), sensors: sensors, seed: UInt64(seed))
    return try square.dropping(first: 1.4)[0..<102]
  }
}

/// Whether squares that are drawn without a pause, and end at rest, close as simulated ones do.
private func closedSquares() throws -> [BenchmarkHarness.Measurement] {
  let squares = traces(
    ["ldru", "rdlu"].flatMap { recordings(in: "phone-browser/square-\($0)", suffix: ".csv") },
    .init(gaps: .interpolate, timeDefects: .drop))
  guard !squares.isEmpty else { return [] }
  var sensors = SensorModel.course
  (sensors.rate, sensors.transient) = (57, 0)
  let path = Path.square(side: 0.3, sideDuration: 0.65, pause: 0, rounds: 1)
  let simulated = try (1...40).map {
    try Trace.simulated(path, sensors: sensors, seed: $0).dropping(first: 1.7)[0..<177]
  }
  let schemes: [(String, any Scheme)] = [
    ("without stabilisation", .none), ("known to end at rest", .restRecognition(endsAtRest: true)),
  ]
  return try schemes.map { name, scheme in
    func closing(_ traces: [Trace]) throws -> Timing {
      Timing(samples: try traces.map { try scheme.measure($0).closingError })
    }
    return BenchmarkHarness.Measurement(
      "closed squares, closing error \(name)", unit: "m", ours: try closing(squares), peer: "course, 40 seeds",
      theirs: try closing(simulated))
  }
}

/// How wrong the attitude of phones in moving hands is next to cameras (`oxiod`), second by second: its root mean square, and how fast its square
/// grows with that of the acceleration (least squares), which is what ``SensorModel/tiltErrorInMotion`` stands for. Seconds in which the cameras
/// lose the phone are left out.
private func tiltInMotion() throws -> [BenchmarkHarness.Measurement] {
  let walks = traces(recordings(in: "oxiod", suffix: ".csv").filter { $0.contains("_imu") })
  return leavingOutBroken(walks, name: \.name) { trace -> [BenchmarkHarness.Measurement] in
    guard let truth = trace.trueAttitude else { throw BrokenRecording(file: trace.name, reason: "no true attitude") }
    let samples = trace.timestamps.indices.filter { (trace.attitude[$0].gravity + truth[$0].gravity).sum().isFinite }
    // The markers do not sit on the phone as its axes do.
    let turn = try VectorAlignment(
      from: samples.map { truth[$0].gravity }, to: samples.map { trace.attitude[$0].gravity }
    ).rotation
    let second = Int((1 / trace.medianStep).rounded())
    let seconds = stride(from: 0, to: samples.count - second, by: second).map { begin in
      let all = samples[begin..<(begin + second)]
      let tilt = all.reduce(0) { $0 + (trace.attitude[$1].gravity - turn.act(on: truth[$1].gravity)).squaredLength }
      let mean = all.reduce(0) { $0 + trace.userAcceleration[$1].length } / Double(all.count)
      return (square: mean * mean, tilt: tilt / (2 * Double(all.count) * standardGravity * standardGravity))
    }.filter { $0.tilt < 0.15 * 0.15 }
    let count = Double(seconds.count)
    let (x, y) = (seconds.reduce(0) { $0 + $1.square } / count, seconds.reduce(0) { $0 + $1.tilt } / count)
    let slope =
      seconds.reduce(0) { $0 + ($1.square - x) * ($1.tilt - y) }
      / seconds.reduce(0) { $0 + ($1.square - x) * ($1.square - x) }
    let course = SensorModel.course
    return [
      ("tilt error next to cameras", "rad", y.squareRoot(), Hand.typical.tiltError),
      ("what movement adds to it", "rad per m/s²", max(slope, 0).squareRoot(), course.tiltErrorInMotion),
    ].map { what, unit, ours, theirs in
      BenchmarkHarness.Measurement(
        "\(what), \(trace.name)", unit: unit, ours: Timing(samples: [ours]), peer: "SensorModel.course",
        theirs: Timing(samples: [theirs]))
    }
  }.flatMap { $0 }
}

private func quantile(_ values: [Double], _ share: Double) -> Double {
  let sorted = values.sorted()
  let place = share * Double(sorted.count - 1)
  let (low, part) = (Int(place), place - place.rounded(.down))
  return sorted[low] + part * (sorted[min(low + 1, sorted.count - 1)] - sorted[low])
}

/// A quantile of what the course's rest detector compares with its threshold.
private func fluctuation(of trace: Trace, _ share: Double) -> Double {
  var detector = RestDetector.fluctuation()
  let values = trace.timestamps.indices.compactMap { index -> Double? in
    let step = Step(
      time: trace.timestamps[index], duration: index > 0 ? trace.timestamps[index] - trace.timestamps[index - 1] : 0,
      acceleration: trace.attitude[index].act(on: -trace.userAcceleration[index]))
    _ = detector.update(step)
    return detector.value
  }.sorted()
  return values.isEmpty ? .nan : values[Int(share * Double(values.count - 1))]
}

/// What a recording of a phone held still shows, root mean square per axis.
private struct Trembling {
  var tremor, sway, turning: Double

  var hand: Hand { Hand(tremor: tremor, sway: sway, turning: turning) }

  static func mean(_ all: [Trembling]) -> Trembling {
    func mean(_ part: (Trembling) -> Double) -> Double { all.reduce(0) { $0 + part($1) } / Double(all.count) }
    return Trembling(tremor: mean(\.tremor), sway: mean(\.sway), turning: mean(\.turning))
  }

  private init(tremor: Double, sway: Double, turning: Double) {
    (self.tremor, self.sway, self.turning) = (tremor, sway, turning)
  }

  init(of trace: Trace) throws {
    guard let rates = trace.rotationRate else {
      throw BrokenRecording(file: trace.name, reason: "no rotation rate")
    }
    let step = trace.medianStep
    tremor = Self.rootMeanSquare(trace.userAcceleration, step, 8..<12)
    sway = Self.rootMeanSquare(trace.userAcceleration, step, 2..<8)
    turning = Self.rootMeanSquare(rates, step, 2..<12)
  }

  /// For an axis within a band in Hz, by Parseval's theorem over the bins of a discrete Fourier transform.
  private static func rootMeanSquare(_ vectors: [Vector3], _ step: Double, _ band: Range<Double>) -> Double {
    let count = Double(vectors.count)
    let mean = vectors.reduce(.zero, +) / count
    var power = 0.0
    for bin in 1..<(vectors.count / 2) where band.contains(Double(bin) / (count * step)) {
      var (cosine, sine) = (Vector3.zero, Vector3.zero)
      for (index, vector) in vectors.enumerated() {
        let angle = 2 * Double.pi * Double(bin * index % vectors.count) / count
        cosine += (vector - mean) * cos(angle)
        sine += (vector - mean) * sin(angle)
      }
      power += 2 * (cosine.squaredLength + sine.squaredLength) / (count * count)
    }
    return (power / 3).squareRoot()
  }
}

/// The threshold and the window of `.fluctuation()`, by the share of samples that are judged wrongly: a measure that a scheme cannot flatter
/// by shrinking what it computes.
///
/// Chosen on recordings with an open licence: a phone held still by a hand (`sensorlog`, all of it rest) and BROAD's trials with breaks. Held out:
/// the walks (`oxiod`, all of it movement), and simulated squares, whose truth says when they rest. Each set of recordings counts as
/// much as every other, and rest as much as movement.
func restDefaults() throws -> [BenchmarkHarness.Measurement] {
  typealias Trial = (trace: Trace, isMoving: [Bool])
  let hands: [Trial] = traces(recordings(in: "sensorlog", suffix: ".csv")).map {
    ($0, Array(repeating: false, count: $0.count))
  }
  let breaks = leavingOutBroken(
    recordings(in: "broad", suffix: ".csv").filter { $0.contains("with_breaks") }, name: \.self
  ) { file -> Trial in
    let raw = try RawRecording(contentsOf: file)
    guard let isMoving = raw.isMoving else { throw BrokenRecording(file: file, reason: "no column of movement") }
    return (try raw.trace(), isMoving)
  }
  let walks: [Trial] = traces(recordings(in: "oxiod", suffix: ".csv").filter { $0.contains("_imu") }).map {
    ($0, Array(repeating: true, count: $0.count))
  }
  let squares: [Trial] = try (1...10).map { seed in
    let trace = try SimulatedTrace.square.trace(sensors: .course, seed: UInt64(seed))
    return (trace, trace.isTouching ?? [])
  }
  let chosenOn = [("still hands", hands), ("BROAD with breaks", breaks)].filter { !$0.1.isEmpty }
  let heldOut = [("walks", walks), ("simulated squares", squares)].filter { !$0.1.isEmpty }
  guard !chosenOn.isEmpty else { return [] }
  /// The mean over the recordings of the share of rest, and of that of movement, that is judged wrongly, %.
  func wrong(_ detector: RestDetector, _ trials: [Trial]) throws -> Double {
    let shares = try trials.flatMap { trial -> [Double] in
      let resting = try detector.restingSamplesInHindsight(of: trial.trace)
      return [true, false].compactMap { moving in
        let of = trial.isMoving.indices.filter { trial.isMoving[$0] == moving }
        return of.isEmpty ? nil : 100 * Double(of.count { resting[$0] == moving }) / Double(of.count)
      }
    }
    return shares.reduce(0, +) / Double(shares.count)
  }
  let standard = RestDetector.fluctuation()
  let candidates: [RestDetector] =
    [standard]
    + [0.2, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 1, 1.2, 1.4].flatMap { threshold in
      [0.2, 0.3, 0.4, 0.5].map { .fluctuation(threshold: threshold, duration: $0) }
    }
  let costs = try candidates.map { candidate in
    try chosenOn.map { try wrong(candidate, $0.1) }.reduce(0, +) / Double(chosenOn.count)
  }
  let order = candidates.indices.sorted { costs[$0] < costs[$1] }
  for place in order.prefix(5) {
    let candidate = candidates[place]
    let others = try heldOut.map { "\($0.0) \(String(format: "%.1f", try wrong(candidate, $0.1))) %" }
    print(
      "  \(candidate.threshold) m/s² for \(candidate.duration) s: \(String(format: "%.1f", costs[place])) % wrong where chosen; held out: "
        + others.joined(separator: ", "))
  }
  let best = candidates[order[0]]
  return try (chosenOn.map { ($0, "chosen on it") } + heldOut.map { ($0, "held out") }).map { set, role in
    BenchmarkHarness.Measurement(
      "fluctuation's defaults, \(set.0) (\(role)), wrong samples", unit: "%",
      ours: Timing(samples: [try wrong(standard, set.1)]),
      peer: "\(best.threshold) m/s², \(best.duration) s, best where chosen",
      theirs: Timing(samples: [try wrong(best, set.1)]))
  }
}
