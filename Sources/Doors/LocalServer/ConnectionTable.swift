import CHostLink
import Foundation

import class Basics.Monitor
import enum Basics.OwnThread

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
final class ConnectionTable: Sendable {
  private let socket: ListeningSocket
  /// Connections at a time, and those from one address.
  private let (most, perAddress): (Int, Int)
  private struct State {
    var entries: [Int32: Connection] = [:]
    var isClosed = false
  }

  private let state = Monitor(State())

  /// Connections at present.
  var count: Int { state.withLock(\.entries.count) }
  /// Whether no more connections are taken.
  var isClosed: Bool { state.withLock(\.isClosed) }

  init(_ socket: ListeningSocket, most: Int, perAddress: Int) {
    (self.socket, self.most, self.perAddress) = (socket, most, perAddress)
  }

  /// Begins to take connections: `serve` runs on a thread of the connection's own.
  func start(serve: @escaping @Sendable (Int32) -> Void) {
    if !OwnThread.start({ [self] in take(serve) }) { Glibc.close(socket.descriptor) }
  }

  /// Changes what is kept of a connection.
  func update(_ descriptor: Int32, _ change: (inout Connection) -> Void) {
    state.withLock { if $0.entries[descriptor] != nil { change(&$0.entries[descriptor]!) } }
  }

  /// Ends all connections and takes no more; returns when no thread that serves is left, after 2 s at the latest.
  func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      shutdown(socket.descriptor, Int32(SHUT_RDWR))
      for (descriptor, connection) in state.entries {
        shutdown(descriptor, Int32(SHUT_RDWR))
        connection.events?.close()
      }
    }
    state.wait(until: Date(timeIntervalSinceNow: 2)) { !$0.entries.isEmpty }
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
      guard admit(descriptor, Connection(address: address)) else {
        Glibc.close(descriptor)
        continue
      }
      var yes: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
      let isServed = OwnThread.start(stackSize: 512 << 10) { [self] in
        serve(descriptor)
        leave(descriptor)
      }
      if !isServed { leave(descriptor) }
    }
  }

  private func leave(_ descriptor: Int32) {
    state.withLock { state in
      state.entries[descriptor] = nil
      Glibc.close(descriptor)
    }
  }

  /// Takes a connection in where there is room or somebody makes room; false where not.
  ///
  /// Strangers make room for newcomers: first the oldest one of the address that has most of them, so that those who
  /// open many push out each other. A connection that is known stays.
  private func admit(_ descriptor: Int32, _ connection: Connection) -> Bool {
    let crowd = state.withLock { state -> Int? in
      let entries = state.entries
      let neighbours = entries.filter { $0.value.address == connection.address }
      let isCrowded = neighbours.count >= perAddress
      guard isCrowded || entries.count >= most else {
        state.entries[descriptor] = connection
        return nil
      }
      let strangers = (isCrowded ? neighbours : entries).filter { !$0.value.isKnown }
      let crowds = Dictionary(strangers.map { ($0.value.address, 1) }, uniquingKeysWith: +)
      let leaving = strangers.max { one, other in
        (crowds[one.value.address] ?? 0, other.value.began) < (crowds[other.value.address] ?? 0, one.value.began)
      }
      guard let leaving else { return 0 }
      shutdown(leaving.key, Int32(SHUT_RDWR))
      return entries.count
    }
    guard let crowd else { return true }
    guard crowd > 0 else { return false }
    return state.wait(until: Date(timeIntervalSinceNow: 0.5)) { state -> Void? in
      guard state.entries.count < crowd else { return nil }
      state.entries[descriptor] = connection
      return ()
    } != nil
  }
}
