import BenchmarkHarness
import Foundation
import Inertial
import Rotations

/// Total, heading and inclination error of every filter on the BROAD trials, six and nine axes, with the same
/// parameters for all trials: each filter's defaults. Next to each, the published implementation of the same method.
func fusionAccuracy() -> [BenchmarkHarness.Measurement] {
  // A trial that one of the filters refuses is left out for all of them, so that their means are about the same.
  let scored = leavingOutBroken(broadTrials(), name: \.name) { trial in
    (
      trial: trial,
      errors: try fusionMethods.map { method in
        try [9, 6].map { axes in
          let input = axes == 9 ? trial : trial.withoutMagnetometer
          return try AttitudeError(of: method.run(input.samples), truth: input.truth, counting: input.counts)
        }
      }
    )
  }
  let trials = scored.map(\.trial)
  guard !trials.isEmpty else { return [] }
  let peers = peerFigures("fusion_accuracy.py", [FusionRecordings.folder.path])
  var rows = [BenchmarkHarness.Measurement]()
  for (place, method) in fusionMethods.enumerated() {
    for axes in [9, 6] {
      let errors = scored.map { $0.errors[place][axes == 9 ? 0 : 1] }
      for (what, part) in errorParts {
        func add(_ set: String, _ chosen: [Int], bar: String? = nil) {
          let theirs = chosen.compactMap { peers["\(method.peer ?? ""), \(axes) axes, \(trials[$0].name), \(what)"] }
          rows.append(
            BenchmarkHarness.Measurement(
              "\(method.name), \(axes) axes, \(set), \(what)", unit: "°",
              ours: Timing(samples: [mean(chosen.map { errors[$0][keyPath: part] * 180 / .pi })]),
              peer: theirs.isEmpty ? nil : method.peer,
              theirs: theirs.isEmpty ? nil : Timing(samples: [mean(theirs)]), bar: bar))
        }
        for index in trials.indices { add(String(trials[index].name.prefix(28)), [index]) }
        let bar = method.name == "versatile" && axes == 9 ? ["total": "≤ 2.5", "inclination": "≤ 0.8"][what] : nil
        add("undisturbed", trials.indices.filter { trials[$0].name.contains("_undisturbed_") }, bar: bar)
        add("all trials", Array(trials.indices))
      }
    }
  }
  return rows + heldOut(trials)
}

/// Gains chosen on all trials but one and scored on that one: what tuning is worth on a new recording.
private func heldOut(_ trials: [FusionTrial]) -> [BenchmarkHarness.Measurement] {
  func row(
    _ name: String, _ candidates: [(Double, Double)], _ filter: (Double, Double) throws -> some AttitudeFilter
  ) -> BenchmarkHarness.Measurement? {
    let tuning = tuned("\(name)'s gains") {
      try Tuning(candidates, on: trials, filter: { gains, _ in try filter(gains.0, gains.1) })
    }
    guard let tuning else { return nil }
    print(
      "\(name): best \(tuning.best.candidate); held out: \(tuning.heldOut.map { "\($0.candidate)" }.joined(separator: " "))"
    )
    return BenchmarkHarness.Measurement(
      "\(name), 9 axes, tuned without the trial that is scored, total", unit: "°",
      ours: Timing(samples: [tuning.heldOutError * 180 / .pi]))
  }
  return [
    row("Mahony", [0.05, 0.1, 0.2, 0.4].flatMap { p in [0, 0.0005, 0.002].map { (p, $0) } }) {
      try MahonyFilter(gain: $0, biasGain: $1)
    },
    row("Madgwick", [0.01, 0.02, 0.04].flatMap { p in [0, 0.0002, 0.001].map { (p, $0) } }) {
      try MadgwickFilter(gain: $0, biasGain: $1)
    },
    row("complementary", [2.0, 4, 8].flatMap { p in [10.0, 20, 40].map { (p, $0) } }) {
      try ComplementaryFilter(inclinationTime: $0, headingTime: $1)
    },
  ].compactMap { $0 }
}

private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

private var errorParts: [(name: String, part: KeyPath<AttitudeError, Double>)] {
  [("total", \.total), ("heading", \.heading), ("inclination", \.inclination)]
}

private struct FusionMethod: Sendable {
  var name: String
  var peer: String?
  var run: @Sendable ([RawSample]) throws -> [Quaternion]
}

/// The BROAD trials are recorded at 285.714 Hz.
private let fusionMethods = [
  FusionMethod(name: "complementary") { samples in
    var filter = try ComplementaryFilter()
    return try filter.attitudes(of: samples)
  },
  FusionMethod(name: "Mahony", peer: "ahrs Mahony") { samples in
    var filter = try MahonyFilter()
    return try filter.attitudes(of: samples)
  },
  FusionMethod(name: "Madgwick", peer: "ahrs Madgwick") { samples in
    var filter = try MadgwickFilter()
    return try filter.attitudes(of: samples)
  },
  // imufusion's defaults reject nothing and track no bias.
  FusionMethod(name: "rejecting nothing", peer: "imufusion") { samples in
    var filter = try RejectingFilter(accelerationRejection: .pi, magneticRejection: .pi, stillRate: 0)
    return try filter.attitudes(of: samples)
  },
  FusionMethod(name: "rejecting") { samples in
    var filter = try RejectingFilter()
    return try filter.attitudes(of: samples)
  },
  FusionMethod(name: "versatile", peer: "vqf") { samples in
    let span = samples[samples.count - 1].time - samples[0].time
    var filter = try VersatileFilter(interval: span / Double(samples.count - 1))
    return try filter.attitudes(of: samples)
  },
  FusionMethod(name: "versatile smoother", peer: "vqf offline") { samples in
    try VersatileSmoother().smooth(samples).attitudes
  },
]
