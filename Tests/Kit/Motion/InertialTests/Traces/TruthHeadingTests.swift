import Foundation
import Inertial
import MotionBench
import Recordings
import Rotations
import Simulation
import TestTiers
import Testing
import Traces

@Suite("Distances from the truth: the heading")
struct TruthHeadingTests {
  /// Ideal sensors that go some ten metres in curves, at 100 Hz for 20 s, level.
  private func path(_ t: Double) -> Vector3 {
    Vector3(5 * (1 - cos(0.4 * t)), 3 * sin(0.7 * t) - 2.1 * t, 0.2 * (1 - cos(t)))
  }
  private func acceleration(_ t: Double) -> Vector3 {
    Vector3(0.8 * cos(0.4 * t), -1.47 * sin(0.7 * t), 0.2 * cos(t))
  }
  private let times = (0...2000).map { Double($0) * 0.01 }

  private func track(turned yaw: Double, _ path: (Double) -> Vector3) -> String {
    times.map { t in
      let p = Quaternion(.z, yaw).act(on: path(t)) + Vector3(3, -2, 1)
      return "\(t) \(p.x) \(p.y) \(p.z) 0 0 \(sin(yaw / 2)) \(cos(yaw / 2))\n"
    }.joined()
  }

  private func motion(_ acceleration: (Double) -> Vector3) throws -> Trace {
    try Trace(
      timestamps: times, attitude: times.map { _ in .identity }, userAcceleration: times.map { -acceleration($0) })
  }

