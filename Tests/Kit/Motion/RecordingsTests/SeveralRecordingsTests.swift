import Foundation
import Inertial
import MotionBench
import RecordingMutations
import Rotations
import Testing

/// A folder or an archive is one recording, or it is refused with the names of those that it holds.
@Suite("Several recordings in one place")
struct SeveralRecordingsTests {
  private func message(_ path: String, _ files: [String: Data], _ options: Trace.ReadingOptions = .init()) -> String {
    do {
      _ = try Trace(contentsOf: path, in: files, options: options)
      return "no error"
    } catch { return (error as? any InertialError)?.message(naming: .commandLine) ?? "\(error)" }
  }

  /// Each format that puts a recording into one table.
  private static let whole = Specimen.tables.keys.filter { ![.sensorlogger, .phyphox, .xio].contains($0) }
    .sorted { $0.rawValue < $1.rawValue }

  @Test("Two tables in a format of one table are two recordings; each of them is read, and one alone", arguments: whole)
  func wholeTables(format: TraceFormat) throws {
    let table = Specimen.tables[format]!.file
    let options = Trace.ReadingOptions(oxiod: .raw)
    var files = ["day/a.csv": table, "day/b.csv": table]
    let expected = "day: it holds 2 recordings, in “a.csv”, “b.csv”. Give one of them, such as “day/a.csv”"
    #expect(message("day", files, options).hasPrefix(expected))
    #expect(message("day", files, options).contains("--over 'day/{a.csv,b.csv}'"))
    var named = options
    named.format = format
    #expect(message("day", files, named).hasPrefix(expected), "also with the format named")
    let alone = try Trace(contentsOf: "day/b.csv", in: files, options: options)
    files["day/a.csv"] = nil
    #expect(try Trace(contentsOf: "day", in: files, options: options).timestamps == alone.timestamps)
    // A table next to it that is no recording changes nothing.
    files["day/notes.csv"] = Data("when,what\n1,2\n".utf8)
    #expect(try Trace(contentsOf: "day", in: files, options: options).timestamps == alone.timestamps)
  }

  @Test("A recording next to the tables of another one, as `convert` leaves it in the app's folder")
  func converted() throws {
    var files = Specimen.folder(.sensorlogger, Specimen.sensorLogger).files
    files["walk/walk.csv"] = Specimen.tables[.gimbal]!.file
    let text = message("walk", files)
    #expect(text.hasPrefix("walk: it holds 2 recordings, in “walk.csv”, “Accelerometer.csv”."), "\(text)")
    let app = try Trace(contentsOf: "walk/Accelerometer.csv", in: files)
    files["walk/walk.csv"] = nil
    #expect(try Trace(contentsOf: "walk", in: files).attitude == app.attitude)
  }

  @Test("Two exports of an app in one folder: by the names, and the tables that belong to the one that is given")
  func twoExports() throws {
    let one = Specimen.sensorLogger
    var files = [String: Data]()
    for (name, text) in one {
      files["logs/run 1_\(name)"] = Data(text.utf8)
      files["logs/run 2_\(name)"] = Data((name.hasPrefix("Acc") ? text.replacing("0.3", with: "0.4") : text).utf8)
    }
    let text = message("logs", files)
    #expect(text.contains("it holds 2 recordings, in “run 1_Accelerometer.csv”, “run 2_Accelerometer.csv”"), "\(text)")
    for run in ["1", "2"] {
      let own = Dictionary(
        uniqueKeysWithValues: files.filter { $0.key.contains("run \(run)") }.map { ($0.key, $0.value) })
      let expected = try Trace(contentsOf: "logs", in: own)
      let given = try Trace(contentsOf: "logs/run \(run)_Gyroscope.csv", in: files)
      #expect(given.userAcceleration == expected.userAcceleration && given.attitude == expected.attitude)
    }
    // A second download next to the first.
    var twice = [String: Data]()
    for (name, text) in one {
      twice["down/\(name)"] = Data(text.utf8)
      twice["down/\(name.replacing(".csv", with: " (1).csv"))"] = Data(text.utf8)
    }
    #expect(message("down", twice).contains("it holds 2 recordings"))
    #expect(message("down/Gyroscope (1).csv", twice) == "no error")
  }

