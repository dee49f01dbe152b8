import Foundation
import Rotations
import Traces

/// The base scheme's position and velocity through a first-order high-pass filter: what is slower than the cutoff
/// counts as drift.
///
/// y ← k·y + ½(1 + k)·(x − x₋₁) with k = e^(−2πf·Δt), for position and for velocity: the factor in front of the difference passes a movement
/// at half the sampling rate whole, where k in its place would take half of what the filter forgets in a step off every fast movement. A filter of first order turns a position that grows as t into a
/// constant; against t² it takes two in a chain, or damping underneath. Inside a chain it begins again wherever the scheme
/// around it moves the body.
public struct HighPass<Base: Scheme>: Scheme {
  /// What integrates; it goes on from its own result, not from the filtered one.
  public var base: Base
  /// Hz, where the response has fallen to 1/√2. Grows: drift is forgotten sooner, slow gestures shrink more. 0 turns it
  /// off.
  public let cutoff: Double

  private var inner: Motion?
  /// What this scheme made of the last sample.
  private var lastMotion: Motion?

  /// The result of `base`, filtered with this cutoff, Hz.
  public init(over base: Base, cutoff: Double) {
    self.base = base
    self.cutoff = cutoff
  }

  public var name: String { "high-pass" }
  public var parameters: [SchemeParameter] { [.init("cutoff", cutoff, unit: "Hz", isInLabel: true)] }
  public var underlying: (any Scheme)? { base }

  /// The scheme as it was before any sample: what it has seen and remembers is gone.
  public var fresh: Self { HighPass(over: base.fresh, cutoff: cutoff) }

  public mutating func advance(_ motion: inout Motion, by step: Step) {
    // If somebody else has moved the body, as a rest or a reset does, the base begins again.
    let before = motion == lastMotion ? inner ?? motion : motion
    var after = before
    base.advance(&after, by: step)
    inner = after
    let decay = exp(-2 * .pi * cutoff * step.duration)
    let passed = 0.5 * (1 + decay)
    motion.position = motion.position * decay + (after.position - before.position) * passed
    motion.velocity = motion.velocity * decay + (after.velocity - before.velocity) * passed
    lastMotion = motion
  }

  public func check() throws(TraceError) { try requireNonnegative("cutoff", cutoff, unit: "Hz") }
}

extension Scheme {
  /// This scheme's result through a first-order high-pass filter with this cutoff in Hz.
  public func highPassed(cutoff: Double) -> HighPass<Self> { HighPass(over: self, cutoff: cutoff) }

  /// This scheme with the velocity at the end of each touch treated as drift.
  public func zeroingEndVelocity() -> ZeroEndVelocity<Self> { ZeroEndVelocity(over: self) }
}

extension Scheme where Self == HighPass<Unstabilized> {
  /// The split step through a first-order high-pass filter with this cutoff in Hz.
  public static func highPass(cutoff: Double) -> HighPass<Unstabilized> {
    HighPass(over: Unstabilized(), cutoff: cutoff)
  }
}
