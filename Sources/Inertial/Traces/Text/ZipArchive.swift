internal import CZlib
import Foundation

/// The files in a zip archive, as far as the exports of recording apps use the format: stored or deflated entries, no
/// encryption, less than 4 GB (PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16).
struct ZipArchive {
  private let file: TextFile
  private let data: Data

  /// More entries than any recording has.
  static let mostEntries = 10_000

  /// - Throws: `TraceError.unreadableFile`.
  init(_ file: TextFile) throws(TraceError) {
    self.file = file
    data = try file.data
  }

  /// The entries whose name satisfies `isWanted`, unpacked, by the name that they have in the archive.
  ///
  /// - Parameter limit: Bytes that all of them may have together: a small archive can unpack to any size.
  /// - Throws: `TraceError.unreadableFile` when the archive is damaged or too large.
  func entries(limit: Int, where isWanted: (String) -> Bool) throws(TraceError) -> [String: Data] {
    var (offset, count) = try directory()
    var entries = [String: Data]()
    var left = limit
    while count > 0 {
      count -= 1
      guard try number(offset, 4) == 0x0201_4b50 else { throw damaged("its directory is not where it should be") }
      let nameLength = try number(offset + 28, 2)
      guard offset + 46 + nameLength <= data.count else { throw damaged("it is cut off") }
      let name = String(decoding: data[(offset + 46)..<(offset + 46 + nameLength)], as: UTF8.self)
      let header = offset
      offset += 46 + nameLength + (try number(offset + 30, 2)) + (try number(offset + 32, 2))
      guard isWanted(name) else { continue }
      let content = try content(header, name, limit: left)
      left -= content.count
      entries[name] = content
    }
    return entries
  }

  /// Where the directory begins and how many entries it has. Its end is found from behind: up to 64 KB of comment may
  /// follow it.
  private func directory() throws(TraceError) -> (offset: Int, count: Int) {
    var end = data.count - 22
    let first = max(0, end - 65535)
    while end >= first, try number(end, 4) != 0x0605_4b50 { end -= 1 }
    guard end >= first else { throw damaged("it has no directory, so its end is probably missing") }
    let count = try number(end + 10, 2)
    guard count <= Self.mostEntries else {
      throw .unreadableFile(file.path, reason: "it has \(count) entries, which no recording has")
    }
    return (try number(end + 16, 4), count)
  }

  /// The content of the entry whose header in the directory stands at `offset`.
  private func content(_ offset: Int, _ name: String, limit: Int) throws(TraceError) -> Data {
    guard try number(offset + 8, 2) & 1 == 0 else {
      throw .unreadableFile(file.path, reason: "“\(name)” is encrypted; unpack it with its password")
    }
    let (packed, unpacked) = (try number(offset + 20, 4), try number(offset + 24, 4))
    let local = try number(offset + 42, 4)
    guard try number(local, 4) == 0x0403_4b50 else { throw damaged("“\(name)” is not where it should be") }
    let start = local + 30 + (try number(local + 26, 2)) + (try number(local + 28, 2))
    guard start + packed <= data.count else { throw damaged("“\(name)” is cut off") }
    let tooLarge = TraceError.unreadableFile(
      file.path, reason: "it unpacks to more bytes than `largestUnpacked` in the reading options")
    let content: Data
    switch try number(offset + 10, 2) {
    case 0:
      guard packed <= limit else { throw tooLarge }
      content = data.subdata(in: start..<(start + packed))
    case 8:
      switch Compression.inflate(
        data[start..<(start + packed)], .none, limit: limit, sizeHint: min(unpacked, limit, 1 << 26))
      {
      case .success(let inflated): content = inflated
      case .failure(.tooLarge): throw tooLarge
      case .failure(.damaged): throw damaged("“\(name)” cannot be unpacked")
      }
    case let method:
      throw .unreadableFile(
        file.path, reason: "“\(name)” is packed by a method (\(method)) other than deflate; unpack it first")
    }
    let checksum = content.withUnsafeBytes { bytes in
      // zlib counts in 32 bits.
      stride(from: 0, to: bytes.count, by: 1 << 30).reduce(crc32(0, nil, 0)) { sum, begin in
        let piece = bytes[begin..<min(begin + 1 << 30, bytes.count)]
        return crc32(
          sum, UnsafeRawBufferPointer(rebasing: piece).bindMemory(to: UInt8.self).baseAddress, UInt32(piece.count))
      }
    }
    guard Int(checksum) == (try number(offset + 16, 4)) else {
      throw damaged("the content of “\(name)” does not fit its checksum")
    }
    return content
  }

  /// A number of `size` bytes, the lowest first.
  private func number(_ offset: Int, _ size: Int) throws(TraceError) -> Int {
    guard offset >= 0, offset + size <= data.count else { throw damaged("it is cut off") }
    return (0..<size).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
  }

  private func damaged(_ what: String) -> TraceError {
    .unreadableFile(file.path, reason: "the zip archive is damaged: \(what). Export or copy the recording again")
  }
}
