import Foundation

extension TextFile {
  /// The same text in UTF-8 with line feeds: what spreadsheets save as “Unicode text” is UTF-16 with a byte order mark,
  /// and a few programs still end lines with a carriage return alone.
  ///
  /// Other files are returned as they are, unread except for the start.
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
    // A last byte without its other half is left out; the row that it cuts off is reported as any other.
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
    }
    return TextFile(path: path, data: Data(String(decoding: units, as: UTF16.self).utf8), storage: storage)
  }
}
