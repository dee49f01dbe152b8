import Foundation
import Inertial
import MotionBench
import RecordingMutations
import Rotations
import Testing

/// Writes several files into its own folder and calls `body` with the folder's path.
private func withFolder<T>(_ files: [String: String], _ body: (String) throws -> T) throws -> T {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gimbal-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
  return try body(folder.path)
}

@Suite("Importers")
struct ImporterTests {
  private func raw(_ format: TraceFormat) throws -> RawRecording {
    try withFile(Specimen.tables[format]!.text(), named: "file.csv") {
      try RawRecording(contentsOf: $0, options: .init(oxiod: .raw))
    }
  }

  private func read(_ format: TraceFormat) throws -> Trace {
    try withFile(Specimen.tables[format]!.text(), named: "file.csv") {
      try Trace(contentsOf: $0, options: .init(oxiod: .raw))
    }
  }

  @Test("Units and signs of formats with an attitude")
  func attitudeFormats() throws {
    let g = standardGravity
    let sensorlog = try read(.sensorlog)
    #expect(distance(sensorlog.userAcceleration[0], Vector3(0.1, 0.2, 0.3) * g) < 1e-12)
    let sense = try read(.motionsense)
    #expect(sense.timestamps[1] == 0.02)
    #expect(distance(sense.userAcceleration[0], Vector3(0.1, 0.2, 0.3) * g) < 1e-12)
    #expect(sense.rotationRate![0] == Vector3(1, 2, 3))
    #expect(distance(sense.attitude[0].act(on: Vector3(1, 0, 0)), Vector3(0, 1, 0)) < 1e-12)
    let oxiod = try read(.oxiod)
    #expect(oxiod.timestamps[1] == 0.01)
    #expect(oxiod.magneticField![0] == Vector3(1, 2, 3))
    // The browser's reading includes gravity, −1 g face up: the rest of it is the user's acceleration.
    let browser = try read(.browser)
    #expect(abs(browser.medianStep - 0.02) < 1e-9)
    #expect(distance(browser.userAcceleration[0], Vector3(0.1 * g, 0, 0)) < 1e-9)
    #expect(distance(browser.attitude[0].act(on: Vector3(1, 0, 0)), Vector3(0, 1, 0)) < 1e-12)
  }

  @Test("Units and signs of bare sensors, and truth with gaps")
  func rawFormats() throws {
    let broad = try raw(.broad)
    #expect(broad.specificForce[0] == Vector3(0, 0, 9.8))
    #expect(broad.rotationRate![0] == Vector3(1, 2, 3))
    #expect(broad.magneticField![0] == Vector3(10, 20, 30))
    #expect(broad.trueAttitude![2].w.isNaN)
    #expect(broad.isMoving == [true, true, true, true, true])
    let xio = try raw(.xio)
    #expect(distance(xio.rotationRate![0], Vector3(.pi, 0, 0)) < 1e-12)
    #expect(distance(xio.specificForce[0], Vector3(0, 0, standardGravity)) < 1e-12)
    let euroc = try raw(.euroc)
    #expect(abs(euroc.timestamps[1] - euroc.timestamps[0] - 0.005) < 1e-6)
    #expect(euroc.rotationRate![0] == Vector3(0.1, 0.2, 0.3))
    #expect(euroc.specificForce[0] == Vector3(8, 0.5, -2))
    #expect(try raw(.phyphox).specificForce[0] == Vector3(0, 0, 9.8))
    // Gravity put back where a filter had taken it out.
    #expect(distance(try raw(.motionsense).specificForce[0], Vector3(-0.1, -0.2, 0.7) * standardGravity) < 1e-9)
  }

  @Test("Sensor Logger: streams of different rates on one clock, in a folder, by one of its files, and in a zip")
  func sensorLogger() throws {
    try withFolder(Specimen.sensorLogger) { folder in
      let trace = try Trace(contentsOf: folder)
      // All streams cover 0.015 s to 0.08 s.
      #expect(trace.timestamps == [0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08])
      #expect(distance(trace.rotationRate![1], Vector3(1.5, 2, 3)) < 1e-12)
      let expected = Quaternion(.z, 0.1 * 0.5)
      #expect(trace.attitude[0].angle(to: expected) < 1e-12)
      #expect(distance(trace.userAcceleration[0], Vector3(0.1, 0.2, 0.3)) < 1e-12)
      #expect(try Trace(contentsOf: folder + "/Gyroscope.csv").timestamps == trace.timestamps)
      let archive = zip(Specimen.sensorLogger.map { ($0.key, Data($0.value.utf8)) })
      try archive.write(to: URL(fileURLWithPath: folder + "/walk.zip"))
      let zipped = try Trace(contentsOf: folder + "/walk.zip")
      #expect(zipped.name == "walk")
      #expect(zipped.attitude == trace.attitude)
    }
  }

