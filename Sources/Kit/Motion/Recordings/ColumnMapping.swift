/// Which columns of a table hold which quantity, and in which unit: how a reader turns a table into a `Trace`.
///
/// Columns are named as in the file's header; in a file without one they are named by their number, from "1".
///
/// A table with milliseconds, accelerations in g with Core Motion's sign, and quaternions:
///
///     let mapping = ColumnMapping(
///       time: .column("ms", scale: 1e-3), attitude: .quaternion(["qw", "qx", "qy", "qz"]),
///       userAcceleration: .init(["ax", "ay", "az"], scale: standardGravity))
///     let trace = try Trace(contentsOf: "own.csv", options: .init(columns: mapping))
///
/// `gimbal trace info own.csv --write-mapping` proposes one and writes it next to the file, where every reader finds
/// it.
public struct ColumnMapping: Hashable, Sendable {
  /// Where time comes from.
  public enum Time: Hashable, Sendable {
    /// A column, times `scale` = seconds. Use 1e-3 for milliseconds, 1e-9 for nanoseconds. With a scale
    /// other than 1 the first row's time becomes 0.
    case column(String, scale: Double = 1)
    /// No usable column: row i is at i / `rate` seconds, `rate` in Hz.
    case rate(Double)
  }

  /// Where attitude comes from.
  public enum Attitude: Hashable, Sendable {
    /// Hamilton quaternion, device to reference frame, named in the order w, x, y, z; with `isInverse` from the
    /// reference frame to the device.
    case quaternion([String], isInverse: Bool = false)
    /// Core Motion's angles, R(device→reference) = Rz(yaw)·Rx(pitch)·Ry(roll), named in the order roll, pitch, yaw;
    /// times `scale` = radians.
    case rollPitchYaw([String], scale: Double = 1)
  }

  /// Three columns x, y, z; times `scale` = the SI unit in the trace's sign.
  public struct Columns: Hashable, Sendable {
    /// The columns, in the order x, y, z.
    public var names: [String]
    /// By what the numbers are multiplied.
    public var scale: Double
    /// Factors 1 or −1 for x, y, z: a sensor whose axes point elsewhere, or a left-handed frame.
    public var signs: [Double]
    /// Whether the vector is given in the reference frame of the attitude and not in the device's, as Xsens's free acceleration is.
    /// For a user acceleration only; the table needs an attitude. Default false.
    public var isInReferenceFrame = false

    /// Three columns, what multiplies them, and whether axes are turned round.
    public init(_ names: [String], scale: Double = 1, signs: [Double] = [1, 1, 1]) {
      self.names = names
      self.scale = scale
      self.signs = signs
    }
  }

  /// Where time comes from.
  public var time: Time
  /// nil for a recording of bare sensors.
  public var attitude: Attitude?
  /// Without gravity: `scale` is 9.80665 for g in Core Motion's sign, −1 for kinematic acceleration in m/s².
  public var userAcceleration: Columns?
  /// Gravity included: `scale` 1 where a device at rest, face up, reads +9.8 m/s² on z, 9.80665 where it reads +1,
  /// −9.80665 where it reads −1. Used where there is no `userAcceleration`.
  public var specificForce: Columns?
  /// In rad/s after the scale.
  public var rotationRate: Columns?
  /// In m/s² and Core Motion’s sign after the scale.
  public var gravity: Columns?
  /// In µT after the scale.
  public var magneticField: Columns?
  /// In m after the scale.
  public var truePosition: Columns?
  /// Quaternion columns in the order w, x, y, z.
  public var trueAttitude: [String]?
  /// A column with 1 while a finger is on the screen, 0 otherwise.
  public var isTouching: String?
  /// A column with 1 while the device moves, 0 while it rests: truth for a rest detector.
  public var isMoving: String?
  /// Whether true positions and attitudes may be NaN where the motion capture lost sight of the device. A `Trace` does
  /// not accept such truth, a `RawRecording` does. Default false.
  public var hasGapsInTruth = false

  /// A mapping; see the properties.
  public init(
    time: Time, attitude: Attitude? = nil, userAcceleration: Columns? = nil, specificForce: Columns? = nil,
    rotationRate: Columns? = nil, gravity: Columns? = nil,
    magneticField: Columns? = nil, truePosition: Columns? = nil, trueAttitude: [String]? = nil,
    isTouching: String? = nil, isMoving: String? = nil
  ) {
    self.time = time
    self.attitude = attitude
    self.userAcceleration = userAcceleration
    self.specificForce = specificForce
    self.rotationRate = rotationRate
    self.gravity = gravity
    self.magneticField = magneticField
    self.truePosition = truePosition
    self.trueAttitude = trueAttitude
    self.isTouching = isTouching
    self.isMoving = isMoving
  }
}

extension ColumnMapping {
  /// Every column that is mapped.
  var names: Set<String> {
    var names = (userAcceleration?.names ?? []) + (specificForce?.names ?? []) + (rotationRate?.names ?? [])
    names += gravity?.names ?? []
    names += (magneticField?.names ?? []) + (truePosition?.names ?? []) + (trueAttitude ?? [])
    switch attitude {
    case .quaternion(let columns, _), .rollPitchYaw(let columns, _): names += columns
    case nil: break
    }
    if case .column(let column, _) = time { names.append(column) }
    names += [isTouching, isMoving].compactMap { $0 }
    return Set(names)
  }
}
