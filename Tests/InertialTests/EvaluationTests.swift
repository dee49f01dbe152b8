import Foundation
import Inertial
import Rotations
import Testing

@Suite("Evaluation")
struct EvaluationTests {
  @Test("The table has a row per scheme with the values that the trajectories give")
  func table() throws {
    let recording = try SimulatedTrace.square.trace()
    let comparison = try Comparison(of: recording, schemes: [.none, .exponential(rate: 1)])
    #expect(comparison.columns.map(\.unit) == ["m", "m", "m", "m", "m/s"])
    for (row, run) in zip(comparison.rows, comparison.runs) {
      let positions = run.trajectory.positions
      let truth = recording.truePosition!.map { $0 - recording.truePosition![0] }
      let drifts = zip(positions, truth).map(distance)
      #expect(row.values[0] == drifts.last)
      #expect(abs(row.values[1]! - sqrt(drifts.map { $0 * $0 }.reduce(0, +) / Double(drifts.count))) < 1e-12)
      #expect(row.values[2] == positions.map(\.length).max())
      #expect(row.values[3] == positions.last!.length)
      let resting = zip(run.trajectory.velocities, comparison.isResting).filter(\.1).map(\.0.squaredLength)
      #expect(abs(row.values[4]! - sqrt(resting.reduce(0, +) / Double(resting.count))) < 1e-12)
    }
    #expect(comparison.rows.map(\.scheme) == ["none", "exponential"])
    #expect(comparison["exponential"]!.label == "exponential (1.0 /s)")
  }

  @Test("Schemes that differ in a setting have labels that say it; those that do not are told apart all the same")
  func labels() throws {
    struct Cord: Scheme {
      var reach = 0.4
      var parameters: [SchemeParameter] { [.init("reach", reach, unit: "m")] }
      mutating func advance(_ motion: inout Motion, by step: Step) { motion.splitStep(step) }
    }
    let recording = try SimulatedTrace.square.trace()
    func labels(_ schemes: [any Scheme]) throws -> [String] {
      try Comparison(of: recording, schemes: schemes).runs.map(\.label)
    }
    #expect(try labels([Cord(), .none]) == ["Cord", "none"])
    #expect(try labels([Cord(), Cord(reach: 2)]) == ["Cord (reach 0.4 m)", "Cord (reach 2.0 m)"])
    #expect(try labels([Cord(), Cord()]) == ["Cord", "Cord · 2"])
    let rests = try labels([
      .restRecognition(.fluctuation(threshold: 0.1)), .restRecognition(.fluctuation(threshold: 0.4)),
      .restRecognition(.fluctuation(threshold: 0.4), correction: .none),
    ])
    #expect(Set(rests).count == 3)
    #expect(rests[0].contains("0.1") && rests[1].contains("0.4") && rests[2].contains("correction none"), "\(rests)")
  }

  @Test("A scheme whose result is not a number says from which sample on, and has no largest excursion")
  func notANumber() throws {
    struct Broken: Scheme {
      var sample = 0
      let bad: Double
      mutating func advance(_ motion: inout Motion, by step: Step) {
        motion.splitStep(step)
        if sample == 17 { motion.velocity.x = bad }
        sample += 1
      }
    }
    let recording = try SimulatedTrace.square.trace()
    let comparison = try Comparison(
      of: recording, schemes: [.none, Broken(bad: .nan), Broken(bad: .infinity)])
    #expect(comparison.doubts.map(\.sample) == [17, 17] && comparison.doubts.map(\.isNaN) == [true, false])
    let words = "\(comparison.doubts[0])"
    #expect(words.contains("not a number from sample 17 on") && words.contains("0.17 s"), "\(words)")
    #expect(comparison.runs[1].score.largestExcursion.isNaN)
    #expect(comparison.runs[0].score.largestExcursion > 0)
  }

  @Test("Truth is the recording's, or that nothing moved, or unknown")
  func truth() throws {
    let recording = try SimulatedTrace.square.trace()
    let still = try Comparison(of: recording, schemes: [.none], truth: .motionless)
    #expect(still.runs[0].drift! == still.runs[0].trajectory.positions.map(\.length))
    let unknown = try Comparison(of: recording, schemes: [.none], truth: .unknown)
    #expect(unknown.runs[0].score.finalDrift == nil && unknown.truth == nil)
    let blind = try trace(count: 5, step: 0.01) { _ in .zero }
    #expect(try Comparison(of: blind, schemes: [.none]).truth == nil)
    #expect(throws: TraceError.self) { try Comparison(of: blind, schemes: [.none], truth: .recorded) }
    let start = Motion(velocity: Vector3(1, 0, 0), position: Vector3(0, 2, 0))
    let moved = try Comparison(of: blind, schemes: [.none], from: start, truth: .motionless)
    #expect(moved.runs[0].drift![0] == 0)
    #expect(abs(moved.runs[0].drift![4] - 0.04) < 1e-12)
  }

