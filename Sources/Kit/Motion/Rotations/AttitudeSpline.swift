/// A smooth way through attitudes at given times: angular velocity and angular acceleration are continuous.
///
/// From each attitude to the next, the rotation vector that has been covered is a cubic of time, as in a cubic spline; the
/// cubics join so that the angular acceleration, which is not the second derivative of the rotation vector, has no jump.
/// At both ends the angular velocity is that of the straight way to the neighbour.
public struct AttitudeSpline: Sendable {
  /// When the attitudes are taken, in s, strictly increasing.
  public let times: [Double]
  /// The attitudes to pass through.
  public let attitudes: [Quaternion]
  /// The angular velocities there, in the device frame, in rad/s.
  public let rates: [Vector3]
  /// For each interval the rotation vector covered, c₁τ + c₂τ² + c₃τ³ with τ the time since its start.
  private let cubics: [(Vector3, Vector3, Vector3)]

  /// - Parameters:
  ///   - times: in s, strictly increasing, at least two.
  ///   - attitudes: one for each time.
  /// - Throws: as `SlerpPath.init(times:attitudes:)` does, and `RotationError.notConverged` when
  ///   attitudes that are far apart follow each other so unevenly that no smooth way was found.
  /// - Complexity: O(n) for each of a few rounds.
  public init(times: [Double], attitudes: [Quaternion]) throws(RotationError) {
    try checkKnots(times: times, attitudes: attitudes)
    (self.times, self.attitudes) = (times, attitudes)
    let count = times.count - 1
    let steps = (0..<count).map { times[$0 + 1] - times[$0] }
    let arcs = (0..<count).map { (attitudes[$0].inverse * attitudes[$0 + 1]).rotationVector }
    let rates = try ContinuousRates(steps: steps, arcs: arcs).solved()
    self.rates = rates
    cubics = (0..<count).map { i in
      let (h, arc, start) = (steps[i], arcs[i], rates[i])
      let end = RotationJacobian(arc).derivative(ofRate: rates[i + 1])
      let quadratic: Vector3 = (3 * arc - h * (2 * start + end)) / (h * h)
      let cubic: Vector3 = (h * (start + end) - 2 * arc) / (h * h * h)
      return (start, quadratic, cubic)
    }
  }

  /// Attitude, angular velocity in rad/s and angular acceleration in rad/s², the last two in the device frame.
  public typealias State = (attitude: Quaternion, rate: Vector3, acceleration: Vector3)

  /// The state at a time.
  ///
  /// - Parameter extrapolating: whether a time outside the knots continues the first or last cubic. Off, it is an error.
  /// - Parameter time: s, on the clock of the knots.
  /// - Throws: `RotationError.outOfRange`.
  /// - Complexity: O(log n).
  public func state(at time: Double, extrapolating: Bool = false) throws(RotationError) -> State {
    let inside = time >= times[0] && time <= times[times.count - 1]
    guard inside || (extrapolating && time.isFinite) else {
      throw .outOfRange(argument: "time", value: time, lowest: times[0], highest: times[times.count - 1])
    }
    var finder = SegmentFinder()
    let i = times.withUnsafeBufferPointer { finder.segment(of: time, in: $0) }
    let t = time - times[i]
    let (c1, c2, c3) = cubics[i]
    let arc = t * (c1 + t * (c2 + t * c3))
    guard arc.squaredLength.isFinite else {
      throw .outOfRange(argument: "time", value: time, lowest: times[0], highest: times[times.count - 1])
    }
    let first = c1 + t * (2 * c2 + t * 3 * c3)
    let second = 2 * c2 + 6 * t * c3
    let jacobian = RotationJacobian(arc)
    return (
      attitudes[i] * Quaternion(rotationVector: arc), jacobian.rate(ofDerivative: first),
      jacobian.rate(ofDerivative: second) + jacobian.curvature(derivative: first)
    )
  }

  /// The attitude at a time; see `state(at:extrapolating:)`.
  public func attitude(at time: Double, extrapolating: Bool = false) throws(RotationError) -> Quaternion {
    try state(at: time, extrapolating: extrapolating).attitude
  }
}
