import BenchmarkHarness
import Foundation
import Processes
import Testing
import Toolchains

/// The built program, next to the tests.
private let program = URL(fileURLWithPath: LibraryLocation.currentProgram).resolvingSymlinksInPath()
  .deletingLastPathComponent().appendingPathComponent("gimbal-evaluate").path

/// One broken recording among many ends no evaluation: it is named, with its line, and left out; a count of what was
/// left out is next to the figures, and the figures are those of the others.
@Suite("Broken recordings among many")
struct OmissionTests {
  /// What the program says and writes of one area.
  private struct Outcome {
    var status: Int32
    var output: String
    var rows: [BenchmarkHarness.Measurement]
    var figures: [String: Double] { Dictionary(rows.map { ($0.name, $0.ours.median) }) { first, _ in first } }
    var leftOut: Double? { figures["recordings left out"] }
  }

  private func evaluate(_ area: String, _ recordings: Recordings) throws -> Outcome {
    let (status, output) = try Subprocess.run(
      program, [area], folder: recordings.folder, variables: ["GIMBAL_DATA": recordings.folder], limit: 600)
    let file = "\(recordings.folder)/Benchmarks/results/accuracy-\(area).json"
    let data = FileManager.default.contents(atPath: file) ?? Data("[]".utf8)
    return Outcome(
      status: status, output: output, rows: try JSONDecoder().decode([BenchmarkHarness.Measurement].self, from: data))
  }

