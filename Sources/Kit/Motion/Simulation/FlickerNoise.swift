import Foundation
import Rotations

/// Noise whose density falls as 1/f, on three axes: the bias instability of a sensor.
///
/// A sum of first-order Gauss–Markov processes with correlation times four times apart, from a step to ten hours. With
/// the variance v each, and times spaced by the factor r, the two-sided density of the sum is v/(2·ln r·f); IEEE Std 952-1997 has B²/(2πf) for the bias
/// instability B (eq. C.12), so v = B²·ln r/π.
struct FlickerNoise: Hashable, Sendable {
  private static let spacing = 4.0
  private var states: [Vector3]
  private let decays: [Double]
  private let deviations: [Double]

  /// - Parameters:
  ///   - instability: B, in the reading's unit.
  ///   - step: Seconds between two readings.
  init(_ instability: Double, step: Double, using random: inout SeededRandom) {
    let deviation = instability * (log(Self.spacing) / .pi).squareRoot()
    let longest = 36_000.0
    let count = max(1, Int((log(longest / step) / log(Self.spacing)).rounded(.up)))
    let times = (0..<count).map { step * pow(Self.spacing, Double($0)) }
    decays = times.map { exp(-step / $0) }
    deviations = decays.map { deviation * (1 - $0 * $0).squareRoot() }
    // Each process begins in its steady state.
    states = times.map { _ in random.normalVector() * deviation }
  }

  mutating func next(using random: inout SeededRandom) -> Vector3 {
    var sum = Vector3.zero
    for index in states.indices {
      states[index] = states[index] * decays[index] + random.normalVector() * deviations[index]
      sum += states[index]
    }
    return sum
  }
}
