import CZeroMQ
import Foundation

/// Something that libzmq could not do.
package struct SocketFailure: Error, CustomStringConvertible {
  package var doing: String
  package var code: Int32

  init(_ doing: String) { (self.doing, code) = (doing, zmq_errno()) }

  package var description: String { "error: \(doing): \(String(cString: zmq_strerror(code)))" }
}

/// The sockets of a process. Its sockets must be closed before it is let go.
package final class SocketContext: Sendable {
  /// libzmq itself guards it.
  nonisolated(unsafe) fileprivate let pointer = zmq_ctx_new()

  package init() {}

  /// Makes everything that waits on a socket of this context return.
  package func shutDown() { zmq_ctx_shutdown(pointer) }

  deinit { zmq_ctx_term(pointer) }
}

/// A socket of libzmq. It belongs to one thread at a time.
package final class Socket: @unchecked Sendable {
  package enum Kind: Int32 {
    case request = 3
    case reply = 4
    case dealer = 5
    case router = 6
    /// A publisher that learns of its subscribers (`ZMQ_XPUB`).
    case publisher = 9
    case subscriber = 2
  }

  let pointer: UnsafeMutableRawPointer
  private let context: SocketContext

  /// - Throws: `SocketFailure`, for example when no descriptors are left.
  package init(_ kind: Kind, in context: SocketContext) throws {
    guard let pointer = zmq_socket(context.pointer, kind.rawValue) else { throw SocketFailure("opening a socket") }
    (self.pointer, self.context) = (pointer, context)
    // Peers still receive the last messages, but nobody waits for a peer that has gone.
    set(ZMQ_LINGER, 1000)
    // A front end that is slow for a while must not miss that a cell is done.
    set(ZMQ_SNDHWM, 0)
    set(ZMQ_RCVHWM, 0)
    if kind == .router {
      set(ZMQ_ROUTER_HANDOVER, 1)
    }
  }

  deinit { zmq_close(pointer) }

  private func set(_ option: Int32, _ value: Int32) {
    var value = value
    zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size)
  }

  /// Takes a name by which the other side knows it, and other sockets of the same name.
  package func identify(as name: String) { zmq_setsockopt(pointer, ZMQ_ROUTING_ID, name, name.utf8.count) }

  /// Hears everything that is published.
  package func subscribe() { zmq_setsockopt(pointer, ZMQ_SUBSCRIBE, "", 0) }

  /// Listens.
  ///
  /// - Returns: the port, for one that the system chose.
  /// - Throws: `SocketFailure`, for example when the port is taken.
  @discardableResult
  package func bind(_ endpoint: String) throws -> Int? {
    guard zmq_bind(pointer, endpoint) == 0 else { throw SocketFailure("listening on \(endpoint)") }
    var text = [CChar](repeating: 0, count: 256)
    var length = text.count
    guard zmq_getsockopt(pointer, ZMQ_LAST_ENDPOINT, &text, &length) == 0 else { return nil }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).split(separator: ":").last.flatMap { Int($0) }
  }

  /// - Throws: `SocketFailure`.
  package func connect(_ endpoint: String) throws {
    guard zmq_connect(pointer, endpoint) == 0 else { throw SocketFailure("connecting to \(endpoint)") }
  }

  /// Sends the frames of one message. What nobody takes is lost.
  package func send(_ frames: [[UInt8]]) {
    for (index, frame) in frames.enumerated() {
      let flags = index + 1 < frames.count ? ZMQ_SNDMORE : 0
      while zmq_send(pointer, frame, frame.count, flags) < 0 {
        guard zmq_errno() == EINTR else { return }
      }
    }
  }

  /// The frames of the next message; nil when none is there, or the context was shut down.
  package func receive(waiting: Bool = false) -> [[UInt8]]? {
    var frames: [[UInt8]] = []
    while true {
      var message = zmq_msg_t()
      zmq_msg_init(&message)
      defer { zmq_msg_close(&message) }
      // The frames of one message come together: only the first may be waited for.
      let flags = waiting || !frames.isEmpty ? 0 : ZMQ_DONTWAIT
      var count: Int32
      repeat { count = zmq_msg_recv(&message, pointer, flags) } while count < 0 && zmq_errno() == EINTR
      guard count >= 0 else { return nil }
      frames.append(Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message))))
      if zmq_msg_more(&message) == 0 { return frames }
    }
  }

  /// Waits until one of the sockets or descriptors has something to read, or the time is over.
  ///
  /// - Returns: whether there is hope for another wait: false once the context was shut down.
  static func wait(_ sockets: [Socket], _ descriptors: [Int32], seconds: Double) -> Bool {
    var items =
      sockets.map { zmq_pollitem_t(socket: $0.pointer, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0) }
      + descriptors.map { zmq_pollitem_t(socket: nil, fd: $0, events: Int16(ZMQ_POLLIN), revents: 0) }
    return zmq_poll(&items, Int32(items.count), Int(seconds * 1000)) >= 0 || zmq_errno() == EINTR
  }
}
