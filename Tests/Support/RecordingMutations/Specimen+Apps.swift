import Foundation
import Recordings
import Simulation
import Traces

/// What apps write today and have written over the years: our own small files, in the form of their headers and with
/// their quirks.
///
/// The motion behind all of them is one: a device lies level, then turns about its y axis by 0.5 rad/s and accelerates
/// along x by 0.3 m/s².
extension Specimen {
  /// Seconds from the start, at 100 Hz.
  private static func time(_ row: Int) -> Double { 0.01 * Double(row) }
  private static let rows = 60
  private static let g = standardGravity

  /// Half the angle by which the device has turned about y.
  private static func half(_ row: Int) -> Double { 0.25 * time(row) }
  /// Up in the device's frame, times g.
  private static func up(_ row: Int) -> [Double] { [-sin(2 * half(row)), 0, cos(2 * half(row))] }

  private static func lines(_ header: String, _ separator: String = ",", _ fields: (Int) -> [String]) -> String {
    header + "\n" + (0..<rows).map { fields($0).joined(separator: separator) + "\n" }.joined()
  }

  private static func texts(_ numbers: [Double]) -> [String] { numbers.map(\.description) }

  // MARK: - SensorLog

  /// Units in the names, a text for the time of logging, every third motion sample twice.
  public static let sensorLogToday = Specimen(
    .sensorlog, "today.csv",
    [
      "today.csv": lines(
        "loggingTime(txt),loggingSample(N),accelerometerTimestamp_sinceReboot(s),accelerometerAccelerationX(G),"
          + "motionTimestamp_sinceReboot(s),motionYaw(rad),motionUserAccelerationX(G),motionUserAccelerationY(G),"
          + "motionUserAccelerationZ(G),motionAttitudeReferenceFrame(txt),motionQuaternionX(R),motionQuaternionY(R),"
          + "motionQuaternionZ(R),motionQuaternionW(R),motionGravityX(G),motionGravityY(G),motionGravityZ(G),"
          + "motionRotationRateX(rad/s),motionRotationRateY(rad/s),motionRotationRateZ(rad/s)"
      ) { row in
        let sample = row - row / 3
        return ["2026-11-21 17:17:01.277 +0100", "\(row)"]
          + texts([500 + 0.0067 * Double(row), 0, 500 + time(sample), 0])
          + texts([-0.3 / g, 0, 0]) + ["XArbitraryCorrectedZVertical"]
          + texts([0, sin(half(sample)), 0, cos(half(sample))]) + texts(up(sample).map { -$0 }) + texts([0, 0.5, 0])
      }
    ])

  /// Another order, semicolons, m/s² and degrees in the names, and rows in which the motion has nothing yet.
  public static let sensorLogSemicolons = Specimen(
    .sensorlog, "semicolons.csv",
    [
      "semicolons.csv": lines(
        "motionQuaternionW;motionQuaternionX;motionQuaternionY;motionQuaternionZ;motionRotationRateX(deg/s);"
          + "motionRotationRateY(deg/s);motionRotationRateZ(deg/s);motionUserAccelerationX(m/s²);"
          + "motionUserAccelerationY(m/s²);motionUserAccelerationZ(m/s²);motionTimestamp_sinceReboot(ms);loggingTime(txt)",
        ";"
      ) { row in
        if row < 2 { return [String](repeating: "", count: 11) + ["17:17:01"] }
        return texts([cos(half(row)), 0, sin(half(row)), 0, 0, 0.5 * 180 / .pi, 0, -0.3, 0, 0, 1000 * time(row)])
          + ["17:17:01"]
      }
    ])

