import Basics
import Foundation
import Inertial
import MotionBench
import RecordingMutations
import Rotations
import Testing

/// A small valid file in the project's format.
private let small = """
  # gimbal trace 1
  # name: small
  time_s,attitude_w,attitude_x,attitude_y,attitude_z,user_acceleration_x_m_s2,user_acceleration_y_m_s2,user_acceleration_z_m_s2
  0,1,0,0,0,0.1,0.2,0.3
  0.01,1,0,0,0,0.4,0.5,0.6
  0.02,1,0,0,0,0.7,0.8,0.9
  0.03,1,0,0,0,-1e-3,+2.5E2,.5

  """

@Suite("Reading traces")
struct ReadingTests {
  private func read(_ text: String, _ options: Trace.ReadingOptions = .init()) throws -> Trace {
    try withFile(text) { try Trace(contentsOf: $0, options: options) }
  }

  /// The error that reading gives, with the file's folder taken off.
  private func message(_ text: String, _ options: Trace.ReadingOptions = .init()) -> String {
    do {
      _ = try withFile(text) { path -> Trace in
        do { return try Trace(contentsOf: path, options: options) } catch {
          throw Described(text: "\(error)".replacing(path, with: "trace.csv"))
        }
      }
      return "no error"
    } catch { return (error as? Described)?.text ?? "\(error)" }
  }
  private struct Described: Error { var text: String }

  @Test("The project's format: names, numbers in every notation, comments")
  func ownFormat() throws {
    let trace = try read(small)
    #expect(trace.name == "small")
    #expect(trace.timestamps == [0, 0.01, 0.02, 0.03])
    #expect(trace.userAcceleration[3] == Vector3(-0.001, 250, 0.5))
    #expect(trace.rotationRate == nil)
    #expect(abs(trace.medianStep - 0.01) < 1e-15)
  }

