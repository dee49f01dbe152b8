import Foundation

/// Waiting for descriptors.
package enum Readiness {
  /// Waits until a descriptor is ready for `POLLIN` or `POLLOUT`, or has ended; false when it is not in time. Without a time
  /// it waits as long as it takes.
  package static func wait(_ descriptor: Int32, for event: Int32, until end: ContinuousClock.Instant? = nil) -> Bool {
    while true {
      let left = end.map { ($0 - .now).seconds }
      if let left, left <= 0 { return false }
      var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let ready = poll(&waiting, 1, left.map { Int32(min($0 * 1000 + 1, 1e9)) } ?? -1)
      if ready > 0 { return true }
      guard ready == 0 || errno == EINTR else { return false }
    }
  }
}
