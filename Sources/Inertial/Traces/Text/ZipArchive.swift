import Foundation

/// The files in a zip archive, as far as the exports of recording apps use the format: stored or deflated entries, no
/// encryption, less than 4 GB (PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16).
enum ZipArchive {
  /// More entries than any recording has.
  static let mostEntries = 10_000

  /// The entries whose name satisfies `isWanted`, unpacked.
  ///
  /// - Throws: `TraceError.unreadableFile` when the archive is damaged.
  static func entries(in file: TextFile, where isWanted: (String) -> Bool) throws(TraceError) -> [TextFile] {
    let bytes = [UInt8](try file.data)
    func damaged(_ what: String) -> TraceError {
      .unreadableFile(file.path, reason: "the zip archive is damaged: \(what)")
    }
    func number(_ offset: Int, _ size: Int) throws(TraceError) -> Int {
      guard offset >= 0, offset + size <= bytes.count else { throw damaged("it is cut off") }
      return (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    // The directory's end is found from behind: up to 64 KB of comment may follow it.
    var end = bytes.count - 22
    while end >= max(0, bytes.count - 22 - 65535), try number(end, 4) != 0x0605_4b50 { end -= 1 }
    guard end >= max(0, bytes.count - 22 - 65535), end >= 0 else { throw damaged("it has no directory") }
    let count = try number(end + 10, 2)
    guard count <= mostEntries else { throw damaged("it has \(count) entries") }
    var offset = try number(end + 16, 4)
    var files = [TextFile]()
    for _ in 0..<count {
      guard try number(offset, 4) == 0x0201_4b50 else { throw damaged("its directory is not where it should be") }
      let method = try number(offset + 10, 2)
      let (packed, unpacked) = (try number(offset + 20, 4), try number(offset + 24, 4))
      let (nameLength, extra, comment) = (
        try number(offset + 28, 2), try number(offset + 30, 2), try number(offset + 32, 2)
      )
      let local = try number(offset + 42, 4)
      guard offset + 46 + nameLength <= bytes.count else { throw damaged("it is cut off") }
      let name = String(decoding: bytes[(offset + 46)..<(offset + 46 + nameLength)], as: UTF8.self)
      offset += 46 + nameLength + extra + comment
      guard isWanted(name) else { continue }
      guard try number(local, 4) == 0x0403_4b50 else { throw damaged("“\(name)” is not where it should be") }
      let start = local + 30 + (try number(local + 26, 2)) + (try number(local + 28, 2))
      guard start + packed <= bytes.count else { throw damaged("“\(name)” is cut off") }
      let data = Data(bytes[start..<(start + packed)])
      switch method {
      case 0: files.append(TextFile(path: "\(file.path)/\(name)", data: data))
      case 8:
        guard let content = Compression.inflate(data, .none, sizeHint: min(unpacked, 1 << 26)) else {
          throw damaged("“\(name)” cannot be unpacked")
        }
        files.append(TextFile(path: "\(file.path)/\(name)", data: content))
      default:
        throw .unreadableFile(file.path, reason: "“\(name)” is packed by a method (\(method)) other than deflate")
      }
    }
    return files
  }
}
