import Rotations

/// Which error a measurement sees.
enum MeasuredError: Sendable {
  case position, velocity, attitude, gyroscope
}

/// Three columns of a covariance, block by block; or what is added to the 15 errors, one vector for each.
struct ErrorColumn<Block: Sendable>: Sendable {
  var p, v, t, g, a: Block
}

/// What is added to the state.
typealias StateError = ErrorColumn<Vector3>

/// How errors of position and velocity are counted when an error of attitude, θ, takes a part of them with it: p ← p − a × θ and v ← v − b × θ, for
/// a in m and b in m/s.
struct ErrorShear: Sendable, Equatable {
  var position, velocity: Vector3
  static let zero = ErrorShear(position: .zero, velocity: .zero)

  @inline(__always)
  init(position: Vector3, velocity: Vector3) { (self.position, self.velocity) = (position, velocity) }

  /// Without a part that changes next to nothing: it takes less along than three thousandths of a deviation. Many such parts are in each rest, and
  /// together they would cost a tenth of the pass.
  ///
  /// - Parameters: The variances in which they would be seen, of position and velocity, and that of the attitude: each the sum of the axes'.
  @inline(__always)
  func felt(position placeSpread: Double, velocity speedSpread: Double, attitude turnSpread: Double) -> Self {
    let turning = 1e5 * turnSpread
    return Self(
      position: position.dot(position) * turning > placeSpread ? position : .zero,
      velocity: velocity.dot(velocity) * turning > speedSpread ? velocity : .zero)
  }

  @inline(__always)
  static func + (first: Self, second: Self) -> Self {
    Self(position: first.position + second.position, velocity: first.velocity + second.velocity)
  }

  /// How a measurement with this difference counts them.
  @inline(__always)
  init(of error: MeasuredError, _ difference: Vector3, at state: NominalState) {
    self.init(
      position: error == .position ? difference : Vector3.zero,
      velocity: error == .gyroscope ? Vector3.zero : Vector3.zero - state.motion.velocity)
  }
}

extension ErrorColumn {
  subscript(_ error: MeasuredError) -> Block {
    @inline(__always) get {
      switch error {
      case .position: p
      case .velocity: v
      case .attitude: t
      case .gyroscope: g
      }
    }
    @inline(__always) set {
      switch error {
      case .position: p = newValue
      case .velocity: v = newValue
      case .attitude: t = newValue
      case .gyroscope: g = newValue
      }
    }
  }
}

extension ErrorColumn where Block == Vector3 {
  static let zero = StateError(p: .zero, v: .zero, t: .zero, g: .zero, a: .zero)

  @inline(__always)
  static func - (left: Self, right: Self) -> Self {
    Self(p: left.p - right.p, v: left.v - right.v, t: left.t - right.t, g: left.g - right.g, a: left.a - right.a)
  }

  /// x ← F·x − Q·λ: what follows from these errors of the sample before, and from what later measurements say (λ) of the noise of the step.
  @inline(__always)
  mutating func advance(_ step: ErrorTransition, _ noise: StepNoise, _ later: StateError) {
    let h = step.duration
    let gained = (t.cross(step.force) - step.rotation * a) * h
    p += (v + gained * 0.5) * h
    v += gained
    t -= step.rotation * (g * h)
    let white = noise.white
    let square = white.velocity * h * h
    p -= (later.p * (h / 3) + later.v * 0.5) * square
    v -= (later.p * (0.5 * h) + later.v) * (white.velocity * h)
    t -= later.t * (white.attitude * h) + noise.rate * noise.rate.dot(later.t)
    g -= later.g * (white.gyroscope * h)
    a -= later.a * (white.accelerometer * h)
    let (place, speed) = (noise.force.dot(later.p), noise.force.dot(later.v))
    let kick = h * (h / 3 * place + 0.5 * speed)
    p -= noise.force * kick
    v -= noise.force * (0.5 * h * place + speed)
  }

  /// The same errors about another position and velocity.
  @inline(__always)
  mutating func shear(by shear: ErrorShear) {
    p -= shear.position.cross(t)
    v -= shear.velocity.cross(t)
  }

  /// The transpose of that: λ as it was about the position and velocity before.
  @inline(__always)
  mutating func retreat(_ shear: ErrorShear) { t += shear.position.cross(p) + shear.velocity.cross(v) }