  @Test("Windows started from the truth: no drift with ideal sensors, ½bt² with a bias")
  func windowedDrift() throws {
    let ideal = try Trace.simulated(.figureEight(), sensors: SensorModel(rate: 200))
    let drift = try WindowedDrift(of: ideal, under: .none, duration: 1, spacing: 0.5)
    #expect(drift.errors.count > 20)
    #expect(drift.median < 0.02)
    let level = try Trace(
      timestamps: ideal.timestamps, attitude: ideal.attitude,
      userAcceleration: zip(ideal.attitude, ideal.userAcceleration).map {
        $1 - $0.inverse.act(on: Vector3(0, 0, 0.4))
      }, truePosition: ideal.truePosition)
    let biased = try WindowedDrift(of: level, under: .none, duration: 1)
    #expect(abs(biased.median - ErrorGrowth.bias(0.4, after: 1)) < 0.03)
    // A frame that is turned about the vertical is aligned, unless that is switched off.
    let turn = Quaternion(.z, 2)
    let turned = try Trace(
      timestamps: ideal.timestamps, attitude: ideal.attitude.map { turn * $0 },
      userAcceleration: ideal.userAcceleration, truePosition: ideal.truePosition)
    #expect(try WindowedDrift(of: turned, under: .none, duration: 1).median < 0.02)
    #expect(try WindowedDrift(of: turned, under: .none, duration: 1, alignsYaw: false).median > 0.1)
    #expect(abs(try #require(YawCorrelation(turned)?.yaw(in: 0..<turned.count)) - 2) < 0.01)
    #expect(throws: TraceError.self) { try WindowedDrift(of: ideal, under: .none, duration: 0) }
    // A recording that never accelerates says no yaw: its truth's heading counts, which is the attitude's own here.
    let steady = try Trace(
      timestamps: ideal.timestamps, attitude: ideal.attitude,
      userAcceleration: [Vector3](repeating: .zero, count: ideal.count),
      truePosition: ideal.timestamps.map { Vector3($0, 0, 0) })
    #expect(YawCorrelation(steady)?.yaw(in: 0..<steady.count) == nil)
    #expect(try WindowedDrift(of: steady, under: .none, duration: 1).median < 1e-9)
  }

  @Test("Trajectory scores per scheme and per window are those of the parts")
  func trajectoryScores() throws {
    let recording = try SimulatedTrace.square.trace()
    let comparison = try Comparison(of: recording, schemes: [.none, .restRecognition()])
    let whole = try comparison.trajectoryScores(aligning: .rigid, over: .poses(50))
    #expect(whole.map(\.scheme) == ["none", "rest recognition"])
    for (score, run) in zip(whole, comparison.runs) {
      let truth = try recording.trueTrack()
      let estimate = try PoseTrack(run.trajectory, of: recording)
      let absolute = try AbsoluteTrajectoryError(of: estimate, against: truth, aligning: .rigid)
      let relative = try RelativePoseError(of: estimate, against: truth, over: .poses(50))
      #expect(abs(score.absolute.rmse - ErrorStatistics(absolute.translation).rmse) < 1e-12)
      #expect(abs(score.relative.rmse - ErrorStatistics(relative.translation).rmse) < 1e-12)
      #expect(abs(score.driftRate - run.score.finalDrift! / recording.duration) < 1e-12)
    }
    let windows = try comparison.trajectoryScores(aligning: .origin, over: .seconds(1), windows: 2)
    #expect(windows.count == 2 * Int((recording.duration / 2).rounded()))
    for (a, b) in zip(windows, windows.dropFirst()) where a.label == b.label {
      #expect(a.samples.upperBound == b.samples.lowerBound)
      #expect(a.time.upperBound < b.time.lowerBound && a.time.upperBound - a.time.lowerBound < 2)
    }
    // Started anew in each window and by the origin alone, the error within a window is the velocity's.
    let last = windows.filter { $0.scheme == "none" }.last!
    let run = comparison.runs[0]
    let errors = last.samples.map {
      distance(
        run.trajectory.positions[$0] - run.trajectory.positions[last.samples.lowerBound],
        comparison.truth![$0] - comparison.truth![last.samples.lowerBound])
    }
    #expect(abs(last.absolute.maximum - errors.max()!) < 1e-12)
    let free = try comparison.trajectoryScores(aligning: .none, windows: 2).filter { $0.scheme == "none" }.last!
    #expect(free.absolute.rmse > last.absolute.rmse)
    #expect(throws: TraceError.self) { try comparison.trajectoryScores(windows: 0) }
    let blind = try Comparison(of: recording, schemes: [.none], truth: .unknown)
    #expect(throws: TraceError.self) { try blind.trajectoryScores() }
  }

