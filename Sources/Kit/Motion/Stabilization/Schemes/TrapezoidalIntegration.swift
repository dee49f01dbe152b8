import Rotations
import Traces

/// Strapdown integration in which the acceleration goes evenly from one sample to the next.
///
/// The split step holds each reading backwards over the step that it ends, so that velocities are half a step late: at 100 Hz a velocity
/// that grows by 1 m/s² is 5 mm/s behind. For readings that were taken at their timestamps the trapezoid is exact while the acceleration
/// changes evenly. If a reading is the mean over the step, as some sensors deliver it, the split step is the right one.
public struct TrapezoidalIntegration: Scheme, Hashable {
  /// The acceleration at the sample before.
  private var before: Vector3?

  /// Trapezoidal integration.
  public init() {}

  public var name: String { "trapezoid" }
  /// The scheme without the acceleration that it remembers.
  public var fresh: Self { Self() }

  @inline(__always)
  public mutating func advance(_ motion: inout Motion, by step: Step) {
    motion.trapezoidalStep(step, from: before ?? step.acceleration)
    before = step.acceleration
  }
}

extension Scheme where Self == TrapezoidalIntegration {
  /// The acceleration goes evenly from one sample to the next; see ``TrapezoidalIntegration``.
  public static var trapezoidal: TrapezoidalIntegration { TrapezoidalIntegration() }
}
