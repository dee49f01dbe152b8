import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Tables of an unknown app, one for each sensor")
struct JoinedTableTests {
  private let hand = HandMotion()

  private var force: String {
    hand.table("time,ax (m/s^2),ay (m/s^2),az (m/s^2)") { [cell(hand.times[$0])] + cells(hand.forces[$0]) }
  }

  /// With times between those of the accelerometer.
  private var rate: String {
    hand.table("time,wx (rad/s),wy (rad/s),wz (rad/s)") { [cell(hand.times[$0] + 0.003)] + cells(hand.rates[$0]) }
  }

  private func expectHand(_ trace: Trace) {
    #expect(trace.count > 590 && trace.rotationRate != nil && trace.doubts.isEmpty)
    let index = 300
    let time = trace.timestamps[index]
    let row = Int((time / 0.01).rounded())
    #expect(distance(trace.rotationRate![index], hand.rates[row]) < 0.01)
  }

  @Test("They are joined, given as a folder or by the name of either, as CSV or text, under any names of sensors")
  func join() throws {
    for (first, second) in [
      ("accelerometer.csv", "Gyroscope.csv"), ("walk_acc.txt", "walk_gyro.txt"), ("run1-Accel.csv", "run1-Gyr.csv"),
    ] {
      let files = ["d/\(first)": Data(force.utf8), "d/\(second)": Data(rate.utf8)]
      for path in ["d", "d/\(first)", "d/\(second)"] { expectHand(try proposed(files, path)) }
      // Without a wish to read what is proposed, the message says what to do, and not to record the gyroscope too.
      let inspection = try TraceInspection(contentsOf: "d", in: files)
      let words = inspection.message(naming: .commandLine)
      #expect(
        words.contains("read so:") && words.contains("rotation rate") && !words.contains("record the gyroscope too"))
      #expect(inspection.drafts.map(\.path) == [first, second].sorted().map { "d/\($0).mapping.yaml" })
    }
  }

  @Test("Mappings next to both tables are read together")
  func mapped() throws {
    let files = [
      "d/accelerometer.csv": Data(force.utf8), "d/Gyroscope.csv": Data(rate.utf8),
      "d/accelerometer.csv.mapping.yaml": Data(
        "time: {column: time, unit: s}\nspecific-force: {columns: [ax (m/s^2), ay (m/s^2), az (m/s^2)]}\n".utf8),
      "d/Gyroscope.csv.mapping.yaml": Data(
        "time: {column: time, unit: s}\nrotation-rate: {columns: [wx (rad/s), wy (rad/s), wz (rad/s)], unit: rad/s}\n"
          .utf8),
    ]
    for path in ["d", "d/accelerometer.csv"] {
      let trace = try Trace(contentsOf: path, in: files)
      expectHand(trace)
      #expect(trace.notes[0].hasPrefix("read as ") && trace.notes[0].contains("Gyroscope.csv.mapping.yaml"))
    }
  }

  @Test("Two recordings in one folder are two; tables of other times are not joined")
  func apart() throws {
    let two = [
      "d/a_acc.csv": Data(force.utf8), "d/a_gyro.csv": Data(rate.utf8), "d/b_acc.csv": Data(force.utf8),
      "d/b_gyro.csv": Data(rate.utf8),
    ]
    #expect(refusal(two, "d").contains("it holds 2 recordings"))
    expectHand(try proposed(two, "d/b_gyro.csv"))
    let late = hand.table("time,wx (rad/s),wy (rad/s),wz (rad/s)") {
      [cell(hand.times[$0] + 500)] + cells(hand.rates[$0])
    }
    let files = ["d/acc.csv": Data(force.utf8), "d/gyro.csv": Data(late.utf8)]
    #expect(refusal(files, "d").contains("cannot be of one recording"))
    let inspection = try TraceInspection(contentsOf: "d", in: files)
    #expect(inspection.message(naming: .commandLine).contains(": the tables cannot be of one recording"))
  }

  @Test(
    "Clocks of two tables that differ are doubted with the difference, or named as the reason",
    arguments: [-1.0, 0.7, 1])
  func clocksApart(offset: Double) throws {
    func files(_ units: (String, String), by offset: Double) -> [String: Data] {
      func table(_ unit: String, _ offset: Double, _ vectors: [Vector3]) -> Data {
        Data(hand.table("t,x\(unit),y\(unit),z\(unit)") { [cell(hand.times[$0] + offset)] + cells(vectors[$0]) }.utf8)
      }
      return ["r/acc.csv": table(units.0, 0, hand.forces), "r/gyro.csv": table(units.1, offset, hand.rates)]
    }
    let trace = try proposed(files((" (m/s2)", " (rad/s)"), by: offset), "r")
    let doubt = try #require(trace.doubts.first { $0.kind == .sensorClock }, "\(trace.doubts)")
    let seconds = doubt.finding.firstMatch(of: /says ([0-9.]+) s/).flatMap { Double($0.output.1) }
    #expect(abs((seconds ?? 0) - abs(offset)) < 0.11, "\(doubt)")
    #expect(doubt.finding.contains(offset > 0 ? " later, so" : " earlier, so"), "\(doubt)")
    // Without units, what turned may still tell them; if it does not, the clocks are the reason.
    let refused = refusal(files(("", ""), by: offset), "r")
    let isDoubted =
      try refused.isEmpty && proposed(files(("", ""), by: offset), "r").doubts.contains { $0.kind == .sensorClock }
    #expect(isDoubted || refused.contains("the clocks of the tables differ"), "\(refused)")
    #expect(try proposed(files((" (m/s2)", " (rad/s)"), by: 0), "r").doubts.isEmpty)
  }

  @Test("A magnetometer is joined, and tables that are left out are named")
  func others() throws {
    func table(_ vector: (Int) -> Vector3) -> Data {
      Data(hand.table("t,x,y,z") { [cell(hand.times[$0])] + cells(vector($0)) }.utf8)
    }
    var files = ["r/accelerometer.csv": table { hand.forces[$0] }, "r/gyroscope.csv": table { hand.rates[$0] }]
    files["r/magnetometer.csv"] = table { _ in Vector3(20, 5, -43) }
    let whole = try proposed(files, "r")
    #expect(whole.magneticField.map { distance($0[9], Vector3(20, 5, -43)) < 1e-5 } == true)
    files["r/magnetometer.csv"] = table { _ in Vector3(200, 50, -430) }
    #expect(
      try proposed(files, "r").notes[0].contains("left out what is only guessed: magnetic-field of magnetometer.csv"))
    files["r/accelerometer2.csv"] = files["r/accelerometer.csv"]
    #expect(try proposed(files, "r").notes[0].contains("left out accelerometer2.csv: named as if of another recording"))
  }

  @Test("The unit of a gyroscope in its own table is settled by the accelerometer in the other")
  func unit() throws {
    let degrees = hand.table("time,x,y,z") { [cell(hand.times[$0])] + cells(hand.rates[$0], scale: 180 / .pi) }
    expectHand(try proposed(["d/acc.csv": Data(force.utf8), "d/gyro.csv": Data(degrees.utf8)], "d"))
  }
}