  @Test("Theory of error growth against simulated sensors")
  func growth() throws {
    let tilt = try trace(count: 1001, step: 0.01) { _ in Vector3(standardGravity * sin(0.01), 0, 0) }
    #expect(try abs(Unstabilized().integrate(tilt).positions[1000].x - ErrorGrowth.tilt(0.01, after: 10)) < 1e-9)
    // White noise of density 0.05 over 4 s: the spread of the end over many seeds.
    let ends = try (1...120).map { seed -> Double in
      let sensors = SensorModel(accelerationNoise: 0.05)
      let noisy = try Trace.simulated(.still(duration: 4), sensors: sensors, seed: UInt64(seed))
      return try Unstabilized().integrate(noisy).positions.last!.x
    }
    // A density is one-sided here: the variance of a sample is N²·rate/2.
    let expected = ErrorGrowth.noise(0.05 / 2.0.squareRoot(), after: 4)
    #expect(abs(ErrorStatistics(ends).rmse / expected - 1) < 0.2)
  }

  @Test("Allan deviation: white noise falls as τ^(−½), a drift rises as τ, a bias does not count")
  func allan() throws {
    var random = SeededRandom(seed: 5)
    let noise = (0..<20_000).map { _ in random.normal() * 0.3 + 7 }
    let white = try AllanDeviation(of: noise, step: 0.01)
    #expect(abs(white.whiteNoise / (0.3 * 0.01.squareRoot()) - 1) < 0.05)
    let drift = try AllanDeviation(of: (0..<2000).map { 0.5 * Double($0) * 0.01 }, step: 0.01)
    // A ramp of slope D gives D·τ/√2.
    for (tau, deviation) in zip(drift.times, drift.deviations) {
      #expect(abs(deviation / (0.5 * tau / 2.0.squareRoot()) - 1) < 1e-6)
    }
    // By the definition, one averaging time, without running sums.
    let m = 7
    let means = (0..<(200 - m + 1)).map { k in noise[k..<(k + m)].reduce(0, +) / Double(m) }
    let pairs = (0..<(means.count - m)).map { (means[$0 + m] - means[$0]) * (means[$0 + m] - means[$0]) }
    let expected = (pairs.reduce(0, +) / Double(pairs.count) / 2).squareRoot()
    let allan = try AllanDeviation(of: Array(noise[..<200]), step: 0.01, perDecade: 40)
    let index = allan.times.firstIndex { abs($0 - 0.07) < 1e-9 }!
    #expect(abs(allan.deviations[index] - expected) < 1e-9)
    #expect(throws: TraceError.self) { try AllanDeviation(of: [1, 2], step: 0.01) }
    #expect(throws: TraceError.self) { try AllanDeviation(of: [1, 2, 3], step: 0) }
  }

