import Foundation
import Rotations

/// A second-order Butterworth low-pass for three channels at a fixed rate, by the bilinear transform.
///
/// The first samples, up to one time constant, are averaged instead of filtered; the filter then goes on from their mean.
/// So it neither starts at zero nor believes its first sample (VQF, §3.2).
struct ButterworthLowPass: Hashable, Sendable {
  /// y = b₀·x + s₀, direct form II transposed; b₁ = 2·b₀ and b₂ = b₀.
  private let b0, a1, a2: Double
  private let averaged: Double
  private var count = 0.0
  private var s0 = Vector3.zero
  private var s1 = Vector3.zero

  /// A low-pass whose step response takes the time of a first-order one with time constant `time`.
  ///
  /// - Parameters:
  ///   - time: s; the cutoff frequency is √2 / (2π·time).
  ///   - interval: time between two samples, s.
  init(time: Double, interval: Double) {
    self.init(cutoff: 2.0.squareRoot() / (2 * .pi * time), interval: interval, averaging: time)
  }

  /// A low-pass that passes half the power at `cutoff` Hz and averages the first `averaging` seconds.
  init(cutoff: Double, interval: Double, averaging: Double) {
    // Prewarped; above half the sampling rate there is nothing to filter, and the tangent changes sign.
    let c = tan(.pi * min(cutoff * interval, 0.499))
    let d = c * c + 2.0.squareRoot() * c + 1
    b0 = c * c / d
    a1 = 2 * (c * c - 1) / d
    a2 = (1 - 2.0.squareRoot() * c + c * c) / d
    averaged = averaging / interval
  }

  @inline(__always)
  mutating func callAsFunction(_ x: Vector3) -> Vector3 {
    if count < averaged { return warmUp(x) }
    let bx = x * b0
    let y = bx + s0
    s0 = 2 * bx - y * a1 + s1
    s1 = bx - y * a2
    return y
  }

  /// What it has settled to does not matter any more: starts again with the next sample.
  mutating func restart() { count = 0 }

  /// Settled at `value`, as if it had been the input for ever.
  mutating func settle(at value: Vector3) {
    count = averaged + 1
    s0 = value * (1 - b0)
    s1 = value * (b0 - a2)
  }

  @inline(never)
  private mutating func warmUp(_ x: Vector3) -> Vector3 {
    if count == 0 { s0 = .zero }
    s0 += x
    count += 1
    let mean = s0 / count
    if count >= averaged { settle(at: mean) }
    return mean
  }

  /// Zero-phase: filtered forwards and backwards. O(n).
  static func acausal(_ values: [Vector3], time: Double, interval: Double) -> [Vector3] {
    var result = values
    var forwards = ButterworthLowPass(time: time, interval: interval)
    for index in result.indices { result[index] = forwards(result[index]) }
    var backwards = ButterworthLowPass(time: time, interval: interval)
    for index in result.indices.reversed() { result[index] = backwards(result[index]) }
    return result
  }
}