  @Test("phyphox: two whole tables are two recordings, one sensor twice is no recording")
  func phyphox() {
    let whole = Specimen.phyphoxJoined.file
    let text = message("p", ["p/one.csv": whole, "p/two.csv": whole])
    #expect(text.hasPrefix("p: it holds 2 recordings, in “one.csv”, “two.csv”"), "\(text)")
    var files = Specimen.phyphoxForce.files
    files["walk/Copy of Gyroscope.csv"] = files["walk/Gyroscope.csv"]
    #expect(
      message("walk", files).contains(
        "the tables cannot be of one recording: Copy of Gyroscope.csv (with rotation rate), Gyroscope.csv"))
  }

  @Test("Tables in no known format are each a recording when an acceleration is recognised in them")
  func unknown() {
    let table = Specimen.androSensor.file
    let files = ["day/1.csv": table, "day/2.csv": table]
    #expect(message("day", files).hasPrefix("day: it holds 2 recordings, in “1.csv”, “2.csv”"))
    // With a mapping they are known, and still two.
    let mapping = Specimen.androSensorMapped.files["andro.csv.mapping.yaml"]!
    #expect(message("day", files.merging(["day/1.csv.mapping.yaml": mapping]) { $1 }).contains("no error"))
    let both = ["day/1.csv.mapping.yaml": mapping, "day/2.csv.mapping.yaml": mapping]
    #expect(message("day", files.merging(both) { $1 }).contains("it holds 2 recordings"))
    // For one table and notes the table is meant.
    let one = ["day/a.csv": Data("when,what\n1,2\n".utf8), "day/2.csv": table]
    #expect(message("day", one).hasPrefix("day/2.csv:3: no known trace format"))
  }

  @Test("An archive is to be unpacked; many recordings are named by a pattern; archives in a folder are recordings")
  func archives() throws {
    let table = Specimen.tables[.sensorlog]!.file
    let archive = zip([("a.csv", table), ("b.csv", table)])
    #expect(
      message("w.zip", ["w.zip": archive])
        == "w.zip: it holds 2 recordings, in “a.csv”, “b.csv”. Unpack it, and give one of them.")
    let many = Dictionary(uniqueKeysWithValues: (0..<12).map { ("day/rep\($0).csv", table) })
    #expect(message("day", many).contains("and others. Give one of them, such as “day/rep0.csv”"))
    #expect(message("day", many).contains("--over 'day/rep*.csv'"))
    let whole = zip([("a.csv", table)])
    #expect(
      message("z", ["z/1.zip": whole, "z/2.zip": whole]).hasPrefix("z: it holds 2 recordings, in “1.zip”, “2.zip”"))
    #expect(try Trace(contentsOf: "z", in: ["z/1.zip": whole]).count == Trace(contentsOf: "a", in: ["a": table]).count)
  }

  @Test(
    "The recorded folders that were read as their first file",
    .enabled(if: SharedData.haveApps, "no recordings: set GIMBAL_DATA"),
    arguments: [
      ("oxiod", 4), ("sensorlog", 2), ("phone-browser/square-rdlu", 20), ("phone-browser/paused-square", 4),
      ("apps/physics-toolbox", 3), ("apps/sensorlogger-2021-zips", 3),
    ])
  func recorded(folder: String, least: Int) throws {
    let path = SharedData.path(folder)
    let error = #expect(throws: RecordingError.self) { try Trace(contentsOf: path) }
    guard case .severalRecordings(let names, path, false) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(names.count >= min(least, 4), "\(names)")
    for name in names { #expect(FileManager.default.fileExists(atPath: "\(path)/\(name)")) }
    #expect(throws: RecordingError.self) { try TraceInspection(contentsOf: path) }
  }
}

@Suite("Sensor Logger's JSON")
struct SensorLoggerJSONTests {
  private func row(_ sensor: String, _ index: Int, _ values: [String: Double], isNested: Bool) -> [String: Any] {
    let time = "\(1_700_000_000_000_000_000 + 10_000_000 * index)"
    if isNested { return ["name": sensor.lowercased(), "time": Int(time)!, "values": values] }
    var row: [String: Any] = ["sensor": sensor, "time": time, "seconds_elapsed": "\(0.01 * Double(index))"]
    for (name, value) in values { row[name] = "\(value)" }
    return row
  }

