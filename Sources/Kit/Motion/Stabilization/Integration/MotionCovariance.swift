import Rotations

/// How uncertain a scheme is about one sample: covariances of its errors, each of them symmetric, in the reference frame.
public struct MotionCovariance: Hashable, Sendable {
  /// m².
  public var position: Matrix3
  /// (m/s)².
  public var velocity: Matrix3
  /// rad², of the small rotation about the reference frame's axes that leads from the estimated attitude to the true one.
  public var attitude: Matrix3

  /// Covariances; see the properties.
  public init(position: Matrix3, velocity: Matrix3, attitude: Matrix3) {
    (self.position, self.velocity, self.attitude) = (position, velocity, attitude)
  }

  static let zero = MotionCovariance(position: .zero, velocity: .zero, attitude: .zero)

  /// The standard deviation of the position's distance from the truth, m: the square root of the covariance's trace.
  public var positionDeviation: Double { Self.deviation(position) }
  /// The same of the velocity, m/s.
  public var velocityDeviation: Double { Self.deviation(velocity) }
  /// The same of the attitude, rad.
  public var attitudeDeviation: Double { Self.deviation(attitude) }

  private static func deviation(_ covariance: Matrix3) -> Double {
    max(0, covariance[0, 0] + covariance[1, 1] + covariance[2, 2]).squareRoot()
  }
}

/// What a scheme says of one sample beyond velocity and position.
public struct MotionEstimate: Hashable, Sendable {
  /// Device to reference frame, as the scheme estimates it.
  public var attitude: Quaternion
  /// How uncertain motion and attitude are.
  public var covariance: MotionCovariance

  /// An estimate; see the properties.
  public init(attitude: Quaternion, covariance: MotionCovariance) {
    (self.attitude, self.covariance) = (attitude, covariance)
  }
}
