import Foundation
import Rotations

/// Random numbers that are the same on every machine and in every version: xoshiro256** (Blackman and Vigna 2018),
/// its state filled by SplitMix64 from one seed.
///
/// The standard library does not promise that its distributions stay the same between releases; files that have to come
/// out byte for byte need numbers that do.
public struct SeededRandom: RandomNumberGenerator, Hashable, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)
  /// The second of the two normal numbers that Box and Muller's transformation makes.
  private var spare: Double?

  public init(seed: UInt64) {
    var counter = seed
    func split() -> UInt64 {
      counter &+= 0x9e37_79b9_7f4a_7c15
      var z = counter
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
    state = (split(), split(), split(), split())
  }

  public mutating func next() -> UInt64 {
    func rotate(_ x: UInt64, _ by: UInt64) -> UInt64 { (x << by) | (x >> (64 - by)) }
    let result = rotate(state.1 &* 5, 7) &* 9
    let t = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= t
    state.3 = rotate(state.3, 45)
    return result
  }

  /// Uniform in [0, 1), in steps of 2⁻⁵³.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Uniform in the range.
  public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// Normal with mean 0 and standard deviation 1 (Box and Muller 1958).
  public mutating func normal() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    let radius = (-2 * log(1 - uniform())).squareRoot()
    let angle = 2 * Double.pi * uniform()
    spare = radius * sin(angle)
    return radius * cos(angle)
  }

  /// Three independent normal numbers with mean 0 and standard deviation 1.
  public mutating func normalVector() -> Vector3 { Vector3(normal(), normal(), normal()) }

  public static func == (left: SeededRandom, right: SeededRandom) -> Bool {
    left.state == right.state && left.spare == right.spare
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(state.0)
    hasher.combine(state.1)
    hasher.combine(state.2)
    hasher.combine(state.3)
    hasher.combine(spare)
  }
}
