import Foundation
import Inertial
import Rotations
import Testing

/// Writes several files into a folder of its own and calls `body` with the folder's path.
private func withFolder<T>(_ files: [String: String], _ body: (String) throws -> T) throws -> T {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gimbal-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
  return try body(folder.path)
}

/// A zip archive of these files, by the program `python3 -m zipfile` would make the same; written here by the format's
/// description, stored without compression.
func zip(_ files: [(name: String, content: Data)]) -> Data {
  func little(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(value >> (8 * $0) & 255) } }
  var archive = [UInt8]()
  var directory = [UInt8]()
  for (name, content) in files {
    let fields =
      little(20, 2) + little(0, 2) + little(0, 2) + little(0, 4) + little(0, 4) + little(content.count, 4)
      + little(content.count, 4) + little(name.utf8.count, 2) + little(0, 2)
    directory +=
      [0x50, 0x4b, 1, 2] + little(20, 2) + fields + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4)
      + little(archive.count, 4) + Array(name.utf8)
    archive += [0x50, 0x4b, 3, 4] + fields + Array(name.utf8) + Array(content)
  }
  let start = archive.count
  return Data(
    archive + directory + [0x50, 0x4b, 5, 6] + little(0, 4) + little(files.count, 2) + little(files.count, 2)
      + little(directory.count, 4) + little(start, 4) + little(0, 2))
}

/// Five rows of a table, from a header and a function that gives the fields of row i.
private func table(_ header: String, rows: Int = 5, _ fields: (Int) -> [Double]) -> String {
  header + "\n" + (0..<rows).map { fields($0).map(\.description).joined(separator: ",") + "\n" }.joined()
}

/// One small valid file per single-table format.
let smallFiles: [TraceFormat: String] = [
  .gimbal: table(
    "time_s,attitude_w,attitude_x,attitude_y,attitude_z,user_acceleration_x_m_s2,user_acceleration_y_m_s2,"
      + "user_acceleration_z_m_s2"
  ) { [0.01 * Double($0), 1, 0, 0, 0, 0.1, 0.2, 0.3] },
  .oxiod: (0..<5).map { _ in "1e11,0,0,1.5707963267948966,0,0,0,0,0,-1,0.1,0.2,0.3,1,2,3\n" }.joined(),
  .sensorlog: table(
    "loggingTime,motionTimestamp_sinceReboot,motionQuaternionX,motionQuaternionY,motionQuaternionZ,"
      + "motionQuaternionW,motionUserAccelerationX,motionUserAccelerationY,motionUserAccelerationZ"
  ) { [1e9, 0.01 * Double($0), 0, 0, 0, 1, 0.1, 0.2, 0.3] },
  .browser: table("t,tRel,x,y,z,alpha,beta,gamma") {
    [1.4e12 + 20 * Double($0), 0.02 * Double($0), 0.1, 0, -1, 90, 0, 0]
  },
  .motionsense: table(
    ",attitude.roll,attitude.pitch,attitude.yaw,gravity.x,gravity.y,gravity.z,rotationRate.x,rotationRate.y,"
      + "rotationRate.z,userAcceleration.x,userAcceleration.y,userAcceleration.z"
  ) { [Double($0), 0, 0, 1.5707963267948966, 0, 0, -1, 1, 2, 3, 0.1, 0.2, 0.3] },
  .broad: table(
    "time_s,gyr_x_rad_s,gyr_y_rad_s,gyr_z_rad_s,acc_x_m_s2,acc_y_m_s2,acc_z_m_s2,mag_x_uT,mag_y_uT,mag_z_uT,opt_qw,"
      + "opt_qx,opt_qy,opt_qz,opt_x_m,opt_y_m,opt_z_m,movement"
  ) { [0.0035 * Double($0), 1, 2, 3, 0, 0, 9.8, 10, 20, 30, $0 == 2 ? .nan : 1, 0, 0, 0, 0.1, 0.2, 0.3, 1] },
  .xio: table(
    "Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),Accelerometer Y (g),"
      + "Accelerometer Z (g)"
  ) { [0.0025 * Double($0), 180, 0, 0, 0, 0, 1] },
  .euroc: table(
    "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],"
      + "a_RS_S_z [m s^-2]"
  ) { [1.4e18 + 5e6 * Double($0), 0.1, 0.2, 0.3, 8, 0.5, -2] },
  .phyphox: "\"Time (s)\",\"Acceleration x (m/s^2)\",\"Acceleration y (m/s^2)\",\"Acceleration z (m/s^2)\"\n"
    + "0,0,0,9.8\n1.0E-2,0,0,9.8\n0.02,0,0,9.8\n",
]

