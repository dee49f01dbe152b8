internal import Basics

/// The file formats that `Trace(contentsOf:)` reads.
public enum TraceFormat: String, CaseIterable, Hashable, Sendable, Codable {
  /// The project's own table, see `Trace.table`.
  case gimbal
  /// Oxford Inertial Odometry Dataset: `*_imuN.csv`, with its Vicon file `*_viN.csv` beside it as truth.
  case oxiod
  /// CSV export of the iOS app SensorLog.
  case sensorlog
  /// Export of the app Sensor Logger: a zip or a folder with a table per sensor.
  case sensorlogger
  /// Export of the app phyphox: a zip or a folder with a table per sensor, or one table.
  case phyphox
  /// DeviceMotion and DeviceOrientation events of a phone's web browser.
  case browser
  /// MotionSense's `sub_N.csv`.
  case motionsense
  /// A trial of BROAD as CSV.
  case broad
  /// CSV of x-io's devices (NGIMU, x-IMU3).
  case xio
  /// EuRoC's `imu0/data.csv`.
  case euroc

  /// The format of this name, as an option on the command line gives it.
  ///
  /// - Throws: `TraceError.unknownFormatName` with a suggestion.
  public init(named name: String) throws(TraceError) {
    let wanted = name.lowercased().filter { $0.isLetter }
    guard let format = TraceFormat(rawValue: wanted) else {
      throw .unknownFormatName(name, suggestion: Spelling.nearest(to: wanted, among: Self.allCases.map(\.rawValue)))
    }
    self = format
  }

  /// The format that a table's header shows.
  ///
  /// A few columns that only this format has decide, so that a missing column is still reported as missing and not as
  /// an unknown format.
  ///
  /// - Throws: `TraceError.unknownFormat`.
  init(recognizing text: DelimitedText) throws(TraceError) {
    let names = Set(text.header)
    func has(_ some: [String]) -> Bool { some.filter(names.contains).count >= 2 }
    if text.comments.contains(where: { $0.hasPrefix(GimbalTable.marker) })
      || GimbalTable.allColumns.filter(names.contains).count >= 4
    {
      self = .gimbal
    } else if names.contains(where: { $0.hasPrefix("motionUserAcceleration") || $0.hasPrefix("motionQuaternion") }) {
      self = .sensorlog
    } else if has(["alpha", "beta", "gamma"]) {
      self = .browser
    } else if has(["attitude.roll", "userAcceleration.x", "userAcceleration.y", "gravity.x"]) {
      self = .motionsense
    } else if has(["gyr_x_rad_s", "acc_x_m_s2", "acc_y_m_s2", "opt_qw"]) {
      self = .broad
    } else if has(["Gyroscope X (deg/s)", "Accelerometer X (g)", "Accelerometer Y (g)"]) {
      self = .xio
    } else if text.comments.contains(where: { $0.contains("w_RS_S_x") || $0.contains("a_RS_S_x") }) {
      self = .euroc
    } else if has(["time", "seconds_elapsed"]) {
      self = .sensorlogger
    } else if names.contains("Time (s)") {
      self = .phyphox
    } else if !text.hasHeader, text.header.count == OxIOD.columnCount {
      self = .oxiod
    } else {
      throw .unknownFormat(
        text.place(text.headerLine), header: String(text.header.joined(separator: ",").prefix(120)))
    }
  }
}
