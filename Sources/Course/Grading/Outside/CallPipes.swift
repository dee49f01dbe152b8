import Foundation
import JudgedCalls
import Sandboxes

import enum Basics.SystemReason

/// The two pipes over which a submission is called. Their names lie in its scratch folder; this side has them open before anything runs
/// there, so that whatever is done to the names concerns only the submission itself.
final class CallPipes {
  let callsName: String
  let answersName: String
  private let calls: Int32
  private let answers: Int32
  private var received: [UInt8] = []
  /// Whether what came is no message: nothing that comes later can be one.
  private(set) var isBroken = false

  /// - Throws: `GradingError` where they cannot be made.
  init(in scratch: String) throws {
    (callsName, answersName) = ("\(scratch)/calls", "\(scratch)/answers")
    guard mkfifo(callsName, 0o600) == 0, mkfifo(answersName, 0o600) == 0 else {
      throw GradingError(.unreadable(SystemReason.words(errno)))
    }
    // Open for both, so that neither end waits for the other nor ends with it.
    calls = open(callsName, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    answers = open(answersName, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
  }

  deinit {
    if calls >= 0 { close(calls) }
    if answers >= 0 { close(answers) }
  }

  /// Sends a message; false where nobody takes it in time.
  func send(_ message: [UInt8], until end: ContinuousClock.Instant) -> Bool {
    let bytes = MessageStream.framed(message)
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes { write(calls, $0.baseAddress! + position, bytes.count - position) }
      if count > 0 {
        position += count
        continue
      }
      guard count < 0, errno == EAGAIN || errno == EINTR, wait(calls, POLLOUT, end) else { return false }
    }
    return true
  }

  /// The next message; nil where none comes in time, or what comes is not a message.
  func receive(until end: ContinuousClock.Instant, unless isOver: () -> Bool = { false }) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isBroken {
      if received.count >= 8 {
        guard let count = MessageStream.length(received.prefix(8)) else {
          isBroken = true
          break
        }
        if received.count - 8 >= count {
          defer { received.removeFirst(8 + count) }
          return Array(received[8..<8 + count])
        }
      }
      let count = read(answers, &buffer, buffer.count)
      if count > 0 {
        received += buffer[..<count]
        continue
      }
      guard count < 0, errno == EAGAIN || errno == EINTR else { return nil }
      // Nobody says when the other side is gone: it is looked for now and then.
      let next = min(end, .now + .milliseconds(100))
      if wait(answers, POLLIN, next) { continue }
      if isOver() || .now >= end { return nil }
    }
    return nil
  }

  private func wait(_ descriptor: Int32, _ event: Int32, _ end: ContinuousClock.Instant) -> Bool {
    let left = end - .now
    guard left > .zero else { return false }
    let milliseconds = Int32(
      min(Double(left.components.seconds) * 1000 + Double(left.components.attoseconds) / 1e15 + 1, 1e6))
    var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }
}