  @Test("White noise and a random walk alone or together show no bias instability; the bound holds", arguments: 0..<4)
  func noFlatBottom(kind: Int) throws {
    // Crossings of the two anywhere in the record, and none at all.
    let walks = [0, 1e-4, 1e-3, 1e-2]
    var bounds: [Double] = []
    for seed in 1...50 {
      var random = SeededRandom(seed: UInt64(seed + 100 * kind))
      var bias = 0.0
      let readings = (0..<4000).map { _ -> Double in
        bias += walks[kind] * random.normal()
        return bias + 0.1 * random.normal()
      }
      let allan = try AllanDeviation(of: readings, step: 0.01)
      guard case .notShown(let bound) = allan.biasInstability else {
        Issue.record("seed \(seed): \(allan.biasInstability)")
        continue
      }
      // The bound is no less than what the best averages still show.
      #expect(bound > (allan.deviations.min() ?? 0) / 0.664)
      bounds.append(bound)
    }
    // White noise alone: by averaging, less than a tenth of a reading's 0.1.
    if kind == 0 { #expect(bounds.allSatisfy { $0 < 0.03 }) }
  }

  @Test("Intervals hold the true deviation as often as they say: 95 %")
  func allanIntervals() throws {
    var (inside, all) = (0, 0)
    for seed in 1...150 {
      var random = SeededRandom(seed: UInt64(seed))
      let allan = try AllanDeviation(of: (0..<2000).map { _ in random.normal() }, step: 1, perDecade: 3)
      let freedom = allan.degreesOfFreedom(for: .white)
      for (index, interval) in allan.intervals(for: .white).enumerated() where freedom[index] >= 3 {
        all += 1
        if interval.contains(1 / allan.times[index].squareRoot()) { inside += 1 }
      }
    }
    #expect(abs(Double(inside) / Double(all) - 0.95) < 0.02, "\(inside) of \(all)")
    // Three readings have two differences: they say next to nothing.
    let few = try AllanDeviation(of: [1, 2, 4], step: 1)
    #expect(few.intervals(for: .flicker)[0].upperBound > 10 * few.deviations[0])
    #expect(few.biasInstability == .notShown(atMost: .infinity))
  }

  @Test("The measured response is the law of the scheme's poles, at every rate", arguments: [50.0, 100, 400])
  func frequencyResponse(rate: Double) throws {
    let damping = ExponentialDamping(velocityRate: 2, positionRate: 0.7)
    let one = ExponentialDamping.exponential(rate: 2)
    // What is left is Π iω/(iω + p), and a step's share of a pole: as schemes compute it, e^(share·p·Δt) more is left.
    let schemes: [(scheme: any Scheme, poles: [(pole: Double, share: Double)])] = [
      (.none, []), (one, [(2, 0.25), (2, 0.5)]), (damping, [(2, 0.25), (0.7, 0.5)]),
      (.highPass(cutoff: 0.3), [(2 * .pi * 0.3, -0.5)]),
      (damping.highPassed(cutoff: 0.2), [(2, 0.25), (0.7, 0.5), (2 * .pi * 0.2, -0.5)]),
    ]
    for frequency in [0.05, 0.3, 1, 2.5, 5] {
      let (omega, step) = (2 * Double.pi * frequency, min(1 / rate, 1 / (20 * frequency)))
      for (scheme, poles) in schemes {
        let measured = try FrequencyResponse(of: scheme, at: [frequency], rate: rate, settling: 40)
        let gain = poles.reduce(1) { $0 * omega / hypot(omega, $1.pole) * exp($1.share * $1.pole * step) }
        let phase = poles.reduce(0) { $0 + atan2($1.pole, omega) }
        let sum = omega + poles.reduce(0) { $0 + $1.pole }
        let name: Comment = "\(scheme.label), \(frequency) Hz at \(rate) Hz"
        #expect(abs(measured.gains[0] / gain - 1) < sum * sum * step * step / 8 + 1e-6, name)
        #expect(
          abs(remainder(measured.phases[0] - phase, 2 * .pi)) < sum * (sum - omega) * step * step / 8 + 1e-6, name)
      }
      #expect(abs(damping.gain(at: frequency) - omega * omega / (hypot(omega, 2) * hypot(omega, 0.7))) < 1e-12)
      #expect(abs(damping.phase(at: frequency) - atan2(2, omega) - atan2(0.7, omega)) < 1e-12)
    }
    let fast = try FrequencyResponse(of: one, at: [5], rate: rate).phases[0] * 180 / .pi
    #expect(abs(fast - 7.29) < 0.15)
  }

  @Test("Plain integration leaves all of a movement; what is swallowed has no phase")
  func extremeResponses() throws {
    let plain = try FrequencyResponse(of: .none, at: [1])
    #expect(abs(plain.gains[0] - 1) < 0.01)
    #expect(abs(plain.phases[0]) < 0.05)
    let gone = try FrequencyResponse(of: .nonlinearStep(velocityRate: 100, positionRate: 100), at: [0.1], settling: 5)
    #expect(gone.gains[0] < 1e-3 && gone.phases[0].isNaN)
    #expect(throws: TraceError.self) { try FrequencyResponse(of: .none, at: [0]) }
  }

  @Test("Resampling keeps a straight movement and the ends")
  func resampling() throws {
    let trace = try randomTrace(seed: 3)
    let even = try trace.resampled(rate: 250)
    #expect(even.timestamps[0] == trace.timestamps[0])
    #expect(zip(even.timestamps.dropFirst(), even.timestamps).allSatisfy { abs($0 - $1 - 0.004) < 1e-9 })
    #expect(even.attitude[0].angle(to: trace.attitude[0]) < 1e-7)
    let line = try reportedTrace(times: [0, 0.013, 0.02, 0.031]) { Vector3($0, 2 * $0, 0) }
    let resampled = try line.resampled(rate: 1000)
    for (time, a) in zip(resampled.timestamps, resampled.userAcceleration) {
      #expect(distance(a, Vector3(time, 2 * time, 0)) < 1e-12)
    }
    #expect(throws: TraceError.self) { try trace.resampled(rate: 0) }
  }
}

/// A level trace whose reported acceleration is a function of time.
private func reportedTrace(times: [Double], _ reported: (Double) -> Vector3) throws -> Trace {
  try Trace(
    timestamps: times, attitude: times.map { _ in .identity }, userAcceleration: times.map(reported))
}
