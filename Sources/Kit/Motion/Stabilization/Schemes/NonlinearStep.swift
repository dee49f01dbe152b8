import Rotations
import Traces

/// After the split step the magnitudes of velocity and position shrink by a constant amount per unit time, down to 0
/// ([course](https://6808.github.io/labs/lab3.html), section 2C): x ← x · max((|x| − step)/|x|, 0), where 0/0 is 0.
///
/// It is Coulomb friction where the exponential scheme is viscous: small residues vanish in finite time, large
/// velocities are hardly touched. A bias above `velocityRate` is not held, and the position flies off.
public struct NonlinearStep: Scheme, Hashable {
  /// m/s per second that velocity loses. Grows: larger biases are held, gentle movements are swallowed. 0 turns it off.
  public let velocityRate: Double
  /// m per second that position loses. Grows: the origin pulls harder. 0 turns it off.
  public let positionRate: Double

  /// Shrinking at these rates: m/s², m/s.
  public init(velocityRate: Double, positionRate: Double) {
    self.velocityRate = velocityRate
    self.positionRate = positionRate
  }

  public var name: String { "nonlinear step" }
  public var parameters: [SchemeParameter] {
    [
      .init("v", velocityRate, unit: "m/s²", isInLabel: true), .init("x", positionRate, unit: "m/s", isInLabel: true),
    ]
  }

  @inline(__always)
  public mutating func advance(_ motion: inout Motion, by step: Step) {
    motion.splitStep(step)
    motion.velocity = Self.shrink(motion.velocity, by: velocityRate * step.duration)
    motion.position = Self.shrink(motion.position, by: positionRate * step.duration)
  }

  /// The vector, shorter by `amount`, or 0 when it is not longer than that.
  @inline(__always)
  static func shrink(_ vector: Vector3, by amount: Double) -> Vector3 {
    let squares = vector * vector
    let square = squares.x + squares.z + squares.y
    guard square > 1e-280 && square < 1e280 else { return shrinkExtreme(vector, by: amount) }
    guard square > amount * amount else { return amount > 0 ? .zero : vector }
    // The next sample waits for the root; meanwhile all but a product and a difference is done.
    let direction = vector * (amount * (1 / square))
    return vector - direction * square.squareRoot()
  }

  /// The same for lengths whose squares have lost digits; apart, or the compiler computes both for every vector.
  @inline(never)
  private static func shrinkExtreme(_ vector: Vector3, by amount: Double) -> Vector3 {
    let length = vector.length
    guard length > amount else { return amount > 0 ? .zero : vector }
    return vector * ((length - amount) / length)
  }

  public func check() throws(TraceError) {
    try requireNonnegative("velocityRate", velocityRate, unit: "m/s²")
    try requireNonnegative("positionRate", positionRate, unit: "m/s")
  }
}

extension Scheme where Self == NonlinearStep {
  /// Velocity loses `velocityRate` m/s per second and position `positionRate` m per second.
  ///
  /// The defaults are round numbers for gestures of some centimetres; no recording was searched for them, and for a walk they are far too
  /// small: 8.3 m after 10 s on the four OxIOD recordings, where 0.8 and 0.2, chosen on the others, give 4.2 m
  /// (`gimbal-evaluate defaults`).
  public static func nonlinearStep(velocityRate: Double = 0.2, positionRate: Double = 0.05) -> NonlinearStep {
    NonlinearStep(velocityRate: velocityRate, positionRate: positionRate)
  }
}
