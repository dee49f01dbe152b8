import Foundation

extension TextFile {
  /// The same text in UTF-8 with line feeds: what spreadsheets save as “Unicode text” is UTF-16 with a byte order mark,
  /// and a few programs still end lines with a carriage return alone.
  ///
  /// Other files are returned as they are, unread but for the start.
  ///
  /// - Complexity: O(bytes) where something has to be changed.
  func normalized() throws -> TextFile {
    let start = try prefix(1 << 16)
    if start.starts(with: [0xff, 0xfe]) { return try fromUTF16(high: 1) }
    if start.starts(with: [0xfe, 0xff]) { return try fromUTF16(high: 0) }
    let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard start.contains(carriageReturn), !start.contains(feed) else { return self }
    var bytes = [UInt8](try data)
    for index in bytes.indices where bytes[index] == carriageReturn { bytes[index] = feed }
    return TextFile(path: path, data: Data(bytes), storage: storage)
  }

  /// - Parameter high: Which byte of two is the higher one.
  private func fromUTF16(high: Int) throws -> TextFile {
    let bytes = [UInt8](try data)
    var text = [UInt8]()
    text.reserveCapacity(bytes.count / 2)
    // What is not ASCII is rare, and collected until it ends, since two units may belong together.
    var others = [UInt16]()
    func flush() {
      if others.isEmpty { return }
      text.append(contentsOf: String(decoding: others, as: UTF16.self).utf8)
      others.removeAll(keepingCapacity: true)
    }
    // A last byte without its other half is left out; the row that it cuts off is reported as any other.
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      let unit = UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
      if unit < 0x80 {
        flush()
        text.append(UInt8(unit))
      } else {
        others.append(unit)
      }
    }
    flush()
    return TextFile(path: path, data: Data(text), storage: storage)
  }
}
