import Traces

/// The project's own table of a trace: the columns' names carry the units.
enum GimbalTable {
  /// How the first comment starts.
  static let marker = "gimbal trace 1"

  static let time = "time_s"
  static let attitude = ["attitude_w", "attitude_x", "attitude_y", "attitude_z"]
  static let userAcceleration = xyz("user_acceleration", "m_s2")
  static let rotationRate = xyz("rotation_rate", "rad_s")
  static let gravity = xyz("gravity", "m_s2")
  static let magneticField = xyz("magnetic_field", "uT")
  static let truePosition = xyz("true_position", "m")
  static let trueAttitude = ["true_attitude_w", "true_attitude_x", "true_attitude_y", "true_attitude_z"]
  static let isTouching = "touching"

  static let allColumns =
    [time] + attitude + userAcceleration + rotationRate + gravity + magneticField + truePosition + trueAttitude
    + [isTouching]

  private static func xyz(_ quantity: String, _ unit: String) -> [String] {
    ["x", "y", "z"].map { "\(quantity)_\($0)_\(unit)" }
  }

  /// The mapping of the columns that this file has. A quantity with one of its columns needs all of them.
  static func mapping(for text: DelimitedText) -> ColumnMapping {
    func present(_ names: [String]) -> ColumnMapping.Columns? {
      names.contains { text.column($0) != nil } ? ColumnMapping.Columns(names) : nil
    }
    var mapping = ColumnMapping(
      time: .column(time), attitude: .quaternion(attitude), userAcceleration: .init(userAcceleration),
      rotationRate: present(rotationRate), gravity: present(gravity), magneticField: present(magneticField),
      truePosition: present(truePosition), trueAttitude: present(trueAttitude)?.names,
      isTouching: text.column(isTouching) == nil ? nil : isTouching)
    mapping.hasGapsInTruth = true
    return mapping
  }

  /// The name that the comments give.
  static func name(in text: DelimitedText) -> String? {
    text.comments.first { $0.hasPrefix("name: ") }.map { String($0.dropFirst(6)) }
  }

  private static let truthHeading = "truth heading: "

  /// The comment that says how the truth lies to the attitude; nothing where they share their frame.
  static func comment(of heading: Trace.TruthHeading) -> String {
    heading == .shared ? "" : "# \(truthHeading)\(heading.rawValue)\n"
  }

  /// How the truth lies to the attitude: in one frame unless a comment says otherwise.
  static func truthHeading(in text: DelimitedText) -> Trace.TruthHeading {
    guard let comment = text.comments.first(where: { $0.hasPrefix(truthHeading) }) else { return .shared }
    return .init(rawValue: String(comment.dropFirst(truthHeading.count))) ?? .unaligned
  }

  /// What was noted when the table was made.
  static func notes(in text: DelimitedText) -> [String] {
    text.comments.filter { $0.hasPrefix("note: ") }.map { String($0.dropFirst(6)) }
  }
}
