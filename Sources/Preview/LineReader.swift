import Foundation
import Processes
import StrictHTTP

/// What comes over a connection, read no longer than until a time.
struct LineReader {
  let descriptor: Int32
  private var buffer = Data()

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for the first byte of a request; false when none comes in time, or the line has ended.
  mutating func waitForFirst(seconds: Double) -> Bool { !buffer.isEmpty || more(until: .now + .seconds(seconds)) }

  /// The head of the next request; nil when it does not come whole in time.
  ///
  /// - Throws: `StrictRequest.Fault` for what is no request.
  mutating func head(
    _ largest: Int, _ largestBody: Int, until end: ContinuousClock.Instant
  ) throws(StrictRequest.Fault) -> (request: StrictRequest, size: Int, bodySize: Int)? {
    while true {
      if let found = try StrictRequest.head(
        of: buffer, largest: largest, largestBody: largestBody, needsLength: false)
      {
        return found
      }
      guard more(until: end) else { return nil }
    }
  }

  /// Takes a head of this size and the body behind it off what has come; nil when it does not come whole in time.
  mutating func body(_ start: Int, _ size: Int, until end: ContinuousClock.Instant) -> Data? {
    while buffer.count < start + size { guard more(until: end) else { return nil } }
    let body = Data(buffer.dropFirst(start).prefix(size))
    buffer = Data(buffer.dropFirst(start + size))
    return body
  }

  /// Reads and forgets.
  mutating func discard(upTo limit: Int, until end: ContinuousClock.Instant) {
    var read = 0
    while read < limit, more(until: end) {
      read += buffer.count
      buffer = Data()
    }
  }

  /// Reads what has come, or waits for it; false at the end, or when nothing comes in time.
  private mutating func more(until end: ContinuousClock.Instant) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      // Also when bytes come without a pause: the time of a request has an end.
      guard ContinuousClock.now < end, Readiness.wait(descriptor, for: POLLIN, until: end) else { return false }
      let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        buffer.append(contentsOf: chunk[..<count])
        return true
      }
      guard count < 0, errno == EINTR || errno == EAGAIN else { return false }
    }
  }
}
