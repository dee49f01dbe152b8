import Foundation
import Inertial
import Rotations
import Testing

@Suite("Repeated and backward time")
struct TimeOrderTests {
  /// A table with these times, in which each row's acceleration is its number.
  private func read(_ times: [Double], _ options: Trace.ReadingOptions) throws -> Trace {
    let header =
      "time_s,attitude_w,attitude_x,attitude_y,attitude_z,user_acceleration_x_m_s2,user_acceleration_y_m_s2,"
      + "user_acceleration_z_m_s2\n"
    let rows = times.enumerated().map { "\($1),1,0,0,0,\($0),0,0\n" }.joined()
    return try Trace(contentsOf: "a.csv", in: ["a.csv": Data((header + rows).utf8)], options: options)
  }

  private func respaced(_ times: [Double]) throws -> [Double] {
    let trace = try read(times, .init(gaps: .keep, timeDefects: .respace))
    #expect(trace.userAcceleration.map(\.x) == times.indices.map(Double.init), "every sample is kept, in its order")
    return trace.timestamps
  }

  private func expect(_ times: [Double], _ expected: [Double], _ comment: Comment) throws {
    let new = try respaced(times)
    #expect(zip(new, expected).allSatisfy { abs($0 - $1) < 1e-12 } && new.count == expected.count, comment)
  }

  @Test("Samples that share a time are spread up to the next time; the first keeps it")
  func batches() throws {
    try expect([0, 1, 1, 2, 3], [0, 1, 1.5, 2, 3], "one repetition")
    try expect([0, 0, 0, 0, 4, 4, 4, 4, 8], [0, 1, 2, 3, 4, 5, 6, 7, 8], "batches of four")
    try expect([0, 0, 4, 4, 8, 8], [0, 2, 4, 6, 8, 10], "the last ones follow at the usual step")
    let batches = (0..<500).map { Double($0 / 50) * 0.5 }
    try expect(batches, (0..<500).map { Double($0) * 0.01 }, "batches of fifty")
  }

  @Test("Single wrong timestamps, too early or too late, give way to the right ones")
  func outliers() throws {
    try expect([0, 1, 2, 0.5, 4, 5], [0, 1, 2, 3, 4, 5], "one too early")
    try expect([0, 1, 1e9, 3, 4, 5], [0, 1, 2, 3, 4, 5], "one too late, which all later ones run behind")
    try expect([7, 0, 1, 2, 3], [-1, 0, 1, 2, 3], "a wrong first one")
    try expect([0, 1, 2, 3, -5], [0, 1, 2, 3, 4], "a wrong last one")
    try expect([5, 6, 7, 0, 1, 2, 3, 4], [-3, -2, -1, 0, 1, 2, 3, 4], "a clock that was set back once")
  }

  @Test("What is in order stays, bit for bit, and is not noted")
  func untouched() throws {
    let times = (0..<100).map { (index: Int) -> Double in
      let jitter = Double(index * index % 7) * 1e-5
      return Double(index) * 0.01 + jitter
    }
    let trace = try read(times, .init(timeDefects: .respace))
    #expect(trace.timestamps == times)
    #expect(trace.notes.isEmpty)
    let repaired = try read([0, 1, 1, 2], .init(gaps: .keep, timeDefects: .respace))
    #expect(repaired.notes == ["re-spaced 1 sample whose time repeats or runs backwards, by at most 0.5 s"])
  }

  @Test(
    "Random defects: time rises strictly, right timestamps are kept, wrong ones come near to where they were",
    arguments: 1...20)
  func properties(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let right = (0..<400).map { Double($0) * 0.01 }
    var wrong = right
    for index in wrong.indices.dropFirst().dropLast() where random.uniform() < 0.1 {
      wrong[index] = random.uniform() < 0.5 ? wrong[index - 1] : random.uniform(-10...10)
    }
    let new = try respaced(wrong)
    #expect(zip(new, new.dropFirst()).allSatisfy { $0 < $1 })
    // A few wrong ones may happen to be in order.
    #expect(zip(new, right).filter { abs($0 - $1) > 0.02 }.isEmpty)
  }

