import Foundation

extension TextFile {
  /// The same text in UTF-8 with line feeds: what spreadsheets save as “Unicode text” is UTF-16 with a byte order mark,
  /// and a few programs still end lines with a carriage return alone.
  ///
  /// Other files are returned as they are, unread but for the start.
  func normalized() throws(TraceError) -> TextFile {
    let start = try prefix(1 << 16)
    if start.starts(with: [0xff, 0xfe]) { return try fromUTF16 { UInt16($0) | UInt16($1) << 8 } }
    if start.starts(with: [0xfe, 0xff]) { return try fromUTF16 { UInt16($1) | UInt16($0) << 8 } }
    let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard start.contains(carriageReturn), !start.contains(feed) else { return self }
    return TextFile(path: path, data: Data(try data.map { $0 == carriageReturn ? feed : $0 }))
  }

  private func fromUTF16(_ unit: (UInt8, UInt8) -> UInt16) throws(TraceError) -> TextFile {
    let bytes = [UInt8](try data)
    var units = [UInt16]()
    units.reserveCapacity(bytes.count / 2)
    // A last byte without its other half is left out; the row that it cuts off is reported as any other.
    for index in stride(from: 2, to: bytes.count - 1, by: 2) { units.append(unit(bytes[index], bytes[index + 1])) }
    return TextFile(path: path, data: Data(String(decoding: units, as: UTF16.self).utf8))
  }
}