  /// The bare sensors, without device motion.
  public static let sensorLogBare = Specimen(
    .sensorlog, "bare.csv",
    [
      "bare.csv": lines(
        "loggingTime(txt),accelerometerTimestamp_sinceReboot(s),accelerometerAccelerationX(G),"
          + "accelerometerAccelerationY(G),accelerometerAccelerationZ(G),gyroTimestamp_sinceReboot(s),gyroRotationX(rad/s),"
          + "gyroRotationY(rad/s),gyroRotationZ(rad/s)"
      ) { row in
        ["x"]
          + texts([9 + time(row)] + zip(up(row), [0.3, 0, 0]).map { -($0 + $1 / g) } + [9.003 + time(row), 0, 0.5, 0])
      }
    ])

  // MARK: - Sensor Logger

  private static let start = 1_700_000_000_000_000_000

  /// A table of the app as it is today, or with nanoseconds only.
  private static func loggerTable(
    _ columns: [String], isOld: Bool = false, from origin: Int = start, _ fields: (Int) -> [Double]
  ) -> String {
    lines(
      (isOld ? ["time"] : ["time", "seconds_elapsed"] + []).joined(separator: ",") + ","
        + columns.joined(separator: ",")
    ) {
      row in
      ["\(origin + 10_000_000 * row)"] + (isOld ? [] : [time(row).description]) + texts(fields(row))
    }
  }

  private static func metadata(_ platform: String, standardised: Bool) -> String {
    "version,device name,recording epoch time,platform,appVersion,sensors,sampleRateMs,standardisation\n"
      + "3,phone,1700000000000,\(platform),1.57.1,Accelerometer|Gravity,10|10,\(standardised)\n"
  }

  /// The sign of Apple is −1.
  private static func accelerations(sign: Double, isOld: Bool = false) -> [String: String] {
    [
      "Accelerometer.csv": loggerTable(["z", "y", "x"], isOld: isOld) { _ in [0, 0, sign * 0.3] },
      "Gravity.csv": loggerTable(["z", "y", "x"], isOld: isOld) { row in
        [up(row)[2], 0, up(row)[0]].map { sign * g * $0 }
      },
      "Gyroscope.csv": loggerTable(["z", "y", "x"], isOld: isOld) { _ in [0, 0.5, 0] },
    ]
  }

  private static func orientation(isOld: Bool = false) -> String {
    loggerTable(["yaw", "qx", "qz", "roll", "qw", "qy", "pitch"], isOld: isOld) { row in
      [0, 0, 0, 0, cos(half(row)), sin(half(row)), 0]
    }
  }

  /// 2021: nanoseconds only.
  public static let sensorLoggerOld = folder(
    .sensorlogger, accelerations(sign: -1, isOld: true).merging(["Orientation.csv": orientation(isOld: true)]) { $1 })

  /// Without Orientation, on an iPhone and with Android's signs.
  public static let sensorLoggerTilt = folder(
    .sensorlogger, accelerations(sign: -1).merging(["Metadata.csv": metadata("ios", standardised: false)]) { $1 })
  public static let sensorLoggerStandardised = folder(
    .sensorlogger, accelerations(sign: 1).merging(["Metadata.csv": metadata("ios", standardised: true)]) { $1 })

  /// Uncalibrated sensors of an iPhone alone.
  public static let sensorLoggerUncalibrated = folder(
    .sensorlogger,
    [
      "AccelerometerUncalibrated.csv": loggerTable(["z", "y", "x"]) { row in [-up(row)[2], 0, -up(row)[0] - 0.3 / g] },
      "GyroscopeUncalibrated.csv": loggerTable(["z", "y", "x"]) { _ in [0, 0.5, 0] },
      "Metadata.csv": metadata("ios", standardised: false), "Annotation.csv": "",
    ])

  /// Android's total acceleration with an attitude and without Gravity.
  public static let sensorLoggerTotal = folder(
    .sensorlogger,
    [
      "TotalAcceleration.csv": loggerTable(["z", "y", "x"]) { row in [g * up(row)[2], 0, g * up(row)[0] + 0.3] },
      "Orientation.csv": orientation(), "Gyroscope.csv": loggerTable(["z", "y", "x"]) { _ in [0, 0.5, 0] },
      "Metadata.csv": metadata("android", standardised: false),
    ])