  /// λ ← Fᵀ·λ.
  @inline(__always)
  mutating func retreat(_ step: ErrorTransition) {
    let m = p * (0.5 * step.duration * step.duration) + v * step.duration
    v += p * step.duration
    g -= step.rotation.transposed(times: t) * step.duration
    t += step.force.cross(m)
    a -= step.rotation.transposed(times: m)
  }
}

extension ErrorColumn where Block == Matrix3 {
  /// Every block times a matrix.
  @inline(__always)
  static func * (column: Self, matrix: Matrix3) -> Self {
    Self(
      p: column.p * matrix, v: column.v * matrix, t: column.t * matrix, g: column.g * matrix, a: column.a * matrix)
  }

  /// The change of every error for this change of what is measured.
  @inline(__always)
  static func * (column: Self, v: Vector3) -> StateError {
    StateError(p: column.p * v, v: column.v * v, t: column.t * v, g: column.g * v, a: column.a * v)
  }

  /// Columns of an error δ, become those of δ − part × θ.
  @inline(__always)
  mutating func take(_ turned: Self, along part: Vector3) {
    guard part != .zero else { return }
    p = p + turned.p.timesCross(part)
    v = v + turned.v.timesCross(part)
    t = t + turned.t.timesCross(part)
    g = g + turned.g.timesCross(part)
    a = a + turned.a.timesCross(part)
  }

  /// The columns of errors that are counted in this way.
  @inline(__always)
  mutating func shear(by shear: ErrorShear) {
    if shear.position != .zero { p = p - shear.position.cross(t) }
    if shear.velocity != .zero { v = v - shear.velocity.cross(t) }
  }

  /// The sum of all blocks' transposes times these errors.
  @inline(__always)
  func transposed(times error: StateError) -> Vector3 {
    let sum = p.transposed(times: error.p) + v.transposed(times: error.v) + t.transposed(times: error.t)
    return sum + g.transposed(times: error.g) + a.transposed(times: error.a)
  }

  /// The sum of all blocks' transposes times the other's blocks.
  @inline(__always)
  func transposed(times other: Self) -> Matrix3 {
    let sum = p.transpose * other.p + v.transpose * other.v
    return sum + t.transpose * other.t + g.transpose * other.g + a.transpose * other.a
  }
}

extension ErrorCovariance {
  /// The covariances of all errors with one.
  subscript(_ error: MeasuredError) -> ErrorColumn<Matrix3> {
    @inline(__always) get {
      switch error {
      case .position: ErrorColumn(p: pp, v: pv.transpose, t: pt.transpose, g: pg.transpose, a: pa.transpose)
      case .velocity: ErrorColumn(p: pv, v: vv, t: vt.transpose, g: vg.transpose, a: va.transpose)
      case .attitude: ErrorColumn(p: pt, v: vt, t: tt, g: tg.transpose, a: ta.transpose)
      case .gyroscope: ErrorColumn(p: pg, v: vg, t: tg, g: gg, a: ga.transpose)
      }
    }
    @inline(__always) set {
      switch error {
      case .position:
        (pp, pv, pt) = (newValue.p, newValue.v.transpose, newValue.t.transpose)
        (pg, pa) = (newValue.g.transpose, newValue.a.transpose)
      case .velocity:
        (pv, vv, vt) = (newValue.p, newValue.v, newValue.t.transpose)
        (vg, va) = (newValue.g.transpose, newValue.a.transpose)
      case .attitude:
        (pt, vt, tt, tg, ta) = (newValue.p, newValue.v, newValue.t, newValue.g.transpose, newValue.a.transpose)
      case .gyroscope:
        (pg, vg, tg, gg, ga) = (newValue.p, newValue.v, newValue.t, newValue.g, newValue.a.transpose)
      }
    }
  }

  /// Makes such columns those of errors that are counted in this way.
  @inline(never)
  func count(_ column: inout ErrorColumn<Matrix3>, of error: MeasuredError, by shear: ErrorShear) {
    switch error {
    case .position: column.take(self[.attitude], along: shear.position)
    case .velocity: column.take(self[.attitude], along: shear.velocity)
    case .attitude, .gyroscope: break
    }
    column.shear(by: shear)
  }

