import Foundation
import Inertial
import MotionBench
import RecordingMutations
import Rotations
import Testing

/// The motion that is in all specimens of apps: turning about y by 0.5 rad/s, accelerating along x by 0.3 m/s².
private func expectMotion(
  _ specimen: Specimen, options: Trace.ReadingOptions = .init(), tolerance: Double = 1e-6, rows: Int = 60,
  _ location: SourceLocation = #_sourceLocation
) throws -> Trace {
  let trace = try Trace(contentsOf: specimen.path, in: specimen.files, options: options)
  #expect(abs(trace.count - rows) <= 1, "\(trace.count)", sourceLocation: location)
  #expect(abs(trace.medianStep - 0.01) < 1e-6, sourceLocation: location)
  for index in trace.timestamps.indices {
    #expect(distance(trace.userAcceleration[index], Vector3(-0.3, 0, 0)) < tolerance, sourceLocation: location)
    if let rate = trace.rotationRate {
      #expect(distance(rate[index], Vector3(0, 0.5, 0)) < 1e-9, sourceLocation: location)
    }
    if let gravity = trace.gravity {
      #expect(abs(gravity[index].length - standardGravity) < 1e-6, sourceLocation: location)
      let down = trace.attitude[index].inverse.act(on: Vector3(0, 0, -standardGravity))
      #expect(distance(down, gravity[index]) < 1e-6, sourceLocation: location)
    }
  }
  // By 0.5 rad/s from the first sample to the last.
  let turn = (trace.attitude[0].inverse * trace.attitude[trace.count - 1]).rotationVector
  #expect(distance(turn, Vector3(0, 0.5 * trace.duration, 0)) < max(1e-6, tolerance), sourceLocation: location)
  return trace
}

private func message(_ specimen: Specimen, _ options: Trace.ReadingOptions = .init()) -> String {
  do {
    _ = try Trace(contentsOf: specimen.path, in: specimen.files, options: options)
    return "no error"
  } catch { return "\(error)" }
}

@Suite("SensorLog over the years")
struct SensorLogTests {
  @Test("Units in the names, texts among the columns, repeated motion samples left out and counted")
  func today() throws {
    let trace = try expectMotion(.sensorLogToday, rows: 40)
    #expect(trace.timestamps[0] == 500)
    #expect(
      trace.notes == ["left out 19 rows that repeat the motion sample before: another sensor wrote more often"])
  }

  @Test("Another order, semicolons, m/s², degrees and milliseconds in the names, rows before the first motion")
  func semicolons() throws {
    let trace = try expectMotion(.sensorLogSemicolons, rows: 58)
    #expect(trace.notes == ["passed over 2 rows of other sensors"])
    #expect(trace.timestamps[0] == 0)
  }

  @Test("The names with and without units are the same")
  func names() throws {
    let plain = Specimen.sensorLogToday.text().replacing("(G)", with: "").replacing("(R)", with: "")
      .replacing("(rad/s)", with: "").replacing("(s)", with: "").replacing("(txt)", with: "")
    let a = try Trace(contentsOf: "a.csv", in: ["a.csv": Data(plain.utf8)])
    let b = try Trace(contentsOf: "today.csv", in: Specimen.sensorLogToday.files)
    #expect(a.userAcceleration == b.userAcceleration && a.timestamps == b.timestamps && a.attitude == b.attitude)
  }

  @Test("A repeated time with other values is no repetition, and refused")
  func repeated() {
    let text = Specimen.sensorLogToday.text().split(separator: "\n").map(String.init)
    var lines = text
    let fields = lines[3].split(separator: ",").map(String.init)
    var changed = fields
    changed[6] = "0.5"
    changed[4] = lines[2].split(separator: ",").map(String.init)[4]
    lines[3] = changed.joined(separator: ",")
    #expect(
      message(Specimen(.sensorlog, "a.csv", ["a.csv": lines.joined(separator: "\n")])).hasPrefix("a.csv:4: the time"))
  }

  @Test("The bare accelerometer and gyroscope, each with its own time: the attitude is estimated, and said")
  func bare() throws {
    let trace = try Trace(contentsOf: "bare.csv", in: Specimen.sensorLogBare.files)
    #expect(trace.notes.contains("estimated the attitude from gyroscope and accelerometer"))
    #expect(trace.attitude[5].inverse.act(on: Vector3(0, 0, 1)).z > 0.99)
    #expect(distance(trace.rotationRate![3], Vector3(0, 0.5, 0)) < 1e-9)
  }

  @Test("The time of writing is the time where there is no other")
  func loggingTime() throws {
    let text = Specimen.sensorLogBare.text().replacing("Timestamp_sinceReboot(s)", with: "Other")
      .split(separator: "\n").enumerated().map { index, line in
        index == 0 ? String(line) : "2026-11-21 17:17:0\(index / 10).\(index % 10)00 +0100" + line.dropFirst()
      }
    let trace = try Trace(contentsOf: "a.csv", in: ["a.csv": Data(text.joined(separator: "\n").utf8)])
    #expect(abs(trace.medianStep - 0.1) < 1e-9)
  }

  @Test("Gravity and rotation rate stand in for a missing quaternion")
  func withoutQuaternion() throws {
    let text = Specimen.sensorLogToday.text().replacing("motionQuaternion", with: "other")
    let trace = try expectMotion(Specimen(.sensorlog, "a.csv", ["a.csv": text]), rows: 40)
    #expect(trace.notes.contains { $0.hasPrefix("found the attitude from gravity") })
  }
}

