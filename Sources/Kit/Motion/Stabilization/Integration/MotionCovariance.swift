import Rotations

/// How uncertain a scheme is about one sample: covariances of its errors, each of them symmetric, in the reference frame.
public struct MotionCovariance: Hashable, Sendable {
  var pp, vv, tt: SymmetricMatrix

  /// m².
  public var position: Matrix3 {
    get { pp.matrix }
    set { pp = SymmetricMatrix(newValue) }
  }
  /// (m/s)².
  public var velocity: Matrix3 {
    get { vv.matrix }
    set { vv = SymmetricMatrix(newValue) }
  }
  /// rad², of the small rotation about the reference frame's axes that leads from the estimated attitude to the true one.
  public var attitude: Matrix3 {
    get { tt.matrix }
    set { tt = SymmetricMatrix(newValue) }
  }

  /// Covariances; see the properties.
  public init(position: Matrix3, velocity: Matrix3, attitude: Matrix3) {
    self.init(pp: SymmetricMatrix(position), vv: SymmetricMatrix(velocity), tt: SymmetricMatrix(attitude))
  }

  @inline(__always)
  init(pp: SymmetricMatrix, vv: SymmetricMatrix, tt: SymmetricMatrix) {
    (self.pp, self.vv, self.tt) = (pp, vv, tt)
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

/// A symmetric matrix as its six entries: half the memory of a `Matrix3`, which a trajectory of a million samples feels.
struct SymmetricMatrix: Hashable, Sendable {
  /// xx and xy; xz and yz; yy and zz.
  var x, z, diagonal: SIMD2<Double>

  /// The entries of a matrix that is symmetric.
  @inline(__always)
  init(_ matrix: Matrix3) {
    let (x, y, z) = (matrix.columns.x, matrix.columns.y, matrix.columns.z)
    self.init(x: SIMD2(x.x, x.y), z: SIMD2(z.x, z.y), diagonal: SIMD2(y.y, z.z))
  }

  @inline(__always)
  private init(x: SIMD2<Double>, z: SIMD2<Double>, diagonal: SIMD2<Double>) {
    (self.x, self.z, self.diagonal) = (x, z, diagonal)
  }

  @inline(__always)
  var matrix: Matrix3 {
    Matrix3(columns: Vector3(x.x, x.y, z.x), Vector3(x.y, diagonal.x, z.y), Vector3(z.x, z.y, diagonal.y))
  }

  @inline(__always)
  static func + (left: Self, right: Self) -> Self {
    Self(x: left.x + right.x, z: left.z + right.z, diagonal: left.diagonal + right.diagonal)
  }

  @inline(__always)
  static func - (left: Self, right: Self) -> Self {
    Self(x: left.x - right.x, z: left.z - right.z, diagonal: left.diagonal - right.diagonal)
  }

  @inline(__always)
  static func * (factor: Double, matrix: Self) -> Self {
    Self(x: factor * matrix.x, z: factor * matrix.z, diagonal: factor * matrix.diagonal)
  }
}
