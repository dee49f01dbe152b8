import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A plain connection to this machine.
package final class RawLine {
  package let descriptor: Int32

  /// - Parameters:
  ///   - window: bytes that the system keeps for a client that does not read; the system's own choice when nil.
  ///   - source: the last part of the address 127.0.0.x from which it comes.
  ///   - target: the last part of the address 127.0.0.x to which it goes.
  package init(port: UInt16, window: Int32? = nil, from source: UInt8 = 1, to target: UInt8 = 1) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var window {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = (UInt32(0x7f00_0000) + UInt32(source)).bigEndian
    if source != 1 {
      _ = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (UInt32(0x7f00_0000) + UInt32(target)).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ECONNREFUSED) }
  }

  deinit { close(descriptor) }

  /// Whether the bytes went out.
  @discardableResult
  package func send(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(text.utf8) }

  /// Whether there is something to read.
  package var hasAnswer: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  /// Waits until there is something to read, and reads nothing.
  package func waitForAnswer(seconds: Double = 300) {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&waiting, 1, Int32(seconds * 1000))
  }

  /// Reads until the other side ends the line, enough has arrived, or this many seconds have passed without a byte.
  package func rest(seconds: Double = 300, until isEnough: (String) -> Bool = { _ in false }) -> String {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(seconds * 1000)) > 0 else { break }
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      all += chunk[..<count]
      if isEnough(String(decoding: all, as: UTF8.self)) { break }
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// What comes for a request. It is waited for on its own thread, so that a server in this process has the others.
  package static func answer(
    to request: String, port: UInt16, until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let line = try RawLine(port: port)
            line.send(request)
            return line.rest(until: isEnough)
          })
      }
    }
  }
}
