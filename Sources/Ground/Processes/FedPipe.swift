import CHostLink
import Foundation
import Synchronization

import enum Basics.OwnThread

#if canImport(Glibc)
  import Glibc
#endif

/// A pipe that gives another process what it is fed, as fast as that one reads: the one that feeds it never waits.
package final class FedPipe: Sendable {
  /// Bytes that a pipe is fed in all, at most: more is not what a person types.
  package static let limit = 16 << 20

  private struct State {
    var writer: Int32
    /// What the reader has not room for yet, and how much there was.
    var waiting: ArraySlice<UInt8> = []
    var total = 0
    var isFinished = false
    var isFeeding = false
    var isClosed = false

    mutating func closeWriter() {
      if writer >= 0 { Glibc.close(writer) }
      (writer, waiting) = (-1, [])
    }
  }

  /// The end to read from; it is closed with the pipe.
  package let reader: Int32
  private let state: Mutex<State>

  /// An empty pipe; nil when no descriptors are left.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard gimbal_blocking_pipe(&ends) == 0 else { return nil }
    reader = ends[0]
    state = Mutex(State(writer: ends[1]))
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  /// Whether something has been fed that the pipe has not taken yet.
  package var isBehind: Bool { state.withLock(\.isFeeding) }

  /// Feeds it a text behind what it was fed before; false, and nothing happens, when that is more than `limit`.
  package func feed(_ text: String) -> Bool {
    let begins = state.withLock { state -> Bool? in
      guard state.writer >= 0, state.total + text.utf8.count <= Self.limit else { return nil }
      state.waiting += text.utf8
      state.total += text.utf8.count
      defer { state.isFeeding = true }
      return !state.isFeeding
    }
    let isStarted = begins != true || OwnThread.start { [self] in while isStillFeeding() {} }
    if !isStarted { close() }
    return begins != nil && isStarted
  }

  /// Says that nothing more follows: who reads finds the end behind what was fed.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      if !state.isFeeding { state.closeWriter() }
    }
  }

  /// Closes both ends; what has not been read is forgotten.
  package func close() {
    state.withLock { state in
      state.closeWriter()
      if !state.isClosed { Glibc.close(reader) }
      state.isClosed = true
    }
  }

  /// Writes as much as there is room for, and waits for more room; false when there is nothing left to do.
  private func isStillFeeding() -> Bool {
    let descriptor = state.withLock { state -> Int32 in
      while state.writer >= 0, !state.waiting.isEmpty {
        let count = state.waiting.withUnsafeBytes { gimbal_write_quietly(state.writer, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN { return state.writer }
        if count < 0 { state.closeWriter() } else { state.waiting = state.waiting.dropFirst(count) }
      }
      state.isFeeding = false
      if state.isFinished { state.closeWriter() }
      return -1
    }
    guard descriptor >= 0 else { return false }
    // Not for long: the pipe may be closed meanwhile.
    var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&room, 1, 50)
    return true
  }
}
