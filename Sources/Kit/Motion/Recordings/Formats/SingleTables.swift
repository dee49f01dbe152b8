import Traces

/// Formats in which one table holds everything: what is in which column, in which unit and sign.
enum SingleTable {
  private static let browserNames = ["t", "x", "y", "z", "alpha", "beta", "gamma"]

  /// Whether a table has the columns of a browser's events, and alpha, beta and gamma in it are angles: gravity points where they
  /// say. A log of motion events has rates under the same names.
  static func isBrowser(_ text: DelimitedText) -> Bool {
    guard browserNames.allSatisfy({ text.column($0) != nil }) else { return false }
    guard let sample = try? ColumnSample(text), let events = EventAngles(in: text.header) else { return true }
    let force = browserNames[1...3].compactMap(text.column)
    guard let agreement = events.agreement(sample, force) else { return !events.columns.allSatisfy(sample.isEmpty) }
    guard let time = text.column("t"), sample.isDense(time) else { return abs(agreement) > 0.7 }
    let rows = (0..<sample.count).filter { !(sample.columns[time][$0] + sample.vector(force, $0).sum()).isNaN }
    let rate = events.rate(
      sample, rows.map { sample.columns[time][$0] * 1e-3 }, rows, rows.map { sample.vector(force, $0) })
    return abs(agreement) > 0.7 && rate == nil
  }

  /// DeviceMotion and DeviceOrientation events of a web browser on a phone.
  ///
  /// `t` in ms since 1970; `alpha beta gamma` in degrees, the W3C's intrinsic Z-X'-Y'' angles, which are Core Motion's yaw, pitch and
  /// roll; `x y z` with gravity in g or m/s², by their length, and in the sign in which they agree with the angles.
  static func browser(_ text: DelimitedText) throws -> ColumnMapping {
    var (unit, sign) = (standardGravity, -1.0)
    let force = browserNames[1...3].compactMap(text.column)
    if force.count == 3, let sample = try? ColumnSample(text), sample.count > 0 {
      if abs(sample.length(force).median - standardGravity) < 0.3 * standardGravity { unit = 1 }
      if let agreement = EventAngles(in: text.header)?.agreement(sample, force), agreement > 0.5 { sign = 1 }
    }
    return ColumnMapping(
      time: .column("t", scale: 1e-3), attitude: .rollPitchYaw(["gamma", "beta", "alpha"], scale: .pi / 180),
      specificForce: .init(["x", "y", "z"], scale: sign * unit))
  }

  /// MotionSense (Malekzadeh et al. 2019): Core Motion at 50 Hz without timestamps, accelerations in g.
  static let motionSense = ColumnMapping(
    time: .rate(50), attitude: .rollPitchYaw(["attitude.roll", "attitude.pitch", "attitude.yaw"]),
    userAcceleration: .init(dotted("userAcceleration"), scale: standardGravity),
    rotationRate: .init(dotted("rotationRate")), gravity: .init(dotted("gravity"), scale: standardGravity))

  /// A table in MotionSense's columns. If another program has put times next to them, these count.
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
