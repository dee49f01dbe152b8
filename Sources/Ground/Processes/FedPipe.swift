import CHostLink
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A pipe that gives another process what it is fed, as fast as that one reads: the one that feeds it never waits.
package final class FedPipe: @unchecked Sendable {
  /// Bytes that a pipe is fed in all, at most: more is not what a person types.
  package static let limit = 16 << 20

  /// The end to read from; it is closed with the pipe.
  package let reader: Int32
  private let lock = NSLock()
  private var writer: Int32
  /// What the reader has not room for yet, and how much there was.
  private var waiting: ArraySlice<UInt8> = []
  private var total = 0
  private var isFinished = false
  private var isFeeding = false
  private var isClosed = false

  /// An empty pipe; nil when no descriptors are left.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard gimbal_blocking_pipe(&ends) == 0 else { return nil }
    (reader, writer) = (ends[0], ends[1])
    _ = fcntl(writer, F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  /// Whether something has been fed that the pipe has not taken yet.
  package var isBehind: Bool { lock.withLock { isFeeding } }

  /// Feeds it a text behind what it was fed before; false, and nothing happens, when that is more than `limit`.
  package func feed(_ text: String) -> Bool {
    lock.withLock {
      guard writer >= 0, total + text.utf8.count <= Self.limit else { return false }
      waiting += text.utf8
      total += text.utf8.count
      guard !isFeeding else { return true }
      isFeeding = true
      Thread.detachNewThread { [self] in while isStillFeeding() {} }
      return true
    }
  }

  /// Says that nothing more follows: who reads finds the end behind what was fed.
  package func finish() {
    lock.withLock {
      isFinished = true
      if !isFeeding { closeWriter() }
    }
  }

  /// Closes both ends; what has not been read is forgotten.
  package func close() {
    lock.withLock {
      closeWriter()
      if !isClosed { Glibc.close(reader) }
      isClosed = true
    }
  }

  /// Writes as much as there is room for, and waits for more room; false when there is nothing left to do.
  private func isStillFeeding() -> Bool {
    let descriptor = lock.withLock { () -> Int32 in
      while writer >= 0, !waiting.isEmpty {
        let count = waiting.withUnsafeBytes { gimbal_write_quietly(writer, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN { return writer }
        if count < 0 { closeWriter() } else { waiting = waiting.dropFirst(count) }
      }
      isFeeding = false
      if isFinished { closeWriter() }
      return -1
    }
    guard descriptor >= 0 else { return false }
    // Not for long: the pipe may be closed meanwhile.
    var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&room, 1, 50)
    return true
  }

  private func closeWriter() {
    if writer >= 0 { Glibc.close(writer) }
    (writer, waiting) = (-1, [])
  }
}
