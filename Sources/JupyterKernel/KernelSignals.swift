import CHostLink
import Foundation

/// The signals that a kernel heeds, as bytes that can be waited for: a handler may do hardly more than write.
package enum KernelSignals {
  nonisolated(unsafe) private static var writer: Int32 = -1

  /// A descriptor from which SIGINT and SIGTERM can be read by their numbers as they come.
  package static func asBytes() -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard gimbal_pipe(&ends) == 0 else { return -1 }
    writer = ends[1]
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(KernelSignals.writer, &byte, 1)
      }
    }
    signal(SIGPIPE, SIG_IGN)
    // Who started this program may have had them blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return ends[0]
  }
}
