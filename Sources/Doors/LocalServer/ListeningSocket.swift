import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A socket on which connections come.
package struct ListeningSocket: Sendable {
  /// Why a port cannot be listened on, in the system's words.
  package struct Failure: Error, Hashable {
    package let reason: String
  }

  let descriptor: Int32
  package let port: UInt16

  /// Listens on the loopback interface, or on all of them; port 0 takes a free one.
  ///
  /// - Throws: when the port is taken.
  package init(port: UInt16, isLocal: Bool) throws(Failure) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(isLocal ? 0x7f00_0001 : 0).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { [descriptor] in
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw Failure(reason: reason)
    }
    self.port = UInt16(bigEndian: address.sin_port)
  }

  /// Whether this machine's port could be listened on.
  package static func isFree(_ port: UInt16) -> Bool {
    guard let socket = try? ListeningSocket(port: port, isLocal: true) else { return false }
    close(socket.descriptor)
    return true
  }
}
