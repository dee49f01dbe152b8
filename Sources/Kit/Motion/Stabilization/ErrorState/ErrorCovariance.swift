import Rotations

/// What happens to the error of the state over one step, to first order: the matrix F of Solà 2017, section 7.2, which has the angle's error in
/// the reference frame, where it does not turn with the device.
struct ErrorTransition: Sendable {
  /// The step, s.
  var duration: Double
  /// Device to reference frame at the end of the step.
  var rotation: Matrix3
  /// Mean specific force over the step in the reference frame, m/s².
  var force: Vector3

  /// Rotation and force times the duration.
  @inline(__always)
  fileprivate var scaled: ErrorTransition {
    ErrorTransition(duration: duration, rotation: duration * rotation, force: force * duration)
  }

  /// What an error of attitude, θ rad, does to the acceleration: θ × f, written for the columns of a matrix.
  @inline(__always)
  fileprivate func leaning(_ angle: Matrix3) -> Matrix3 {
    Matrix3(
      columns: angle.columns.x.cross(force), angle.columns.y.cross(force), angle.columns.z.cross(force))
  }
}

/// The covariance of the 15 errors, as the blocks on and above the diagonal: position (m), velocity (m/s), attitude (rad, in the reference
/// frame), bias of the gyroscope (rad/s) and of the accelerometer (m/s²), both in the device frame.
///
/// Nothing is allocated in a step. The entries below the diagonal are the transpose.
struct ErrorCovariance: Sendable {
  var pp, pv, pt, pg, pa: Matrix3
  var vv, vt, vg, va: Matrix3
  var tt, tg, ta: Matrix3
  var gg, ga, aa: Matrix3

  /// Independent errors, with these standard deviations.
  init(position: Double, velocity: Double, tilt: Double, heading: Double, gyroscope: Double, accelerometer: Double) {
    func block(_ deviation: Double) -> Matrix3 {
      let variance = deviation * deviation
      return .diagonal(variance, variance, variance)
    }
    (pp, vv, gg, aa) = (block(position), block(velocity), block(gyroscope), block(accelerometer))
    tt = .diagonal(tilt * tilt, tilt * tilt, heading * heading)
    (pv, pt, pg, pa, vt, vg, va, tg, ta, ga) = (.zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero)
  }

  /// Nothing known: the start of a sum of information.
  static let zero = ErrorCovariance(
    position: 0, velocity: 0, tilt: 0, heading: 0, gyroscope: 0, accelerometer: 0)

  /// P ← F·P·Fᵀ + Q, as the error's covariance is predicted (Solà 2017, section 5.4.3), with Q for white noise and random walks that act
  /// throughout the step.
  ///
  /// With u = h·(θ × f − R·a), what the step adds to the velocity's error, F is four sums in a row: p ← p + ½h·v, v ← v + u, p ← p + ½h·v and
  /// θ ← θ − h·R·g. Each changes the covariances of one error, and what it adds to that error's own is M + Mᵀ, with half of the
  /// change in M: ten products of blocks in all.
  @inline(never)
  mutating func propagate(_ step: ErrorTransition, _ noise: ProcessNoise) {
    let h = step.duration
    addVelocity(0.5 * h)
    addAcceleration(step.scaled)
    addVelocity(0.5 * h)
    let (hr, hrt) = (h * step.rotation, h * step.rotation.transpose)
    pt = pt - pg * hrt
    vt = vt - vg * hrt
    let turned = hr * gg
    let lost = (tg - 0.5 * turned) * hrt
    tt = tt - (lost + lost.transpose)
    tg = tg - turned
    ta = ta - hr * ga
    pp.addDiagonal(noise.velocity * h * h * h / 3)
    pv.addDiagonal(noise.velocity * 0.5 * h * h)
    vv.addDiagonal(noise.velocity * h)
    tt.addDiagonal(noise.attitude * h)
    gg.addDiagonal(noise.gyroscope * h)
    aa.addDiagonal(noise.accelerometer * h)
  }