  /// Runs an area on good recordings, and on the same among which broken ones lie.
  ///
  /// - Parameters:
  ///   - named: What the output has to name.
  ///   - atLeast: How many figures there have to be.
  private func check(
    _ area: String, figures atLeast: Int, leftOut: Int, named: [String], good: (Recordings) throws -> Void,
    broken: (Recordings) throws -> Void
  ) throws {
    let recordings = try Recordings()
    defer { recordings.remove() }
    try good(recordings)
    let whole = try evaluate(area, recordings)
    #expect(whole.status == 0 && whole.leftOut == 0, "\(whole.output)")
    #expect(whole.rows.count > atLeast, "\(whole.output)")
    try broken(recordings)
    let mixed = try evaluate(area, recordings)
    #expect(mixed.status == 0 && mixed.leftOut == Double(leftOut), "\(mixed.output)")
    let lines = mixed.output.split(separator: "\n").filter { $0.hasPrefix("left out: ") }
    for name in named { #expect(lines.contains { $0.contains("\(recordings.folder)/\(name)") }, "\(name): \(lines)") }
    var figures = mixed.figures
    figures["recordings left out"] = 0
    #expect(figures == whole.figures)
  }

  private func walks(_ recordings: Recordings) throws {
    for (index, name) in ["handheld_data1", "handheld_data2", "trolley_data1"].enumerated() {
      let walk = Recordings.walk(phase: Double(index))
      try recordings.write(walk.motion, to: "oxiod/\(name)_imu1.csv")
      try recordings.write(walk.truth, to: "oxiod/\(name)_vi1.csv")
    }
  }

  private func brokenWalks(_ recordings: Recordings) throws {
    let walk = Recordings.walk()
    func write(_ name: String, _ motion: [String], _ truth: [String]?) throws {
      try recordings.write(motion, to: "oxiod/\(name)_imu1.csv")
      if let truth { try recordings.write(truth, to: "oxiod/\(name)_vi1.csv") }
    }
    try write("handheld_data3", walk.motion.replacing(line: 2000, field: 7, with: "x"), walk.truth)
    try write("handheld_data4", walk.motion, walk.truth.replacing(line: 3000, field: 3, with: "?"))
    try write("trolley_data2", walk.motion, Array(walk.truth.dropLast(100)))
    try write("user_data1", walk.motion, nil)
    try recordings.write(Data(), to: "oxiod/user_data2_imu1.csv")
    try recordings.write(Data([0, 255, 254, 1, 2, 3]), to: "oxiod/user_data3_imu1.csv")
  }

  private let namesOfWalks = [
    "oxiod/handheld_data3_imu1.csv:2000", "oxiod/handheld_data4_vi1.csv:3000", "oxiod/trolley_data2",
    "oxiod/user_data2",
    "oxiod/user_data3",
  ]

  private func trials(_ recordings: Recordings) throws {
    try recordings.write(Recordings.turning(), to: "broad/04_undisturbed_with_breaks.csv")
    try recordings.write(Recordings.turning(phase: 1), to: "broad/18_undisturbed_with_breaks.csv")
  }

  private func brokenTrials(_ recordings: Recordings) throws {
    let table = Recordings.turning()
    try recordings.write(table.replacing(line: 102, field: 3, with: "x"), to: "broad/04_x_with_breaks.csv")
    try recordings.write(table.replacing(line: 103, with: "1.01,2,3"), to: "broad/05_x_with_breaks.csv")
    try recordings.write(table.replacing(line: 104, field: 1, with: "0.5"), to: "broad/06_x_with_breaks.csv")
    try recordings.write(table.replacing(line: 105, with: table[104] + ",9"), to: "broad/07_x_with_breaks.csv")
    try recordings.write(Data(), to: "broad/18_y_with_breaks.csv")
  }

  private func stillHands(_ recordings: Recordings) throws {
    try recordings.write(Recordings.stillHand(), to: "sensorlog/1.csv")
    try recordings.write(Recordings.stillHand(tremor: 0.002), to: "sensorlog/2.csv")
  }

  private func brokenHands(_ recordings: Recordings) throws {
    let table = Recordings.stillHand()
    try recordings.write(table.replacing(line: 500, field: 14, with: "x"), to: "sensorlog/3.csv")
    try recordings.write(table.replacing(line: 501, with: "1,2"), to: "sensorlog/4.csv")
    try recordings.write(["no,header"], to: "sensorlog/5.csv")
  }

  private let namesOfHands = ["sensorlog/3.csv:500", "sensorlog/4.csv:501", "sensorlog/5.csv"]

  @Test("Schemes, detectors and their defaults", arguments: [("inertial", 50, 11), ("defaults", 12, 14)])
  func inertial(area: String, figures: Int, leftOut: Int) throws {
    try check(
      area, figures: figures, leftOut: leftOut,
      named: namesOfWalks + namesOfHands + ["broad/04_x_with_breaks.csv:102", "broad/18_y_with_breaks.csv"]
    ) {
      try walks($0)
      try trials($0)
      try stillHands($0)
    } broken: {
      try brokenWalks($0)
      try brokenTrials($0)
      try brokenHands($0)
    }
  }

  @Test("Schemes of walking, and what they learn from the others")
  func walking() throws {
    try check("walking", figures: 20, leftOut: 6, named: namesOfWalks, good: walks, broken: brokenWalks)
  }

  @Test("Filters on trials with truth")
  func fusion() throws {
    let names = ["04_x_with_breaks.csv:102", "05_x_with_breaks.csv:103", "06_x_with_breaks.csv:104"]
    let others = ["07_x_with_breaks.csv:105", "18_y_with_breaks.csv"]
    try check(
      "fusion", figures: 100, leftOut: 5, named: (names + others).map { "broad/\($0)" }, good: trials,
      broken: brokenTrials)
  }

  @Test("A phone's raw sensors against its own attitude")
  func sensorLog() throws {
    try check("sensorlog", figures: 20, leftOut: 3, named: namesOfHands, good: stillHands, broken: brokenHands)
  }

  @Test("Letters in the air: the gesture with a broken row, and one whose rows are torn apart")
  func airLetters() throws {
    let good = Recordings.airLetters()
    // A gesture more, of which one row is broken, and one in whose middle a row lost its beginning.
    let more = (0..<50).map { "90,1,I,\(90 + 0.01 * Double($0)),1.5,0,0,0,0,0,0,0.1,0" }
    let torn = (0..<50).map { "91,1,I,\(91 + 0.01 * Double($0)),1.5,0,0,0,0,0,0,0.1,0" }
    try check(
      "air", figures: 20, leftOut: 4,
      named: ["air-letters/g.csv:602", "air-letters/g.csv:652", "air-letters/g.csv:673", "air-letters/g.csv:674"],
      good: { try $0.write(good, to: "air-letters/g.csv") },
      broken: { recordings in
        let lines = good + more.replacing(line: 30, field: 12, with: "?") + torn.replacing(line: 22, with: "1.5,0,0")
        try recordings.write(lines, to: "air-letters/g.csv")
      })
  }

  @Test("Letters on a screen: the broken rows of a log")
  func screenLetters() throws {
    let good = Recordings.screenLetters()
    try check(
      "gestures", figures: 7, leftOut: 2, named: ["letters/f.csv:26", "letters/f.csv:27"],
      good: { try $0.write(good, to: "letters/f.csv") },
      broken: {
        try $0.write(good + ["A,1,2", good[1].replacingOccurrences(of: ",1.0", with: ",x")], to: "letters/f.csv")
      })
  }

  @Test("A file of which nothing can be read ends no area, and no other area after it")
  func nothingLeft() throws {
    let recordings = try Recordings()
    defer { recordings.remove() }
    try recordings.write(["what,is,this", "1,2,3"], to: "posture/p.csv")
    try recordings.write(["t", "x"], to: "gait/g.csv")
    try recordings.write(["t", "x"], to: "phone-browser/paused-square/s.csv")
    try recordings.write(["t", "x"], to: "oxiod/handheld_data1_imu1.csv")
    for (area, count) in [("posture", 1), ("inertial", 3), ("walking", 1), ("defaults", 1)] {
      let outcome = try evaluate(area, recordings)
      #expect(outcome.status == 0 && outcome.leftOut == Double(count), "\(area): \(outcome.output)")
    }
    let (status, output) = try Subprocess.run(program, ["wakling"], folder: recordings.folder)
    #expect(status == 2 && output.contains("there is no area “wakling”"))
  }
}
