import Foundation
import Inertial
import MotionBench
import Recordings
import Rotations
import Testing

@Suite("Truth with gaps")
struct MeasuredTruthTests {
  private let unknown = Vector3(repeating: .nan)

  @Test("A gap of up to 0.2 s is bridged by a line; a longer one is filled, marked, and said")
  func gaps() {
    let times = (0..<100).map { Double($0) / 100 }
    let line = times.map { Vector3($0, 2 * $0, 0) }
    var positions = line
    for index in 10..<29 { positions[index] = unknown }  // 0.2 s from 9 to 29.
    for index in 50..<70 { positions[index] = unknown }  // 0.21 s from 49 to 70.
    let truth = MeasuredTruth(at: times, positions: positions, attitudes: [])
    for index in times.indices { #expect(distance(truth.positions[index], line[index]) < 1e-12) }
    let marks = truth.isKnown ?? []
    #expect(marks.indices.filter { !marks[$0] } == Array(50..<70))
    #expect(
      truth.notes == [
        "bridged 1 short gap in the true positions, 19 of 100 samples",
        "the true positions are unknown in 1 gap longer than 0.2 s, 20.0 % of the recording: scores skip them",
      ])
    #expect(truth.attitudes.isEmpty)
  }

  @Test("Before the first and after the last position that was measured the truth is unknown")
  func ends() {
    let times = (0..<30).map { Double($0) / 100 }
    var positions = times.map { Vector3($0, 0, 0) }
    for index in [0, 1, 28, 29] { positions[index] = unknown }
    let truth = MeasuredTruth(at: times, positions: positions, attitudes: [])
    #expect(truth.positions[0] == positions[2] && truth.positions[29] == positions[27])
    let marks = truth.isKnown ?? []
    #expect(marks.indices.filter { !marks[$0] } == [0, 1, 28, 29])
  }

  @Test("True attitudes are bridged by slerp, and never left out without a note")
  func attitudes() {
    let times = (0..<20).map { Double($0) / 100 }
    var attitudes = times.map { Quaternion(.z, $0) }
    attitudes[7] = Quaternion(w: .nan, x: 0, y: 0, z: 0)
    let truth = MeasuredTruth(at: times, positions: [], attitudes: attitudes)
    #expect((truth.attitudes[7].inverse * Quaternion(.z, 0.07)).angle < 1e-9)
    #expect(truth.isKnown == nil && truth.notes == ["bridged 1 short gap in the true attitudes, 1 of 20 samples"])
    let nothing = MeasuredTruth(
      at: times, positions: [], attitudes: times.map { _ in Quaternion(w: .nan, x: 0, y: 0, z: 0) })
    #expect(nothing.attitudes.isEmpty && nothing.notes == ["left the true attitudes out: none of them is a number"])
  }

  /// A square whose truth is unknown for this many samples from a given one on, as a file that the kit wrote has it.
  private func square(unknown range: Range<Int>) throws -> Trace {
    let square = try SimulatedTrace.square.trace()
    return try Trace(
      name: "square", timestamps: square.timestamps, attitude: square.attitude,
      userAcceleration: square.userAcceleration, rotationRate: square.rotationRate,
      truePosition: square.truePosition, isTruthKnown: square.timestamps.indices.map { !range.contains($0) })
  }

  @Test("What is unknown stays unknown through a file, a slice and a change of rate")
  func kept() throws {
    let trace = try square(unknown: 100..<200)
    #expect(abs(trace.truthShare - (1 - 100 / Double(trace.count))) < 1e-12)
    #expect(trace[0..<100].isTruthKnown == nil && trace[100..<150].truthShare == 0)
    #expect(try abs(trace.resampled(rate: 50).truthShare - trace.truthShare) < 0.01)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try trace.write(to: path)
    let read = try Trace(contentsOf: path)
    #expect(read.isTruthKnown == trace.isTruthKnown)
    #expect(read.notes.contains { $0.contains("scores skip them") }, "\(read.notes)")
    #expect(throws: TraceError.self) {
      try Trace(
        timestamps: [0, 1], attitude: [.identity, .identity], userAcceleration: [.zero, .zero], isTruthKnown: [true])
    }
  }

  @Test("Scores skip what nobody measured, stored and along the way, and velocities near it are unknown")
  func scores() throws {
    let (whole, trace) = (try SimulatedTrace.square.trace(), try square(unknown: 100..<200))
    // A truth that is wrong where it is unknown changes nothing.
    let wrong = try Trace(
      timestamps: trace.timestamps, attitude: trace.attitude, userAcceleration: trace.userAcceleration,
      truePosition: trace.truePosition!.enumerated().map { (100..<200).contains($0) ? Vector3(9, 9, 9) : $1 },
      isTruthKnown: trace.isTruthKnown)
    for recording in [trace, wrong] {
      let comparison = try Comparison(of: recording, schemes: [.none, .exponential(rate: 1)])
      for (run, scheme) in zip(comparison.runs, [.none, .exponential(rate: 1)] as [any Scheme]) {
        let drift = try Comparison(of: whole, schemes: [scheme]).runs[0].drift!
        let known = drift.indices.filter { !(100..<200).contains($0) }
        let rms = sqrt(known.reduce(0) { $0 + drift[$1] * drift[$1] } / Double(known.count))
        #expect(abs(run.score.rmsDrift! - rms) < 1e-12)
        #expect(try abs(scheme.measure(recording).rmsDrift! - rms) < 1e-12)
        #expect(run.drift!.indices.filter { run.drift![$0].isNaN } == Array(100..<200))
      }
      let scores = try comparison.trajectoryScores(aligning: .origin, over: .poses(1))
      #expect(scores[0].absolute.maximum < 20 && scores[0].relative.maximum < 1)
      #expect(try comparison.trajectoryScores(windows: 0.5).count < 3 * Int(recording.duration / 0.5))
      #expect(try WindowedDrift(of: recording, under: .none, duration: 1).errors.allSatisfy { $0 < 5 })
    }
    #expect(trace.trueVelocity(at: 95) == nil && trace.trueVelocity(at: 150) == nil)
    #expect(trace.trueVelocity(at: 50) == whole.trueVelocity(at: 50))
  }

  @Test("Poses that a track misses for long are unknown; the time between its usual samples is not")
  func track() throws {
    let times = (0...400).map { Double($0) / 100 }
    let motion = try Trace(
      name: "walk", timestamps: times, attitude: times.map { _ in .identity },
      userAcceleration: times.map { Vector3(-sin(3 * $0), cos(2 * $0), 0) })
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { for end in [".csv", ".tum"] { try? FileManager.default.removeItem(atPath: path + end) } }
    try motion.write(to: path + ".csv")
    func read(_ poses: [Double]) throws -> Trace {
      let rows = poses.map { "\($0) \(sin($0)) \(cos($0)) 0 0 0 0 1" }
      try Data((rows.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path + ".tum"))
      return try Trace(contentsOf: path + ".csv", options: .init(truth: path + ".tum"))
    }
    #expect(try read((0...40).map { Double($0) / 10 }).isTruthKnown == nil)
    #expect(try read((0...8).map { Double($0) / 2 }).isTruthKnown == nil)
    let lost = try read((0...40).map { Double($0) / 10 }.filter { !(1.05...1.95).contains($0) })
    let unknown = times.indices.filter { lost.isTruthKnown?[$0] == false }.map { times[$0] }
    #expect(unknown.first == 1.01 && unknown.last == 1.99 && unknown.count == 99)
  }
}
