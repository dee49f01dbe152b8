import CTLS
import Foundation

/// A key and the certificate that it signs, made on the spot: with them a listener speaks TLS.
package final class Certificate: Sendable {
  /// Why OpenSSL could not make one.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let reason: String
    package var description: String { "OpenSSL could not make a certificate: \(reason)" }
  }

  /// OpenSSL counts who uses it; nothing changes it.
  nonisolated(unsafe) let tls: OpaquePointer
  /// The certificate's SHA-256, as browsers show it.
  package let fingerprint: String

  /// A certificate for these addresses and host names, which holds for thirty days.
  package init(names: [String]) throws(Failure) {
    var message = [CChar](repeating: 0, count: 256)
    let pointers = names.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    let made = pointers.map { UnsafePointer($0) }.withUnsafeBufferPointer {
      gimbal_tls_create($0.baseAddress, Int32(names.count), 30, &message, Int32(message.count))
    }
    guard let made else {
      throw Failure(reason: String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    var digest = [UInt8](repeating: 0, count: 32)
    gimbal_tls_fingerprint(made, &digest)
    tls = made
    fingerprint = digest.map { String(format: "%02X", $0) }.joined(separator: ":")
  }

  deinit { gimbal_tls_free(tls) }
}