  private static func complete(gravity: Double, acceleration: Double, _ more: [String] = []) -> String {
    loggerTable(
      [
        "rotationRateX", "rotationRateY", "rotationRateZ", "gravityX", "gravityY", "gravityZ", "accelerationX",
        "accelerationY",
      ]
        + ["accelerationZ", "quaternionW", "quaternionX", "quaternionY", "quaternionZ"] + more
    ) { row in
      [0, 0.5, 0] + up(row).map { -gravity * $0 } + [-0.3 * acceleration, 0, 0]
        + [cos(half(row)), 0, sin(half(row)), 0] + more.map { _ in 1 }
    }
  }

  /// A watch: all in g.
  public static let sensorLoggerWatch = folder(
    .sensorlogger,
    [
      "WristMotion.csv": complete(gravity: 1, acceleration: 1 / g),
      "WatchAccelerometerUncalibrated.csv": loggerTable(["x", "y", "z"]) { row in up(row).map { -$0 } },
    ])
  /// Headphones: gravity in m/s², acceleration in g.
  public static let sensorLoggerHeadphone = folder(
    .sensorlogger,
    ["Headphone.csv": complete(gravity: g, acceleration: 1 / g), "Metadata.csv": metadata("ios", standardised: false)])

  /// The accelerometer of another recording.
  public static let sensorLoggerMixed = folder(
    .sensorlogger,
    accelerations(sign: -1).merging([
      "Accelerometer.csv": loggerTable(["z", "y", "x"], from: start + 86_400_000_000_000) { _ in [0, 0, -0.3] }
    ]) { $1 })

  // MARK: - phyphox

  private static func phyphoxTable(_ names: [String], _ unit: String, _ fields: (Int) -> [Double]) -> String {
    lines((["Time (s)"] + names.map { "\($0) (\(unit))" }).map { "\"\($0)\"" }.joined(separator: ",")) { row in
      texts([0.007 + time(row)] + fields(row))
    }
  }

  private static let turning = phyphoxTable(["Gyroscope x", "Gyroscope y", "Gyroscope z", "Absolute"], "rad/s") { _ in
    [0, 0.5, 0, 0.5]
  }
  private static let linear = phyphoxTable(["X", "Y", "Z"], "m/s^2") { _ in [0.3, 0, 0] }
  private static let gravity = phyphoxTable(["Gravity X", "Gravity Y", "Gravity Z"], "m/s^2") { up($0).map { g * $0 } }
  private static let acceleration = phyphoxTable(["X", "Y", "Z"], "m/s^2") { row in
    zip(up(row), [0.3, 0, 0]).map { g * $0 + $1 }
  }

  /// Gravity next to the gyroscope, and no accelerometer.
  public static let phyphoxGravity = folder(.phyphox, ["Gravity.csv": gravity, "Raw Data.csv": turning])
  /// Gravity, linear acceleration and gyroscope: everything.
  public static let phyphoxWhole = folder(
    .phyphox, ["Gravity.csv": gravity, "Linear Accelerometer.csv": linear, "Gyroscope.csv": turning])
  public static let phyphoxForce = folder(
    .phyphox, ["Accelerometer.csv": acceleration, "Linear Accelerometer.csv": linear, "Gyroscope.csv": turning])
  /// Acceleration with and without gravity that do not belong together.
  public static let phyphoxMixed = folder(
    .phyphox,
    [
      "Accelerometer.csv": phyphoxTable(["X", "Y", "Z"], "m/s^2") { row in [3 * sin(Double(row)), 0, 12] },
      "Linear Accelerometer.csv": linear, "Gyroscope.csv": turning,
    ])
  public static let phyphoxLinearTurning = folder(
    .phyphox, ["Linear Accelerometer.csv": linear, "Gyroscope.csv": turning])
  public static let phyphoxLinear = folder(.phyphox, ["Linear Accelerometer.csv": linear])