/// The tables of a Sensor Logger export with Apple's signs; the gyroscope runs at half the rate, the attitude later.
let sensorLoggerTables: [String: String] = [
  "Accelerometer.csv": table("time,seconds_elapsed,z,y,x", rows: 10) { [1e18, 0.01 * Double($0), 0.3, 0.2, 0.1] },
  "Gravity.csv": table("time,seconds_elapsed,z,y,x", rows: 10) { [1e18, 0.01 * Double($0), -9.80665, 0, 0] },
  "Gyroscope.csv": table("time,seconds_elapsed,z,y,x", rows: 5) { [1e18, 0.02 * Double($0), 3, 2, Double($0)] },
  "Orientation.csv": table("time,seconds_elapsed,qz,qy,qx,qw,roll,pitch,yaw", rows: 10) { row in
    let half = 0.05 * Double(row)
    return [1e18, 0.015 + 0.01 * Double(row), sin(half), 0, 0, cos(half), 0, 0, 2 * half]
  },
]

@Suite("Importers")
struct ImporterTests {
  private func raw(_ format: TraceFormat) throws -> RawRecording {
    try withFile(smallFiles[format]!, named: "file.csv") {
      try RawRecording(contentsOf: $0, options: .init(oxiod: .raw))
    }
  }

  private func read(_ format: TraceFormat) throws -> Trace {
    try withFile(smallFiles[format]!, named: "file.csv") { try Trace(contentsOf: $0, options: .init(oxiod: .raw)) }
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
    // The browser's reading includes gravity, −1 g face up: what is left of it is the user's acceleration.
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
    try withFolder(sensorLoggerTables) { folder in
      let trace = try Trace(contentsOf: folder)
      // All streams cover 0.015 s to 0.08 s.
      #expect(trace.timestamps == [0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08])
      #expect(distance(trace.rotationRate![1], Vector3(1.5, 2, 3)) < 1e-12)
      let expected = Quaternion(.z, 0.1 * 0.5)
      #expect(trace.attitude[0].angle(to: expected) < 1e-12)
      #expect(distance(trace.userAcceleration[0], Vector3(0.1, 0.2, 0.3)) < 1e-12)
      #expect(try Trace(contentsOf: folder + "/Gyroscope.csv").timestamps == trace.timestamps)
      let archive = zip(sensorLoggerTables.map { ($0.key, Data($0.value.utf8)) })
      try archive.write(to: URL(fileURLWithPath: folder + "/walk.zip"))
      let zipped = try Trace(contentsOf: folder + "/walk.zip")
      #expect(zipped.name == "walk")
      #expect(zipped.attitude == trace.attitude)
    }
  }

