import Foundation

/// What the judge's side says to a submission, and what it says back. A message is its length in eight bytes and then its bytes.
package enum CallMessage {
  /// To the submission: a fresh fork of its state serves what follows, up to `end`.
  package static let begin: UInt8 = 1
  package static let call: UInt8 = 2
  package static let end: UInt8 = 3
  /// To the judge's side alone, which asks the kernel: the processor time of the submission.
  package static let time: UInt8 = 4
}

/// How a call went.
@_documentation(visibility: internal)
public enum CallStatus: UInt8, Sendable {
  /// The result follows.
  case answered = 0
  /// The function threw; a text follows.
  case threw = 1
  /// None of this name is there, or the arguments are others; a text follows.
  case refused = 2
  /// The process that was to answer has ended; a text follows.
  case ended = 3
  /// Nothing came in time; a text follows. Only the judge's side says this.
  case late = 4
  /// It has reached a function that the task does not allow; its name follows.
  case forbidden = 5
}

/// Messages over a descriptor.
package enum MessageStream {
  /// A message as it is sent.
  package static func framed(_ message: [UInt8]) -> [UInt8] {
    var bytes = PassedBytes()
    bytes.put(UInt64(message.count))
    return bytes.bytes + message
  }

  /// How many bytes a message has that begins with these eight; nil where it is not a message.
  package static func length(_ head: some BidirectionalCollection<UInt8>) -> Int? {
    let count = head.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return count <= UInt64(PassedBytes.limit) ? Int(count) : nil
  }

  /// Reads a message; nil at the end, or where what comes is not one.
  package static func read(_ descriptor: Int32) -> [UInt8]? {
    guard let head = read(descriptor, count: 8), let count = length(head) else { return nil }
    return read(descriptor, count: count)
  }

  private static func read(_ descriptor: Int32, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var position = 0
    while position < count {
      let got = bytes.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress! + position, count - position)
      }
      if got < 0, errno == EINTR { continue }
      if got <= 0 { return nil }
      position += got
    }
    return bytes
  }

  /// Writes a message; false where the reader is gone.
  package static func write(_ message: [UInt8], _ descriptor: Int32) -> Bool {
    let bytes = framed(message)
    var position = 0
    while position < bytes.count {
      let sent = bytes.withUnsafeBytes {
        let (start, count) = ($0.baseAddress! + position, bytes.count - position)
        let sent = send(descriptor, start, count, Int32(MSG_NOSIGNAL))
        return sent < 0 && errno == ENOTSOCK ? Foundation.write(descriptor, start, count) : sent
      }
      if sent < 0, errno == EINTR { continue }
      if sent <= 0 { return false }
      position += sent
    }
    return true
  }
}
