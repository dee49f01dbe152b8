import Rotations

/// The position and velocity of a body, in the reference frame.
public struct Motion: Hashable, Sendable {
  /// m/s.
  public var velocity: Vector3
  /// m, from where the integration started.
  public var position: Vector3

  /// A motion; m/s and m in the reference frame.
  @inlinable
  public init(velocity: Vector3 = .zero, position: Vector3 = .zero) {
    self.velocity = velocity
    self.position = position
  }

  /// At rest in the origin.
  @inlinable
  public static var zero: Motion { Motion() }

  /// - Throws: `TraceError.notFinite`.
  package func check() throws(TraceError) {
    for (name, vector) in [("velocity", velocity), ("position", position)] where !vector.sum().isFinite {
      throw .notFinite(column: "start.\(name)", value: vector.sum(), row: 0)
    }
  }
}

/// What a scheme learns with each sample.
public struct Step: Hashable, Sendable {
  /// Seconds on the recording's clock.
  public var time: Double
  /// Seconds since the sample before; 0 for the first sample.
  public var duration: Double
  /// The kinematic acceleration in the reference frame, m/s²: rotated and negated already.
  public var acceleration: Vector3
  /// Turns device-frame vectors into reference-frame vectors.
  public var attitude: Quaternion
  /// rad/s in the device frame, where the recording has it.
  public var rotationRate: Vector3?
  /// Whether a finger is on the screen, where the recording knows.
  public var isTouching: Bool?

  /// A step; see the properties.
  @inlinable
  public init(
    time: Double, duration: Double, acceleration: Vector3, attitude: Quaternion = .identity,
    rotationRate: Vector3? = nil, isTouching: Bool? = nil
  ) {
    self.time = time
    self.duration = duration
    self.acceleration = acceleration
    self.attitude = attitude
    self.rotationRate = rotationRate
    self.isTouching = isTouching
  }

  /// Seconds: a longer step is not integrated unless somebody asks for it.
  public static let longest = 1.0

  /// Whether every number is finite.
  @inlinable @inline(__always)
  package var isFinite: Bool {
    // x − x is 0 for a finite number and NaN for every other: one sum tests all.
    let (rate, length) = (rotationRate ?? .zero, attitude.dot(attitude))
    let probe = (acceleration - acceleration + (rate - rate)).sum()
    return probe + (time - time) + (duration - duration) + (length - length) == 0
  }
}

extension Motion {
  /// Integrates one step of constant acceleration exactly: half of Δv, then x, then the other half ([course](https://6808.github.io/labs/lab3.html), section 2B).
  ///
  /// v' = v + ½aΔt; x ← x + v'Δt; v ← v' + ½aΔt.
  @inlinable @inline(__always)
  public mutating func splitStep(_ step: Step) {
    let half = step.acceleration * (0.5 * step.duration)
    let middle = velocity + half
    position += middle * step.duration
    velocity = middle + half
  }

  /// Integrates one step over which the acceleration went evenly from `before`, the acceleration at the sample before in m/s² in the
  /// reference frame, to the step's: v ← v + ½(a₀ + a₁)Δt; x ← x + vΔt + (⅓a₀ + ⅙a₁)Δt².
  ///
  /// A sensor that reads the acceleration at each timestamp is half a step late under ``splitStep(_:)``, which holds the last reading
  /// backwards; here it is not.
  @inlinable @inline(__always)
  public mutating func trapezoidalStep(_ step: Step, from before: Vector3) {
    let (h, after) = (step.duration, step.acceleration)
    let (third, sixth) = (h * h / 3, h * h / 6)
    position += velocity * h
    position += before * third + after * sixth
    velocity += (before + after) * (0.5 * h)
  }

  /// The lab's first form: v ← v + aΔt; x ← x + vΔt.
  ///
  /// A constant acceleration acting for one step moves the body aΔt², twice as far as it should.
  @inlinable @inline(__always)
  public mutating func eulerStep(_ step: Step) {
    velocity += step.acceleration * step.duration
    position += velocity * step.duration
  }
}
