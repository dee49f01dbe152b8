import Foundation
import Rotations
import Traces

/// Velocity and position decay at a rate proportional to themselves ([course](https://6808.github.io/labs/lab3.html), section 2C).
///
/// dv/dt = a − αv, dx/dt = v − βx. The poles move from 0 to −α and −β, so a bounded acceleration gives a bounded
/// position: |x| ≤ max|a| / (αβ). The price is that slow gestures shrink: at a frequency f the response is that of two
/// high-pass filters with corners α/2π and β/2π.
public struct ExponentialDamping: Scheme, Hashable {
  /// s⁻¹, the decay of velocity. Grows: drift is forgotten sooner, and slow gestures shrink more. 0 turns it off.
  public let velocityRate: Double
  /// s⁻¹, the decay of position; in the course equal to `velocityRate`.
  public let positionRate: Double

  // The factors of the last step's duration: most steps are equal, and an exponential costs more than the step.
  private var duration = 0.0
  private var halfVelocityDecay = 1.0
  private var positionDecay = 1.0

  /// Damping with these rates, s⁻¹.
  public init(velocityRate: Double, positionRate: Double) {
    self.velocityRate = velocityRate
    self.positionRate = positionRate
  }

  /// Damping with one rate, s⁻¹, for velocity and position, as in the course.
  public init(rate: Double) { self.init(velocityRate: rate, positionRate: rate) }

  public var name: String { "exponential" }

  public var parameters: [SchemeParameter] {
    velocityRate == positionRate
      ? [.init("rate", velocityRate, unit: "s⁻¹", isInLabel: true)]
      : [
        .init("v", velocityRate, unit: "s⁻¹", isInLabel: true), .init("x", positionRate, unit: "s⁻¹", isInLabel: true),
      ]
  }

  /// v' = e^(−αΔt/2)·v + ½aΔt; x ← e^(−βΔt)·x + v'Δt; v ← e^(−αΔt/2)·v' + ½aΔt.
  @inline(__always)
  public mutating func advance(_ motion: inout Motion, by step: Step) {
    if step.duration != duration { setDuration(step.duration) }
    let half = step.acceleration * (0.5 * step.duration)
    let middle = motion.velocity * halfVelocityDecay + half
    motion.position = motion.position * positionDecay + middle * step.duration
    motion.velocity = middle * halfVelocityDecay + half
  }

  @inline(never)
  private mutating func setDuration(_ duration: Double) {
    self.duration = duration
    halfVelocityDecay = exp(-velocityRate * duration / 2)
    positionDecay = exp(-positionRate * duration)
  }

  public func check() throws(TraceError) {
    // One rate for both is how it was asked for.
    let isOne = velocityRate == positionRate || velocityRate.isNaN && positionRate.isNaN
    try requireNonnegative(isOne ? "rate" : "velocityRate", velocityRate, unit: "s⁻¹")
    try requireNonnegative("positionRate", positionRate, unit: "s⁻¹")
  }
}

extension Scheme where Self == ExponentialDamping {
  /// Exponential damping with one rate in s⁻¹ for velocity and position, as in the course.
  public static func exponential(rate: Double) -> ExponentialDamping { ExponentialDamping(rate: rate) }

  /// Exponential damping with separate rates in s⁻¹.
  public static func exponential(velocityRate: Double, positionRate: Double) -> ExponentialDamping {
    ExponentialDamping(velocityRate: velocityRate, positionRate: positionRate)
  }
}