@Suite("Sensor Logger over the years")
struct SensorLoggerAppTests {
  @Test("2021: nanoseconds only; given the folder or one of its files")
  func old() throws {
    let trace = try expectMotion(.sensorLoggerOld)
    #expect(trace.timestamps[0] == 0)
    var one = Specimen.sensorLoggerOld
    one.path = "walk/Gyroscope.csv"
    #expect(try expectMotion(one).timestamps == trace.timestamps)
  }

  @Test("Without Orientation: from Gravity, Accelerometer and Gyroscope, with either sign by Metadata.csv")
  func tilt() throws {
    let trace = try expectMotion(.sensorLoggerTilt)
    #expect(trace.notes == ["found the attitude from gravity, and its heading from the gyroscope"])
    _ = try expectMotion(.sensorLoggerStandardised)
    var unknown = Specimen.sensorLoggerTilt
    unknown.files["walk/Metadata.csv"] = nil
    let guessed = try expectMotion(unknown)
    #expect(guessed.notes.contains { $0.contains("no Metadata.csv confirms it") })
  }

  @Test("From uncalibrated sensors alone, in g, by a filter that is named")
  func uncalibrated() throws {
    let trace = try Trace(contentsOf: "walk", in: Specimen.sensorLoggerUncalibrated.files)
    #expect(trace.notes.contains("estimated the attitude from gyroscope and accelerometer"))
    #expect(abs((trace.userAcceleration[30] + trace.gravity![30]).length - standardGravity) < 0.2)
    #expect(trace.attitude[0].inverse.act(on: Vector3(0, 0, 1)).z > 0.99)
  }

  @Test("Android's total acceleration with an attitude, and without Gravity")
  func total() throws { _ = try expectMotion(.sensorLoggerTotal) }

  @Test("Watch and headphones: each with its units, told by the length of gravity; by folder or by file")
  func complete() throws {
    _ = try expectMotion(.sensorLoggerWatch)
    _ = try expectMotion(.sensorLoggerHeadphone)
    var one = Specimen.sensorLoggerWatch
    one.path = "walk/WristMotion.csv"
    _ = try expectMotion(one)
    // Standardised headphones are in m/s² all over.
    var standard = Specimen.sensorLoggerHeadphone
    standard.files["walk/Metadata.csv"] = Data(
      String(decoding: standard.files["walk/Metadata.csv"]!, as: UTF8.self).replacing("false", with: "true").utf8)
    let trace = try Trace(contentsOf: "walk", in: standard.files)
    #expect(distance(trace.userAcceleration[0], Vector3(-0.3 / standardGravity, 0, 0)) < 1e-9)
  }

