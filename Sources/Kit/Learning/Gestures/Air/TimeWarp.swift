public import Basics
import Foundation
import Simulation
import Stabilization
import Traces

/// The same gesture, drawn at an uneven speed: more examples from few.
///
/// The recording is played faster here and slower there, and takes as long as before: at the part s of it the clock
/// runs at exp(p·cos πs + q·cos 2πs), with p and q drawn at random. What the sensors reported stays, so that the
/// double integration stretches the letter's parts as a hand does. People differ in tempo more than in shape:
/// training with such copies is what makes a recogniser work for someone it has never seen.
public struct TimeWarp: Hashable, Codable, Sendable {
  /// The standard deviation of p and q, dimensionless; 0.5 by default: the speed varies by a factor of two. Larger:
  /// letters that are distinguished by the length of their strokes become one. 0 copies.
  public let strength: Double

  /// Warps of this strength.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for a negative strength, or one above 3.
  public init(strength: Double = 0.5) throws(GestureError) {
    try require("strength", strength, in: 0...3, "0 to 3")
    self.strength = strength
  }

  /// `trace` with other times, the first and the last as they were; truth is dropped, for it no longer fits.
  /// - Throws: `TraceError` when two times have become equal. Complexity: O(n).
  public func callAsFunction(_ trace: Trace, using generator: inout SeededRandom) throws(TraceError) -> Trace {
    let (p, q) = (strength * generator.normal(), strength * generator.normal())
    guard trace.duration > 0 else { return trace }
    let start = trace.timestamps[0]
    let parts = trace.timestamps.map { ($0 - start) / trace.duration }
    let rates = parts.map { exp(p * cos(.pi * $0) + q * cos(2 * .pi * $0)) }
    var clock = [0.0]
    for index in parts.indices.dropFirst() {
      let step = (parts[index] - parts[index - 1]) * 0.5 * (rates[index] + rates[index - 1])
      clock.append(clock[index - 1] + step)
    }
    let scale = trace.duration / clock[clock.count - 1]
    return try Trace(
      name: trace.name, timestamps: clock.map { start + $0 * scale }, attitude: trace.attitude,
      userAcceleration: trace.userAcceleration, rotationRate: trace.rotationRate, gravity: trace.gravity,
      magneticField: trace.magneticField, isTouching: trace.isTouching, notes: trace.notes)
  }
}

extension TimeWarp {
  /// Reads the strength, and checks it as ``init(strength:)`` does.
  public init(from decoder: any Decoder) throws {
    try self.init(strength: decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .strength))
  }
}
