import Foundation
import Inertial
import MotionBench
import RecordingMutations
import Rotations
import Testing

@Suite("EuRoC")
struct EuRoCTests {
  private let sequence = Specimen.eurocFolder
  private let imu = "MH_01_easy/mav0/imu0/data.csv"
  private let truth = "MH_01_easy/mav0/state_groundtruth_estimate0/data.csv"

  private func read(
    _ path: String, _ files: [String: Data]? = nil, _ options: Trace.ReadingOptions = .init()
  ) throws -> RawRecording {
    try RawRecording(contentsOf: path, in: files ?? sequence.files, options: options)
  }

  @Test(
    "The sequence's folder, mav0, or the file itself: the same recording with the same name",
    arguments: ["MH_01_easy", "MH_01_easy/mav0", "MH_01_easy/mav0/imu0/data.csv"])
  func layout(path: String) throws {
    let recording = try read(path)
    #expect(recording.name == "MH_01_easy")
    #expect(recording.count == 6)
    #expect(recording.truePosition?.count == 6)
  }

  @Test("The truth is put on the motion's clock: positions linearly, attitudes by slerp, to the nanosecond")
  func truthOnTheClock() throws {
    let recording = try read("MH_01_easy")
    // Truth sample k comes 2.5 ms after motion sample k, so that motion sample i lies halfway between k = i − 1 and i.
    for (row, index) in (1...6).enumerated() {
      #expect(abs(recording.timestamps[row] - 0.005 * Double(index)) < 1e-15)
      let between = Double(index) - 0.5
      #expect(distance(recording.truePosition![row], Vector3(between, 2 * between, -1)) < 1e-9)
      #expect(recording.trueAttitude![row].angle(to: Quaternion(.z, 0.1 * between)) < 1e-9)
    }
    #expect(recording.notes.contains { $0.hasPrefix("left out 3 samples before and after the time of the truth") })
    #expect(recording.notes.contains("put the truth on the motion's clock, between its 7 samples"))
  }

  @Test("Nanoseconds since 1970 keep every digit, though a double has none left for them")
  func nanoseconds() throws {
    let text = "#timestamp [ns],w_RS_S_x [rad s^-1],a_RS_S_x [m s^-2]\n"
    let steps = [0, 3, 4, 11, 5_000_001]
    let rows = steps.map { "\(Specimen.eurocStart + $0),0,0,0,0,0,9.8\n" }.joined()
    let recording = try read("data.csv", ["data.csv": Data((text + rows).utf8)], .init(gaps: .keep))
    #expect(recording.timestamps == steps.map { Double($0) * 1e-9 })
    // In quotation marks too.
    let quoted = rows.replacing("\(Specimen.eurocStart + 3)", with: "\"\(Specimen.eurocStart + 3)\"")
    let again = try read("data.csv", ["data.csv": Data((text + quoted).utf8)], .init(gaps: .keep))
    #expect(again.timestamps == recording.timestamps)
  }

  @Test("`readsTruth: false` reads the motion alone, all of it")
  func withoutTruth() throws {
    let recording = try read("MH_01_easy", nil, .init(readsTruth: false))
    #expect(recording.count == 9 && recording.truePosition == nil && recording.notes.isEmpty)
    var files = sequence.files
    files[truth] = nil
    #expect(try read("MH_01_easy", files) == recording)
  }

  @Test("A trace of the sequence has the truth too, in a folder on the disk and in a zip")
  func diskAndZip() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gimbal-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, content) in sequence.files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try content.write(to: file)
    }
    let trace = try Trace(contentsOf: folder.appendingPathComponent("MH_01_easy").path)
    #expect(trace.name == "MH_01_easy" && trace.count == 6 && trace.truePosition?.count == 6)
    let entries = sequence.files.map { (name: String($0.key.dropFirst("MH_01_easy/".count)), content: $0.value) }
    for deflates in [false, true] {
      let zipped = try Trace(contentsOf: "MH_01_easy.zip", in: ["MH_01_easy.zip": zip(entries, deflates: deflates)])
      #expect(zipped == trace)
    }
  }

  @Test("A truth that does not fit is an error that names its file and line")
  func brokenTruth() throws {
    func fails(_ change: (String) -> String, _ expected: String) throws {
      var files = sequence.files
      files[truth] = Data(change(sequence.text(truth)).utf8)
      let error = #expect(throws: (any Error).self) { try read("MH_01_easy", files) }
      #expect("\(error!)".contains(expected), "\(error!)")
    }
    func line(_ number: Int, _ change: @escaping ([String]) -> [String]) -> (String) -> String {
      { text in
        var lines = text.split(separator: "\n").map(String.init)
        lines[number - 1] = change(lines[number - 1].split(separator: ",").map(String.init)).joined(separator: ",")
        return lines.joined(separator: "\n")
      }
    }
    try fails(line(3) { [$0[0], "x"] + $0.dropFirst(2) }, "\(truth):3: “x” in column “2” is not a number")
    try fails(
      line(4) { $0.prefix(5) + ["0.5"] + $0.dropFirst(6) }, "\(truth):4: the quaternion in “attitude” has length")
    try fails(line(5) { Array($0.dropLast()) }, "\(truth):5: 16 fields, but the header has 17")
    try fails(line(5) { ["0"] + $0.dropFirst() }, "\(truth):5: time runs backwards")
    try fails({ $0.split(separator: "\n").prefix(1).joined() + "\n" }, "\(truth): no samples")
    try fails({ $0.replacing("1403", with: "1503") }, "they have no time in common")
    try fails({ _ in "" }, "\(truth): no samples")
  }
}
