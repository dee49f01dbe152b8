/// CSV export of the iOS app SensorLog: the `motion…` columns, which are Core Motion's device motion.
///
/// Time is `motionTimestamp_sinceReboot` in seconds, the clock on which Core Motion sampled; `loggingTime` is when the
/// app wrote the row and jitters by several steps. Accelerations are in g, rotation rates in rad/s, the field in µT. Of
/// the two attitudes in the file the quaternion is used: the yaw, roll and pitch columns disagree with it.
enum SensorLog {
  static func mapping(for text: DelimitedText) -> ColumnMapping {
    func present(_ names: [String], scale: Double = 1) -> ColumnMapping.Columns? {
      names.contains { text.column($0) != nil } ? ColumnMapping.Columns(names, scale: scale) : nil
    }
    return ColumnMapping(
      time: .column("motionTimestamp_sinceReboot"),
      attitude: .quaternion(["motionQuaternionW", "motionQuaternionX", "motionQuaternionY", "motionQuaternionZ"]),
      userAcceleration: .init(xyz("motionUserAcceleration"), scale: standardGravity),
      rotationRate: present(xyz("motionRotationRate")), gravity: present(xyz("motionGravity"), scale: standardGravity),
      magneticField: present(xyz("motionMagneticField")))
  }

  private static func xyz(_ prefix: String) -> [String] { ["X", "Y", "Z"].map { prefix + $0 } }
}