  @Test("Two recordings on top of each other are refused, and so is time that never rises")
  func impossible() throws {
    // The clock is set back half way, and both halves cover the same seconds.
    let twice = (0..<100).map(Double.init) + (0..<100).map { Double($0) + 0.5 }
    for times in [twice + [1000], [3, 2, 1], [1, 1, 1]] {
      #expect(throws: RecordingError.self) { try respaced(times) }
    }
    #expect(throws: RecordingError.noEvenSpread(time: 0.5, previous: 99, place: .init(file: "a.csv", line: 102))) {
      try respaced(twice + [1000])
    }
  }

  @Test("Each choice does something else with the same file")
  func choices() throws {
    let times = [0, 0.01, 0.01, 0.02, 0.03, 0.025, 0.035]
    #expect(throws: TraceError.repeatedTime(0.01, row: 2, place: .init(file: "a.csv", line: 4))) {
      try read(times, .init())
    }
    #expect(try read(times, .init(timeDefects: .drop)).timestamps == [0, 0.01, 0.02, 0.03, 0.035])
    #expect(try read(times, .init(timeDefects: .respace)).timestamps == [0, 0.01, 0.015, 0.02, 0.0225, 0.025, 0.035])
  }

  @Test("A gap after rows that were left out is reported with the right line")
  func lines() throws {
    let error = #expect(throws: RecordingError.self) {
      try read([0, 0.01, 0.01, 0.01, 0.02, 0.03, 0.5, 0.51], .init(timeDefects: .drop))
    }
    #expect("\(error!)".hasPrefix("a.csv:8:"))
  }

  @Test("A gap too long to be filled is refused, not filled with anything")
  func longGap() throws {
    let times = [0, 0.01, 0.02, 0.03, 1e6]
    let error = #expect(throws: RecordingError.self) { try read(times, .init(gaps: .interpolate, longestFilled: 1e7)) }
    guard case .gapTooLong(_, _, _, let limit, let place) = error else {
      Issue.record("\(error!)")
      return
    }
    #expect(limit == 10_000 && place?.line == 6)
  }

  @Test(
    "A gap of more than two seconds is filled for whoever says how long it may be; 85 s of a lost gyroscope were filled"
  )
  func boundedFilling() throws {
    let times = [0, 0.01, 0.02, 0.03, 85.03, 85.04]
    let error = #expect(throws: RecordingError.self) { try read(times, .init(gaps: .interpolate)) }
    #expect(error == .gapBeyondLimit(from: 0.03, to: 85.03, limit: 2, place: .init(file: "a.csv", line: 6)))
    #expect("\(error!)".contains("`gaps: .interpolate, longestFilled: 85`"))
    #expect(error!.message(naming: .commandLine).contains("`--gaps interpolate --longest-filled 85`"))
    #expect(try read(times, .init(gaps: .interpolate, longestFilled: 85)).count == 8505)
    // What cannot be filled is not proposed to be.
    let refused = #expect(throws: RecordingError.self) { try read(times, .init()) }
    #expect("\(refused!)".contains("`gaps: .keep`") && !"\(refused!)".contains("interpolate"))
    // A gap in one of several tables.
    let table = { (times: [Double]) in
      Data(("time,seconds_elapsed,x,y,z\n" + times.map { "0,\($0),0,0,9.8\n" }.joined()).utf8)
    }
    let whole = (0..<9000).map { Double($0) * 0.01 }
    let files = [
      "walk/TotalAcceleration.csv": table(whole), "walk/Gyroscope.csv": table(whole.filter { $0 < 2 || $0 > 87 }),
    ]
    func gyroscope(_ options: Trace.ReadingOptions) throws -> Trace {
      try Trace(contentsOf: "walk", in: files, options: options)
    }
    let lost = #expect(throws: RecordingError.self) { try gyroscope(.init(gaps: .interpolate)) }
    guard case .gapBeyondLimit(_, _, 2, let place) = lost else {
      Issue.record("\(String(describing: lost))")
      return
    }
    #expect(place?.file == "walk/Gyroscope.csv")
    #expect(try gyroscope(.init(gaps: .interpolate, longestFilled: 90)).count == 9000)
  }

  @Test("The tables of a recording in several tables are re-spaced too")
  func streams() throws {
    let table = { (times: [Double]) in
      Data(("time,seconds_elapsed,x,y,z\n" + times.map { "0,\($0),0,0,9.8\n" }.joined()).utf8)
    }
    let files = [
      "walk/TotalAcceleration.csv": table((0..<20).map { Double($0) * 0.01 }),
      "walk/Accelerometer.csv": table((0..<20).map { Double($0 / 2) * 0.02 }),
    ]
    #expect(throws: TraceError.self) { try RawRecording(contentsOf: "walk", in: files) }
    let read = try RawRecording(contentsOf: "walk", in: files, options: .init(timeDefects: .respace))
    #expect(read.count == 20)
  }
}
