import Foundation

/// Messages as the Language Server Protocol frames them, `Content-Length: N`, an empty line and N bytes, out of bytes that come
/// in any pieces.
///
/// Bytes that are no message are reported once and passed over: the next head is where messages go on.
package struct MessageReader {
  /// The output of the bytes.
  package enum Piece: Hashable, Sendable {
    case message(Data)
    /// Something that is no message, in words.
    case fault(String)
  }

  /// Bytes of a head at most; heads have two lines of twenty.
  package static let longestHead = 4096
  /// Bytes of a message at most: a notebook of a thousand pages has three million.
  package static let longestBody = 64 << 20

  private var buffer: [UInt8] = []
  private var start = 0
  /// Bytes of a message that is too long, which are still to be passed over.
  private var toSkip = 0
  private var isLost = false

  package init() {}

  /// Bytes that wait for the rest of their message.
  package var waiting: Int { buffer.count - start }

  /// Takes bytes.
  package mutating func feed(_ bytes: some Collection<UInt8>) {
    if start > 1 << 16, start * 2 > buffer.count {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// The next piece; nil until more bytes have come. O(bytes).
  package mutating func next() -> Piece? {
    if toSkip > 0 {
      let skipped = min(toSkip, waiting)
      (start, toSkip) = (start + skipped, toSkip - skipped)
      if toSkip > 0 { return nil }
    }
    while start < buffer.count {
      if isLost, !findHead() { return nil }
      guard let end = endOfHead else {
        guard waiting > Self.longestHead else { return nil }
        return lose(1, "the head of a message is longer than \(Self.longestHead) bytes")
      }
      guard let length = Self.length(buffer[start..<end.lowerBound]) else {
        return lose(
          end.upperBound - start, "the head of a message needs “Content-Length: ” with the number of its bytes, once")
      }
      guard length <= Self.longestBody else {
        (start, toSkip) = (end.upperBound, length)
        return .fault("a message of \(length) bytes is longer than \(Self.longestBody) bytes, and was passed over")
      }
      guard buffer.count - end.upperBound >= length else { return nil }
      let body = Data(buffer[end.upperBound..<end.upperBound + length])
      start = end.upperBound + length
      return .message(body)
    }
    return nil
  }

  /// The empty line that ends the head; nil where there is none yet.
  private var endOfHead: Range<Int>? {
    let limit = min(buffer.count, start + Self.longestHead)
    var index = start
    while index < limit {
      if buffer[index] == 10 {
        // Some clients leave the carriage returns out.
        if index + 1 < limit, buffer[index + 1] == 10 { return index..<index + 2 }
        if index + 2 < limit, buffer[index + 1] == 13, buffer[index + 2] == 10 { return index..<index + 3 }
      }
      index += 1
    }
    return nil
  }

  /// The number of bytes that a head promises; nil where it says none, or says two.
  private static func length(_ head: ArraySlice<UInt8>) -> Int? {
    var found: Int?
    for line in head.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      guard name == "content-length" else { continue }
      let digits = line[(colon + 1)...].drop { $0 == 32 || $0 == 9 }
      guard found == nil, !digits.isEmpty, digits.count < 18, digits.allSatisfy({ (48...57).contains($0) }) else {
        return nil
      }
      found = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }
    return found
  }

  private mutating func lose(_ bytes: Int, _ words: String) -> Piece {
    (isLost, start) = (true, start + bytes)
    return .fault(words)
  }

  private static let mark = Array("content-length:".utf8)

  /// Passes over bytes up to the next thing that looks like a head; whether there is one.
  private mutating func findHead() -> Bool {
    let mark = Self.mark
    while start + mark.count <= buffer.count {
      let isHead = mark.indices.allSatisfy { buffer[start + $0] | 0x20 == mark[$0] | 0x20 }
      if isHead {
        isLost = false
        return true
      }
      start += 1
    }
    return false
  }
}
