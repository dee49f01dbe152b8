import Traces

/// What keeps an attitude filter from finding out how a device lies; `description` says it in words, with what to do.
public enum FusionError: InertialError, Hashable {
  /// A reading at or beyond the sensor's full scale: the true value is unknown.
  case saturated(channel: String, row: Int, value: Double, fullScale: Double)
  /// A frame that needs north was asked for, and there is no magnetometer reading.
  case noMagnetometer(frame: String)
  /// The magnetometer's reading never changes although the device turns, by so many degrees.
  case constantField(value: String, turned: Double)
  /// The accelerometer reads zero: up is unknown (free fall, or a dead sensor).
  case noGravity(row: Int)
  /// The field is zero or parallel to gravity: north is unknown.
  case noNorth(row: Int)

  /// What is wrong, and what to do.
  public func message(naming option: OptionNaming) -> String {
    switch self {
    case .saturated(let channel, let row, let value, let fullScale):
      "sample \(row): the \(channel) reads \(value), at or beyond the sensor's full scale of \(fullScale): the true value is "
        + "unknown. Record with a larger range, or leave this part out."
    case .noMagnetometer(let frame):
      "The frame \(frame) needs north, and no sample has a magnetometer reading. Ask for xArbitraryZVertical, or record with "
        + "the magnetometer."
    case .constantField(let value, let turned):
      "The magnetometer reads \(value) µT in every sample although the device turns by \(turned)°: the sensor is not running, "
        + "or its column is wrong."
    case .noGravity(let row):
      "sample \(row): the accelerometer reads zero: up is unknown. Start from a sample in which the device is held."
    case .noNorth(let row):
      "sample \(row): the magnetic field is zero or parallel to gravity: north is unknown. Move away from the magnet, or fuse "
        + "without the magnetometer."
    }
  }
}
