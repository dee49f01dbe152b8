/// The 128-bit FNV-1a hash (Fowler, Noll, Vo), the same in every process. For telling contents apart, not for secrets.
package struct ContentHash {
  private var high: UInt64 = 0x6c62_272e_07bb_0142
  private var low: UInt64 = 0x62b8_2175_6295_c58d

  /// Of no bytes yet.
  package init() {}

  /// Appends bytes. O(n).
  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      low ^= UInt64(byte)
      // The prime is 2⁸⁸ + 0x13b.
      let product = low.multipliedFullWidth(by: 0x13b)
      high = high &* 0x13b &+ product.high &+ (low << 24)
      low = product.low
    }
  }

  /// 32 digits.
  package var hexadecimal: String {
    [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
