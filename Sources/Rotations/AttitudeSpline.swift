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
  /// - Throws: `RotationError.countMismatch`, `.timesNotIncreasing`, `.notFinite`, `.tooFew`, and `.notConverged` when
  ///   attitudes so far apart follow each other so unevenly that no smooth way was found.
  /// - Complexity: O(n) for each of a few rounds.
  public init(times: [Double], attitudes: [Quaternion]) throws(RotationError) {
    try checkKnots(times: times, attitudes: attitudes)
    (self.times, self.attitudes) = (times, attitudes)
    let count = times.count - 1
    let steps = (0..<count).map { times[$0 + 1] - times[$0] }
    let arcs = (0..<count).map { (attitudes[$0].inverse * attitudes[$0 + 1]).rotationVector }
    let rates = try Self.continuousRates(steps, arcs)
    self.rates = rates
    cubics = (0..<count).map { i in
      let (h, arc, start) = (steps[i], arcs[i], rates[i])
      let end = RotationJacobian(arc).derivative(ofRate: rates[i + 1])
      let quadratic = (3 * arc - h * (2 * start + end)) / (h * h)
      let cubic = (h * (start + end) - 2 * arc) / (h * h * h)
      return (start, quadratic, cubic)
    }
  }

  /// Attitude, angular velocity in rad/s and angular acceleration in rad/s², the last two in the device frame.
  public typealias State = (attitude: Quaternion, rate: Vector3, acceleration: Vector3)

  /// The state at a time.
  ///
  /// - Parameter extrapolating: whether a time outside the knots continues the first or last cubic. Off, it is an error.
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

  /// The angular velocities at the knots for which the angular acceleration has no jump.
  ///
  /// At a knot between intervals of lengths g and h, with arcs β and γ and Jacobians J(β), J(γ), equating the
  /// accelerations of the two Hermite cubics gives
  /// (2/g)·J(β)·ω₋ + 4(1/g + 1/h)·ω + (2/h)·J(γ)⁻¹·ω₊ = 6β/g² + 6γ/h² − N(β, J(β)⁻¹·ω), N the part of the acceleration
  /// that is quadratic in the rate. The left side is block tridiagonal; the right is corrected until it stays.
  private static func continuousRates(_ steps: [Double], _ arcs: [Vector3]) throws(RotationError) -> [Vector3] {
    let count = steps.count
    let straight = (0..<count).map { arcs[$0] / steps[$0] }
    var rates = straight + [straight[count - 1]]
    guard count > 1 else { return rates }
    let jacobians = arcs.map(RotationJacobian.init)
    var change = Double.infinity
    for _ in 0..<maximumRounds {
      let next = solve(steps, arcs, jacobians, rates)
      change = zip(next, rates).reduce(0) { max($0, ($1.0 - $1.1).length / (1 + $1.0.length)) }
      rates = next
      if change <= 1e-13 { return rates }
      guard change.isFinite else { break }
    }
    // Rounding can keep the last digits moving.
    guard change <= 1e-10 else { throw .notConverged(quantity: "attitude spline", change: change) }
    return rates
  }

  private static let maximumRounds = 200

  /// One round: the block tridiagonal system, solved by elimination from the first interior knot to the last.
  private static func solve(
    _ steps: [Double], _ arcs: [Vector3], _ jacobians: [RotationJacobian], _ rates: [Vector3]
  ) -> [Vector3] {
    let count = steps.count
    var (upper, right) = ([Matrix3](), [Vector3]())
    for i in 1..<count {
      let (g, h) = (steps[i - 1], steps[i])
      let before = jacobians[i - 1]
      var known = 6 / (g * g) * arcs[i - 1] + 6 / (h * h) * arcs[i]
      known -= before.curvature(derivative: before.derivative(ofRate: rates[i]))
      let lower = 2 / g * before.matrix
      var diagonal = Matrix3.diagonal(4 / g + 4 / h, 4 / g + 4 / h, 4 / g + 4 / h)
      if i == 1 {
        known -= lower * rates[0]
      } else {
        diagonal = diagonal - lower * upper[i - 2]
        known -= lower * right[i - 2]
      }
      let above = 2 / h * jacobians[i].inverseMatrix
      if i == count - 1 { known -= above * rates[count] }
      let inverse = diagonal.inverted
      upper.append(inverse * above)
      right.append(inverse * known)
    }
    var result = rates
    for i in stride(from: count - 1, through: 1, by: -1) {
      result[i] = right[i - 1] - (i == count - 1 ? .zero : upper[i - 1] * result[i + 1])
    }
    return result
  }
}