  /// P ← P − K·S·Kᵀ, where `column` is K·S.
  @inline(never)
  mutating func reduce(_ gain: ErrorColumn<Matrix3>, _ column: ErrorColumn<Matrix3>) {
    let (p, v, t) = (column.p.transpose, column.v.transpose, column.t.transpose)
    let (g, a) = (column.g.transpose, column.a.transpose)
    pp = (pp - gain.p * p).symmetric
    pv = pv - gain.p * v
    pt = pt - gain.p * t
    pg = pg - gain.p * g
    pa = pa - gain.p * a
    vv = (vv - gain.v * v).symmetric
    vt = vt - gain.v * t
    vg = vg - gain.v * g
    va = va - gain.v * a
    tt = (tt - gain.t * t).symmetric
    tg = tg - gain.t * g
    ta = ta - gain.t * a
    gg = (gg - gain.g * g).symmetric
    ga = ga - gain.g * a
    aa = (aa - gain.a * a).symmetric
  }

  /// The matrix times these errors.
  @inline(never)
  static func product(_ matrix: UnsafePointer<Self>, _ x: StateError) -> StateError {
    func sum(_ first: Vector3, _ second: Vector3, _ third: Vector3, _ fourth: Vector3, _ fifth: Vector3) -> Vector3 {
      first + second + third + (fourth + fifth)
    }
    let (pp, pv, pt, pg, pa) = (
      matrix.pointee.pp, matrix.pointee.pv, matrix.pointee.pt, matrix.pointee.pg, matrix.pointee.pa
    )
    let (vv, vt, vg, va) = (matrix.pointee.vv, matrix.pointee.vt, matrix.pointee.vg, matrix.pointee.va)
    let (tt, tg, ta) = (matrix.pointee.tt, matrix.pointee.tg, matrix.pointee.ta)
    let (gg, ga, aa) = (matrix.pointee.gg, matrix.pointee.ga, matrix.pointee.aa)
    return StateError(
      p: sum(pp * x.p, pv * x.v, pt * x.t, pg * x.g, pa * x.a),
      v: sum(pv.transposed(times: x.p), vv * x.v, vt * x.t, vg * x.g, va * x.a),
      t: sum(pt.transposed(times: x.p), vt.transposed(times: x.v), tt * x.t, tg * x.g, ta * x.a),
      g: sum(
        pg.transposed(times: x.p), vg.transposed(times: x.v), tg.transposed(times: x.t), gg * x.g, ga * x.a),
      a: sum(
        pa.transposed(times: x.p), va.transposed(times: x.v), ta.transposed(times: x.t), ga.transposed(times: x.g),
        aa * x.a))
  }

  /// The matrix times three columns.
  @inline(never)
  func times(_ x: ErrorColumn<Matrix3>) -> ErrorColumn<Matrix3> {
    ErrorColumn(
      p: pp * x.p + pv * x.v + pt * x.t + pg * x.g + pa * x.a,
      v: pv.transpose * x.p + vv * x.v + vt * x.t + vg * x.g + va * x.a,
      t: pt.transpose * x.p + vt.transpose * x.v + tt * x.t + tg * x.g + ta * x.a,
      g: pg.transpose * x.p + vg.transpose * x.v + tg.transpose * x.t + gg * x.g + ga * x.a,
      a: pa.transpose * x.p + va.transpose * x.v + ta.transpose * x.t + ga.transpose * x.g + aa * x.a)
  }

  /// xᵀ·M·x for three columns x: what they lose of their covariance when M is the information that came later. It is S + Sᵀ, with half of the
  /// diagonal blocks in S.
  @inline(never)
  func weighted(by x: ErrorColumn<Matrix3>) -> Matrix3 {
    var sum = x.p.transpose * (0.5 * (pp * x.p) + pv * x.v + pt * x.t + pg * x.g + pa * x.a)
    sum = sum + x.v.transpose * (0.5 * (vv * x.v) + vt * x.t + vg * x.g + va * x.a)
    sum = sum + x.t.transpose * (0.5 * (tt * x.t) + tg * x.g + ta * x.a)
    sum = sum + x.g.transpose * (0.5 * (gg * x.g) + ga * x.a)
    sum = sum + x.a.transpose * (0.5 * (aa * x.a))
    return sum + sum.transpose
  }
}

extension Matrix3 {
  /// Mᵀ·v.
  @inline(__always)
  func transposed(times v: Vector3) -> Vector3 { Vector3(columns.x.dot(v), columns.y.dot(v), columns.z.dot(v)) }
}
