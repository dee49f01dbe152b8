/// The file formats that `Trace(contentsOf:)` reads.
public enum TraceFormat: String, CaseIterable, Hashable, Sendable, Codable {
  /// The project's own table, see `Trace.write(to:)`.
  case gimbal
  /// Oxford Inertial Odometry Dataset: `*_imuN.csv`, with its Vicon file `*_viN.csv` beside it as truth.
  case oxiod
  /// CSV export of the iOS app SensorLog.
  case sensorlog

  /// The format of this name, as an option on the command line gives it.
  ///
  /// - Throws: `TraceError.unknownFormatName` with a suggestion.
  public init(named name: String) throws(TraceError) {
    guard let format = TraceFormat(rawValue: name.lowercased()) else {
      throw .unknownFormatName(name, suggestion: suggestion(for: name, among: Self.allCases.map(\.rawValue)))
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
    if text.comments.contains(where: { $0.hasPrefix(GimbalTable.marker) })
      || GimbalTable.allColumns.filter(names.contains).count >= 4
    {
      self = .gimbal
    } else if names.contains(where: { $0.hasPrefix("motionUserAcceleration") || $0.hasPrefix("motionQuaternion") }) {
      self = .sensorlog
    } else if !text.hasHeader, text.header.count == OxIOD.columnCount {
      self = .oxiod
    } else {
      throw .unknownFormat(
        text.place(text.headerLine), header: String(text.header.joined(separator: ",").prefix(120)))
    }
  }
}
