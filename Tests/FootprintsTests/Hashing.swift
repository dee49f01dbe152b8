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