  /// The covariance of the same errors about another position and velocity: P ← M·P·Mᵀ.
  @inline(never)
  mutating func shear(by shear: ErrorShear) {
    let (a, b) = (shear.position, shear.velocity)
    if a != .zero {
      let gained = (pt - a.cross(0.5 * tt)).timesCross(a)
      pp = pp + (gained + gained.transpose)
      pv = pv - a.cross(vt.transpose)
      pt = pt - a.cross(tt)
      pg = pg - a.cross(tg)
      pa = pa - a.cross(ta)
    }
    if b != .zero {
      let gained = (vt - b.cross(0.5 * tt)).timesCross(b)
      vv = vv + (gained + gained.transpose)
      pv = pv + pt.timesCross(b)
      vt = vt - b.cross(tt)
      vg = vg - b.cross(tg)
      va = va - b.cross(ta)
    }
  }

  /// The transpose of that for information that goes back: Λ ← Mᵀ·Λ·M.
  @inline(never)
  mutating func retreat(_ shear: ErrorShear) {
    let (a, b) = (shear.position, shear.velocity)
    if a != .zero {
      let before = pt
      pt = pt - pp.timesCross(a)
      vt = vt - pv.transpose.timesCross(a)
      let gained = a.cross(0.5 * (before + pt))
      tt = tt + (gained + gained.transpose)
      tg = tg + a.cross(pg)
      ta = ta + a.cross(pa)
    }
    if b != .zero {
      let before = vt
      pt = pt - pv.timesCross(b)
      vt = vt - vv.timesCross(b)
      let gained = b.cross(0.5 * (before + vt))
      tt = tt + (gained + gained.transpose)
      tg = tg + b.cross(vg)
      ta = ta + b.cross(va)
    }
  }

  /// p ← p + s·v.
  @inline(__always)
  private mutating func addVelocity(_ s: Double) {
    let gained = pv + (0.5 * s) * vv
    pp = pp + s * (gained + gained.transpose)
    pv = pv + s * vv
    pt = pt + s * vt
    pg = pg + s * vg
    pa = pa + s * va
  }

  /// v ← v + θ × f − R·a, with f and R times the step.
  @inline(__always)
  private mutating func addAcceleration(_ step: ErrorTransition) {
    let (r, rt) = (step.rotation, step.rotation.transpose)
    let ut = (step.leanedRight(tt) - ta * rt).transpose
    let ug = step.leaning(tg) - r * ga.transpose
    let ua = step.leaning(ta) - r * aa
    let gained = step.leanedRight(vt + 0.5 * ut) - (va + 0.5 * ua) * rt
    pv = pv + step.leanedRight(pt) - pa * rt
    vv = vv + (gained + gained.transpose)
    vt = vt + ut
    vg = vg + ug
    va = va + ua
  }

  /// Adds what the readings of a step have not resolved: a velocity and an angle whose directions are known but not their sizes.
  @inline(__always)
  mutating func addUnresolved(force: Vector3, rate: Vector3, over duration: Double) {
    let velocity = Matrix3(columns: force * force.x, force * force.y, force * force.z)
    vv = vv + velocity
    pv = pv + (0.5 * duration) * velocity
    pp = pp + (duration * duration / 3) * velocity
    tt = tt + Matrix3(columns: rate * rate.x, rate * rate.y, rate * rate.z)
  }

  /// Λ ← Fᵀ·Λ·F: the same step for information that goes back in time, its four sums in reverse.
  @inline(never)
  mutating func retreat(_ step: ErrorTransition) {
    let h = step.duration
    let (hr, hrt) = (h * step.rotation, h * step.rotation.transpose)
    pg = pg - pt * hr
    vg = vg - vt * hr
    let turned = tt * hr
    let lost = hrt * (tg - 0.5 * turned)
    gg = gg - (lost + lost.transpose)
    tg = tg - turned
    ga = ga - hrt * ta
    takeVelocity(0.5 * h)
    takeAcceleration(step.scaled)
    takeVelocity(0.5 * h)
  }

