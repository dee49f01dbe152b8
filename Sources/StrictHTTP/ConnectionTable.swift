import CHostLink
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

  package let descriptor: Int32
  package let port: UInt16

  /// Listens on the loopback interface, or on all of them; port 0 takes a free one.
  ///
  /// - Throws: when the port is taken.
  package init(port: UInt16, isLocal: Bool, backlog: Int32) throws(Failure) {
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
        bind(descriptor, $0, length) == 0 && listen(descriptor, backlog) == 0
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
}

/// What a listener has to know of a connection to decide which one makes room.
package protocol Acquaintance: Sendable {
  /// From where it comes, as the network writes it.
  var address: UInt32 { get }
  var began: ContinuousClock.Instant { get }
  /// Whether a request has come over it from somebody who may ask.
  var isKnown: Bool { get }
}

extension ConnectionTable where Entry: Acquaintance {
  /// Whether a new connection is served where there may be so many, and so many from one address.
  ///
  /// Strangers make room for whoever comes: first the oldest one of the address that has most of them, so that those who open
  /// many push out each other. A connection that is known stays.
  package static func admission(
    of entry: Entry, among others: [Int32: Entry], most: Int, perAddress: Int = .max
  ) -> Admission {
    let neighbours = others.filter { $0.value.address == entry.address }
    let isCrowded = neighbours.count >= perAddress
    guard isCrowded || others.count >= most else { return .served(entry) }
    let strangers = (isCrowded ? neighbours : others).filter { !$0.value.isKnown }
    let crowds = Dictionary(strangers.map { ($0.value.address, 1) }, uniquingKeysWith: +)
    let leaving = strangers.max { one, other in
      (crowds[one.value.address] ?? 0, other.value.began) < (crowds[other.value.address] ?? 0, one.value.began)
    }
    return leaving.map { .servedInsteadOf($0.key, entry) } ?? .refused
  }
}

/// The connections that a listener serves, a thread to each, and what it keeps of them.
package final class ConnectionTable<Entry: Sendable>: @unchecked Sendable {
  /// Whether a connection is served.
  package enum Admission {
    case served(Entry)
    /// When this one, which is ended, has made room.
    case servedInsteadOf(Int32, Entry)
    case refused
  }

  private let socket: ListeningSocket
  private let condition = NSCondition()
  private var entries: [Int32: Entry] = [:]
  private var closed = false

  /// The port that is listened on.
  package var port: UInt16 { socket.port }
  /// Connections at present.
  package var count: Int { condition.withLock { entries.count } }
  /// Whether nothing is taken any more.
  package var isClosed: Bool { condition.withLock { closed } }

  package init(_ socket: ListeningSocket) { self.socket = socket }

  /// Begins to take connections: `admit` decides by the others and the address from which one comes, as the network writes
  /// it; `serve` runs on a thread of the connection's own.
  package func start(
    admit: @escaping @Sendable (_ others: [Int32: Entry], _ address: UInt32) -> Admission,
    serve: @escaping @Sendable (Int32) -> Void
  ) {
    Thread.detachNewThread { [self] in take(admit, serve) }
  }

  /// Changes what is kept of a connection, of those that are left.
  package func update(_ descriptor: Int32, _ change: (inout Entry) -> Void) {
    condition.withLock { if entries[descriptor] != nil { change(&entries[descriptor]!) } }
  }

  /// Ends the connections for which this holds: who reads from one finds its end.
  package func end(where isOver: (Entry) -> Bool) {
    condition.withLock {
      for (descriptor, entry) in entries where isOver(entry) { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  /// Ends all connections, each with `onEnd`, and takes no more; returns when no thread that serves is left, after 2 s at the latest.
  package func close(onEnd: (Entry) -> Void = { _ in }) {
    condition.lock()
    if !closed {
      closed = true
      shutdown(socket.descriptor, Int32(SHUT_RDWR))
      for (descriptor, entry) in entries {
        shutdown(descriptor, Int32(SHUT_RDWR))
        onEnd(entry)
      }
    }
    let end = Date(timeIntervalSinceNow: 2)
    while !entries.isEmpty, condition.wait(until: end) {}
    condition.unlock()
  }

  private func take(_ admit: ([Int32: Entry], UInt32) -> Admission, _ serve: @escaping @Sendable (Int32) -> Void) {
    while true {
      var address: UInt32 = 0
      let descriptor = gimbal_next_connection(socket.descriptor, &address)
      if isClosed {
        if descriptor >= 0 { Glibc.close(descriptor) }
        Glibc.close(socket.descriptor)
        return
      }
      guard descriptor >= 0 else {
        // Out of descriptors, or the peer has gone: others may still come.
        usleep(20_000)
        continue
      }
      guard register(descriptor, admit, address) else {
        Glibc.close(descriptor)
        continue
      }
      var yes: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
      let thread = Thread { [self] in
        serve(descriptor)
        condition.withLock {
          entries[descriptor] = nil
          Glibc.close(descriptor)
          condition.broadcast()
        }
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  private func register(_ descriptor: Int32, _ admit: ([Int32: Entry], UInt32) -> Admission, _ address: UInt32) -> Bool
  {
    condition.withLock {
      switch admit(entries, address) {
      case .served(let entry): entries[descriptor] = entry
      case .servedInsteadOf(let other, let entry):
        let count = entries.count
        shutdown(other, Int32(SHUT_RDWR))
        let end = Date(timeIntervalSinceNow: 0.5)
        while entries.count >= count, condition.wait(until: end) {}
        guard entries.count < count else { return false }
        entries[descriptor] = entry
      case .refused: return false
      }
      return true
    }
  }
}
