internal import CZlib
import Foundation

/// The files in a zip archive: stored or deflated entries, with ZIP64 sizes and data descriptors or without, no encryption
/// (PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12, 4.3.14 to 4.3.16 and 4.5.3).
///
/// Sizes are taken from the directory at the end, which has them where an entry's own header leaves them to a descriptor
/// behind its content. Nothing is ever written under an entry's name, so that names that climb out of a folder do no harm.
///
/// zlib, which is needed for `.gz` too, does the work, and the time is about that of a library (`gimbal-bench
/// plain`). The reason for our own reader is not speed, but the behaviour of libraries: half an archive is refused,
/// where they give what they can find of it.
package struct ZipArchive {
  private let file: TextFile
  private let data: Data

  /// More entries than any recording has.
  static let mostEntries = 10_000

  /// What the directory says of an entry.
  private struct Entry {
    var name: String
    var flags = 0
    var method = 0
    var checksum = 0
    var packed = 0
    var unpacked = 0
    var header = 0
  }

  /// - Throws: `RecordingError.unreadableFile`.
  init(_ file: TextFile) throws {
    self.file = file
    data = try file.data
  }

  /// The names of all entries, folders included.
  func names() throws -> [String] { try directory().map(\.name) }

  /// The entries whose name satisfies `isWanted`, unpacked, by the name that they have in the archive.
  ///
  /// - Parameter limit: Bytes that all of them may have together: a small archive can unpack to any size.
  /// - Throws: `RecordingError.unreadableFile` when the archive is damaged or too large.
  func entries(limit: Int, where isWanted: (String) -> Bool) throws -> [String: Data] {
    var entries = [String: Data]()
    var left = limit
    for entry in try directory() where isWanted(entry.name) {
      let content = try content(entry, limit: left)
      left -= content.count
      entries[entry.name] = content
    }
    return entries
  }

  /// All entries of an archive on disk, as ``entries(limit:where:)`` gives them.
  package static func contents(of path: String) throws -> [String: Data] {
    try ZipArchive(TextFile(path)).entries(limit: .max) { _ in true }
  }

  private func directory() throws -> [Entry] {
    var (offset, count) = try directoryStart()
    var entries = [Entry]()
    while count > 0 {
      count -= 1
      guard try number(offset, 4) == 0x0201_4b50 else { throw damaged("its directory is not where it should be") }
      let (nameLength, extraLength) = (try number(offset + 28, 2), try number(offset + 30, 2))
      guard offset + 46 + nameLength + extraLength <= data.count else { throw damaged("it is cut off") }
      var entry = Entry(name: name(in: (offset + 46)..<(offset + 46 + nameLength)))
      (entry.flags, entry.method) = (try number(offset + 8, 2), try number(offset + 10, 2))
      (entry.checksum, entry.packed) = (try number(offset + 16, 4), try number(offset + 20, 4))
      (entry.unpacked, entry.header) = (try number(offset + 24, 4), try number(offset + 42, 4))
      let extra = offset + 46 + nameLength
      try widen(&entry, extra: extra..<(extra + extraLength))
      entries.append(entry)
      offset = extra + extraLength + (try number(offset + 32, 2))
    }
    return entries
  }

  private func name(in range: Range<Int>) -> String { String(decoding: data[range], as: UTF8.self) }

  /// Where the directory begins and how many entries it has. Its end is found from behind: up to 64 KB of comment may
  /// follow it. If its numbers are too small, a wider end is before it, at a place that a locator names.
  private func directoryStart() throws -> (offset: Int, count: Int) {
    var end = data.count - 22
    let first = max(0, end - 65535)
    while end >= first, try number(end, 4) != 0x0605_4b50 { end -= 1 }
    guard end >= first else { throw damaged("it has no directory, so its end is probably missing") }
    var (count, start) = (try number(end + 10, 2), try number(end + 16, 4))
    if count == 0xffff || start == 0xffff_ffff, end >= 20, try number(end - 20, 4) == 0x0706_4b50 {
      let wide = try wideNumber(end - 12)
      guard try number(wide, 4) == 0x0606_4b50 else { throw damaged("its directory is not where it should be") }
      (count, start) = (try wideNumber(wide + 32), try wideNumber(wide + 48))
    }
    guard count <= Self.mostEntries else {
      throw RecordingError.unreadableFile(file.path, reason: "it has \(count) entries, which no recording has")
    }
    return (start, count)
  }

  /// Takes sizes and offset from the extra field with the number 1 if they do not fit into 32 bits, or if the program
  /// that wrote the archive did not know them beforehand.
  private func widen(_ entry: inout Entry, extra: Range<Int>) throws {
    let narrow = 0xffff_ffff
    guard entry.packed == narrow || entry.unpacked == narrow || entry.header == narrow else { return }
    var offset = extra.lowerBound
    while offset + 4 <= extra.upperBound {
      let (kind, length) = (try number(offset, 2), try number(offset + 2, 2))
      let next = offset + 4 + length
      guard kind != 1 else {
        // Only the numbers that are too large are there, in this order.
        var place = offset + 4
        func next8() throws -> Int {
          guard place + 8 <= min(next, extra.upperBound) else {
            throw damaged("the sizes of “\(entry.name)” are missing")
          }
          place += 8
          return try wideNumber(place - 8)
        }
        if entry.unpacked == narrow { entry.unpacked = try next8() }
        if entry.packed == narrow { entry.packed = try next8() }
        if entry.header == narrow { entry.header = try next8() }
        return
      }
      offset = next
    }
    throw damaged("the sizes of “\(entry.name)” are missing")
  }

  private func content(_ entry: Entry, limit: Int) throws -> Data {
    guard entry.flags & 1 == 0 else {
      throw RecordingError.unreadableFile(
        file.path, reason: "“\(entry.name)” is encrypted; unpack it with its password")
    }
    guard entry.header < data.count, try number(entry.header, 4) == 0x0403_4b50 else {
      throw damaged("“\(entry.name)” is not where it should be")
    }
    let start = entry.header + 30 + (try number(entry.header + 26, 2)) + (try number(entry.header + 28, 2))
    guard entry.packed <= data.count, start + entry.packed <= data.count else {
      throw damaged("“\(entry.name)” is cut off")
    }
    let content: Data
    switch entry.method {
    case 0:
      guard entry.packed <= limit else { throw unpacking(entry, .tooLarge) }
      content = data.subdata(in: start..<(start + entry.packed))
    case 8:
      content = try Compression.inflate(
        data[start..<(start + entry.packed)], .none, limit: limit, sizeHint: min(entry.unpacked, limit, 1 << 26)
      ).mapError { unpacking(entry, $0) }.get()
    case let method:
      throw RecordingError.unreadableFile(
        file.path, reason: "“\(entry.name)” is packed by a method (\(method)) other than deflate; unpack it first")
    }
    guard Self.checksum(content) == entry.checksum else {
      throw damaged("the content of “\(entry.name)” does not fit its checksum")
    }
    return content
  }

  private static func checksum(_ content: Data) -> Int {
    content.withUnsafeBytes { Int(crc32_z(0, $0.bindMemory(to: UInt8.self).baseAddress, $0.count)) }
  }

  /// A number of `size` bytes, the lowest first.
  private func number(_ offset: Int, _ size: Int) throws -> Int {
    guard offset >= 0, offset <= data.count - size else { throw damaged("it is cut off") }
    return (0..<size).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
  }

  /// A number of eight bytes, of which no archive needs the highest.
  private func wideNumber(_ offset: Int) throws -> Int {
    guard try number(offset + 7, 1) < 0x40 else { throw damaged("it is cut off") }
    return try number(offset, 8)
  }

  private func damaged(_ what: String) -> RecordingError { .unreadableFile(file.path, reason: Self.damage(what)) }

  private func unpacking(_ entry: Entry, _ failure: Compression.Failure) -> RecordingError {
    failure.error(file.path, damaged: Self.damage("“\(entry.name)” cannot be unpacked"))
  }

  private static func damage(_ what: String) -> String {
    "the zip archive is damaged: \(what). Export or copy the recording again"
  }
}