  /// A device that lies level and is pushed along x.
  private func readings(isNested: Bool) -> [[String: Any]] {
    (0..<40).flatMap { index in
      [
        row("Accelerometer", index, ["x": -0.3, "y": 0, "z": 0], isNested: isNested),
        row("Gravity", index, ["x": 0, "y": 0, "z": -standardGravity], isNested: isNested),
        row("Gyroscope", index, ["x": 0, "y": 0, "z": 0.1], isNested: isNested),
        row(
          "Orientation", index,
          ["qw": cos(0.0005 * Double(index)), "qx": 0, "qy": 0, "qz": sin(0.0005 * Double(index))],
          isNested: isNested),
      ]
    } + [["sensor": "Annotation", "name": "Annotation", "time": "1", "text": "a, \"b\"\nc"]]
  }

  @Test("As it is exported, and as it is sent over a network: what the app's CSV would give")
  func read() throws {
    for isNested in [false, true] {
      let readings = readings(isNested: isNested)
      let object: Any = isNested ? ["messageId": 1, "payload": readings] : readings
      let files = ["w.json": try JSONSerialization.data(withJSONObject: object)]
      let trace = try Trace(contentsOf: "w.json", in: files)
      #expect(trace.count == 40 && trace.name == "w" && abs(trace.medianStep - 0.01) < 1e-9)
      #expect(distance(trace.userAcceleration[7], Vector3(-0.3, 0, 0)) < 1e-9)
      #expect(distance(trace.rotationRate![7], Vector3(0, 0, 0.1)) < 1e-9)
      #expect(abs(trace.gravity![7].z + standardGravity) < 1e-9)
      // The only such file in a folder is the folder's recording.
      #expect(try Trace(contentsOf: "d", in: ["d/w.json": files["w.json"]!]).timestamps == trace.timestamps)
    }
  }

  @Test("What lacks a sensor names it; broken JSON and somebody else's say what they are; a bad number has its table")
  func refused() throws {
    func message(_ json: String) -> String {
      do {
        _ = try Trace(contentsOf: "w.json", in: ["w.json": Data(json.utf8)])
        return "no error"
      } catch { return "\(error)" }
    }
    #expect(message("[{\"sensor\": \"Accelerometer\", \"time\"").contains("it is broken JSON"))
    #expect(message("{\"a\": 1}").contains("it is JSON, but not Sensor Logger's"))
    #expect(message("[{\"a\": 1}]").contains("it is JSON, but not Sensor Logger's"))
    #expect(message("[{\"sensor\": \"Camera\", \"time\": \"1\"}]").contains("it is JSON, but not Sensor Logger's"))
    let lonely = "[{\"sensor\": \"Magnetometer\", \"time\": \"1700000000000000000\", \"x\": 1, \"y\": 2, \"z\": 3}]"
    #expect(message(lonely).contains("“Accelerometer.csv” is missing. There is: Magnetometer"))
    let bad =
      "["
      + ["Accelerometer", "Gravity", "Gyroscope"].map {
        "{\"sensor\": \"\($0)\", \"time\": \"1700000000000000000\", \"x\": \"nan\", \"y\": 0, \"z\": 1}"
      }.joined(separator: ",") + "]"
    #expect(message(bad).hasPrefix("w.json/Accelerometer.csv:2: “nan” in column “x” is not a finite number"))
  }

  @Test("A real export", .enabled(if: SharedData.haveApps, "no recordings: set GIMBAL_DATA"))
  func real() throws {
    let error = #expect(throws: RecordingError.self) {
      try Trace(contentsOf: SharedData.path("apps/sensorlogger-2023-json"))
    }
    // Only the magnetometer and the barometer were recorded.
    #expect("\(error!)".contains("“Accelerometer.csv” is missing"))
  }
}

extension Specimen {
  /// The content of the file that it is called after.
  fileprivate var file: Data { files[path]! }
}
