import CCrypto
import Foundation

import enum Basics.Secret

/// Signs messages with HMAC-SHA256 as both sides of a connection do who know its key.
package struct Signing: Hashable, Sendable {
  private let key: [UInt8]

  /// - Parameter key: the connection's; where it is empty, nothing is signed and everything is believed.
  package init(key: String) { self.key = Array(key.utf8) }

  /// The signature of a message's parts in hexadecimal digits; empty without a key. O(length).
  package func signature(of parts: [[UInt8]]) -> [UInt8] {
    guard !key.isEmpty else { return [] }
    let message = parts.flatMap { $0 }
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &digest, &length)
    let digits = Array("0123456789abcdef".utf8)
    return digest[..<Int(length)].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// Whether a signature is that of these parts, in a time that does not depend on where it is not.
  package func accepts(_ signature: [UInt8], of parts: [[UInt8]]) -> Bool {
    Secret.areEqual(self.signature(of: parts), signature)
  }
}
