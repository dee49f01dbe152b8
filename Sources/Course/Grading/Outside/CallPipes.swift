import Foundation
import JudgedCalls
import Sandboxes

import enum Basics.SystemReason

/// The pipes over which a submission is called. Their names lie in its scratch folder; this side has them open before anything runs
/// there, so that whatever is done to the names concerns only the submission itself.
final class CallPipes {
  let callsName: String
  let answersName: String
  let stopsName: String
  private let calls: Int32
  private let answers: Int32
  private let stops: Int32
  private var received: [UInt8] = []
  /// Whether what came is no message: nothing that comes later can be one.
  private(set) var isBroken = false

  /// - Throws: `GradingError` where they cannot be made.
  init(in scratch: String) throws {
    (callsName, answersName, stopsName) = ("\(scratch)/calls", "\(scratch)/answers", "\(scratch)/stops")
    guard [callsName, answersName, stopsName].allSatisfy({ (name: String) in mkfifo(name, 0o600) == 0 }) else {
      throw GradingError(.unreadable(SystemReason.words(errno)))
    }
    // Open for both, so that neither end waits for the other nor ends with it.
    let flags = O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW
    (calls, answers, stops) = (open(callsName, flags), open(answersName, flags), open(stopsName, flags))
  }

  deinit {
    for descriptor in [calls, answers, stops] where descriptor >= 0 { close(descriptor) }
  }

  /// Asks for the end of the fork of this number. It need not come.
  func stop(_ fork: [UInt8]) {
    let bytes = MessageStream.framed(fork)
    _ = bytes.withUnsafeBytes { write(stops, $0.baseAddress!, bytes.count) }
  }

  /// Sends a message; false where nobody takes it while that is worth waiting for, which is asked every tenth of a second.
  func send(_ message: [UInt8], while isWorthWaiting: () -> Bool) -> Bool {
    let bytes = MessageStream.framed(message)
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes { write(calls, $0.baseAddress! + position, bytes.count - position) }
      if count > 0 {
        position += count
        continue
      }
      guard count < 0, errno == EAGAIN || errno == EINTR, wait(calls, POLLOUT) || isWorthWaiting() else { return false }
    }
    return true
  }

  /// The next message; nil where none comes while that is worth waiting for, or what comes is not a message.
  func receive(while isWorthWaiting: () -> Bool) -> [UInt8]? {
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
      if !wait(answers, POLLIN), !isWorthWaiting() { return nil }
    }
    return nil
  }

  private func wait(_ descriptor: Int32, _ event: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&waiting, 1, Int32(SubmissionTime.interval * 1000)) > 0
  }
}
