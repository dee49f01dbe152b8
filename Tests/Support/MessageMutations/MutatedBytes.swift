import struct Basics.SeededRandom

/// Bytes with something wrong with them.
package struct MutatedBytes {
  private var random: SeededRandom
  package private(set) var bytes: [UInt8]

  /// Some of these bytes changed, cut, doubled or put in another place.
  package init(_ bytes: [UInt8], random: SeededRandom) {
    (self.bytes, self.random) = (bytes, random)
    for _ in 0..<Int.random(in: 0...4, using: &self.random) { mutate() }
  }

  private static let numbers = [
    "0", "-1", "1", "64", "65", "255", "9223372036854775807", "18446744073709551616", "1e9", "+7", "007", "", " ",
    "\u{0}", "٣",
  ]

  private mutating func mutate() {
    guard !bytes.isEmpty else {
      bytes = [UInt8.random(in: 0...255, using: &random)]
      return
    }
    let place = Int.random(in: bytes.indices, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: bytes[place] = .random(in: 0...255, using: &random)
    case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: bytes.removeSubrange(place...)
    case 3: bytes.removeSubrange(..<place)
    case 4: bytes.insert(contentsOf: bytes[..<place].suffix(40), at: place)
    case 5:
      bytes.replaceSubrange(place..<min(bytes.count, place + 3), with: Self.numbers.randomElement(using: &random)!.utf8)
    case 6: for index in place..<min(bytes.count, place + 8) { bytes[index] = 0xff }
    case 7: bytes.insert(10, at: place)
    default: bytes.remove(at: place)
    }
  }
}