  @Test("Sensor Logger: Android's signs and an inverted attitude are recognised by gravity and said")
  func conventions() throws {
    var tables = Specimen.sensorLogger
    tables["Gravity.csv"] = tables["Gravity.csv"]!.replacing("-9.80665", with: "9.80665")
    let android = try withFolder(tables) { try Trace(contentsOf: $0) }
    #expect(distance(android.userAcceleration[0], Vector3(-0.1, -0.2, -0.3)) < 1e-12)
    #expect(android.notes.contains { $0.contains("changed the sign") })
    // Gravity along x cannot be, with the device level.
    tables["Gravity.csv"] = table("time,seconds_elapsed,x,y,z", rows: 10) { [1e18, 0.01 * Double($0), 9.8, 0, 0] }
    #expect(throws: RecordingError.self) { try withFolder(tables) { try Trace(contentsOf: $0) } }
    // A device tilted by 40°: only one way round fits.
    tables["Orientation.csv"] = table("time,seconds_elapsed,qw,qx,qy,qz", rows: 10) {
      [1e18, 0.015 + 0.01 * Double($0), cos(-0.35), sin(-0.35), 0, 0]
    }
    tables["Gravity.csv"] = table("time,seconds_elapsed,x,y,z", rows: 10) {
      [1e18, 0.01 * Double($0), 0, -sin(0.7) * 9.8, -cos(0.7) * 9.8]
    }
    let inverted = try withFolder(tables) { try Trace(contentsOf: $0) }
    #expect(inverted.attitude[0].angle(to: Quaternion(.x, 0.7)) < 1e-9)
    #expect(inverted.notes.contains { $0.contains("inverted the attitude") })
  }

  @Test("Sensor Logger: without gravity the gyroscope alone gives the device's rotation, as the notes report")
  func sensorLoggerWithoutGravity() throws {
    let tables = Specimen.sensorLogger.filter { $0.key != "Gravity.csv" }
    let trace = try withFolder(tables) { try Trace(contentsOf: $0) }
    #expect(trace.gravity == nil && trace.rotationRate != nil && trace.attitude.first == .identity)
    for words in ["left the orientation out", "found the attitude from the gyroscope alone", "Android's signs"] {
      #expect(trace.notes.contains { $0.contains(words) }, "\(trace.notes)")
    }
  }

