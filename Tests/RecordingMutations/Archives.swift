internal import CZlib
import Foundation

/// A zip archive of these files, by the format's description (PKWARE's APPNOTE.TXT).
///
/// - Parameter deflates: Whether the files are packed or stored.
public func zip(_ files: [(name: String, content: Data)], deflates: Bool = false) -> Data {
  func little(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  var archive = [UInt8]()
  var directory = [UInt8]()
  for (name, content) in files {
    let packed = deflates ? packed(content, windowBits: -15) : content
    let fields =
      little(20, 2) + little(0, 2) + little(deflates ? 8 : 0, 2) + little(0, 4) + little(checksum(content), 4)
      + little(packed.count, 4) + little(content.count, 4) + little(name.utf8.count, 2) + little(0, 2)
    directory +=
      [0x50, 0x4b, 1, 2] + little(20, 2) + fields + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4)
      + little(archive.count, 4) + Array(name.utf8)
    archive += [0x50, 0x4b, 3, 4] + fields + Array(name.utf8) + Array(packed)
  }
  let start = archive.count
  return Data(
    archive + directory + [0x50, 0x4b, 5, 6] + little(0, 4) + little(files.count, 2) + little(files.count, 2)
      + little(directory.count, 4) + little(start, 4) + little(0, 2))
}

/// A gzip file with this content.
public func gzip(_ content: Data) -> Data { packed(content, windowBits: 31) }

private func checksum(_ content: Data) -> Int {
  content.withUnsafeBytes { Int(crc32(0, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))) }
}

private func packed(_ content: Data, windowBits: Int32) -> Data {
  var stream = z_stream()
  deflateInit2_(
    &stream, Z_BEST_SPEED, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
    Int32(MemoryLayout<z_stream>.size))
  defer { deflateEnd(&stream) }
  let bound = Int(deflateBound(&stream, UInt(content.count)))
  var output = [UInt8](repeating: 0, count: bound)
  content.withUnsafeBytes { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      _ = deflate(&stream, Z_FINISH)
    }
  }
  return Data(output.prefix(bound - Int(stream.avail_out)))
}
