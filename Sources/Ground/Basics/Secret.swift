/// A secret by which somebody is known: who may ask a listener, who has signed a message.
package enum Secret {
  /// One that cannot be guessed: 128 random bits in hexadecimal.
  package static func make() -> String {
    let digits = String(UInt128.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// Compares without telling by the time it takes where the first difference is.
  package static func areEqual(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) -> Bool {
    first.count == second.count && zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Compares texts in the same way.
  package static func areEqual(_ first: String, _ second: String) -> Bool { areEqual(first.utf8, second.utf8) }
}
