import Rotations

/// One moment of a gesture in the air: where the device was and how it was held.
public struct Sample3D: Hashable, Sendable {
  /// The location in metres, in the reference frame (z up), from any origin.
  public var location: Vector3
  /// Turns device-frame vectors into reference-frame vectors.
  public var attitude: Quaternion
  /// The time in seconds, from any origin.
  public var t: Double

  /// The device at `location` in metres, held as `attitude` says, at time `t` in seconds.
  public init(location: Vector3, attitude: Quaternion, t: Double) {
    (self.location, self.attitude, self.t) = (location, attitude, t)
  }
}
