import BenchmarkHarness
import Inertial
import Rotations

/// What the integration schemes make of real recordings.
func inertialAccuracy() throws -> [Measurement] {
  oxiodDrift() + stillHands() + inertialClosing()
}

private func row(_ name: String, _ unit: String, _ values: [Double], bar: String? = nil) -> Measurement {
  Measurement(name, unit: unit, ours: Timing(samples: values), bar: bar)
}

/// Position error after 1, 2, 5 and 10 s from the true velocity, under each scheme.
private func oxiodDrift() -> [Measurement] {
  let files = recordings(in: "oxiod", suffix: ".csv").filter { $0.contains("_imu") }
  guard !files.isEmpty else {
    print("no OxIOD recordings in \(recordings)/oxiod: skipped")
    return []
  }
  let bars = [1.0: "0.12–0.15 ± 10 %", 2: "0.45–0.56 ± 10 %", 5: "2.9–3.1 ± 10 %", 10: "7.9–9.3 ± 10 %"]
  let schemes: [any Scheme] = [
    .none, .exponential(rate: 0.5), .exponential(rate: 2), .nonlinearStep(), .restRecognition(),
  ]
  var rows = [Measurement]()
  for kind in ["handheld", "trolley", "user"] {
    let durations = [1.0, 2, 5, 10]
    // One that a scheme refuses is left out for all of them, so that their figures are about the same recordings.
    let drifts = leavingOutBroken(traces(files.filter { $0.contains("/\(kind)") }), name: \.name) { trace in
      try durations.map { duration in
        try schemes.map { try WindowedDrift(of: trace, under: $0, duration: duration, spacing: 0.5).errors }
      }
    }
    for (place, duration) in durations.enumerated() {
      for (index, scheme) in schemes.enumerated() {
        let errors = drifts.flatMap { $0[place][index] }
        let isPlain = kind == "handheld" && scheme.name == "none"
        rows.append(
          row(
            "\(kind), drift after \(Int(duration)) s, origin and heading aligned, \(scheme.label)", "m", errors,
            bar: isPlain ? bars[duration] : nil))
      }
    }
  }
  return rows
}

/// A hand that holds the phone still, against the fact that it did not move.
private func stillHands() -> [Measurement] {
  leavingOutBroken(traces(recordings(in: "sensorlog", suffix: ".csv")), name: \.name) { trace -> [Measurement] in
    let comparison = try Comparison(
      of: trace, schemes: [.none, .exponential(rate: 2), .nonlinearStep(), .restRecognition()], truth: .motionless)
    return comparison.runs.map { run in
      row(
        "still hand \(trace.name), largest excursion, \(run.label)", "m", [run.score.largestExcursion],
        bar: run.scheme == "rest recognition" ? "≤ 0.02" : nil)
    }
  }.flatMap { $0 }
}