  /// The reverse of `addVelocity(_:)`.
  @inline(__always)
  private mutating func takeVelocity(_ s: Double) {
    let gained = pv + (0.5 * s) * pp
    vv = vv + s * (gained + gained.transpose)
    pv = pv + s * pp
    vt = vt + s * pt
    vg = vg + s * pg
    va = va + s * pa
  }

  /// The reverse of `addAcceleration(_:)`.
  @inline(__always)
  private mutating func takeAcceleration(_ step: ErrorTransition) {
    let (r, leant, pulled) = (step.rotation, step.leaned(vv), vv * step.rotation)
    let gained = step.leanedBack(vt + 0.5 * leant)
    let lost = r.transpose * (va - 0.5 * pulled)
    pt = pt + step.leaned(pv)
    pa = pa - pv * r
    tt = tt + (gained + gained.transpose)
    tg = tg + step.leanedBack(vg)
    ga = ga - vg.transpose * r
    va = va - pulled
    ta = ta - vt.transpose * r + step.leanedBack(va)
    vt = vt + leant
    aa = aa - (lost + lost.transpose)
  }
}

/// What a step adds to the covariance.
struct StepNoise {
  var white: ProcessNoise
  /// A velocity (m/s) and an angle (rad) that the readings have not resolved.
  var force, rate: Vector3
}

/// White noises and random walks, as variances per second.
struct ProcessNoise: Hashable, Sendable {
  /// Growth of the attitude's variance with the angle turned, rad²/rad.
  var turning = 0.0
  /// Growth of the velocity's variance, (m/s)²/s.
  var velocity: Double
  /// Growth of the attitude's variance, rad²/s.
  var attitude: Double
  /// Growth of the variance of the gyroscope's bias, (rad/s)²/s.
  var gyroscope: Double
  /// Growth of the variance of the accelerometer's bias, (m/s²)²/s.
  var accelerometer: Double

  /// The noise while the device turns at this rate, rad/s.
  @inline(__always)
  func turning(at rate: Vector3) -> Self {
    guard turning > 0 else { return self }
    var noise = self
    noise.attitude += turning * rate.length
    return noise
  }
}

extension ErrorTransition {
  /// M·A, where A·θ = θ × f: A's columns are (0, −f.z, f.y), (f.z, 0, −f.x) and (−f.y, f.x, 0).
  @inline(__always)
  fileprivate func leaned(_ matrix: Matrix3) -> Matrix3 {
    let (x, y, z) = (matrix.columns.x, matrix.columns.y, matrix.columns.z)
    return Matrix3(columns: z * force.y - y * force.z, x * force.z - z * force.x, y * force.x - x * force.y)
  }

  /// M·Aᵀ.
  @inline(__always)
  fileprivate func leanedRight(_ matrix: Matrix3) -> Matrix3 { matrix.timesCross(force) }

  /// Aᵀ·M.
  @inline(__always)
  fileprivate func leanedBack(_ matrix: Matrix3) -> Matrix3 { force.cross(matrix) }
}

extension Vector3 {
  /// [v]×·M.
  @inline(__always)
  func cross(_ matrix: Matrix3) -> Matrix3 {
    Matrix3(columns: cross(matrix.columns.x), cross(matrix.columns.y), cross(matrix.columns.z))
  }
}

extension Matrix3 {
  /// M·[v]×.
  @inline(__always)
  func timesCross(_ v: Vector3) -> Matrix3 {
    let (x, y, z) = (columns.x, columns.y, columns.z)
    return Matrix3(columns: y * v.z - z * v.y, z * v.x - x * v.z, x * v.y - y * v.x)
  }

  @inline(__always)
  mutating func addDiagonal(_ value: Double) { addDiagonal(Vector3(repeating: value)) }

  /// Adds a value to each entry of the diagonal.
  @inline(__always)
  mutating func addDiagonal(_ values: Vector3) {
    columns.x.x += values.x
    columns.y.y += values.y
    columns.z.z += values.z
  }

  @inline(__always)
  var trace: Double { columns.x.x + columns.y.y + columns.z.z }

  /// The mean of the matrix and its transpose.
  @inline(__always)
  var symmetric: Matrix3 { 0.5 * (self + transpose) }
}