  private static func times(_ pauses: [Double]) -> String {
    "\"event\",\"experiment time\",\"system time\"\n"
      + pauses.map { "\"START\",0,1.7E9\n\"PAUSE\",\($0),1.7E9\n" }.joined()
  }

  /// Semicolons, and commas for points.
  public static let phyphoxCommas = folder(
    .phyphox,
    ["Accelerometer.csv": acceleration, "Gyroscope.csv": turning].mapValues {
      $0.replacing(",", with: ";").replacing(".", with: ",")
    })

  /// Your own experiment: no units, small letters, in an archive, paused once for long.
  public static let phyphoxOwn = Specimen(
    .phyphox, "own",
    [
      "own/Acceleration.csv": lines(
        "\"time\",\"Acceleration x\",\"Acceleration y\",\"Acceleration z\",\"abs Acceleration\""
      ) {
        row in texts([955 + time(row)] + zip(up(row), [0.3, 0, 0]).map { g * $0 + $1 } + [g])
      },
      "own/Gyroscope.csv": lines("\"time\",\"Gyroscope x\",\"Gyroscope y\",\"Gyroscope z\",\"abs Gyroscope\"") { row in
        texts([955 + time(row), 0, 0.5, 0, 0.5])
      },
      "own/meta/device.csv": "\"property\",\"value\"\n\"version\",\"1.1.11\"\n",
      "own/meta/time.csv": times([955.55, 960]),
    ])

  /// Two sensors with their own times in one table, the second at half the rate: its columns end earlier.
  public static let phyphoxJoined = Specimen(
    .phyphox, "joined.csv",
    [
      "joined.csv": lines(
        "\"Time (s)\",\"Acceleration x (m/s^2)\",\"Acceleration y (m/s^2)\",\"Acceleration z (m/s^2)\",\"Time (s)\","
          + "\"Gyroscope x (rad/s)\",\"Gyroscope y (rad/s)\",\"Gyroscope z (rad/s)\""
      ) { row in
        texts([time(row)] + zip(up(row), [0.3, 0, 0]).map { g * $0 + $1 })
          + (row < rows / 2 ? texts([0.02 * Double(row), 0, 0.5, 0]) : ["", "", "", ""])
      }
    ])

  /// Two runs in one file: the clock starts again.
  public static let phyphoxRuns = Specimen(
    .phyphox, "runs.csv",
    [
      "runs.csv": lines(
        "\"Time (s)\",\"Linear Acceleration x (m/s^2)\",\"Linear Acceleration y (m/s^2)\",\"Linear Acceleration z (m/s^2)\","
          + "\"Gyroscope x (rad/s)\",\"Gyroscope y (rad/s)\",\"Gyroscope z (rad/s)\""
      ) { row in texts([time(row % 32), row < 32 ? 0.3 : 0.6, 0, 0, 0, 0.5, 0]) }
    ])

  // MARK: - x-io

  private static let inertialNames =
    "Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),Accelerometer Y (g),Accelerometer Z (g)"
  private static func inertial(_ row: Int) -> [Double] {
    [0, 0.5 * 180 / .pi, 0] + zip(up(row), [0.3, 0, 0]).map { $0 + $1 / g }
  }

  /// NGIMU: the earth as the device sees it.
  public static let ngimu = Specimen(
    .xio, "ngimu",
    [
      "ngimu/sensors.csv": lines(
        "Time (s)," + inertialNames + ",Magnetometer X (uT),Magnetometer Y (uT),Magnetometer Z (uT)"
      ) {
        row in texts([time(row)] + inertial(row) + [20, 0, -40])
      },
      "ngimu/quaternion.csv": lines("Time (s),W,X,Y,Z") { row in
        texts([time(row), cos(half(row)), 0, -sin(half(row)), 0])
      },
      "ngimu/earth.csv": lines("Time (s),X (g),Y (g),Z (g)") { row in texts([time(row), 0.3 / g, 0, 0]) },
    ])

