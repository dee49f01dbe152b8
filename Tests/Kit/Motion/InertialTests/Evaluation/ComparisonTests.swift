import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Comparison")
struct ComparisonTests {
  @Test("The table has a row per scheme with the values that the trajectories give")
  func table() throws {
    let recording = try SimulatedTrace.square.trace(sensors: .mounted)
    let comparison = try Comparison(of: recording, schemes: [.none, .exponential(rate: 1)])
    #expect(comparison.columns.map(\.unit) == ["m", "m", "m", "m", "m/s", "", "%", "%", "", "sides", "m"])
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
    #expect(try comparison["exponential"].label == "exponential (1.0 s⁻¹)")
  }

  @Test("One of several runs is asked for by what tells it apart, and a name that fits none or several is answered")
  func oneRun() throws {
    let recording = try SimulatedTrace.square.trace()
    let comparison = try Comparison(
      of: recording, schemes: [.none, .exponential(rate: 1), .exponential(rate: 2), .highPass(cutoff: 0.5)])
    for run in comparison.runs { #expect(try comparison[run.label].trajectory == run.trajectory) }
    #expect(try comparison["none"].label == "none")
    #expect(try comparison["exponential (2.0 s⁻¹)"].trajectory == comparison.runs[2].trajectory)
    #expect(
      throws: EvaluationError.severalRuns("exponential", labels: ["exponential (1.0 s⁻¹)", "exponential (2.0 s⁻¹)"])
    ) { try comparison["exponential"] }
    #expect(
      throws: EvaluationError.noRun("nonr", labels: comparison.runs.map(\.label), suggestion: "none")
    ) { try comparison["nonr"] }
    let words = #expect(throws: EvaluationError.self) { try comparison["nonr"] }.map { "\($0)" } ?? ""
    #expect(words.contains("no scheme “nonr” (did you mean “none”?)") && words.contains("“exponential (1.0 s⁻¹)”"))
  }

  @Test("Schemes that differ in a setting have labels that say it; those that do not are distinguished all the same")
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

  @Test("Trajectory scores per scheme and per window are those of the parts")
  func trajectoryScores() throws {
    let recording = try SimulatedTrace.square.trace()
    let comparison = try Comparison(of: recording, schemes: [.none, .restRecognition()])
    let whole = try comparison.trajectoryScores(aligning: .rigid, over: .poses(50))
    #expect(whole.map(\.scheme) == ["none", "rest recognition", "standing still"])
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
    #expect(windows.count == 3 * Int((recording.duration / 2).rounded()))
    for (a, b) in zip(windows, windows.dropFirst()) where a.label == b.label {
      #expect(a.samples.upperBound == b.samples.lowerBound)
      #expect(a.time.upperBound < b.time.lowerBound && a.time.upperBound - a.time.lowerBound < 2)
    }
    // Started again in each window and by the origin alone, the error within a window is the velocity's.
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

  @Test("A scheme that waits for a rest and finds none is named, with what its result equals")
  func withoutRest() throws {
    let shaking = try trace(count: 500, step: 0.01) { Vector3(3 * sin(20 * $0), 0, 0) }
    let schemes: [any Scheme] = [
      .none, .restRecognition(), .exponential(rate: 1).recognizingRest(), .zeroVelocitySmoother(),
      .restRecognition(endsAtRest: true), RestRecognition(over: Unstabilized()).resettingOnRelease(at: [1e9]),
    ]
    let comparison = try Comparison(of: shaking, schemes: schemes)
    let doubts = comparison.withoutRest
    #expect(doubts.count == 4, "\(doubts)")
    #expect(doubts.count { $0.contains("found no rest") && $0.contains("the result equals no stabilisation") } == 2)
    #expect(doubts.count { $0.contains("its “rest recognition” does nothing") } == 1)
    #expect(doubts.count { $0.contains("the result equals “exponential (1.0 s⁻¹)”") } == 1)
    // And it does equal it.
    #expect(try RestRecognition.restRecognition().integrate(shaking) == Unstabilized().integrate(shaking))
    #expect(try Comparison(of: SimulatedTrace.still.trace(), schemes: schemes).withoutRest.isEmpty)
  }
}