  @Test("Tables of different recordings are refused by their absolute time")
  func mixed() {
    let text = message(.sensorLoggerMixed)
    #expect(text.contains("the tables cannot be of one recording: Accelerometer.csv (2023-11-15T"), "\(text)")
  }
}

@Suite("phyphox as it is used")
struct PhyphoxAppTests {
  @Test("Gravity is no accelerometer: what is missing is named")
  func gravity() {
    let text = message(.phyphoxGravity)
    #expect(
      text.contains("there is no acceleration in it, only gravity, rotation rate. Switch the accelerometer on"),
      "\(text)")
  }

  @Test("Gravity, linear acceleration and gyroscope make an attitude")
  func whole() throws { _ = try expectMotion(.phyphoxWhole, tolerance: 1e-5) }

  @Test("Linear acceleration with angular rate and nothing else: an attitude against the first sample's")
  func linearTurning() throws {
    let trace = try expectMotion(.phyphoxLinearTurning)
    #expect(trace.attitude[0] == .identity)
    #expect(trace.notes.contains { $0.contains("nothing recorded tells where down is") })
  }

  @Test("Linear acceleration alone: refused with the sensor to switch on, read where the device never turned")
  func linear() throws {
    #expect(message(.phyphoxLinear).contains("Switch the gyroscope and gravity"))
    let trace = try Trace(contentsOf: "walk", in: Specimen.phyphoxLinear.files, options: .init(attitude: .fixed))
    #expect(trace.attitude.allSatisfy { $0 == .identity })
    #expect(distance(trace[3].acceleration, Vector3(0.3, 0, 0)) < 1e-12)
    let inspection = try TraceInspection(contentsOf: "walk", in: Specimen.phyphoxLinear.files)
    guard case .sensors(let summary) = inspection.content else {
      Issue.record("\(inspection.content)")
      return
    }
    #expect(summary.quantities == ["acceleration without gravity"] && inspection.findings.count == 1)
  }

  @Test("Acceleration with gravity next to linear acceleration: together, or refused when they do not fit")
  func force() throws {
    let trace = try Trace(contentsOf: "walk", in: Specimen.phyphoxForce.files)
    #expect(trace.notes.contains { $0.hasPrefix("took the difference of the accelerations with and without gravity") })
    #expect(message(.phyphoxMixed).contains("the tables cannot be of one recording"))
  }

  @Test(
    "Vibration faster than the sampling is reported; tables of two recordings at the same rate still are tables of two"
  )
  func undersampled() throws {
    /// A device on a table, at 10 Hz, each sensor read at its own moment; shaken at 37.3 Hz by so many m/s².
    func files(shaken: Double, pushed: Double = 0) -> [String: Data] {
      func rows(_ offset: Double, _ gravity: Double, _ push: Double) -> String {
        (0..<400).map { row in
          let time = 0.1 * Double(row) + offset
          return
            "\(time),\(shaken * sin(2 * .pi * 37.3 * time)),\(push * sin(time)),\(gravity + shaken * cos(2 * .pi * 31.1 * time))\n"
        }.joined()
      }
      let head = { (name: String, unit: String) in
        "Time (s),\(name) x (\(unit)),\(name) y (\(unit)),\(name) z (\(unit))\n"
      }
      return [
        "ride/Accelerometer.csv": Data((head("Acceleration", "m/s^2") + rows(0.011, standardGravity, 0)).utf8),
        "ride/Linear Acceleration.csv": Data((head("Linear Acceleration", "m/s^2") + rows(0.067, 0, pushed)).utf8),
        "ride/Gyroscope.csv": Data(
          (head("Gyroscope", "rad/s") + (0..<400).map { "\(0.1 * Double($0)),0,0,0.1\n" }.joined()).utf8),
      ]
    }
    let error = #expect(throws: RecordingError.self) { try Trace(contentsOf: "ride", in: files(shaken: 12)) }
    guard case .undersampled(_, let rate, let change, "ride") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(abs(rate - 10) < 1e-6 && change > 5)
    #expect("\(error!)".contains("shakes the phone faster than its 10 samples a second can show"))
    #expect(throws: Never.self) { try Trace(contentsOf: "ride", in: files(shaken: 0.05)) }
    let mixed = #expect(throws: RecordingError.self) { try Trace(contentsOf: "ride", in: files(shaken: 0, pushed: 9)) }
    #expect("\(mixed!)".contains("the tables cannot be of one recording"))
  }

  @Test("Semicolons and decimal commas; your own experiment without units, paused; in a folder and in a zip")
  func own() throws {
    let commas = try Trace(contentsOf: "walk", in: Specimen.phyphoxCommas.files)
    #expect(commas.count == 60 && abs(commas.gravity![0].length - standardGravity) < 1e-9)
    let own = try Trace(contentsOf: "own", in: Specimen.phyphoxOwn.files, options: .init(run: 1))
    #expect(own.count == 56 && own.timestamps[0] == 955)
    #expect(own.rotationRate![0] == Vector3(0, 0.5, 0))
    let entries = Specimen.phyphoxOwn.files.map { (name: String($0.key.dropFirst(4)), content: $0.value) }
    let archive = zip(entries.sorted { $0.name < $1.name }, deflates: true)
    #expect(try Trace(contentsOf: "o.zip", in: ["o.zip": archive], options: .init(run: 1)).timestamps == own.timestamps)
  }

  @Test("Sensors with their own times in one table")
  func joined() throws {
    // The names of the times are the same: the nearest before a sensor is its own.
    let trace = try Trace(contentsOf: "joined.csv", in: Specimen.phyphoxJoined.files)
    #expect(trace.count == 59 && trace.rotationRate![40] == Vector3(0, 0.5, 0))
  }

  @Test("Several runs in one file are named, and one is chosen by its number")
  func runs() throws {
    let text = message(.phyphoxRuns)
    #expect(text.contains("runs.csv:34: the file holds 2 runs one after the other (of 0.31 s, 0.27 s)"), "\(text)")
    let second = try Trace(contentsOf: "runs.csv", in: Specimen.phyphoxRuns.files, options: .init(run: 2))
    #expect(second.count == 28 && second.userAcceleration[0].x == -0.6)
    #expect(message(.phyphoxRuns, .init(run: 3)).contains("between 1 and 2"))
  }
}

