/// A small seeded generator: the same numbers from the same seed on every machine.
///
/// Source: Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014, with the constants of
/// Stafford's variant 13. Passes BigCrush; not for cryptography.
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// The generator for `seed`; `stream` gives independent generators for the same seed, one for each start of a
  /// training, say, so that the result does not depend on which runs first.
  public init(seed: UInt64, stream: UInt64 = 0) {
    state = seed
    if stream > 0 {
      var other = SplitMix64(seed: seed &+ 0x632B_E59B_D9B4_E019 &* stream)
      state = other.next()
    }
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Uniform in [0, 1).
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Normal with mean 0 and variance 1, to within the twelve-fold sum of uniform numbers (never beyond ±6).
  ///
  /// A sum needs no logarithm and no cosine, whose last bits differ between C libraries: what is trained on generated
  /// letters comes out the same everywhere.
  mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += unit() }
    return sum
  }
}