  @Test("Sensor Logger: Android's signs and an inverted attitude are recognised by gravity and said")
  func conventions() throws {
    var tables = sensorLoggerTables
    tables["Gravity.csv"] = tables["Gravity.csv"]!.replacing("-9.80665", with: "9.80665")
    let android = try withFolder(tables) { try Trace(contentsOf: $0) }
    #expect(distance(android.userAcceleration[0], Vector3(-0.1, -0.2, -0.3)) < 1e-12)
    #expect(android.notes.contains { $0.contains("changed the sign") })
    // Gravity along x cannot be, with the device level.
    tables["Gravity.csv"] = table("time,seconds_elapsed,x,y,z", rows: 10) { [1e18, 0.01 * Double($0), 9.8, 0, 0] }
    #expect(throws: TraceError.self) { try withFolder(tables) { try Trace(contentsOf: $0) } }
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

  @Test("Sensor Logger: a missing table is named, a gap in one stream is not bridged silently")
  func sensorLoggerDefects() throws {
    for name in ["Accelerometer.csv", "Orientation.csv", "Gravity.csv"] {
      var tables = sensorLoggerTables
      tables[name] = nil
      let error = #expect(throws: TraceError.self) { try withFolder(tables) { try Trace(contentsOf: $0) } }
      #expect("\(error!)".contains("“\(name)” is missing"))
    }
    var tables = sensorLoggerTables
    tables["Gyroscope.csv"] = table("time,seconds_elapsed,x,y,z", rows: 8) {
      [1e18, 0.01 * Double($0) + ($0 > 4 ? 0.1 : 0), 0, 0, 0]
    }
    #expect(throws: TraceError.self) { try withFolder(tables) { try Trace(contentsOf: $0) } }
    #expect(throws: Never.self) {
      try withFolder(tables) { try Trace(contentsOf: $0, options: .init(gaps: .interpolate)) }
    }
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
    #expect(throws: TraceError.self) {
      try withFolder(["Gyroscope.csv": tables["Gyroscope.csv"]!]) { try Trace(contentsOf: $0) }
    }
  }

  @Test("gzip goes in and out; damaged archives are errors", arguments: 1...2)
  func compression(seed: UInt64) throws {
    let trace = try randomTrace(seed: seed)
    try withFile("") { path in
      try trace.write(to: path + ".gz")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path + ".gz"))
      #expect(bytes.starts(with: [0x1f, 0x8b]))
      #expect(bytes.count < trace.table.utf8.count * 2 / 3)
      #expect(try Trace(contentsOf: path + ".gz") == trace)
      try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path + ".gz"))
      #expect(throws: TraceError.self) { try Trace(contentsOf: path + ".gz") }
      let archive = zip([("Accelerometer.csv", Data("time,seconds_elapsed,x,y,z\n".utf8))])
      for length in [10, 60, archive.count - 1] {
        try archive.prefix(length).write(to: URL(fileURLWithPath: path))
        #expect(throws: TraceError.self) { try Trace(contentsOf: path) }
      }
      try zip([("readme.txt", Data())]).write(to: URL(fileURLWithPath: path))
      #expect(throws: TraceError.self) { try Trace(contentsOf: path) }
    }
  }

  @Test("In every format a missing column, a non-number, a NaN, a cut row, backward time and no rows are errors")
  func broken() throws {
    for (format, text) in smallFiles {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let first = format == .oxiod ? 0 : 1
      func fails(_ change: (inout [String]) -> Void, _ what: String) throws {
        var changed = lines
        change(&changed)
        try withFile(changed.joined(separator: "\n"), named: "file.csv") { path in
          let error = #expect(throws: TraceError.self, "\(format): \(what)") {
            try RawRecording(contentsOf: path, options: .init(format: format, oxiod: .raw))
          }
          #expect("\(error!)".contains(path), "\(format): \(what) names the file")
        }
      }
      func replaceLastField(_ line: String, _ field: String) -> String {
        line.split(separator: ",").dropLast().joined(separator: ",") + "," + field
      }
      try fails({ $0[first] = replaceLastField($0[first], "abc") }, "a non-number")
      if format != .broad { try fails({ $0[first] = replaceLastField($0[first], "nan") }, "NaN") }
      try fails({ $0[first] = $0[first].split(separator: ",").dropLast().joined(separator: ",") }, "a cut row")
      try fails({ $0.removeSubrange(first...) }, "no rows")
      if format != .euroc, format != .oxiod {
        try fails({ $0[0] = replaceLastField($0[0], "other") }, "a missing column")
      }
      if ![.oxiod, .motionsense].contains(format) {
        try fails({ $0.swapAt(first, first + 1) }, "backward time")
        try fails({ $0[first + 1] = $0[first] }, "repeated time")
      }
    }
  }

  @Test("Every format with one table is recognised by its header")
  func recognition() throws {
    for (format, text) in smallFiles {
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