  @Test("Sensor Logger: a missing table is named, a gap in one stream is not bridged silently")
  func sensorLoggerDefects() throws {
    for (missing, name) in [
      (["Accelerometer.csv"], "Accelerometer.csv"), (["Gravity.csv", "Gyroscope.csv"], "Gravity.csv"),
    ] {
      let tables = Specimen.sensorLogger.filter { !missing.contains($0.key) }
      let error = try #require(throws: RecordingError.self) { try withFolder(tables) { try Trace(contentsOf: $0) } }
      #expect("\(error)".contains("“\(name)” is missing"))
    }
    var tables = Specimen.sensorLogger
    tables["Gyroscope.csv"] = table("time,seconds_elapsed,x,y,z", rows: 8) {
      [1e18, 0.01 * Double($0) + ($0 > 4 ? 0.1 : 0), 0, 0, 0]
    }
    #expect(throws: RecordingError.self) { try withFolder(tables) { try Trace(contentsOf: $0) } }
    #expect(throws: Never.self) {
      try withFolder(tables) { try Trace(contentsOf: $0, options: .init(gaps: .interpolate)) }
    }
  }

  @Test(
    "Sensor Logger: a defect in any of its tables is said with table, line and column",
    arguments: Specimen.sensorLogger.keys.sorted())
  func sensorLoggerErrors(name: String) throws {
    func message(_ change: (inout [[String]]) -> Void) -> String {
      var tables = Specimen.sensorLogger
      var lines = tables[name]!.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
      change(&lines)
      tables[name] = lines.map { $0.joined(separator: ",") }.joined(separator: "\n")
      do {
        _ = try Trace(contentsOf: "walk", in: Specimen.folder(.sensorlogger, tables).files)
        return "no error"
      } catch { return "\(error)" }
    }
    let column = Specimen.sensorLogger[name]!.split(separator: ",")[2]
    #expect(message { $0[2][2] = "x" }.hasPrefix("walk/\(name):3: “x” in column “\(column)” is not a number"))
    #expect(message { $0[2][2] = "nan" }.hasPrefix("walk/\(name):3: “nan” in column “\(column)” is not a finite"))
    #expect(message { $0[2].removeLast() }.contains(" fields, but the header has "))
    #expect(message { $0[2][1] = $0[1][1] }.hasPrefix("walk/\(name):3: the time"))
    #expect(message { $0[3][1] = "-1" }.hasPrefix("walk/\(name):4: time runs backwards"))
    #expect(message { $0[0][2] = "other" }.hasPrefix("walk/\(name):1: the column “\(column)” is missing"))
    // Without seconds the nanoseconds are the time, which stand still here.
    #expect(message { $0[0][1] = "seconds_elapsd" }.contains("walk/\(name):3: the time"))
    #expect(
      message { $0.removeSubrange(1...) }
        == "walk/\(name): no samples. A trace needs at least one row of numbers after the header.")
    #expect(
      message { $0[$0.count - 1][1] = "9" }.hasPrefix(
        "walk/\(name):\(name == "Gyroscope.csv" ? 6 : 11): nothing was recorded"))
  }

  @Test("phyphox: several tables, old and new column names, an attitude")
  func phyphox() throws {
    let tables = [
      "Linear Accelerometer.csv": table("\"Time (s)\",\"X (m/s^2)\",\"Y (m/s^2)\",\"Z (m/s^2)\"", rows: 9) {
        [0.01 * Double($0), 0.1, 0.2, 0.3]
      },
      "Gyroscope.csv": table(
        "\"Time (s)\",\"Gyroscope x (rad/s)\",\"Gyroscope y (rad/s)\",\"Gyroscope z (rad/s)\"", rows: 9
      ) {
        [0.01 * Double($0), 1, 2, 3]
      },
      "Attitude.csv": table("\"Time (s)\",\"w\",\"x\",\"y\",\"z\"", rows: 9) { [0.01 * Double($0), 1, 0, 0, 0] },
    ]
    let trace = try withFolder(tables) { try Trace(contentsOf: $0) }
    #expect(distance(trace.acceleration(at: 0), Vector3(0.1, 0.2, 0.3)) < 1e-12)
    #expect(trace.rotationRate![3] == Vector3(1, 2, 3))
    #expect(throws: RecordingError.self) {
      try withFolder(["Gyroscope.csv": tables["Gyroscope.csv"]!]) { try Trace(contentsOf: $0) }
    }
  }

  @Test("gzip goes in and out", arguments: 1...2)
  func compression(seed: UInt64) throws {
    let trace = try randomTrace(seed: seed)
    try withFile("") { path in
      try trace.write(to: path + ".gz")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path + ".gz"))
      #expect(bytes.starts(with: [0x1f, 0x8b]))
      #expect(bytes.count < trace.table.utf8.count * 2 / 3)
      #expect(try Trace(contentsOf: path + ".gz") == trace)
    }
  }

  @Test("phyphox: the unit decides what a column is, an unknown unit is no sensor")
  func phyphoxUnits() throws {
    let text = Specimen.tables[.phyphox]!.text()
    let error = #expect(throws: RecordingError.self) {
      try RawRecording(
        contentsOf: "a.csv", in: ["a.csv": Data(text.replacing("m/s^2", with: "furlong").utf8)],
        options: .init(format: .phyphox))
    }
    #expect("\(error!)".contains("a.csv: there is no acceleration in it, only Time (s), Acceleration x (furlong)"))
    // The unit in the name wins.
    let inG = text.replacing("m/s^2", with: "g").replacing("9.8", with: "1")
    let recording = try RawRecording(contentsOf: "a.csv", in: ["a.csv": Data(inG.utf8)])
    #expect(recording.specificForce[0] == Vector3(0, 0, standardGravity))
    let older = text.replacing("m/s^2", with: "m/s²")
    #expect(try RawRecording(contentsOf: "a.csv", in: ["a.csv": Data(older.utf8)]).count == 3)
  }

  @Test("Every format with one table is recognised by its header")
  func recognition() throws {
    for (format, specimen) in Specimen.tables {
      let text = specimen.text()
      let chosen = try withFile(text) { try RawRecording(contentsOf: $0, options: .init(format: format, oxiod: .raw)) }
      let recognized = try withFile(text) { try RawRecording(contentsOf: $0, options: .init(oxiod: .raw)) }
      #expect(chosen.timestamps == recognized.timestamps)
      #expect(chosen.specificForce == recognized.specificForce)
    }
  }
}

extension Trace {
  /// The kinematic acceleration of one sample in the reference frame.
  fileprivate func acceleration(at index: Int) -> Vector3 { self[index].acceleration }
}
