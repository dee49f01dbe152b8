/// A secret that stands in an address, by which a listener knows who may ask.
package enum Secret {
  /// One that cannot be guessed: 128 random bits in hexadecimal.
  package static func make() -> String {
    let digits = String(UInt128.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// Compares without telling by the time it takes where the first difference is.
  package static func areEqual(_ first: String, _ second: String) -> Bool {
    let (a, b) = (Array(first.utf8), Array(second.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
