import BenchmarkHarness
import Inertial
import InertialNetworks
import Rotations

/// Walks with the phone in the hand and on a trolley (OxIOD): the position error after windows of 10 s that start from the true velocity,
/// under the schemes of the course, dead reckoning by steps, and a velocity that was learned from the *other* recordings.
func walkingAccuracy() -> [Measurement] {
  let files = recordings(in: "oxiod", suffix: ".csv").filter { $0.contains("_imu") }
  let schemes: [any Scheme] = [
    .none, .exponential(rate: 0.5), .exponential(rate: 2), .nonlinearStep(), .restRecognition(),
    .pedestrianDeadReckoning(), .pedestrianDeadReckoning(.constant(0.7)),
    PedestrianDeadReckoning(calibratingSteps: 3), PedestrianDeadReckoning(length: .constant(0.7), calibratingSteps: 3),
  ]
  func errors(_ trace: Trace, _ scheme: any Scheme) throws -> [Double] {
    try WindowedDrift(of: trace, under: scheme, duration: 10, spacing: 0.5).errors
  }
  // One that a scheme refuses is left out for all of them, so that their figures are about the same recordings.
  let walks = leavingOutBroken(traces(files), name: \.name) { trace in
    (trace: trace, errors: try schemes.map { try errors(trace, $0) })
  }
  guard !walks.isEmpty else {
    print("no OxIOD recordings in \(recordings)/oxiod: skipped")
    return []
  }
  // For each recording what the others teach.
  let lessons = walks.enumerated().map { (name: "learned from all but \($1.trace.name)", index: $0, trace: $1.trace) }
  let learned = leavingOutBroken(lessons, name: \.name) { _, index, trace in
    let lesson = try LearnedVelocity.train(on: walks.indices.filter { $0 != index }.map { walks[$0].trace })
    LeftOut.add(lesson.omitted)
    print("  for \(trace.name): \(lesson.examples) moments of the others, loss \(lesson.training.losses.last ?? .nan)")
    return (name: trace.name, errors: try errors(trace, lesson.scheme))
  }
  var rows = [Measurement]()
  for kind in ["handheld", "trolley", "user"] {
    let chosen = walks.filter { $0.trace.name.hasPrefix(kind) }
    let bar = kind == "handheld" ? "≤ 2.0" : "≤ the best of the course's"
    func add(_ name: String, _ errors: [Double], bar: String? = nil) {
      rows.append(
        Measurement(
          "\(kind), drift after 10 s, origin and heading aligned, \(name)", unit: "m", ours: Timing(samples: errors),
          bar: bar))
    }
    for (index, scheme) in schemes.enumerated() {
      let calibrates = (scheme as? PedestrianDeadReckoning).map {
        $0.calibratingSteps > 0 ? ", calibrated" : ", as it is"
      }
      add(scheme.label + (calibrates ?? ""), chosen.flatMap { $0.errors[index] }, bar: index == 5 ? bar : nil)
    }
    add(
      "learned from the other recordings", learned.filter { $0.name.hasPrefix(kind) }.flatMap(\.errors), bar: bar)
  }
  return rows
}

/// What the recommended training gives on a walk that had no say in choosing it: of a few settings the one that is best on the other
/// recordings, each of which is scored by what the rest teach.
func learnedAccuracy() throws -> [Measurement] {
  let walks = leavingOutBroken(
    traces(recordings(in: "oxiod", suffix: ".csv").filter { $0.contains("_imu") }), name: \.name
  ) { trace in
    // One of which nothing can be learned has nothing to say here.
    _ = try WindowedDrift(of: trace, under: .none, duration: 10)
    return trace
  }
  guard walks.count > 2 else {
    print("fewer than three OxIOD recordings in \(recordings)/oxiod: skipped")
    return []
  }
  let settings: [(hidden: Int, decay: Double)] = [(24, 1e-3), (12, 1e-3), (48, 1e-3), (24, 1e-4), (24, 1e-2)]
  func scheme(_ setting: (hidden: Int, decay: Double), without held: Set<Int>) throws -> LearnedVelocity {
    var options = LearnedVelocity.recommendedOptions
    options.decay = setting.decay
    let taught = walks.indices.filter { !held.contains($0) }.map { walks[$0] }
    return try LearnedVelocity.train(on: taught, options: options, hidden: setting.hidden).scheme
  }
  func errors(_ scheme: LearnedVelocity, _ walk: Int) throws -> [Double] {
    try WindowedDrift(of: walks[walk], under: scheme, duration: 10, spacing: 0.5).errors
  }
  // scores[held][setting]: the sum over the others of the median error, each learned from the rest.
  var scores = Array(repeating: Array(repeating: 0.0, count: settings.count), count: walks.count)
  for (index, setting) in settings.enumerated() {
    for a in walks.indices {
      for b in (a + 1)..<walks.count {
        let taught = try scheme(setting, without: [a, b])
        scores[a][index] += Timing(samples: try errors(taught, b)).median
        scores[b][index] += Timing(samples: try errors(taught, a)).median
      }
    }
  }
  return try walks.indices.map { held in
    let best = settings[settings.indices.min { scores[held][$0] < scores[held][$1] } ?? 0]
    print("  for \(walks[held].name): \(best.hidden) nodes, decay \(best.decay)")
    return Measurement(
      "\(walks[held].name), 10 s, learned, setting chosen on the other recordings", unit: "m",
      ours: Timing(samples: try errors(scheme(best, without: [held]), held)), peer: "recommended setting",
      theirs: Timing(samples: try errors(scheme(settings[0], without: [held]), held)))
  }
}
