/// Which columns of a table hold which quantity, and in which unit: how a reader turns a table into a `Trace`.
///
/// Columns are named as in the file's header; in a file without one they are named by their number, from "1".
public struct ColumnMapping: Hashable, Sendable {
  /// Where time comes from.
  public enum Time: Hashable, Sendable {
    /// A column, times `scale` = seconds. Use 1e-3 for milliseconds, 1e-9 for nanoseconds.
    case column(String, scale: Double = 1)
    /// No usable column: row i is at i / `rate` seconds, `rate` in Hz.
    case rate(Double)
  }

  /// Where attitude comes from.
  public enum Attitude: Hashable, Sendable {
    /// Hamilton quaternion, device to reference frame, named in the order w, x, y, z.
    case quaternion([String])
    /// Core Motion's angles, R(device→reference) = Rz(yaw)·Rx(pitch)·Ry(roll), named in the order roll, pitch, yaw;
    /// times `scale` = radians.
    case rollPitchYaw([String], scale: Double = 1)
  }

  /// Three columns x, y, z; times `scale` = the SI unit in the trace's sign.
  public struct Columns: Hashable, Sendable {
    public var names: [String]
    public var scale: Double

    public init(_ names: [String], scale: Double = 1) {
      self.names = names
      self.scale = scale
    }
  }

  public var time: Time
  public var attitude: Attitude
  /// `scale` is 9.80665 for g in Core Motion's sign, −1 for kinematic acceleration in m/s².
  public var userAcceleration: Columns
  public var rotationRate: Columns?
  public var gravity: Columns?
  public var magneticField: Columns?
  public var truePosition: Columns?
  /// Quaternion columns in the order w, x, y, z.
  public var trueAttitude: [String]?
  /// A column with 1 while a finger is on the screen, 0 otherwise.
  public var isTouching: String?

  public init(
    time: Time, attitude: Attitude, userAcceleration: Columns, rotationRate: Columns? = nil, gravity: Columns? = nil,
    magneticField: Columns? = nil, truePosition: Columns? = nil, trueAttitude: [String]? = nil,
    isTouching: String? = nil
  ) {
    self.time = time
    self.attitude = attitude
    self.userAcceleration = userAcceleration
    self.rotationRate = rotationRate
    self.gravity = gravity
    self.magneticField = magneticField
    self.truePosition = truePosition
    self.trueAttitude = trueAttitude
    self.isTouching = isTouching
  }
}

extension ColumnMapping {
  /// Every column that is mapped.
  var names: Set<String> {
    var names = userAcceleration.names + (rotationRate?.names ?? []) + (gravity?.names ?? [])
    names += (magneticField?.names ?? []) + (truePosition?.names ?? []) + (trueAttitude ?? [])
    switch attitude {
    case .quaternion(let columns), .rollPitchYaw(let columns, _): names += columns
    }
    if case .column(let column, _) = time { names.append(column) }
    if let isTouching { names.append(isTouching) }
    return Set(names)
  }
}
