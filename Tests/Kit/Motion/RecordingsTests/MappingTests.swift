import Foundation
import Inertial
import MotionBench
import RecordingMutations
import Rotations
import Testing

@Suite("Tables in no known format")
struct MappingTests {
  @Test(
    "AndroSensor: a preamble, semicolons and milliseconds; refused with the command, proposed, and read by the proposal"
  )
  func androSensor() throws {
    let files = Specimen.androSensor.files
    let error = #expect(throws: RecordingError.self) { try Trace(contentsOf: "andro.csv", in: files) }
    #expect("\(error!)".hasPrefix("andro.csv:3: no known trace format"))
    #expect("\(error!)".contains("gimbal trace info andro.csv --write-mapping"))
    let proposal = try MappingProposal(contentsOf: "andro.csv", in: files)
    #expect(proposal.findings.map(\.key) == ["time", "specific-force", "rotation-rate"])
    #expect(proposal.findings.map(\.unit) == ["ms", "m/s2", "rad/s"])
    #expect(proposal.findings.allSatisfy { $0.confidence != .guess })
    #expect(proposal.remarks.contains { $0.contains("never change") })
    let trace = try Trace(contentsOf: "andro.csv", in: Specimen.androSensorMapped.files)
    #expect(trace.count == 60 && abs(trace.medianStep - 0.01) < 1e-9)
    #expect(trace.notes[0] == "read as andro.csv.mapping.yaml says")
    #expect(distance(trace.rotationRate![0], Vector3(0, 0.5, 0)) < 1e-12)
    let raw = try RawRecording(contentsOf: "andro.csv", in: Specimen.androSensorMapped.files)
    #expect(distance(raw.specificForce[0], Vector3(0.3, 0, standardGravity)) < 1e-9)
  }

