import BenchmarkHarness
import Inertial
import Rotations

/// Where damping is better than nothing: every error as a share of what standing still gives on the same recording.
///
/// Walks are real (OxIOD): the median error after 10 s from the true position and velocity, for each recording. The hand that waves
/// is simulated, twenty times with another tremor and other errors of the sensors: the root mean square distance from the truth. 1 is no better than
/// standing still.
func dampingAccuracy() throws -> [Measurement] {
  let schemes: [any Scheme] = [
    .none, .exponential(rate: 0.5), .exponential(rate: 1), .exponential(rate: 2), .exponential(rate: 5),
    .exponential(velocityRate: 2, positionRate: 0), .nonlinearStep(),
    .nonlinearStep(velocityRate: 0.8, positionRate: 0.2), .highPass(cutoff: 0.05), .restRecognition(),
    .pedestrianDeadReckoning(),
  ]
  func row(_ name: String, _ unit: String, _ values: [Double]) -> Measurement {
    Measurement(name, unit: unit, ours: Timing(samples: values), bar: unit == "1" ? "< 1" : nil)
  }
  var rows = [Measurement]()
  let files = recordings(in: "oxiod", suffix: ".csv").filter { $0.contains("_imu") }
  let walks = leavingOutBroken(traces(files), name: \.name) { trace in
    func median(_ scheme: any Scheme) throws -> Double {
      try WindowedDrift(of: trace, under: scheme, duration: 10, spacing: 0.5).median
    }
    return (trace.name, still: try median(.still), errors: try schemes.map(median))
  }
  for (name, still, errors) in walks {
    rows.append(row("\(name), walk, after 10 s, standing still", "m", [still]))
    for (scheme, error) in zip(schemes, errors) {
      rows.append(row("\(name), walk, after 10 s, \(scheme.label), over standing still", "1", [error / still]))
    }
  }
  if walks.isEmpty { print("no OxIOD recordings in \(recordings)/oxiod: skipped") }
  let hands: [(name: String, path: Path)] = [
    ("waving for 6 s", .waving()), ("waving for 30 s", .waving(duration: 30)),
    ("figure of eight, 5 loops", .figureEight()), ("square with pauses", .square()),
  ]
  var sensors = SensorModel.currentPhone
  (sensors.hand, sensors.tiltErrorInMotion) = (.typical, SensorModel.course.tiltErrorInMotion)
  for hand in hands {
    var (shares, correlations) = ([[Double]](), [[Double]]())
    for seed in UInt64(1)...20 {
      let trace = try Trace.simulated(hand.path, sensors: sensors, seed: seed)
      let comparison = try Comparison(of: trace, schemes: schemes.dropLast(), from: trace.trueMotion(at: 0) ?? .zero)
      shares.append(comparison.runs.map { comparison.standingStillShare(of: $0) ?? .nan })
      correlations.append(
        comparison.runs.map { run in
          PathLikeness(
            of: run.trajectory.positions, truth: comparison.truth ?? [], times: trace.timestamps
          ).correlation ?? .nan
        })
    }
    for (index, scheme) in schemes.dropLast().enumerated() {
      let what = "simulated \(hand.name), 20 seeds, \(scheme.label)"
      let values = shares.map { $0[index] }
      print("  \(what): better than standing still in \(values.count { $0 < 1 }) of 20")
      rows.append(row("\(what), RMS over standing still", "1", values))
      rows.append(row("\(what), correlation with the truth", "r", correlations.map { $0[index] }))
    }
  }
  return rows
}