  @Test("A truth from another file, turned by any yaw, leaves perfect sensors without drift", arguments: 0..<12)
  func foreignTruth(seed: Int) throws {
    let yaw = -3 + 0.5 * Double(seed)
    let files = ["walk.csv": Data(try motion(acceleration).table.utf8), "t.txt": Data(track(turned: yaw, path).utf8)]
    let trace = try Trace(contentsOf: "walk.csv", in: files, options: .init(truth: "t.txt"))
    #expect(trace.truthHeading == .aligned)
    #expect(trace.notes.contains { $0.hasPrefix("turned the truth by ") })
    #expect(trace.trueAttitude![700].angle(to: .identity) < 0.01)
    let comparison = try Comparison(of: trace, schemes: [.none])
    let score = comparison.runs[0].score
    #expect(score.rmsDrift! < 0.1 && score.finalDrift! < 0.2, "\(score.rmsDrift!), \(score.finalDrift!)")
    #expect(
      comparison.columns.map(\.description).prefix(3) == [
        "final drift, origin and heading aligned", "RMS drift, origin and heading aligned", "largest excursion",
      ])
    // What is written is read again as it was, and not turned twice.
    let again = try Trace(contentsOf: "a.csv", in: ["a.csv": Data(trace.table.utf8)])
    #expect(again.truthHeading == .aligned && again.truePosition == trace.truePosition)
    #expect(trace[100..<200].truthHeading == .aligned)
    #expect(try trace.resampled(rate: 50).truthHeading == .aligned)
  }

  @Test("EuRoC: bare sensors whose attitude is estimated, and a truth in the camera system's axes")
  func euroc() throws {
    let start = 1_403_636_579_758_555_392
    let imu = times.enumerated().map { row, t in
      let force = acceleration(t) + Vector3(0, 0, standardGravity)
      return "\(start + 10_000_000 * row),0,0,0,\(force.x),\(force.y),\(force.z)\n"
    }.joined()
    let truth = times.enumerated().map { row, t in
      let p = Quaternion(.z, 2).act(on: path(t))
      return "\(start + 10_000_000 * row),\(p.x),\(p.y),\(p.z),1,0,0,0\n"
    }.joined()
    let trace = try Trace(
      contentsOf: "MH",
      in: [
        "MH/imu0/data.csv": Data(("#timestamp [ns],w_RS_S_x [rad s^-1],a_RS_S_x [m s^-2]\n" + imu).utf8),
        "MH/state_groundtruth_estimate0/data.csv": Data(("#timestamp,p_RS_R_x [m]\n" + truth).utf8),
      ])
    #expect(trace.truthHeading == .aligned)
    // The estimate tilts a little under acceleration: the velocities' directions agree nevertheless.
    let fit = try Alignment(
      .yaw, of: zip(trace.attitude, trace.userAcceleration).map { $0.act(on: -$1) },
      to: trace.timestamps.map { Quaternion(.z, 2).act(on: acceleration($0)) })
    let turned = fit.rotation.inverse.act(on: Quaternion(.z, 2).act(on: path(7)) - Quaternion(.z, 2).act(on: path(0)))
    #expect(distance(turned, trace.truePosition![700] - trace.truePosition![0]) < 0.3)
  }

  @Test("A truth whose heading the accelerations do not tell is compared with nothing silently")
  func unaligned() throws {
    // Straight ahead at constant speed, with noise in the sensors.
    var random = SeededRandom(seed: 5)
    let still = try motion { _ in random.normalVector() * 0.05 }
    let files = [
      "walk.csv": Data(still.table.utf8), "t.txt": Data(track(turned: 1) { Vector3(1.4 * $0, 0, 0) }.utf8),
    ]
    let trace = try Trace(contentsOf: "walk.csv", in: files, options: .init(truth: "t.txt"))
    #expect(trace.truthHeading == .unaligned)
    #expect(trace.notes.contains { $0.hasPrefix("the heading of the truth is unknown") })
    let comparison = try Comparison(of: trace, schemes: [.none])
    #expect("\(comparison.columns[0])" == "final drift, origin aligned, heading not")
    #expect(try comparison.trajectoryScores(aligning: .yaw)[0].alignment.isComparable)
    #expect(try !comparison.trajectoryScores(aligning: .origin)[0].alignment.isComparable)
    #expect(try WindowedDrift(of: trace, under: .none, duration: 5).errors.isEmpty)
    let make: @Sendable ([Double]) -> any Scheme = { .exponential(rate: $0[0]) }
    let rate = Sweep.Parameter("rate", unit: "s⁻¹", [1])
    let own = try SimulatedTrace.square.trace()
    let sweep = try Sweep(over: [rate], on: [trace, own], scheme: make)
    #expect(sweep.omitted.count == 1 && sweep.omitted[0].reason.contains("heading of the truth"), "\(sweep.omitted)")
    #expect("\(sweep.measure)" == "RMS drift, origin aligned")
    #expect(try "\(Sweep(over: [rate], on: [trace], by: .closingError, scheme: make).measure)" == "closing error")
    let again = try Trace(contentsOf: "a.csv", in: ["a.csv": Data(trace.table.utf8)])
    #expect(again.truthHeading == .unaligned)
  }

  @Test("The yaw's stated deviation is that of its errors; what has nothing in common determines none")
  func deviation() throws {
    var random = SeededRandom(seed: 8)
    var (errors, stated, determined) = ([Double](), [Double](), 0)
    let truth = times.map { Quaternion(.z, -1).act(on: path($0)) }
    for _ in 0..<150 {
      let noise = times.map { _ in random.normalVector() * 8 }
      let loud = try Trace(
        timestamps: times, attitude: times.map { _ in .identity },
        userAcceleration: zip(times, noise).map { -acceleration($0) + $1 }, truePosition: truth)
      let estimate = YawCorrelation(loud)!.estimate(in: 0..<times.count)!
      errors.append(estimate.yaw - 1)
      stated.append(estimate.deviation)
      let unrelated = try Trace(
        timestamps: times, attitude: times.map { _ in .identity }, userAcceleration: noise, truePosition: truth)
      if YawCorrelation(unrelated)!.determinedYaw(in: 0..<times.count) != nil { determined += 1 }
    }
    let ratio = ErrorStatistics(errors).rmse / ErrorStatistics(stated).median
    #expect((0.6...1.4).contains(ratio), "\(ratio)")
    #expect(determined <= 2)
  }

  @Test(
    "One rule: the drift of a comparison, of a sweep, and the trajectory score after origin alignment are one number")
  func oneRule() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      let trace = try SimulatedTrace.figureEight.trace(seed: seed)
      let comparison = try Comparison(of: trace, schemes: [.none, .exponential(rate: 1)])
      let scores = try comparison.trajectoryScores(aligning: .origin)
      let sweep = try Sweep(
        over: [.init("rate", unit: "s⁻¹", [1])], on: [trace], scheme: { .exponential(rate: $0[0]) })
      for (run, score) in zip(comparison.runs, scores) {
        #expect(abs(run.score.rmsDrift! - score.absolute.rmse) < 1e-12)
        #expect(run.score.finalDrift == run.drift!.last)
        #expect(run.score.alignment == score.alignment)
      }
      #expect(abs(sweep.best.error - comparison.runs[1].score.rmsDrift!) < 1e-12)
    }
  }

  @Test("A track is laid on a recording of its day, whatever its unit, and of another day refused")
  func tracks() throws {
    let start = 1_700_000_000_000
    let rows = (0..<200).map { "\(start + 10 * $0),0,0,9.8,0,0,0\n" }.joined()
    let files = ["phone.csv": Data(("t,x,y,z,alpha,beta,gamma\n" + rows).utf8)]
    let relative = ["phone.csv": Data(try motion(acceleration)[0..<200].table.utf8)]
    for unit in [1, 1_000, 1_000_000, 1_000_000_000] {
      func track(from second: Int) -> Data {
        Data(
          (0..<300).map { row in
            let milliseconds = second * 1000 + 5 * row
            let time = unit == 1 ? "\(Double(milliseconds) / 1000)" : "\(milliseconds * (unit / 1000))"
            return "\(time) \(row) 0 0 0 0 0 1\n"
          }.joined().utf8)
      }
      func read(_ track: Data, on files: [String: Data]) throws -> Trace {
        try Trace(
          contentsOf: "phone.csv", in: files.merging(["t.txt": track]) { a, _ in a }, options: .init(truth: "t.txt"))
      }
      let same = try read(track(from: start / 1000), on: files)
      // Pose 2·i is at the time of sample i.
      #expect(abs((same.truePosition![100] - same.truePosition![0]).length - 200) < 0.1, "unit \(unit)")
      for day in [-86_400, 86_400 * 30] {
        let error = #expect(throws: RecordingError.self) { try read(track(from: start / 1000 + day), on: files) }
        guard case .truthElsewhere = error else {
          Issue.record("unit \(unit): \(error!)")
          continue
        }
      }
      // A clock that counts from the recording's start, and a day against such a clock.
      for recording in [files, relative] {
        let counted = try read(track(from: 0), on: recording)
        #expect(abs((counted.truePosition![100] - counted.truePosition![0]).length - 200) < 0.1, "unit \(unit)")
      }
      #expect(throws: RecordingError.self) { try read(track(from: start / 1000), on: relative) }
    }
  }

  @Test("Cost grows with the samples, not with the samples times the window")
  func costs() throws {
    // What a window holds is ten thousand samples: were each looked at for each, it would be 10⁹ steps, many seconds.
    let count = 200_000
    let times = (0..<count).map { Double($0) * 1e-5 }
    var random = SeededRandom(seed: 3)
    let noise = (0..<count).map { _ in random.normalVector() * 0.01 }
    let trace = try Trace(
      timestamps: times, attitude: [Quaternion](repeating: .identity, count: count), userAcceleration: noise,
      truePosition: noise.map { $0 * 1e-9 })
    let plain = try processorTime { _ = try Unstabilized().integrate(trace) }
    let correlation = processorTime { _ = YawCorrelation(trace) }
    let settling = processorTime { _ = trace.settlingTime }
    let resting = try processorTime { _ = try RestDetector.fluctuation(duration: 0.1).restingSamples(of: trace) }
    for (name, time) in [("yaw", correlation), ("settling", settling), ("rest", resting)] {
      #expect(time < max(plain * 100, 2), "\(name): \(time), plain \(plain)")
    }
  }

  @Test("The running sums give what the sums themselves give")
  func runningSums() throws {
    var random = SeededRandom(seed: 9)
    let count = 400
    let truth = (0..<count).map { 0.2 * Vector3(sin(Double($0) * 0.05), cos(Double($0) * 0.03), 0) }
    let accelerations = (0..<count).map { _ in random.normalVector() }
    let (step, k) = (0.01, 15)
    let correlation = YawCorrelation(step: step, truth: truth, accelerations: accelerations)
    for range in [0..<count, 20..<300, 100..<150] {
      var (re, im) = (0.0, 0.0)
      for i in range where i >= k && i + k < count {
        let a = (truth[i + k] - 2 * truth[i] + truth[i - k]) / (Double(k * k) * step * step)
        var b = Vector3.zero
        for j in (1 - k)..<k { b = b + accelerations[i + j] * (Double(k - abs(j)) / Double(k * k)) }
        (re, im) = (re + a.x * b.x + a.y * b.y, im + a.x * b.y - a.y * b.x)
      }
      #expect(abs((correlation.yaw(in: range) ?? .nan) - atan2(im, re)) < 1e-9)
    }
  }
}
