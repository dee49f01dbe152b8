import Rotations
import Traces

/// What the sensors read over one step.
struct InertialInput: Sendable {
  /// On the recording's clock, s.
  var time: Double
  /// Since the sample before, s.
  var duration: Double
  /// Specific force in the device frame at the end of the step, m/s²: +g up at rest.
  var force: Vector3
  /// Rotation rate in the device frame, rad/s: at the end of the step, or its mean over the step.
  var rate: Vector3
  /// Whether `rate` is the mean over the step, as it is where it was taken from two attitudes.
  var isMeanRate: Bool

  /// By how much the trapezoidal rule may err over the step that ends here, as a velocity (m/s) and an angle (rad) in the device frame: h/12 times the
  /// readings' second difference. A mean rate leaves nothing between samples.
  @inline(__always)
  func bend(after previous: InertialInput, _ first: InertialInput) -> (force: Vector3, rate: Vector3) {
    // A lost sample makes one step longer than the other; twice as long is believed.
    let ratio = previous.duration > 0 ? min(duration / previous.duration, 2) : 0
    let share = duration / 12
    let force = share * ((self.force - previous.force) - ratio * (previous.force - first.force))
    guard !isMeanRate else { return (force, .zero) }
    return (force, share * ((rate - previous.rate) - ratio * (previous.rate - first.rate)))
  }
}

/// What the filter takes the motion to be; its errors are in an `ErrorCovariance`.
struct NominalState: Sendable {
  var motion: Motion
  var attitude: Quaternion
  /// rad/s, device frame.
  var gyroscopeBias = Vector3.zero
  /// m/s², device frame.
  var accelerometerBias = Vector3.zero

  /// Strapdown integration over one step from the input at its begin (Solà 2017, section 5.4.1), and what it does to errors.
  @inline(never)
  mutating func propagate(
    from previous: InertialInput, to input: InertialInput, by rule: ErrorStateFilter.Integration
  ) -> ErrorTransition {
    let h = input.duration
    let isTrapezoidal = rule == .trapezoidal
    let rate = isTrapezoidal && !input.isMeanRate ? 0.5 * (previous.rate + input.rate) : input.rate
    let before = isTrapezoidal ? attitude.act(on: previous.force - accelerometerBias) : .zero
    attitude = (attitude * Quaternion(rotationVector: (rate - gyroscopeBias) * h)).renormalized
    let rotation = attitude.matrix
    let after = rotation * (input.force - accelerometerBias)
    let force = isTrapezoidal ? 0.5 * (before + after) : after
    let step = Step(time: input.time, duration: h, acceleration: after - Vector3(0, 0, standardGravity))
    if isTrapezoidal {
      motion.trapezoidalStep(step, from: before - Vector3(0, 0, standardGravity))
    } else {
      motion.splitStep(step)
    }
    return ErrorTransition(duration: h, rotation: rotation, force: force)
  }

  /// Takes an estimated error out (Solà 2017, section 6.2, with the angle's error in the reference frame).
  ///
  /// - Parameter shear: How the error is counted: its velocity turns with its attitude.
  /// - Returns: How errors that are counted so become those of the corrected state.
  @inline(__always)
  mutating func correct(_ error: StateError, countedBy shear: ErrorShear) -> ErrorShear {
    let before = motion
    let turn = Quaternion(rotationVector: error.t)
    motion.position += shear.position - turn.act(on: shear.position - error.p)
    motion.velocity += shear.velocity - turn.act(on: shear.velocity - error.v)
    attitude = (turn * attitude).renormalized
    gyroscopeBias += error.g
    accelerometerBias += error.a
    return ErrorShear(
      position: motion.position - before.position - shear.position,
      velocity: motion.velocity - before.velocity - shear.velocity)
  }
}

extension Quaternion {
  /// The matrix of the same rotation.
  @inline(__always)
  var matrix: Matrix3 {
    let (x2, y2, z2) = (x + x, y + y, z + z)
    let (xx, yy, zz) = (x * x2, y * y2, z * z2)
    let (xy, xz, yz) = (x * y2, x * z2, y * z2)
    let (wx, wy, wz) = (w * x2, w * y2, w * z2)
    return Matrix3(
      columns: Vector3(1 - (yy + zz), xy + wz, xz - wy), Vector3(xy - wz, 1 - (xx + zz), yz + wx),
      Vector3(xz + wy, yz - wx, 1 - (xx + yy)))
  }
}
