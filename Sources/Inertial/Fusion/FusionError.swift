/// What can be wrong with samples, parameters or a request to fuse them. ``description`` puts it into words.
public enum FusionError: Error, Hashable, Sendable {
  /// A parameter lies outside the range in which the method works.
  case parameter(name: String, value: Double, expected: String)
  /// A reading is NaN or infinite.
  case notFinite(channel: String, index: Int)
  /// A timestamp is not after the one before it.
  case timeNotIncreasing(index: Int, previous: Double, time: Double)
  /// The time between two samples is longer than what may be bridged, s.
  case gap(index: Int, length: Double, allowed: Double)
  /// A reading lies at or beyond the sensor's full scale: the true value is unknown.
  case saturated(channel: String, index: Int, value: Double, fullScale: Double)
  /// A frame that needs north was asked for, and there is no magnetometer reading.
  case noMagnetometer(frame: String)
  /// The magnetometer's reading never changes although the device turns.
  case constantField(value: String, turned: Double)
  /// The accelerometer reads zero: up is unknown (free fall, or a dead sensor).
  case noGravity(index: Int)
  /// The field is zero or parallel to gravity: north is unknown.
  case noNorth(index: Int)
  /// Two sequences that belong together have different lengths.
  case lengths(what: String, expected: Int, found: Int)
  /// There is nothing to work on.
  case empty(what: String)
}

extension FusionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .parameter(let name, let value, let expected):
      "\(name) is \(value); expected \(expected)."
    case .notFinite(let channel, let index):
      "The \(channel) of sample \(index) is not a finite number. Drop the sample or repair the recording."
    case .timeNotIncreasing(let index, let previous, let time):
      """
      Sample \(index) has the timestamp \(time) s, which is not after the one before it, \(previous) s. Sort the \
      samples and drop repeated ones.
      """
    case .gap(let index, let length, let allowed):
      """
      \(length) s are missing before sample \(index); at most \(allowed) s are bridged. Split the recording there, or \
      raise longestStep if the device did not turn meanwhile.
      """
    case .saturated(let channel, let index, let value, let fullScale):
      """
      The \(channel) of sample \(index) reads \(value), at or beyond the sensor's full scale of \(fullScale): the true \
      value is unknown. Record with a larger range, or leave this part out.
      """
    case .noMagnetometer(let frame):
      """
      The frame \(frame) needs north, and no sample has a magnetometer reading. Ask for xArbitraryZVertical, or record \
      with the magnetometer.
      """
    case .constantField(let value, let turned):
      """
      The magnetometer reads \(value) µT in every sample although the device turns by \(turned)°: the sensor is not \
      running, or its column is wrong.
      """
    case .noGravity(let index):
      "The accelerometer reads zero in sample \(index): up is unknown. Start from a sample in which the device is held."
    case .noNorth(let index):
      """
      The magnetic field of sample \(index) is zero or parallel to gravity: north is unknown. Move away from the magnet, \
      or fuse without the magnetometer.
      """
    case .lengths(let what, let expected, let found):
      "\(what): expected \(expected) values, found \(found)."
    case .empty(let what):
      "There is no \(what)."
    }
  }
}
