import Foundation

/// What the judge's side says to a submission, and what it says back. A message is its length in eight bytes and then its bytes.
enum CallMessage {
  /// To the submission: a fresh fork of its state serves what follows, up to `end`.
  static let begin: UInt8 = 1
  static let call: UInt8 = 2
  static let end: UInt8 = 3
}

/// How a call went.
@_documentation(visibility: internal)
public enum CallStatus: UInt8, Sendable {
  /// The result follows.
  case answered = 0
  /// The function threw; a text follows.
  case threw = 1
  /// Nothing of this name is there, or the arguments are others; a text follows.
  case refused = 2
  /// The process that was to answer has ended; a text follows.
  case ended = 3
  /// Nothing came in time; a text follows. Only the judge's side says this.
  case late = 4
}

/// Messages over a descriptor.
enum MessageStream {
  /// Reads a message; nil at the end, or where what comes is not one.
  static func read(_ descriptor: Int32) -> [UInt8]? {
    guard let head = read(descriptor, count: 8) else { return nil }
    let count = head.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard count <= UInt64(PassedBytes.limit) else { return nil }
    return read(descriptor, count: Int(count))
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
  static func write(_ message: [UInt8], _ descriptor: Int32) -> Bool {
    var framed = PassedBytes()
    framed.put(UInt64(message.count))
    let bytes = framed.bytes + message
    var position = 0
    while position < bytes.count {
      let sent = bytes.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress! + position, bytes.count - position)
      }
      if sent < 0, errno == EINTR { continue }
      if sent <= 0 { return false }
      position += sent
    }
    return true
  }
}
