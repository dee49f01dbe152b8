import CHostLink
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// What a listener keeps of a connection.
struct Connection: Sendable {
  /// From where it comes, as the network writes it.
  let address: UInt32
  let began = ContinuousClock.now
  /// Whether a request has come over it from somebody who may ask.
  var isKnown = false
  /// What is being sent as it comes.
  var events: EventQueue?
}

/// The connections that a listener serves, a thread to each.
final class ConnectionTable: @unchecked Sendable {
  private let socket: ListeningSocket
  /// Connections at a time, and those from one address.
  private let (most, perAddress): (Int, Int)
  private let condition = NSCondition()
  private var entries: [Int32: Connection] = [:]
  private var closed = false

  /// Connections at present.
  var count: Int { condition.withLock { entries.count } }
  /// Whether no more connections are taken.
  var isClosed: Bool { condition.withLock { closed } }

  init(_ socket: ListeningSocket, most: Int, perAddress: Int) {
    (self.socket, self.most, self.perAddress) = (socket, most, perAddress)
  }

  /// Begins to take connections: `serve` runs on a thread of the connection's own.
  func start(serve: @escaping @Sendable (Int32) -> Void) {
    Thread.detachNewThread { [self] in take(serve) }
  }

  /// Changes what is kept of a connection.
  func update(_ descriptor: Int32, _ change: (inout Connection) -> Void) {
    condition.withLock { if entries[descriptor] != nil { change(&entries[descriptor]!) } }
  }

  /// Ends all connections and takes no more; returns when no thread that serves is left, after 2 s at the latest.
  func close() {
    condition.lock()
    if !closed {
      closed = true
      shutdown(socket.descriptor, Int32(SHUT_RDWR))
      for (descriptor, connection) in entries {
        shutdown(descriptor, Int32(SHUT_RDWR))
        connection.events?.close()
      }
    }
    let end = Date(timeIntervalSinceNow: 2)
    while !entries.isEmpty, condition.wait(until: end) {}
    condition.unlock()
  }

  private func take(_ serve: @escaping @Sendable (Int32) -> Void) {
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
      guard condition.withLock({ admit(descriptor, Connection(address: address)) }) else {
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

  /// Takes a connection in where there is room or somebody makes room; false where not.
  ///
  /// Strangers make room for newcomers: first the oldest one of the address that has most of them, so that those who
  /// open many push out each other. A connection that is known stays.
  private func admit(_ descriptor: Int32, _ connection: Connection) -> Bool {
    let count = entries.count
    let neighbours = entries.filter { $0.value.address == connection.address }
    let isCrowded = neighbours.count >= perAddress
    if isCrowded || count >= most {
      let strangers = (isCrowded ? neighbours : entries).filter { !$0.value.isKnown }
      let crowds = Dictionary(strangers.map { ($0.value.address, 1) }, uniquingKeysWith: +)
      let leaving = strangers.max { one, other in
        (crowds[one.value.address] ?? 0, other.value.began) < (crowds[other.value.address] ?? 0, one.value.began)
      }
      guard let leaving else { return false }
      shutdown(leaving.key, Int32(SHUT_RDWR))
      let end = Date(timeIntervalSinceNow: 0.5)
      while entries.count >= count, condition.wait(until: end) {}
      guard entries.count < count else { return false }
    }
    entries[descriptor] = connection
    return true
  }
}
