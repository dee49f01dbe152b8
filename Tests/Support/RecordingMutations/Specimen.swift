import Foundation
import Recordings
import Simulation
import Traces

/// A small valid recording in memory, written here in the format of an app or a data set.
public struct Specimen: Sendable {
  public var format: TraceFormat
  /// What a reader is given: one of the files, or a folder that holds them.
  public var path: String
  /// Contents by path.
  public var files: [String: Data]

  public init(_ format: TraceFormat, _ path: String, _ files: [String: String]) {
    self.format = format
    self.path = path
    self.files = files.mapValues { Data($0.utf8) }
  }

  /// The text of its one file, or of one of its files.
  public func text(_ name: String? = nil) -> String { String(decoding: files[name ?? path] ?? Data(), as: UTF8.self) }
}

/// A table from a header and a function that gives the fields of row i.
public func table(_ header: String, rows: Int = 5, _ fields: (Int) -> [Double]) -> String {
  header + "\n" + (0..<rows).map { fields($0).map(\.description).joined(separator: ",") + "\n" }.joined()
}

extension Specimen {
  /// One table in one file, for each format that has such files.
  public static let tables: [TraceFormat: Specimen] = Dictionary(
    uniqueKeysWithValues: [
      (
        .gimbal,
        table(
          "time_s,attitude_w,attitude_x,attitude_y,attitude_z,user_acceleration_x_m_s2,user_acceleration_y_m_s2,"
            + "user_acceleration_z_m_s2"
        ) { [0.01 * Double($0), 1, 0, 0, 0, 0.1, 0.2, 0.3] }
      ),
      (.oxiod, (0..<5).map { _ in "1e11,0,0,1.5707963267948966,0,0,0,0,0,-1,0.1,0.2,0.3,1,2,3\n" }.joined()),
      (
        .sensorlog,
        table(
          "loggingTime,motionTimestamp_sinceReboot,motionQuaternionX,motionQuaternionY,motionQuaternionZ,"
            + "motionQuaternionW,motionUserAccelerationX,motionUserAccelerationY,motionUserAccelerationZ"
        ) { [1e9, 0.01 * Double($0), 0, 0, 0, 1, 0.1, 0.2, 0.3] }
      ),
      (
        .browser,
        table("t,tRel,x,y,z,alpha,beta,gamma") { [1.4e12 + 20 * Double($0), 0.02 * Double($0), 0.1, 0, -1, 90, 0, 0] }
      ),
      (
        .motionsense,
        table(
          ",attitude.roll,attitude.pitch,attitude.yaw,gravity.x,gravity.y,gravity.z,rotationRate.x,rotationRate.y,"
            + "rotationRate.z,userAcceleration.x,userAcceleration.y,userAcceleration.z"
        ) { [Double($0), 0, 0, 1.5707963267948966, 0, 0, -1, 1, 2, 3, 0.1, 0.2, 0.3] }
      ),
      (
        .broad,
        table(
          "time_s,gyr_x_rad_s,gyr_y_rad_s,gyr_z_rad_s,acc_x_m_s2,acc_y_m_s2,acc_z_m_s2,mag_x_uT,mag_y_uT,mag_z_uT,"
            + "opt_qw,opt_qx,opt_qy,opt_qz,opt_x_m,opt_y_m,opt_z_m,movement"
        ) { [0.0035 * Double($0), 1, 2, 3, 0, 0, 9.8, 10, 20, 30, $0 == 2 ? .nan : 1, 0, 0, 0, 0.1, 0.2, 0.3, 1] }
      ),
      (
        .xio,
        table(
          "Time (s),Gyroscope X (deg/s),Gyroscope Y (deg/s),Gyroscope Z (deg/s),Accelerometer X (g),Accelerometer Y (g),"
            + "Accelerometer Z (g)"
        ) { [0.0025 * Double($0), 180, 0, 0, 0, 0, 1] }
      ),
      (.euroc, eurocMotion),
      (
        .phyphox,
        "\"Time (s)\",\"Acceleration x (m/s^2)\",\"Acceleration y (m/s^2)\",\"Acceleration z (m/s^2)\"\n"
          + "0,0,0,9.8\n1.0E-2,0,0,9.8\n0.02,0,0,9.8\n"
      ),
    ].map { (format: TraceFormat, text: String) in (format, Specimen(format, "file.csv", ["file.csv": text])) })

