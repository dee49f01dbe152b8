import Traces

/// Formats in which one table holds everything: what is in which column, in which unit and sign.
enum SingleTable {
  /// DeviceMotion and DeviceOrientation events of a web browser on a phone.
  ///
  /// `t` in ms since 1970; `x y z` in g, gravity included, −1 face up; `alpha beta gamma` in degrees, the W3C's
  /// intrinsic Z-X'-Y'' angles, which are Core Motion's yaw, pitch and roll.
  static let browser = ColumnMapping(
    time: .column("t", scale: 1e-3), attitude: .rollPitchYaw(["gamma", "beta", "alpha"], scale: .pi / 180),
    specificForce: .init(["x", "y", "z"], scale: -standardGravity))

  /// MotionSense (Malekzadeh et al. 2019): Core Motion at 50 Hz without timestamps, accelerations in g.
  static let motionSense = ColumnMapping(
    time: .rate(50), attitude: .rollPitchYaw(["attitude.roll", "attitude.pitch", "attitude.yaw"]),
    userAcceleration: .init(dotted("userAcceleration"), scale: standardGravity),
    rotationRate: .init(dotted("rotationRate")), gravity: .init(dotted("gravity"), scale: standardGravity))

  /// A table in MotionSense's columns. Where another program has put times beside them, these count.
  static func readMotionSense(_ text: DelimitedText, _ options: Trace.ReadingOptions) throws -> TraceTable {
    guard let (column, unit) = try ColumnSearch.namedTime(in: text) else {
      return try TraceTable(text, motionSense, options)
    }
    let isClock = unit == "clock"
    let text = isClock ? try text.withSeconds(in: column) : text
    var mapping = motionSense
    mapping.time = .column(text.header[column], scale: MeasurementUnit(unit, of: .time)?.scale ?? 1)
    var table = try TraceTable(text, mapping, options)
    table.notes.append("took the times from “\(text.header[column])”\(isClock ? "" : ", in \(unit)")")
    return table
  }

  /// BROAD (Laidig et al. 2021) as CSV: bare sensors in SI units, optical truth with gaps.
  static let broad: ColumnMapping = {
    var mapping = ColumnMapping(
      time: .column("time_s"), specificForce: .init(["acc_x_m_s2", "acc_y_m_s2", "acc_z_m_s2"]),
      rotationRate: .init(["gyr_x_rad_s", "gyr_y_rad_s", "gyr_z_rad_s"]),
      magneticField: .init(["mag_x_uT", "mag_y_uT", "mag_z_uT"]),
      truePosition: .init(["opt_x_m", "opt_y_m", "opt_z_m"]), trueAttitude: ["opt_qw", "opt_qx", "opt_qy", "opt_qz"],
      isMoving: "movement")
    mapping.hasGapsInTruth = true
    return mapping
  }()

  private static func dotted(_ quantity: String) -> [String] { ["x", "y", "z"].map { "\(quantity).\($0)" } }
}