  /// x-IMU3: microseconds, a folder in a folder.
  public static let ximu3 = Specimen(
    .xio, "log",
    [
      "log/x-IMU3 (USB)/Inertial.csv": lines("Timestamp (us)," + inertialNames) { row in
        ["\(19_150_794 + 10_000 * row)"] + texts(inertial(row))
      },
      "log/x-IMU3 (USB)/Quaternion.csv": lines("Timestamp (us),W,X,Y,Z") { row in
        ["\(19_150_794 + 10_000 * row)"] + texts([cos(half(row)), 0, sin(half(row)), 0])
      },
      "log/x-IMU3 (USB)/Magnetometer.csv": lines("Timestamp (us),X (a.u.),Y (a.u.),Z (a.u.)") { row in
        ["\(19_150_794 + 10_000 * row)", "0.5", "0", "-0.8"]
      },
    ])

  // MARK: - Tracks and tables of others

  /// Where a mutant looks for truth.
  public static let truthPath = "truth.txt"

  public static let track = Specimen(
    .gimbal, truthPath,
    [
      truthPath: "# ground truth\n# timestamp tx ty tz qx qy qz qw\n"
        + (0..<rows).map { "\(time($0)) \(0.15 * time($0) * time($0)) 0 1 0 \(sin(half($0))) 0 \(cos(half($0)))\n" }
        .joined()
    ])

  /// AndroSensor's way: a preamble, semicolons, capital names with units, milliseconds, one sensor that was off.
  public static let androSensor = Specimen(
    .gimbal, "andro.csv",
    [
      "andro.csv": "AndroSensor;\nRecorded on a phone;\n"
        + lines(
          "ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);GYROSCOPE X (rad/s);GYROSCOPE Y (rad/s);"
            + "GYROSCOPE Z (rad/s);MAGNETIC FIELD X (μT);MAGNETIC FIELD Y (μT);MAGNETIC FIELD Z (μT);"
            + "Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS", ";"
        ) { row in
          texts(zip(up(row), [0.3, 0, 0]).map { g * $0 + $1 } + [0, 0.5, 0, 0, 0, 0])
            + ["\(10 * row)", "2026-11-21 17:17:01:277"]
        }
    ])

  /// The same with the mapping that belongs to it.
  public static let androSensorMapped: Specimen = {
    var specimen = androSensor
    if let proposal = try? MappingProposal(contentsOf: androSensor.path, in: androSensor.files) {
      specimen.files["andro.csv.mapping.yaml"] = Data(proposal.yaml.utf8)
    }
    return specimen
  }()

  /// WISDM's way: a person, what they do, nanoseconds, three accelerations, a semicolon.
  public static let wisdm = Specimen(
    .gimbal, "wisdm.txt",
    [
      "wisdm.txt": (0..<rows).map { row in
        "33,Jogging,\(49_105_962_326_000 + 50_000_000 * row),"
          + texts(zip(up(row), [0.3, 0, 0]).map { g * $0 + $1 }).joined(separator: ",") + ";\n"
      }.joined()
    ])

  /// All of them, for mutations.
  public static let apps: [Specimen] = [
    sensorLogToday, sensorLogSemicolons, sensorLogBare, sensorLoggerOld, sensorLoggerTilt, sensorLoggerStandardised,
    sensorLoggerUncalibrated, sensorLoggerTotal, sensorLoggerWatch, sensorLoggerHeadphone, sensorLoggerMixed,
    phyphoxGravity, phyphoxWhole, phyphoxForce, phyphoxMixed, phyphoxLinearTurning, phyphoxLinear, phyphoxCommas,
    phyphoxOwn, phyphoxJoined, phyphoxRuns, ngimu, ximu3, track, androSensor, androSensorMapped, wisdm,
  ]
}