@Suite("x-io's folders, tracks and tables of others")
struct OtherRecordingTests {
  @Test("NGIMU and x-IMU3: the attitude either way round, microseconds, a folder in a folder")
  func xio() throws {
    let ngimu = try expectMotion(.ngimu, tolerance: 1e-5)
    #expect(ngimu.notes.contains { $0.hasPrefix("inverted the attitude") })
    #expect(ngimu.magneticField![0] == Vector3(20, 0, -40))
    let ximu3 = try expectMotion(.ximu3, tolerance: 1e-5)
    #expect(!ximu3.notes.contains { $0.hasPrefix("inverted") } && ximu3.magneticField == nil)
  }

  @Test("A track of poses is recognised, described, and given to a recording as its truth")
  func track() throws {
    #expect(message(.track).contains("this is a track of poses"))
    let inspection = try TraceInspection(contentsOf: "truth.txt", in: Specimen.track.files)
    guard case .track(let summary) = inspection.content else {
      Issue.record("\(inspection.content)")
      return
    }
    #expect(summary.count == 60 && abs(summary.duration - 0.59) < 1e-9)
    let files = Specimen.ngimu.files.merging(Specimen.track.files) { a, _ in a }
    let trace = try Trace(contentsOf: "ngimu", in: files, options: .init(truth: "truth.txt"))
    #expect(distance(trace.truePosition![20], Vector3(0.15 * 0.04, 0, 1)) < 1e-9)
    #expect(trace.trueAttitude![20].angle(to: Quaternion(.y, 0.1)) < 1e-7)
    // EuRoC's truth is a track too, and no motion.
    var euroc = Specimen.eurocFolder
    euroc.path = "MH_01_easy/mav0/state_groundtruth_estimate0/data.csv"
    #expect(message(euroc).contains("this is a track of poses"))
  }

