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
  /// throughout the step. It writes from one place in memory to another, so that nothing is copied.
  ///
  /// With e = θ × f − R·a, the error of the acceleration: p ← p + h·v + ½h²·e, v ← v + h·e and θ ← θ − h·R·g. The lines below are the
  /// covariances of these sums.
  @inline(never)
  static func propagate(
    _ before: UnsafePointer<Self>, to after: UnsafeMutablePointer<Self>, _ step: ErrorTransition, _ noise: ProcessNoise
  ) {
    let (h, r) = (step.duration, step.rotation)
    let half = 0.5 * h * h
    let rt = r.transpose
    let hrt = h * rt
    let (pp0, pv0, pt0, pg0, pa0) = (
      before.pointee.pp, before.pointee.pv, before.pointee.pt, before.pointee.pg, before.pointee.pa
    )
    let (vv0, vt0, vg0, va0) = (before.pointee.vv, before.pointee.vt, before.pointee.vg, before.pointee.va)
    let (tt0, tg0, ta0) = (before.pointee.tt, before.pointee.tg, before.pointee.ta)
    let (gg0, ga0, aa0) = (before.pointee.gg, before.pointee.ga, before.pointee.aa)
    // Covariances of e: with p, v, θ as they are, with g and a transposed, and with itself.
    let pe = step.leanedRight(pt0) - pa0 * rt
    let ve = step.leanedRight(vt0) - va0 * rt
    let et = (step.leanedRight(tt0) - ta0 * rt).transpose
    let eg = step.leaning(tg0) - r * ga0.transpose
    let ea = step.leaning(ta0) - r * aa0
    let ee = step.leanedRight(et) - ea * rt
    let hr = h * r
    let pg = pg0 + h * vg0 + half * eg
    let vg = vg0 + h * eg
    let tg = tg0 - hr * gg0
    let pHalf = h * pv0 + half * pe + (0.5 * h * h) * vv0 + (h * half) * ve + (0.5 * half * half) * ee
    let vHalf = h * ve + half * ee
    after.pointee.pp = pp0 + pHalf + pHalf.transpose
    after.pointee.pv = pv0 + h * (pe + vv0) + (h * h) * ve + half * ve.transpose + (half * h) * ee
    after.pointee.pt = pt0 + h * vt0 + half * et - pg * hrt
    after.pointee.pa = pa0 + h * va0 + half * ea
    after.pointee.vv = vv0 + vHalf + vHalf.transpose
    after.pointee.vt = vt0 + h * et - vg * hrt
    after.pointee.va = va0 + h * ea
    after.pointee.tt = (tt0 - (tg0 * hrt).transpose - tg * hrt).symmetric
    after.pointee.ta = ta0 - hr * ga0
    (after.pointee.pg, after.pointee.vg, after.pointee.tg) = (pg, vg, tg)
    (after.pointee.gg, after.pointee.ga, after.pointee.aa) = (gg0, ga0, aa0)
    after.pointee.pp.addDiagonal(noise.velocity * h * h * h / 3)
    after.pointee.pv.addDiagonal(noise.velocity * half)
    after.pointee.vv.addDiagonal(noise.velocity * h)
    after.pointee.tt.addDiagonal(noise.attitude * h)
    after.pointee.gg.addDiagonal(noise.gyroscope * h)
    after.pointee.aa.addDiagonal(noise.accelerometer * h)
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

  /// Λ ← Fᵀ·Λ·F: the same step for information that goes back in time.
  ///
  /// With m = ½h²·p + h·v, what a position and a velocity at the end of the step owe to the acceleration.
  @inline(never)
  mutating func retreat(_ step: ErrorTransition) {
    let (h, r) = (step.duration, step.rotation)
    let half = 0.5 * h * h
    let hr = h * r
    let (rt, hrt) = (r.transpose, hr.transpose)
    let pvt = pv.transpose
    let (pm, vm) = (half * pp + h * pv, half * pvt + h * vv)
    let mm = half * pm + h * vm
    let (mt, mg, ma) = (half * pt + h * vt, half * pg + h * vg, half * pa + h * va)
    let tm = mt.transpose
    let mmr = mm * r
    let pt1 = pt + step.leaned(pm)
    let pg1 = pg - pt * hr
    let pa1 = pa - pm * r
    let ttr = tg - tt * hr
    let tar = ta - tm * r
    let mar = ma - mmr
    vg = vg - vt * hr + h * pg1
    vt = vt + step.leaned(vm) + h * pt1
    va = va - vm * r + h * pa1
    gg = (gg - (hrt * tg).transpose - hrt * ttr).symmetric
    ga = ga - mg.transpose * r - hrt * tar
    aa = (aa - (rt * ma).transpose - rt * mar).symmetric
    tg = ttr + step.leanedBack(mg - mt * hr)
    ta = tar + step.leanedBack(mar)
    tt = (tt + step.leanedBack(mt).transpose + step.leanedBack(mt + step.leaned(mm))).symmetric
    vv = vv + h * (pv + pvt) + (h * h) * pp
    pv = pv + h * pp
    (pt, pg, pa) = (pt1, pg1, pa1)
  }

}

/// White noises and random walks, as variances per second.
struct ProcessNoise: Hashable, Sendable {
  /// Growth of the velocity's variance, (m/s)²/s.
  var velocity: Double
  /// Growth of the attitude's variance, rad²/s.
  var attitude: Double
  /// Growth of the variance of the gyroscope's bias, (rad/s)²/s.
  var gyroscope: Double
  /// Growth of the variance of the accelerometer's bias, (m/s²)²/s.
  var accelerometer: Double
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
  fileprivate func leanedRight(_ matrix: Matrix3) -> Matrix3 {
    let (x, y, z) = (matrix.columns.x, matrix.columns.y, matrix.columns.z)
    return Matrix3(columns: y * force.z - z * force.y, z * force.x - x * force.z, x * force.y - y * force.x)
  }

  /// Aᵀ·M.
  @inline(__always)
  fileprivate func leanedBack(_ matrix: Matrix3) -> Matrix3 {
    Matrix3(
      columns: force.cross(matrix.columns.x), force.cross(matrix.columns.y), force.cross(matrix.columns.z))
  }
}

extension Matrix3 {
  @inline(__always)
  mutating func addDiagonal(_ value: Double) { addDiagonal(Vector3(repeating: value)) }

  /// Adds a value to each entry of the diagonal.
  @inline(__always)
  mutating func addDiagonal(_ values: Vector3) {
    columns.x.x += values.x
    columns.y.y += values.y
    columns.z.z += values.z
  }

  /// The mean of the matrix and its transpose.
  @inline(__always)
  var symmetric: Matrix3 { 0.5 * (self + transpose) }
}
