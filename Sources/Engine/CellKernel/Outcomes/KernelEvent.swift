import Display

/// What happens while a unit runs, as it happens, in a form that a front end can show. It contains none of the bytes
/// and marks that cells and host exchange.
package enum KernelEvent: Hashable, Sendable {
  /// Text that the unit printed, in whole characters.
  case text(TextKind, String)
  /// Something that the unit showed. Everything that it had printed before has come already.
  case display(MIMEBundle, Placing)
  /// The unit waits for a line on its standard input; `isHidden` where nobody is to see what is typed, as with a password.
  case inputRequested(isHidden: Bool)
}

/// On which stream a text was printed.
package enum TextKind: String, Hashable, Codable, Sendable { case output, error }

/// Cuts a stream of bytes into texts of whole characters: a read may end in the middle of one.
package struct TextDecoder {
  private var rest: [UInt8] = []

  package init() {}

  /// The text of these bytes and of what was left before, without the beginning of a character at its end. O(length).
  package mutating func decode(_ bytes: UnsafeRawBufferPointer) -> String {
    rest.append(contentsOf: bytes)
    let whole = rest.count - Self.unfinished(rest)
    let text = String(decoding: rest[..<whole], as: UTF8.self)
    rest.removeFirst(whole)
    return text
  }

  /// The rest when the stream is over.
  mutating func finish() -> String {
    defer { rest = [] }
    return String(decoding: rest, as: UTF8.self)
  }

  /// How many bytes at the end begin a character whose other bytes are still to come.
  private static func unfinished(_ bytes: [UInt8]) -> Int {
    for back in 1...3 where back <= bytes.count {
      let byte = bytes[bytes.count - back]
      if byte & 0b1100_0000 == 0b1000_0000 { continue }
      let length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
      return length > back ? back : 0
    }
    return 0
  }
}