  @Test("What is sure is read as proposed, without a mapping next to it; the notes say by what, and what was left out")
  func asProposed() throws {
    let files = Specimen.androSensor.files
    let options = Trace.ReadingOptions(takesProposal: true)
    let trace = try Trace(contentsOf: "andro.csv", in: files, options: options)
    let mapped = try Trace(contentsOf: "andro.csv", in: Specimen.androSensorMapped.files)
    #expect(trace.attitude == mapped.attitude && trace.userAcceleration == mapped.userAcceleration)
    #expect(
      trace.notes[0]
        == "read as proposed: time from “Time since start in ms” in ms, specific-force from “ACCELEROMETER X (m/s²)”, "
        + "“ACCELEROMETER Y (m/s²)”, “ACCELEROMETER Z (m/s²)” in m/s2, rotation-rate from “GYROSCOPE X (rad/s)”, “GYROSCOPE Y "
        + "(rad/s)”, “GYROSCOPE Z (rad/s)” in rad/s")
    // A known format is not concerned, and a mapping next to the table says what a person has said.
    let known = Specimen.tables[.gimbal]!
    #expect(
      try Trace(contentsOf: known.path, in: known.files, options: options)
        == Trace(contentsOf: known.path, in: known.files))
    #expect(
      try Trace(contentsOf: "andro.csv", in: Specimen.androSensorMapped.files, options: options).notes[0]
        == "read as andro.csv.mapping.yaml says")
  }

  /// A table of a logger, a device that lies level and turns about z.
  private func logged(_ header: String, _ row: (Double) -> String) -> [String: Data] {
    ["a.csv": Data((header + "\n" + (0..<200).map { row(0.01 * Double($0)) + "\n" }.joined()).utf8)]
  }

  @Test(
    "HyperIMU and Physics Toolbox hand on Android's units, so that their tables are sure; without the app's name they are not"
  )
  func knownApps() throws {
    let options = Trace.ReadingOptions(takesProposal: true)
    let names = ["Gyroscope", "Accelerometer"].flatMap { sensor in ["x", "y", "z"].map { "MPL_\(sensor).\($0)" } }
    let header = "timestamp,\(names.joined(separator: ","))"
    func row(_ t: Double) -> String { "\(1_500_989_996_591 + Int((t * 1000).rounded())),0,0,0.2,0,0,9.81" }
    let hyper = try Trace(
      contentsOf: "a.csv", in: logged("@ HyperIMU - ianovir - 2017\n@ Date: Tue\n\n\(header)", row), options: options)
    #expect(distance(hyper.rotationRate![50], Vector3(0, 0, 0.2)) < 1e-9 && abs(hyper.medianStep - 0.01) < 1e-9)
    let unnamed = #expect(throws: RecordingError.self) {
      try Trace(contentsOf: "a.csv", in: logged(header, row), options: options)
    }
    #expect("\(unnamed!)".contains("is not sure: rotation-rate is a guess (by its name, up to 0.2"))
    let toolbox = try Trace(
      contentsOf: "a.csv",
      in: logged("time,gFx,gFy,gFz,ax,ay,az,wx,wy,wz,") { "\($0),0,0,1,0.3,0,0,0,0,0.2," }, options: options)
    #expect(distance(toolbox.rotationRate![50], Vector3(0, 0, 0.2)) < 1e-9)
    #expect(distance(toolbox.userAcceleration[50], Vector3(-0.3, 0, 0)) < 1e-9)
  }

  @Test("A mapping takes names of columns as they are in a header, also where YAML wants them in quotation marks")
  func bareNames() throws {
    let names = ["Time [s]", "acc: x", "%y", "@z", "*u", "&v", "!w"]
    var files = logged(names.joined(separator: ",")) { "\($0),0.1,0.2,9.81,0.01,0.02,0.03" }
    files["a.csv.mapping.yaml"] = Data(
      """
      time: {column: Time [s], unit: s}
      specific-force: {columns: [acc: x, %y, @z]}
      rotation-rate:
        columns: [*u, &v, !w]

      """.utf8)
    let trace = try Trace(contentsOf: "a.csv", in: files)
    #expect(trace.count == 200 && trace.rotationRate?[7] == Vector3(0.01, 0.02, 0.03))
  }

  @Test("What is not sure is refused with what is missing or only guessed")
  func unsure() throws {
    func message(_ header: String, _ row: (Double) -> String) -> String {
      do {
        _ = try Trace(contentsOf: "a.csv", in: logged(header, row), options: .init(takesProposal: true))
        return "no error"
      } catch { return "\(error)" }
    }
    let noClock = message(
      "ACCELEROMETER X (m/s²),ACCELEROMETER Y (m/s²),ACCELEROMETER Z (m/s²),GYROSCOPE X (rad/s),GYROSCOPE Y (rad/s),GYROSCOPE Z (rad/s)"
    ) {
      "\(sin($0)),0,9.81,0,0,0.2"
    }
    #expect(noClock.contains("time is a guess (no column runs like a clock"))
    let noGyroscope = message("time (s),acc x (m/s²),acc y (m/s²),acc z (m/s²)") { "\($0),0,0.1,9.81" }
    #expect(noGyroscope.contains("there is no column of a rotation rate or an attitude"))
    let downwards = message("time (s),acc x (g),acc y (g),acc z (g),gyr x (rad/s),gyr y (rad/s),gyr z (rad/s)") {
      "\($0),0,0.01,-1,0,0,0.2"
    }
    #expect(downwards.contains("z is negative most of the time: if the screen faced up, add “sign: apple”"))
  }

  @Test("A doubt that a correction dispels becomes a mapping file next to a folder, a file or an archive")
  func correction() throws {
    var files = Specimen.phyphoxWhole.files
    let turning = (0..<1500).map { 0.01 * Double($0) }
    var attitude = Quaternion.identity
    var (gravity, linear, gyroscope) = ("Time (s),X (m/s^2),Y (m/s^2),Z (m/s^2)\n", "", "")
    (linear, gyroscope) = (gravity, "Time (s),X (deg/s),Y (deg/s),Z (deg/s)\n")
    for time in turning {
      let rate = Vector3(0.8 * sin(time), 0.6 * cos(1.3 * time), 0.5 * sin(0.7 * time))
      let up = attitude.inverse.act(on: Vector3(0, 0, standardGravity))
      gravity += "\(time),\(up.x),\(up.y),\(up.z)\n"
      linear += "\(time),\(sin(time)),0,0\n"
      // Radians under a name that says degrees.
      gyroscope += "\(time),\(rate.x),\(rate.y),\(rate.z)\n"
      attitude = attitude * Quaternion(rotationVector: rate * 0.01)
    }
    files = [
      "walk/Gravity.csv": Data(gravity.utf8), "walk/Linear Acceleration.csv": Data(linear.utf8),
      "walk/Gyroscope.csv": Data(gyroscope.utf8),
    ]
    let inspection = try TraceInspection(contentsOf: "walk/", in: files)
    let draft = try #require(inspection.draft)
    #expect(
      draft.path == "walk.mapping.yaml"
        && draft.yaml.contains("\ncorrection: {rotation-rate: 57.2958}  # gravity turns 57 times"))
    #expect(inspection.message(naming: .commandLine).contains("--write-mapping` writes to walk.mapping.yaml"))
    let wrong = try Trace(contentsOf: "walk", in: files)
    files["walk.mapping.yaml"] = Data(draft.yaml.utf8)
    let right = try Trace(contentsOf: "walk", in: files)
    #expect(wrong.doubts.contains { $0.kind == .rotationUnit } && right.doubts.allSatisfy { $0.kind != .rotationUnit })
    #expect(abs(right.rotationRate![100].length / wrong.rotationRate![100].length - 57.2958) < 1e-9)
    #expect(right.notes.contains("corrected rotation rate by 57.3, as walk.mapping.yaml says"))
    // A correction on the command line replaces the mapping's.
    let own = try Trace(contentsOf: "walk", in: files, options: .init(correction: .init(rotationRate: 2)))
    #expect(abs(own.rotationRate![100].length / wrong.rotationRate![100].length - 2) < 1e-9)
    // Next to one table, alone and with the columns.
    var single = Specimen.androSensorMapped.files
    single["andro.csv.mapping.yaml"]! += Data("correction: {acceleration: 2, axes: \"-y,x,z\"}\n".utf8)
    let turned = try RawRecording(contentsOf: "andro.csv", in: single)
    #expect(distance(turned.specificForce[0], Vector3(0, 0.6, 2 * standardGravity)) < 1e-9)
    var known = Specimen.tables[.gimbal]!
    known.files[known.path + ".mapping.yaml"] = Data("correction: {time: 2}\n".utf8)
    #expect(
      abs(
        try Trace(contentsOf: known.path, in: known.files).duration
          / Trace(contentsOf: "a", in: ["a": known.files[known.path]!]).duration - 2) < 1e-9)
    for (text, part) in [
      ("correction: {time: -1}", "a factor other than 0, above it"), ("correction: {rate: 2}", "has no key “rate”"),
      ("correction: {axes: \"x,x,z\"}", "“axes” of “correction” are x, y and z, each once"),
    ] {
      files["walk.mapping.yaml"] = Data(text.utf8)
      let error = #expect(throws: RecordingError.self) { try Trace(contentsOf: "walk", in: files) }
      #expect("\(error!)".hasPrefix("walk.mapping.yaml:1: ") && "\(error!)".contains(part), "\(error!)")
    }
  }

  @Test("WISDM's rows: no names, a word among the numbers, a semicolon at the end")
  func wisdm() throws {
    let proposal = try MappingProposal(contentsOf: "wisdm.txt", in: Specimen.wisdm.files)
    #expect(proposal.findings.map(\.columns) == [["3"], ["4", "5", "6"]])
    #expect(proposal.findings.map(\.unit) == ["ns", "m/s2"])
    #expect(proposal.remarks.contains { $0.contains("record the gyroscope too") })
  }

  private func proposal(_ header: String, rows: Int = 200, _ row: (Int) -> String) throws -> MappingProposal {
    let text = header + "\n" + (0..<rows).map { row($0) + "\n" }.joined()
    return try MappingProposal(contentsOf: "a.csv", in: ["a.csv": Data(text.utf8)])
  }

  @Test("Names as loggers write them, and units from the numbers where the names have none")
  func names() throws {
    // Turning about y by 1 rad/s: gravity says that the gyroscope is in degrees.
    func line(_ i: Int, _ t: String, _ scale: Double) -> String {
      let angle = 0.01 * Double(i)
      return "\(t),\(-sin(angle) * scale),0,\(cos(angle) * scale),0,57.29578,0"
    }
    let epoch = try proposal("timestamp,ax,ay,az,gx,gy,gz") { line($0, "\(1_700_000_000_000 + 10 * $0)", 9.81) }
    #expect(epoch.findings.map(\.key) == ["time", "specific-force", "rotation-rate"])
    #expect(epoch.findings.map(\.unit) == ["ms", "m/s2", "deg/s"])
    #expect(epoch.findings[2].confidence == .sure)
    let nano = try proposal("t,accX,accY,accZ,gyroX,gyroY,gyroZ") { line($0, "\(5_000_000_000 + 10_000_000 * $0)", 1) }
    #expect(nano.findings.map(\.unit) == ["ns", "g", "deg/s"])
    let counts = try proposal("Time [s],acc_x,acc_y,acc_z,w_x [deg/s],w_y [deg/s],w_z [deg/s]") {
      line($0, "\(0.01 * Double($0))", 16384)
    }
    #expect(counts.findings[1].details.contains { $0.hasPrefix("scale: 0.000598") })
    let toolbox = try proposal("time,gFx,gFy,gFz,wx,wy,wz") { line($0, "\(0.01 * Double($0))", 1) }
    #expect(toolbox.findings.map(\.key) == ["time", "specific-force", "rotation-rate"])
    let clock = try proposal("time,ax (m/s^2),ay (m/s^2),az (m/s^2)") {
      line($0, "17:00:00:\(100 + $0)", 9.81).components(separatedBy: ",0,57")[0]
    }
    #expect(clock.findings[0].unit == "clock")
    let none = try proposal("ax,ay,az,gx,gy,gz") { String(line($0, "", 9.81).dropFirst()) }
    #expect(none.findings[0].details == ["rate: 0"] && none.findings[0].confidence == .guess)
  }

  @Test(
    "Dates and times of day are seconds, whoever wrote them, and go on after midnight",
    arguments: [
      "2017-12-04 23:59:59.%03d -0800", "2026-03-24T23:59:59.%03dZ", "24/03/2026 23:59:59:%03d", "23:59:59.%03d",
      "05-Nov-2026 23:59:59.%03d", "Sep 24, 2026 23:59:59.%03d", "24 September 2026 23:59:59.%03d",
    ])
  func clocks(form: String) throws {
    func stamp(_ i: Int) -> String {
      let isNext = i >= 100
      let text = String(format: form, isNext ? 10 * (i - 100) : 10 * i)
      guard isNext else { return text }
      let next = [
        ("23:59:59", "00:00:00"), ("12-04", "12-05"), ("03-24", "03-25"), ("24/", "25/"), ("05-N", "06-N"),
        ("Sep 24", "Sep 25"), ("24 S", "25 S"),
      ]
      return next.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
    let text = "time;ax (m/s^2);ay (m/s^2);az (m/s^2)\n" + (0..<200).map { "\(stamp($0));0;0;9.81\n" }.joined()
    let files = ["a.csv": Data(text.utf8)]
    let proposal = try MappingProposal(contentsOf: "a.csv", in: files)
    #expect(proposal.findings.first?.unit == "clock")
    let mapping = "time: {column: time, unit: clock}\nspecific-force: {columns: [ax (m/s^2), ay (m/s^2), az (m/s^2)]}"
    let raw = try RawRecording(
      contentsOf: "a.csv", in: files.merging(["a.csv.mapping.yaml": Data(mapping.utf8)]) { $1 })
    for (a, b) in zip(raw.timestamps, raw.timestamps.dropFirst()) { #expect(abs(b - a - 0.01) < 1e-5) }
  }

  @Test(
    "MotionSense's columns with times next to them are read by these times",
    arguments: [
      (nil, 1, 0.02), ("", 1, 0.02), ("timestamp", 0.01, 0.01), ("t", 0.005, 0.005), ("Time (s)", 0.04, 0.04),
      ("time_ms", 10, 0.01), ("timestamp", 1e7, 0.01),
    ] as [(String?, Double, Double)])
  func motionSense(time: String?, step: Double, seconds: Double) throws {
    let names =
      ["attitude.roll", "attitude.pitch", "attitude.yaw"]
      + ["gravity", "rotationRate", "userAcceleration"].flatMap { name in ["x", "y", "z"].map { "\(name).\($0)" } }
    let text =
      ([time].compactMap { $0 } + names).joined(separator: ",") + "\n"
      + (0..<100).map { (time == nil ? "" : "\(step * Double($0)),") + "0,0,0,0,0,-1,0,0,0,0.1,0,0\n" }.joined()
    let trace = try Trace(contentsOf: "a.csv", in: ["a.csv": Data(text.utf8)])
    #expect(abs(trace.medianStep - seconds) < 1e-12 && trace.attitude[50] == .identity)
    #expect(abs(trace.userAcceleration[50].x - 0.1 * standardGravity) < 1e-12)
    #expect(trace.notes.contains { $0.contains("took the times from") } == (time?.isEmpty == false))
  }

  @Test("Core Motion's quantities under whatever names, without an attitude: in g, and with Apple's sign")
  func coreMotion() throws {
    for join in [".", "", "_"] {
      func three(_ name: String) -> String {
        ["x", "y", "z"].map { "\(name)\(join)\(join.isEmpty ? $0.uppercased() : $0)" }.joined(separator: ",")
      }
      // Lying on its back, turning about the vertical, pushed in the direction of x: Core Motion says −.
      let names = "timestamp,\(three("gravity")),\(three("rotationRate")),\(three("userAcceleration"))"
      let text =
        names + "\n"
        + (0..<200).map { "\(0.01 * Double($0)),0,0,-1,0,0,\(0.3 + 1e-3 * Double($0)),-0.1,0,0\n" }.joined()
      var files = ["a.csv": Data(text.utf8)]
      let proposal = try MappingProposal(contentsOf: "a.csv", in: files)
      #expect(Set(proposal.findings.map(\.key)) == ["time", "gravity", "rotation-rate", "user-acceleration"])
      files["a.csv.mapping.yaml"] = Data(proposal.yaml.utf8)
      let trace = try Trace(contentsOf: "a.csv", in: files)
      #expect(abs(trace.userAcceleration[100].x + 0.1 * standardGravity) < 1e-9, "\(join)")
      #expect(distance(trace.attitude[100].act(on: Vector3(0, 0, 1)), Vector3(0, 0, 1)) < 1e-9)
    }
  }

  @Test("A quaternion's way round and the accelerations' sign, by gravity")
  func quaternion() throws {
    func text(_ sign: Double, _ turn: Double) throws -> MappingProposal {
      try proposal("time,qw,qx,qy,qz,accel_x_m_s2,accel_y_m_s2,accel_z_m_s2") { i in
        let half = 0.005 * Double(i)
        let angle = 2 * half
        return
          "\(0.01 * Double(i)),\(cos(half)),\(turn * sin(half)),0,0,0,\(sign * sin(angle) * 9.81),\(sign * cos(angle) * 9.81)"
      }
    }
    func details(_ proposal: MappingProposal, _ key: String) -> [String] {
      proposal.findings.first { $0.key == key }?.details ?? []
    }
    #expect(details(try text(1, 1), "quaternion") == ["turns: device to reference"])
    #expect(details(try text(1, -1), "quaternion") == ["turns: reference to device"])
    #expect(details(try text(-1, 1), "specific-force") == ["sign: apple"])
  }

  private func mapped(_ yaml: String) -> String {
    let files = ["a.csv": Data("t,x,y,z\n0,1,2,3\n1,1,2,3\n".utf8), "a.csv.mapping.yaml": Data(yaml.utf8)]
    do {
      let raw = try RawRecording(contentsOf: "a.csv", in: files)
      return "\(raw.timestamps) \(raw.specificForce[0])"
    } catch { return "\(error)" }
  }

  @Test("Every entry of a mapping file changes what is read")
  func entries() throws {
    let force = "specific-force: {columns: [x, y, z]}"
    let plain = mapped("time: {column: t}\n\(force)")
    #expect(plain.hasPrefix("[0.0, 1.0]"))
    for other in [
      "time: {column: t, unit: ms}\n\(force)", "time: {rate: 50}\n\(force)",
      "time: {column: t}\nspecific-force: {columns: [x, y, z], unit: g}",
      "time: {column: t}\nspecific-force: {columns: [z, y, x]}",
      "time: {column: t}\nspecific-force: {columns: [x, y, z], sign: apple}",
      "time: {column: t}\nspecific-force: {columns: [x, y, z], signs: [1, -1, 1]}",
      "time: {column: t}\nspecific-force: {columns: [x, y, z], scale: 2}",
    ] {
      #expect(mapped(other).hasPrefix("["), "\(mapped(other))")
      #expect(mapped(other) != plain, "\(other)")
    }
  }

  @Test("Errors in a mapping file come with their line and the word that was meant")
  func errors() {
    for (yaml, expected) in [
      (
        "time: {column: t}\nspecific-forces: {columns: [x, y, z]}",
        "a.csv.mapping.yaml:2: a mapping has no key “specific-forces”"
      ),
      ("time: {colum: t}", ":1: “time” has no key “colum”"),
      ("specific-force: {columns: [x, y, z]}", "“time” is missing"),
      ("time: {column: t}\nspecific-force: {columns: [x, y]}", ":2: “columns” of “specific-force” are 3 names"),
      ("time: {column: t, unit: minuets}", "is not a unit of “time”"), ("time: [", "this is not YAML"),
      ("", "a mapping has keys"),
      ("time: {column: t}\nspecific-force: {columns: [x, y, z], sign: up}", "is not one of “android”, “apple”"),
      ("time: {column: t}\nspecific-force: {columns: [x, y, z], signs: [1, 2, 1]}", "each 1 or -1"),
      (
        "time: {column: tt}\nspecific-force: {columns: [x, y, z]}",
        "a.csv.mapping.yaml:1: a.csv has no column “tt”; it has t, x, y, z (did you mean “t”?). Correct the mapping"
      ),
      (
        "time: {column: t}\nspecific-force: {columns: [x, y, x]}",
        "a.csv.mapping.yaml:2: the column “x” is named twice. Correct the mapping"
      ),
      ("time: {column: tt, unit: clock}", "a.csv.mapping.yaml:1: a.csv has no column “tt”"),
      (
        "time: {rate: 0}\nspecific-force: {columns: [x, y, z]}",
        "a.csv.mapping.yaml: The rate is 0.0; it has to be above"
      ),
    ] {
      #expect(mapped(yaml).contains(expected), "\(mapped(yaml))")
    }
  }

  @Test(
    "Columns named roll, pitch and yaw are an attitude, in the unit that fits, as far as gravity agrees",
    arguments: [("roll,pitch,yaw", 180 / Double.pi, "deg"), ("Roll (rad),Pitch (rad),Yaw (rad)", 1, "rad")])
  func angles(names: String, scale: Double, unit: String) throws {
    func angles(_ t: Double) -> RollPitchYaw {
      RollPitchYaw(roll: 0.4 * sin(3 * t), pitch: 0.5 + 0.3 * cos(2 * t), yaw: t)
    }
    func files(turning: (RollPitchYaw) -> Quaternion) -> [String: Data] {
      logged("time,\(names),ax,ay,az") { t in
        let a = angles(t)
        let force = turning(a).inverse.act(on: Vector3(0, 0, standardGravity))
        return "\(t),\(a.roll * scale),\(a.pitch * scale),\(a.yaw * scale),\(force.x),\(force.y),\(force.z)"
      }
    }
    let good = files { Quaternion($0) }
    let proposal = try MappingProposal(contentsOf: "a.csv", in: good)
    let finding = try #require(proposal.findings.first { $0.key == "angles" })
    #expect(finding.unit == unit && finding.confidence == .likely && proposal.remarks.isEmpty, "\(proposal)")
    var mapped = good
    mapped["a.csv.mapping.yaml"] = Data(proposal.yaml.utf8)
    let trace = try Trace(contentsOf: "a.csv", in: mapped)
    #expect(zip(trace.attitude, trace.elapsed).allSatisfy { $0.angle(to: Quaternion(angles($1))) < 1e-6 })
    #expect(try Trace(contentsOf: "a.csv", in: good, options: .init(takesProposal: true)).attitude == trace.attitude)
    // Aviation's order: a guess, and it says why.
    let other = try MappingProposal(
      contentsOf: "a.csv",
      in: files { Quaternion(.z, $0.yaw) * Quaternion(.y, 1.5 + $0.pitch) * Quaternion(.x, 1 + 2 * $0.roll) })
    let guess = try #require(other.findings.first { $0.key == "angles" })
    #expect(guess.confidence == .guess && guess.reasons.contains { $0.contains("do not agree") }, "\(other)")
  }

  @Test("A header below a preamble, units in their own line, columns aligned by blanks, the Latin alphabet of old")
  func heads() throws {
    func columns(_ bytes: [UInt8]) throws -> MappingProposal {
      try MappingProposal(contentsOf: "a.csv", in: ["a.csv": Data(bytes)])
    }
    let rows = (0..<50).map { "\(0.01 * Double($0)),0,0,9.8\n" }.joined()
    let units = try columns(Array(("Time,Acc X,Acc Y,Acc Z\ns,m/s^2,m/s^2,m/s^2\n" + rows).utf8))
    #expect(units.findings[1].columns == ["Acc X (m/s^2)", "Acc Y (m/s^2)", "Acc Z (m/s^2)"])
    let preamble = try columns(Array(("Subject: me,,,\nDate: today,,,\n\nTime,Acc X,Acc Y,Acc Z\n" + rows).utf8))
    #expect(preamble.shape.contains("names in line 4"))
    let blanks = try columns(Array(("time ax ay az\n" + rows.replacing(",", with: "   ")).utf8))
    #expect(blanks.findings.map(\.key) == ["time", "specific-force"])
    let latin =
      Array("t,acc x [m/s".utf8) + [0xb2] + Array("],acc y [m/s".utf8) + [0xb2] + Array("],acc z [m/s".utf8) + [0xb2]
    #expect(try columns(latin + Array(("]\n" + rows).utf8)).findings[1].unit == "m/s2")
    let declared = try columns(Array(("sep=;\nt;ax;ay;az\n" + rows.replacing(",", with: ";")).utf8))
    #expect(declared.findings.map(\.key) == ["time", "specific-force"])
  }
}

@Suite("The order of proof")
struct DoubtTests {
  /// A device that turns about all axes by turns, with gravity in what the accelerometer reads.
  private func read(_ options: Trace.ReadingOptions) throws -> Trace {
    let text =
      "Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),Accelerometer Y (g),"
      + "Accelerometer Z (g)\n"
    var attitude = Quaternion.identity
    var lines = ""
    for row in 0..<1500 {
      let time = 0.01 * Double(row)
      let rate = Vector3(0.8 * sin(time), 0.6 * cos(1.3 * time), 0.5 * sin(0.7 * time))
      let up = attitude.inverse.act(on: Vector3(0, 0, 1))
      let d = rate * (180 / .pi)
      lines += "\(time),\(d.x),\(d.y),\(d.z),\(up.x),\(up.y),\(up.z)\n"
      attitude = attitude * Quaternion(rotationVector: rate * 0.01)
    }
    return try Trace(contentsOf: "a.csv", in: ["a.csv": Data((text + lines).utf8)], options: options)
  }

  @Test("A right recording raises none; wrong units, signs and axes are seen where no attitude was recorded")
  func rotation() throws {
    #expect(try read(.init()).doubts.filter { $0.kind != .accelerationUnit } == [])
    func kinds(_ correction: Trace.ReadingOptions.Correction) throws -> Set<Trace.Doubt.Kind> {
      Set(try read(.init(correction: correction)).doubts.map(\.kind))
    }
    #expect(try kinds(.init(rotationRate: 180 / .pi)).contains(.rotationUnit))
    #expect(try kinds(.init(rotationRate: -1)).contains(.rotationSign))
    #expect(try kinds(.init(time: 1000)).contains(.timeUnit))
    #expect(try kinds(.init(acceleration: 1 / standardGravity)).isEmpty == false)
  }

  @Test("The shipped recordings raise no doubt", arguments: ["still", "square", "figure-eight", "waving"])
  func shipped(name: String) throws {
    #expect(try Trace(contentsOf: shippedTraces.appendingPathComponent("\(name).csv").path).doubts == [])
  }

  @Test("Messages name options as they are called where they are shown")
  func naming() throws {
    let error = RecordingError.gap(from: 1, to: 2.1234567, usual: 0.01, of: 2, place: .init(file: "a.csv", line: 7))
    #expect("\(error)".contains("`gaps: .interpolate`") && "\(error)".contains("2.123 s"))
    #expect(error.message(naming: .commandLine).contains("`--gaps interpolate`"))
    let doubt = try #require(
      try read(.init(correction: .init(rotationRate: 180 / .pi))).doubts.first { $0.kind == .rotationUnit })
    #expect(doubt.message(naming: .commandLine).contains("`--scale-rotation 0.0174533`"))
    #expect("\(doubt)".contains("`correction: .init(rotationRate: 0.0174533)`"))
  }

  @Test("A short gap is bridged and said, a long one refused, many short ones too")
  func gaps() throws {
    func file(_ missing: [Range<Int>]) -> [String: Data] {
      let rows = (0..<1000).filter { row in !missing.contains { $0.contains(row) } }
      let text =
        Specimen.tables[.gimbal]!.text().split(separator: "\n")[0] + "\n"
        + rows.map { "\(0.01 * Double($0)),1,0,0,0,0.1,0.2,0.3\n" }.joined()
      return ["a.csv": Data(text.utf8)]
    }
    let trace = try Trace(contentsOf: "a.csv", in: file([100..<103]))
    #expect(trace.count == 1000 && trace.notes[0].hasPrefix("bridged a gap of 0.04 s"))
    #expect(throws: RecordingError.self) {
      try Trace(contentsOf: "a.csv", in: file([100..<103]), options: .init(gaps: .refuse))
    }
    #expect(throws: RecordingError.self) { try Trace(contentsOf: "a.csv", in: file([100..<125])) }
    #expect(throws: RecordingError.self) {
      try Trace(contentsOf: "a.csv", in: file((0..<12).map { (50 + 60 * $0)..<(60 + 60 * $0) }))
    }
    let inspection = try TraceInspection(contentsOf: "a.csv", in: file([100..<125]))
    #expect(inspection.findings.count == 1)
    #expect(inspection.message(naming: .commandLine).contains("gaps: 1 (0.26 s after 0.99 s)"))
  }

  @Test("Axes: exchanged, mirrored, and texts that name none")
  func axes() throws {
    let axes = try Trace.ReadingOptions.Axes("-y, x, z")
    #expect("\(axes)" == "-y,x,z")
    for text in ["x,y", "x,x,z", "a,b,c", "x y z", ""] {
      #expect(throws: RecordingError.self) { try Trace.ReadingOptions.Axes(text) }
    }
  }
}

