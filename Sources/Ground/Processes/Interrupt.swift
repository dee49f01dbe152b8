import CHostLink
import Foundation

/// A wish to stop that can be uttered from anywhere, a signal handler included, and that a waiting `poll` notices.
package final class Interrupt: Sendable {
  /// Readable once the wish was uttered.
  package let descriptor: Int32
  private let writer: Int32

  /// An interrupt that nobody has asked for yet.
  package init() {
    var ends: [Int32] = [-1, -1]
    _ = gimbal_pipe(&ends)
    (descriptor, writer) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  /// Asks for a stop. Safe in a signal handler.
  ///
  /// - Parameter byte: what is to be read from the descriptor, such as the number of a signal.
  package func request(_ byte: UInt8 = 1) {
    var byte = byte
    _ = write(writer, &byte, 1)
  }

  /// Whether a stop was asked for.
  package var isRequested: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }
}

/// What was under way ended because a stop was asked for.
package struct Interrupted: Error, Hashable {
  package init() {}
}