@Suite("Batches, truths and words")
struct BatchTests {
  private let hand = HandMotion(count: 2000)
  private let names = "ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)"

  /// Ten samples with the time at which a radio has brought them, now early and now late.
  private func batches() -> String {
    var random = SeededRandom(seed: 3)
    var arrival = 0.0
    return hand.table("time (s),\(names)") { index in
      if index % 10 == 0 { arrival = hand.times[index] + random.uniform(0...0.03) }
      return [cell(arrival)] + cells(hand.forces[index]) + cells(hand.rates[index])
    }
  }

  @Test("Batches with one time each are re-spaced evenly over many of them, without a gap and without a doubt")
  func respaced() throws {
    let trace = try proposed(memory(batches())) { $0.timeDefects = .respace }
    #expect(trace.count == 2000 && !trace.notes.contains { $0.contains("gap") } && trace.doubts.isEmpty)
    let errors = trace.timestamps.enumerated().map { abs($1 - trace.timestamps[0] - 0.01 * Double($0)) }
    #expect(errors.max()! < 0.06 && abs(trace.medianStep - 0.01) < 0.001)
  }

  @Test("Nothing is doubted of what a repair left over")
  func remnants() throws {
    let inspection = try TraceInspection(
      contentsOf: "a.csv", in: memory(batches()), options: .init(timeDefects: .drop, takesProposal: true))
    guard case .recording(let summary) = inspection.content else { throw MissingContent() }
    #expect(summary.count == 200 && summary.doubts.isEmpty)
  }

  private struct MissingContent: Error {}

  @Test("Samples in bursts have the rate of their number over the duration, and a longer pause is a gap all the same")
  func bursts() throws {
    func text(pause: Double) -> String {
      hand.table("time (s),\(names)") { index in
        let time = Double(index / 10) * 0.1 + Double(index % 10) * 0.002 + (index >= 1000 ? pause : 0)
        return [cell(time)] + cells(hand.forces[index]) + cells(hand.rates[index])
      }
    }
    let summary = try TraceSummary(of: proposed(memory(text(pause: 0))))
    #expect(summary.gaps.isEmpty && abs(summary.rate - 100) < 1)
    let paused = #expect(throws: RecordingError.self) { try proposed(memory(text(pause: 3))) }
    guard case .gap(_, _, _, let count, _)? = paused else { throw MissingContent() }
    #expect(count == 1)
    let even = try proposed(memory(text(pause: 0))) { $0.timeDefects = .respace }
    #expect(abs(even.medianStep - 0.01) < 1e-6)
  }

