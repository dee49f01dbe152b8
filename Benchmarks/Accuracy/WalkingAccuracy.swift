import BenchmarkHarness
import Inertial
import InertialNetworks
import Rotations

/// Walks with the phone in the hand and on a trolley (OxIOD): the position error after windows of 10 s that start from the true velocity,
/// under the schemes of the course, dead reckoning by steps, and a velocity that was learned from the *other* recordings.
func walkingAccuracy() throws -> [Measurement] {
  let files = recordings(in: "oxiod", suffix: ".csv").filter { $0.contains("_imu") }
  let traces = leavingOutBroken(traces(files), name: \.name) { trace in
    _ = try WindowedDrift(of: trace, under: .none, duration: 10)
    return trace
  }
  guard !traces.isEmpty else {
    print("no OxIOD recordings in \(recordings)/oxiod: skipped")
    return []
  }
  let schemes: [any Scheme] = [
    .none, .exponential(rate: 0.5), .exponential(rate: 2), .nonlinearStep(), .restRecognition(),
    .pedestrianDeadReckoning(), .pedestrianDeadReckoning(.constant(0.7)),
    PedestrianDeadReckoning(calibratingSteps: 0), PedestrianDeadReckoning(length: .constant(0.7), calibratingSteps: 0),
  ]
  // For each recording what the others teach.
  let learned = try traces.indices.map { index in
    let lesson = try LearnedVelocity.train(on: traces.indices.filter { $0 != index }.map { traces[$0] })
    say(lesson.omitted)
    print(
      "  for \(traces[index].name): \(lesson.examples) moments of the others, loss \(lesson.training.losses.last ?? .nan)"
    )
    return lesson.scheme.network
  }
  var rows = [Measurement]()
  for kind in ["handheld", "trolley", "user"] {
    let chosen = traces.indices.filter { traces[$0].name.hasPrefix(kind) }
    func add(_ name: String, bar: String? = nil, _ scheme: (Int) throws -> any Scheme) throws {
      let errors = try chosen.flatMap {
        try WindowedDrift(of: traces[$0], under: scheme($0), duration: 10, spacing: 0.5).errors
      }
      rows.append(Measurement("\(kind), 10 s, \(name)", unit: "m", ours: Timing(samples: errors), bar: bar))
    }
    let bar = kind == "handheld" ? "≤ 2.0" : "≤ the best of the course's"
    for (index, scheme) in schemes.enumerated() {
      let calibrates = (scheme as? PedestrianDeadReckoning).map {
        $0.calibratingSteps > 0 ? ", calibrated" : ", as it is"
      }
      try add(scheme.label + (calibrates ?? ""), bar: index == 5 ? bar : nil) { _ in scheme }
    }
    try add("learned from the other recordings", bar: bar) { try LearnedVelocity(learned[$0]) }
  }
  return rows
}