  private static let eurocMotion =
    "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y [rad s^-1],w_RS_S_z [rad s^-1],a_RS_S_x [m s^-2],a_RS_S_y [m s^-2],"
    + "a_RS_S_z [m s^-2]\n" + (0..<9).map { "\(eurocStart + 5_000_000 * $0),0.1,0.2,0.3,8,0.5,-2\n" }.joined()

  /// ns; odd, and too large for a double to tell from its neighbours.
  public static let eurocStart = 1_403_636_579_763_555_585

  /// A sequence of EuRoC in its folders. The truth comes between the motion's samples and covers samples 1 to 6.
  public static let eurocFolder = Specimen(
    .euroc, "MH_01_easy",
    [
      "MH_01_easy/mav0/imu0/data.csv": eurocMotion,
      "MH_01_easy/mav0/state_groundtruth_estimate0/data.csv":
        "#timestamp, p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z [], "
        + "v_RS_R_x [m s^-1], v_RS_R_y [m s^-1], v_RS_R_z [m s^-1], b_w_RS_S_x [rad s^-1], b_w_RS_S_y [rad s^-1], "
        + "b_w_RS_S_z [rad s^-1], b_a_RS_S_x [m s^-2], b_a_RS_S_y [m s^-2], b_a_RS_S_z [m s^-2]\n"
        + (0..<7).map { row -> String in
          let half = 0.05 * Double(row)
          return "\(eurocStart + 2_500_000 + 5_000_000 * row),\(row),\(2 * row),-1,\(cos(half)),0,0,\(sin(half)),"
            + "0,0,0,0,0,0,0,0,0\n"
        }.joined(),
    ])

  /// The tables of a Sensor Logger export with Apple's signs; the gyroscope runs at half the rate, the attitude later.
  public static let sensorLogger: [String: String] = [
    "Accelerometer.csv": table("time,seconds_elapsed,z,y,x", rows: 10) { [1e18, 0.01 * Double($0), 0.3, 0.2, 0.1] },
    "Gravity.csv": table("time,seconds_elapsed,z,y,x", rows: 10) { [1e18, 0.01 * Double($0), -9.80665, 0, 0] },
    "Gyroscope.csv": table("time,seconds_elapsed,z,y,x", rows: 5) { [1e18, 0.02 * Double($0), 3, 2, Double($0)] },
    "Orientation.csv": table("time,seconds_elapsed,qz,qy,qx,qw,roll,pitch,yaw", rows: 10) { row in
      let half = 0.05 * Double(row)
      return [1e18, 0.015 + 0.01 * Double(row), sin(half), 0, 0, cos(half), 0, 0, 2 * half]
    },
  ]

  /// The tables of a phyphox export with an attitude, in its newer names.
  public static let phyphox: [String: String] = [
    "Linear Accelerometer.csv": table("\"Time (s)\",\"X (m/s^2)\",\"Y (m/s^2)\",\"Z (m/s^2)\"", rows: 9) {
      [0.01 * Double($0), 0.1, 0.2, 0.3]
    },
    "Gyroscope.csv": table(
      "\"Time (s)\",\"Gyroscope x (rad/s)\",\"Gyroscope y (rad/s)\",\"Gyroscope z (rad/s)\"", rows: 9
    ) { [0.01 * Double($0), 1, 2, 3] },
    "Attitude.csv": table("\"Time (s)\",\"w\",\"x\",\"y\",\"z\"", rows: 9) { [0.01 * Double($0), 1, 0, 0, 0] },
  ]

  /// OxIOD's motion with the Vicon file next to it.
  public static let oxiodPair = Specimen(
    .oxiod, "walk_imu1.csv",
    [
      "walk_imu1.csv": tables[.oxiod]!.text(),
      "walk_vi1.csv": (0..<5).map { "1e11,\($0),\(0.01 * Double($0)),0,1,0,0,0,1\n" }.joined(),
    ])

  /// Every specimen, the ones of several files as folders.
  public static let all: [Specimen] =
    tables.values.sorted { $0.format.rawValue < $1.format.rawValue } + [
      oxiodPair, eurocFolder, folder(.sensorlogger, sensorLogger), folder(.phyphox, phyphox),
    ] + apps

  /// Some tables in a folder.
  public static func folder(_ format: TraceFormat, _ tables: [String: String]) -> Specimen {
    Specimen(format, "walk", Dictionary(uniqueKeysWithValues: tables.map { ("walk/\($0)", $1) }))
  }
}
