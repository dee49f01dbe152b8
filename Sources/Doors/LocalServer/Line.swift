import CTLS
import Foundation
import Processes

/// The bytes of one connection, plain or within TLS. Nothing is waited for longer than until a time.
final class Line {
  private let descriptor: Int32
  private let tls: OpaquePointer?
  private var buffer = Data()
  private var isFinished = false

  /// The outcome of one attempt to read or to write.
  private enum Attempt {
    case done(Int)
    /// Nothing for now: the line has to be ready for `POLLIN` or `POLLOUT` first.
    case waits(for: Int32)
    case ended
  }

  /// A line over an accepted socket, which stays the caller's to close; nil when a peer does not shake hands in time.
  init?(_ descriptor: Int32, _ certificate: Certificate?, until end: ContinuousClock.Instant) {
    self.descriptor = descriptor
    tls = certificate.flatMap { gimbal_tls_open($0.tls, descriptor) }
    guard certificate != nil else { return }
    guard let tls, count(until: end, { attempt(gimbal_tls_accept(tls)) }) != nil else { return nil }
  }

  deinit { if let tls { gimbal_tls_close(tls) } }

  // MARK: Reading

  /// Waits for the first byte of a request; false when none comes in time, or the line has ended.
  func waitForFirst(seconds: Double) -> Bool { !buffer.isEmpty || more(until: .now + .seconds(seconds)) }

  /// The head of the next request; nil when it does not come whole in time.
  ///
  /// - Throws: `StrictRequest.Fault` for something other than a request.
  func head(
    _ largest: Int, _ largestBody: Int, until end: ContinuousClock.Instant
  ) throws(StrictRequest.Fault) -> (request: StrictRequest, size: Int, bodySize: Int)? {
    while true {
      if let found = try StrictRequest.head(of: buffer, largest: largest, largestBody: largestBody) { return found }
      guard more(until: end) else { return nil }
    }
  }

  /// Takes a head of this size and the body behind it off what has come; nil when it does not come whole in time.
  func body(_ start: Int, _ size: Int, until end: ContinuousClock.Instant) -> Data? {
    while buffer.count < start + size { guard more(until: end) else { return nil } }
    let body = Data(buffer.dropFirst(start).prefix(size))
    buffer = Data(buffer.dropFirst(start + size))
    return body
  }

  /// Says that nothing more comes, and reads and forgets what the peer still sends: closing with something unread would take
  /// what was written last away from a peer that reads only when it has sent all.
  func finish(readingUpTo limit: Int, seconds: Double) {
    if let tls { gimbal_tls_finish(tls) }
    isFinished = true
    shutdown(descriptor, Int32(SHUT_WR))
    let end = ContinuousClock.now + .seconds(seconds)
    var read = 0
    repeat {
      read += buffer.count
      buffer = Data()
    } while read < limit && more(until: end)
  }

  /// Reads what has come, or waits for it; false at the end, or when nothing comes in time.
  private func more(until end: ContinuousClock.Instant) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let tls = isFinished ? nil : tls
    let count = count(until: end) {
      if let tls { return attempt(gimbal_tls_read(tls, &chunk, Int32(chunk.count))) }
      return attempt(recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT)), waitsFor: POLLIN)
    }
    guard let count, count > 0 else { return false }
    buffer.append(contentsOf: chunk[..<count])
    return true
  }

  // MARK: Writing

  /// Sends bytes; false when the line has ended, or the peer takes nothing for this many seconds.
  func send(_ data: Data, unreadTime: Double) -> Bool {
    let unread = Duration.seconds(unreadTime)
    // Neither nothing for a while, nor a byte now and then for ever.
    let end = ContinuousClock.now + unread + .seconds(Double(data.count) / 1e5)
    return data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Bool in
      var done = 0
      while done < bytes.count {
        let (rest, left) = (bytes.baseAddress! + done, bytes.count - done)
        let count = count(until: min(end, .now + unread)) {
          if let tls { return attempt(gimbal_tls_write(tls, rest, Int32(min(left, 1 << 30)))) }
          let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
          return attempt(Glibc.send(descriptor, rest, left, flags), waitsFor: POLLOUT)
        }
        guard let count, count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  // MARK: Attempts

  /// What an attempt gives that is made again whenever the line is ready for it; nil when the line or the time has ended.
  private func count(until end: ContinuousClock.Instant, _ attempt: () -> Attempt) -> Int? {
    // Also when bytes come without a pause: each thing has its time.
    while ContinuousClock.now < end {
      switch attempt() {
      case .done(let count): return count
      case .ended: return nil
      case .waits(let event): guard Readiness.wait(descriptor, for: event, until: end) else { return nil }
      }
    }
    return nil
  }

  private func attempt(_ count: Int, waitsFor event: Int32) -> Attempt {
    count >= 0 ? .done(count) : errno == EAGAIN || errno == EINTR ? .waits(for: event) : .ended
  }

  private func attempt(_ result: Int32) -> Attempt {
    switch Int(result) {
    case GIMBAL_TLS_AWAITS_INPUT: .waits(for: POLLIN)
    case GIMBAL_TLS_AWAITS_OUTPUT: .waits(for: POLLOUT)
    default: result >= 0 ? .done(Int(result)) : .ended
    }
  }
}