@Suite("Acceleration with and without gravity")
struct GravityDifferenceTests {
  /// A device that is turned about x while it is shaken: both accelerations, and the rates.
  private func table(gravity: Double = standardGravity) -> String {
    "t,fx,fy,fz,ax,ay,az,wx,wy,wz\n"
      + (0..<400).map { index -> String in
        let time = 0.01 * Double(index)
        let shake = 3 * sin(20 * time)
        let down = Quaternion(.x, 0.5 * time).inverse.act(on: Vector3(0, 0, -gravity))
        // Core Motion's sign without gravity, the sensor's with it.
        let user = Vector3(shake, 0.5 * shake, 0)
        let force = -user - down
        return "\(time),\(force.x),\(force.y),\(force.z),\(user.x),\(user.y),\(user.z),0.5,0,0\n"
      }.joined()
  }

  private func trace(_ table: String) throws -> Trace {
    let mapping = ColumnMapping(
      time: .column("t"), userAcceleration: .init(["ax", "ay", "az"]), specificForce: .init(["fx", "fy", "fz"]),
      rotationRate: .init(["wx", "wy", "wz"]))
    return try Trace(contentsOf: "a.csv", in: ["a.csv": Data(table.utf8)], options: .init(columns: mapping))
  }

  @Test("Their difference is gravity: nothing is estimated, and what the device says without gravity stays")
  func difference() throws {
    let trace = try trace(table())
    #expect(trace.notes.contains { $0.contains("took the difference of the accelerations with and without gravity") })
    for index in trace.attitude.indices {
      let time = trace.timestamps[index]
      let up = trace.attitude[index].inverse.act(on: Vector3(0, 0, 1))
      let truth = Quaternion(.x, 0.5 * time).inverse.act(on: Vector3(0, 0, 1))
      #expect((up - truth).length < 1e-6)
      #expect(abs(trace.userAcceleration[index].x - 3 * sin(20 * time)) < 1e-9)
    }
  }

  @Test("A difference that is not as long as gravity is not gravity")
  func noGravity() throws {
    let trace = try trace(table(gravity: 5))
    #expect(!trace.notes.contains { $0.contains("took for gravity") })
  }
}