  @Test("A gyroscope that stays at the end of its range is reported")
  func saturation() throws {
    let limit = 250 * Double.pi / 180
    let times = (0..<600).map { 0.01 * Double($0) }
    let rates = times.map { Vector3(max(-limit, min(limit, 6 * sin(3 * $0))), 0.1 * cos($0), 0) }
    let trace = try Trace(
      timestamps: times, attitude: Array(repeating: .identity, count: 600),
      userAcceleration: Array(repeating: .zero, count: 600), rotationRate: rates)
    let summary = try TraceSummary(of: trace)
    #expect(abs(summary.rotationRateLimit! - limit) < 1e-9 && summary.saturatedRotationRates > 100)
    #expect(summary.description.contains("saturation of the gyroscope at 4.36 rad/s (250°/s)"))
    let free = try TraceSummary(
      of: Trace(
        timestamps: times, attitude: Array(repeating: .identity, count: 600),
        userAcceleration: Array(repeating: .zero, count: 600),
        rotationRate: times.map { Vector3(4.36 * sin(3 * $0), 0, 0) }))
    #expect(free.rotationRateLimit == nil)
  }

  @Test("A truth with rows of NaN is a track without them, and a Vicon file is a track")
  func tracks() throws {
    let rows = (0..<100).map { index in
      let time = 1_311_875_572.4 + 0.05 * Double(index)
      return index % 10 == 0 ? "\(time) nan nan nan nan nan nan nan" : "\(time) \(index) 0 0 0 0 0 1"
    }
    let inspection = try TraceInspection(contentsOf: "t.txt", in: memory(rows.joined(separator: "\n"), "t.txt"))
    guard case .track(let track) = inspection.content else { throw MissingContent() }
    #expect(track.count == 90 && track.description.contains("left out 10 rows without numbers (NaN)"))
    let vicon = (0..<50).map { "1.4955e+11,\(55308 + $0),-1.129,1.6538,\($0),0,0,0,1\n" }.joined()
    let file = try TraceInspection(contentsOf: "data1_vi2.csv", in: memory(vicon, "data1_vi2.csv"))
    guard case .track(let truth) = file.content else { throw MissingContent() }
    #expect(truth.count == 50 && abs(truth.rate - 100) < 1e-6)
    try withFile(vicon, named: "data1_vi2.csv") { path in
      let set = RecordingSet(contentsOf: [path])
      #expect(set.tracks == [path] && set.omitted.isEmpty && set.traces.isEmpty)
    }
  }

  @Test("JSON with an object on each line is not called broken")
  func lines() {
    let line = #"{"sensor":"Accelerometer","time":1589462316082,"x":"0.006912"}"# + "\n"
    let message = refusal(memory(String(repeating: line, count: 20), "a.jsonl"), "a.jsonl")
    #expect(message.contains("a JSON object on each line") && !message.contains("broken"))
    #expect(refusal(memory("{\"a\": [1, 2", "a.json"), "a.json").contains("broken JSON"))
  }

  @Test("Sensor Logger's accelerometer and gyroscope alone are read against the first sample, as the documents say")
  func sensorLogger() throws {
    func table(_ vectors: [Vector3]) -> Data {
      Data(
        hand.table("time,seconds_elapsed,z,y,x") { index in
          ["\(1_777_000_000_000_000_000 + index * 10_000_000)", cell(hand.times[index])]
            + cells(vectors[index]).reversed()
        }.utf8)
    }
    let files = [
      "walk/Accelerometer.csv": table(hand.forces.map { $0 - Vector3(0, 0, standardGravity) }),
      "walk/Gyroscope.csv": table(hand.rates),
    ]
    let trace = try Trace(contentsOf: "walk", in: files)
    #expect(trace.count == 2000 && trace.notes.contains { $0.contains("from the gyroscope alone") })
  }

  @Test("A report has one clock: gaps are named by the time that errors name")
  func oneClock() throws {
    let text = hand.table("time (s),\(names)") { index in
      [cell(5000 + hand.times[index] + (index >= 1000 ? 3 : 0))] + cells(hand.forces[index]) + cells(hand.rates[index])
    }
    let words = try TraceInspection(contentsOf: "a.csv", in: memory(text), options: .init(takesProposal: true))
      .message(naming: .commandLine)
    #expect(words.contains("after 5009.99 s") && words.contains("between 5009.99 s and 5013 s"))
  }
}