  @Test("Files that are no tables say what they are and what to do")
  func others() {
    for (start, expected) in [
      ([0xd0, 0xcf, 0x11, 0xe0], "Excel"), (Array("[{\"sensor\":1}]".utf8), "JSON"), (Array("%PDF-1.4".utf8), "PDF"),
    ] as [([UInt8], String)] {
      do {
        _ = try Trace(contentsOf: "a", in: ["a": Data(start)])
      } catch { #expect("\(error)".contains(expected)) }
    }
  }
}

@Suite("Real exports of apps", .enabled(if: SharedData.haveApps, "no recordings: set GIMBAL_DATA"))
struct RealAppTests {
  private func path(_ name: String) -> String { SharedData.path("apps/\(name)") }

  /// The only file of a kind in a folder.
  private func only(_ folder: String, _ ending: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: path(folder)).filter { $0.hasSuffix(ending) }
    return path("\(folder)/\(try #require(names.first))")
  }

  @Test(
    "What can be read is read, and no doubt arises",
    arguments: [
      ("ngimu-folder", 3617), ("phyphox-folder", 6843), ("sensorlogger-2021", 7087), ("sensorlogger-folder", 2069),
      ("sensorlogger-watch", 4990),
    ])
  func read(name: String, count: Int) throws {
    let trace = try Trace(contentsOf: path(name))
    #expect(trace.count == count)
    let doubts = trace.doubts.filter { $0.kind != .rate }
    #expect(doubts.isEmpty, "\(doubts)")
  }

  @Test("One file of each, or an archive")
  func files() throws {
    let log = try Trace(contentsOf: only("sensorlog-2017", ".csv"))
    #expect(log.count == 1203 && log.notes.first?.hasPrefix("left out 200 rows") == true)
    #expect(log.doubts.isEmpty)
    #expect(try Trace(contentsOf: only("sensorlogger-2022", ".zip")).doubts.isEmpty)
    #expect(try Trace(contentsOf: only("sensorlogger-zip64", ".zip")).doubts.isEmpty)
    let own = try Trace(contentsOf: only("phyphox-own-experiment", ".zip"))
    let header = try TraceInspection(contentsOf: path("phyphox-edited-header"))
    #expect(header.draft?.yaml.contains("correction: {rotation-rate: 57.2958}") == true)
    for name in ["hyperimu-2017/short_y_impulse.csv", "physics-toolbox/BOUAZIZ_BAGBAG_RADDAOUI_INPUT_N.csv"] {
      #expect(try Trace(contentsOf: path(name), options: .init(takesProposal: true)).count > 300)
    }
    #expect(own.count == 995 && own.doubts.contains { $0.kind == .rate })
  }

  @Test(
    "What cannot be read is refused with the reason",
    arguments: [
      ("phyphox-gravity", "there is no acceleration in it"),
      ("phyphox-linear-only", "Switch the gyroscope and gravity"),
      ("phyphox-semicolons", "the tables cannot be of one recording"),
      ("sensorlogger-no-orientation", "the tables cannot be of one recording"),
      ("phyphox-10hz", "something shakes the phone faster than its 10 samples a second can show"),
    ])
  func refused(name: String, reason: String) throws {
    do {
      _ = try Trace(contentsOf: path(name))
      Issue.record("\(name) was read")
    } catch { #expect("\(error)".contains(reason), "\(error)") }
    // All of it can be described.
    #expect(!(try TraceInspection(contentsOf: path(name)).message(naming: .commandLine)).isEmpty)
  }
}
