/// A number that bytes give, the same on every machine and in every run, unlike `Hasher`'s: FNV-1a with 64 bits. It keeps no
/// secret.
package struct FNV: Sendable {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  /// The number of a text's UTF-8. O(length).
  package init(_ text: String) { add(text.utf8) }

  /// Goes on with more bytes. O(bytes).
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
