@testable import Footprints

/// FNV-1a in 128 bits of two lanes: enough to tell contents apart in tests.
let testHasher: ContentHasher = { bytes in
  var (high, low): (UInt64, UInt64) = (0x6c62_272e_07bb_0142, 0xcbf2_9ce4_8422_2325)
  for byte in bytes {
    low = (low ^ UInt64(byte)) &* 0x100_0000_01b3
    high = (high &+ low) &* 0x9e37_79b9_7f4a_7c15
  }
  return ContentDigest(high: high, low: low)
}

/// SplitMix64: the same sequence for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}