  @Test(
    "Windows line ends, a byte order mark, blanks, quotation marks, tabs, decimal commas and a missing last newline")
  func dialects() throws {
    let plain = try read(small)
    let variants = [
      small.replacing("\n", with: "\r\n"), "\u{feff}" + small, small.replacing(",", with: " , "),
      small.replacing(",", with: "\t"), small.replacing(",", with: ";"),
      small.replacing(",", with: ";").replacing(".", with: ","), String(small.dropLast()),
      small.replacing("0.4", with: "\"0.4\""), small.replacing("\n0.01", with: "\n\n# a remark\n0.01"),
    ]
    for variant in variants { #expect(try read(variant) == plain) }
  }

  @Test("Columns in any order, and columns that nobody knows")
  func columnOrder() throws {
    let lines = small.split(separator: "\n").dropFirst(2).map { line in
      let fields = line.split(separator: ",")
      return (fields.reversed() + [line == fields.joined() ? "" : "note"]).joined(separator: ",")
    }
    #expect(try read("# name: small\n" + lines.joined(separator: "\n")) == read(small))
  }

  @Test("Writing and reading gives the same trace, exactly", arguments: 1...5)
  func roundTrip(seed: UInt64) throws {
    var trace = try randomTrace(seed: seed)
    trace.notes = ["made from a seed", "with everything in it"]
    try withFile("") { path in
      try trace.write(to: path)
      #expect(try Trace(contentsOf: path) == trace)
    }
  }

  @Test("A file that cannot be written is an error with its name")
  func unwritable() throws {
    let trace = try read(small)
    #expect(throws: RecordingError.self) { try trace.write(to: "/nowhere-\(UInt.random(in: 0 ... .max))/trace.csv") }
  }

  @Test("Each defect is named with file, line, and what to do")
  func defects() throws {
    #expect(
      message(small.replacing("0.4,0.5", with: "0.4,O.5")) == """
        trace.csv:5: “O.5” in column “user_acceleration_y_m_s2” is not a number. Correct the value or delete \
        the row, or leave such rows out with `badRows: .drop`.
        """)
    #expect(
      message(small.replacing("0.8", with: "NaN")) == """
        trace.csv:6: “NaN” in column “user_acceleration_y_m_s2” is not a finite number. Delete the row, or fill the \
        value in, or leave such rows out with `badRows: .drop`.
        """)
    #expect(message(small.replacing("0.8", with: "-inf")).contains("“-inf”"))
    #expect(message(small.replacing("0.8", with: "1e999")).contains("not a finite number"))
    #expect(message(small.replacing("0.8", with: "")).contains("trace.csv:6: “” in column"))
    #expect(
      message(small.replacing("0.02,1", with: "0.005,1")) == """
        trace.csv:6: time runs backwards from 0.01 s to 0.005 s. Sort or delete the rows, or choose \
        `timeDefects: .drop` to leave such rows out, `timeDefects: .respace` to spread them evenly.
        """)
    #expect(
      message(small.replacing("0.02,1", with: "0.01,1")).hasPrefix("trace.csv:6: the time 0.01 s appears a second"))
    #expect(
      message(small.replacing("0.03,1", with: "1.5,1")) == """
        trace.csv:7: nothing was recorded between 0.02 s and 1.5 s, while samples usually come every 0.01 s. Choose \
        `gaps: .longestPiece` to take the longest piece without a gap, `gaps: .interpolate` to fill it with a line, or \
        `gaps: .keep` to leave it.
        """)
    #expect(
      message(small.replacing("user_acceleration_y_m_s2", with: "user_aceleration_y_m_s2"))
        .hasPrefix(
          "trace.csv:3: the column “user_acceleration_y_m_s2” is missing (did you mean “user_aceleration_y_m_s2”?)."))
    #expect(message(small.replacing("attitude_y", with: "attitude_x")).contains("“attitude_x” appears twice"))
    #expect(message(small.replacing("0.7,0.8,0.9", with: "0.7,0.8")).hasPrefix("trace.csv:6: 7 fields, but the header"))
    #expect(message(small.replacing("0.02,1,0", with: "0.02,2,0")).contains("has length 2, not 1"))
    let header = small.split(separator: "\n").prefix(3).joined(separator: "\n")
    #expect(message(header).hasPrefix("trace.csv: no samples"))
    #expect(message("").hasPrefix("trace.csv: no samples"))
    #expect(message("a,b,c\n1,2,3\n").contains("trace.csv:1: no known trace format has this header: “a,b,c”"))
    #expect(message("\u{0}\u{1}\u{ff}").contains("it is binary"))
  }

  @Test("Missing files and missing folders have different messages")
  func missing() throws {
    let nowhere = "/nowhere-\(UInt.random(in: 0 ... .max)).csv"
    #expect(throws: RecordingError.missingFile(nowhere)) { try Trace(contentsOf: nowhere) }
    try withFile("", named: "readme.txt") { path in
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      #expect(throws: RecordingError.unreadableFile(folder, reason: "there is no CSV file in it, or only empty ones")) {
        try Trace(contentsOf: folder)
      }
      // The only archive in a folder is the folder's recording.
      let entries = Specimen.sensorLogger.map { (name: $0.key, content: Data($0.value.utf8)) }
      try zip(entries).write(to: URL(fileURLWithPath: "\(folder)/export 1.zip"))
      #expect(try Trace(contentsOf: folder).count == Trace(contentsOf: "\(folder)/export 1.zip").count)
    }
  }

  @Test("Each way to deal with a gap does what it says")
  func gaps() throws {
    let text =
      small.replacing("0.03,1", with: "0.06,1") + "0.07,1,0,0,0,1,1,1\n0.08,1,0,0,0,1,1,1\n0.09,1,0,0,0,1,1,1\n"
    #expect(throws: RecordingError.self) { try read(text) }
    let kept = try read(text, .init(gaps: .keep))
    #expect(kept.count == 7)
    #expect(
      kept.notes.count == 1 && kept.notes[0].hasPrefix("kept a gap of ")
        && kept.notes[0].hasSuffix("the first at 0.02 s"))
    let longest = try read(text, .init(gaps: .longestPiece))
    #expect(longest.timestamps == [0.06, 0.07, 0.08, 0.09])
    let filled = try read(text, .init(gaps: .interpolate))
    #expect(filled.count == 10)
    #expect(abs(filled.timestamps[3] - 0.03) < 1e-12)
    let halfway = kept.userAcceleration[2] + (kept.userAcceleration[3] - kept.userAcceleration[2]) * 0.5
    #expect(distance(filled.userAcceleration[4], halfway) < 1e-12)
  }

  @Test("Rows are left out, and counted, only when that was asked for")
  func dropping() throws {
    let text = small.replacing("0.8", with: "nan")
    let dropped = try read(text, .init(badRows: .drop))
    #expect(dropped.timestamps == [0, 0.01, 0.03])
    #expect(dropped.notes == ["left out 1 row, cut off or with something that is not a number"])
    let twisted = small.replacing("0.02,1", with: "0.01,1")
    #expect(try read(twisted, .init(timeDefects: .drop)).timestamps == [0, 0.01, 0.03])
    #expect(try read(small.replacing("0.7,0.8,0.9", with: "0.7"), .init(badRows: .drop)).count == 3)
  }

  @Test("A table in no known format is read with a mapping of columns and units")
  func mapping() throws {
    let text = "ms;pitch;roll;yaw;ax;ay;az\n0;90;0;0;1;2;3\n10;90;0;0;1;2;3\n"
    let mapping = ColumnMapping(
      time: .column("ms", scale: 1e-3), attitude: .rollPitchYaw(["roll", "pitch", "yaw"], scale: .pi / 180),
      userAcceleration: .init(["ax", "ay", "az"], scale: -1))
    let trace = try read(text, .init(columns: mapping))
    #expect(trace.timestamps == [0, 0.01])
    #expect(trace.userAcceleration[0] == Vector3(-1, -2, -3))
    // Pitch turns about x: the device's top edge points up.
    #expect(distance(trace.attitude[0].act(on: Vector3(0, 1, 0)), Vector3(0, 0, 1)) < 1e-15)
    #expect(throws: RecordingError.self) { try read(text) }
  }

  @Test("A format that is named overrides the header; a misspelt name gets a suggestion")
  func namedFormat() throws {
    #expect(throws: RecordingError.self) { try read(small, .init(format: .sensorlog)) }
    #expect(throws: RecordingError.unknownFormatName("sensrlog", suggestion: "sensorlog")) {
      try TraceFormat(named: "sensrlog")
    }
    #expect(try TraceFormat(named: "OxIOD") == .oxiod)
  }

  @Test("Blocks: many threads read what one does, with the right lines, however long lines and file are")
  func blocks() throws {
    var random = SeededRandom(seed: 9)
    let header = small.split(separator: "\n")[2]
    var rows = (0..<20_000).map { row -> String in
      let numbers = (0..<3).map { _ in (random.normal() * 1e3).description }.joined(separator: ",")
      return "\(Double(row) / 100),1,0,0,0,\(numbers)"
    }
    // Remarks, empty lines, and a line longer than a block, so that lines and rows part.
    for index in [3, 5000, 5001, 15_000] { rows[index] = "# remark\n\n" + rows[index] }
    rows[9000] = "#" + String(repeating: "x", count: 700_000) + "\n" + rows[9000]
    let text = ([String(header)] + rows).joined(separator: "\n")
    func read(_ text: String, _ options: Trace.ReadingOptions) throws -> Trace {
      try Trace(contentsOf: "trace.csv", in: ["trace.csv": Data(text.utf8)], options: options)
    }
    let one = try read(text, .init(threads: 1))
    #expect(one.count == 20_000)
    for threads in [2, 5] { #expect(try read(text, .init(threads: threads)) == one) }
    var broken = rows
    broken[17_000] += "x"
    let line = 1 + 17_000 + 2 * 4 + 1 + 1
    for threads in [1, 2] {
      let error = #expect(throws: (any Error).self) {
        try read(([String(header)] + broken).joined(separator: "\n"), .init(threads: threads))
      }
      #expect("\(error!)".hasPrefix("trace.csv:\(line):"), "\(error!)")
    }
    let dropped = try read(
      ([String(header)] + broken).joined(separator: "\n"), .init(badRows: .drop, threads: 2))
    #expect(dropped.timestamps == one.timestamps.filter { $0 != 170 })
    #expect(dropped.userAcceleration.last == one.userAcceleration.last)
  }

  @Test("Files in memory, and in folders there, are found as on the disk")
  func memory() throws {
    let files = ["a/b/small.csv": Data(small.utf8)]
    #expect(try Trace(contentsOf: "a/b/small.csv", in: files) == read(small))
    #expect(throws: RecordingError.missingFile("a/c.csv")) { try Trace(contentsOf: "a/c.csv", in: files) }
    // The only folder with tables in it is the one that is meant.
    #expect(try Trace(contentsOf: "a", in: files).timestamps == read(small).timestamps)
    #expect(throws: RecordingError.self) { try Trace(contentsOf: "a", in: ["a/b/readme.txt": Data()]) }
    // A slice of data does not begin at 0.
    let slice = Data(("xxxx" + small).utf8).dropFirst(4)
    #expect(try Trace(contentsOf: "small.csv", in: ["small.csv": slice]) == read(small))
  }

  @Test("Arrays that do not make a trace are refused")
  func invalidArrays() {
    let q = [Quaternion.identity, .identity]
    let a = [Vector3.zero, .zero]
    #expect(throws: TraceError.self) { try Trace(timestamps: [], attitude: [], userAcceleration: []) }
    #expect(throws: TraceError.self) { try Trace(timestamps: [0, 1], attitude: q, userAcceleration: [.zero]) }
    #expect(throws: TraceError.self) { try Trace(timestamps: [0, 0], attitude: q, userAcceleration: a) }
    #expect(throws: TraceError.self) { try Trace(timestamps: [1, 0], attitude: q, userAcceleration: a) }
    #expect(throws: TraceError.self) { try Trace(timestamps: [0, .nan], attitude: q, userAcceleration: a) }
    #expect(throws: TraceError.self) {
      try Trace(timestamps: [0, 1], attitude: q, userAcceleration: [.zero, Vector3(0, .infinity, 0)])
    }
    #expect(throws: TraceError.self) {
      try Trace(timestamps: [0], attitude: [Quaternion(w: 2, x: 0, y: 0, z: 0)], userAcceleration: [.zero])
    }
  }
}
