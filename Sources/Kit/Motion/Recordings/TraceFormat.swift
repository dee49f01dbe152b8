internal import Basics

/// The file formats that `Trace(contentsOf:)` reads.
public enum TraceFormat: String, CaseIterable, Hashable, Sendable, Codable {
  /// The project's own table, see `Trace.table`.
  case gimbal
  /// Oxford Inertial Odometry Dataset: `*_imuN.csv`, with its Vicon file `*_viN.csv` next to it as truth.
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
  /// - Throws: `RecordingError.unknownFormatName` with a suggestion.
  public init(named name: String) throws {
    let wanted = name.lowercased().filter { $0.isLetter }
    guard let format = TraceFormat(rawValue: wanted) else {
      throw RecordingError.unknownFormatName(
        name, suggestion: Spelling.nearest(to: wanted, among: Self.allCases.map(\.rawValue)))
    }
    self = format
  }

  /// The format that some tables of one recording show, and the table that shows it; nil when none does.
  ///
  /// A few columns that only this format has decide, so that a missing column is still reported as missing and not as
  /// an unknown format. Names with and without units are the same.
  static func recognizing(_ tables: [DelimitedText]) -> (format: TraceFormat, table: DelimitedText)? {
    let heads = tables.map(Head.init)
    for (format, claims) in claims {
      if let head = heads.first(where: claims) { return (format, head.text) }
    }
    return nil
  }

  /// What a claim looks at.
  private struct Head {
    let text: DelimitedText
    let names: Set<String>
    let keys: Set<String>

    init(_ text: DelimitedText) {
      self.text = text
      names = Set(text.header)
      keys = Set(text.header.map { ColumnName($0).key })
    }

    func hasTwo(_ some: [String]) -> Bool { some.filter(names.contains).count >= 2 }
  }

  /// The surest first: what one format has may occur in another.
  private static let claims: [(TraceFormat, @Sendable (Head) -> Bool)] = [
    (
      .gimbal,
      { head in
        head.text.comments.contains { $0.hasPrefix(GimbalTable.marker) }
          || GimbalTable.allColumns.filter(head.names.contains).count >= 4
      }
    ),
    (.sensorlog, { head in SensorLog.telling.filter(head.keys.contains).count >= 2 }),
    (.browser, { SingleTable.isBrowser($0.text) }),
    (
      .motionsense,
      { head in
        head.hasTwo(["attitude.roll", "userAcceleration.x", "userAcceleration.y", "gravity.x"])
          && head.names.contains { $0.hasPrefix("attitude.") }
      }
    ),
    (.broad, { $0.hasTwo(["gyr_x_rad_s", "acc_x_m_s2", "acc_y_m_s2", "opt_qw"]) }),
    (.xio, { XIO.isInertial($0.text) || XIO.isLinear($0.text) }),
    (.euroc, { EuRoC.isMotion($0.text) }),
    (
      .sensorlogger,
      { head in
        head.hasTwo(["time", "seconds_elapsed"]) && !SensorLogger.isOfAnotherApp(head.text)
          || SensorLogger.isComplete(head.text)
          || SensorLogger.isOldTable(head.text)
      }
    ),
    (.phyphox, { Phyphox.claims($0.text) }),
    (.oxiod, { !$0.text.hasHeader && $0.text.header.count == OxIOD.columnCount && !PoseTable.isTrack($0.text) }),
  ]
}
