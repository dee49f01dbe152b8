internal import CZlib
import Foundation

/// How an archive's entries say how long they are.
public enum ZipSizes: CaseIterable, Sendable {
  /// In their headers.
  case plain
  /// Behind their content, by programs that do not know beforehand (bit 3 of the flags).
  case descriptors
  /// In ZIP64 fields, although they would fit.
  case wide
  /// Both, as phones' apps write them.
  case wideDescriptors

  var hasDescriptors: Bool { self == .descriptors || self == .wideDescriptors }
  var isWide: Bool { self == .wide || self == .wideDescriptors }
}

/// A zip archive of these files, by the format's description (PKWARE's APPNOTE.TXT).
///
/// - Parameter deflates: Whether the files are packed or stored.
public func zip(
  _ files: [(name: String, content: Data)], deflates: Bool = false, sizes: ZipSizes = .plain
) -> Data {
  func little(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  var archive = [UInt8]()
  var directory = [UInt8]()
  let (narrow, version) = (0xffff_ffff, sizes.isWide ? 45 : 20)
  for (name, content) in files {
    let packed = deflates ? packed(content, windowBits: -15) : content
    let start = archive.count
    func header(_ checksum: Int, _ packed: Int, _ unpacked: Int) -> [UInt8] {
      little(version, 2) + little(sizes.hasDescriptors ? 8 : 0, 2) + little(deflates ? 8 : 0, 2) + little(0, 4)
        + little(checksum, 4) + little(packed, 4) + little(unpacked, 4) + little(name.utf8.count, 2)
    }
    let sum = checksum(content)
    // The wide field of a local header has both sizes, that of the directory what does not fit.
    let wideLocal = little(1, 2) + little(16, 2) + little(content.count, 8) + little(packed.count, 8)
    let wideDirectory =
      little(1, 2) + little(24, 2) + little(content.count, 8) + little(packed.count, 8) + little(start, 8)
    archive += [0x50, 0x4b, 3, 4]
    if sizes.hasDescriptors {
      archive += header(0, 0, 0) + little(0, 2) + Array(name.utf8)
    } else if sizes.isWide {
      archive += header(sum, narrow, narrow) + little(wideLocal.count, 2) + Array(name.utf8) + wideLocal
    } else {
      archive += header(sum, packed.count, content.count) + little(0, 2) + Array(name.utf8)
    }
    archive += Array(packed)
    if sizes.hasDescriptors {
      let width = sizes.isWide ? 8 : 4
      archive += [0x50, 0x4b, 7, 8] + little(sum, 4) + little(packed.count, width) + little(content.count, width)
    }
    let extra = sizes.isWide ? wideDirectory : []
    directory += [0x50, 0x4b, 1, 2] + little(version, 2)
    directory += sizes.isWide ? header(sum, narrow, narrow) : header(sum, packed.count, content.count)
    directory += little(extra.count, 2) + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4)
    directory += little(sizes.isWide ? narrow : start, 4) + Array(name.utf8) + extra
  }
  let start = archive.count
  var end = [UInt8]()
  if sizes.isWide {
    end += [0x50, 0x4b, 6, 6] + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 4) + little(0, 4)
    end += little(files.count, 8) + little(files.count, 8) + little(directory.count, 8) + little(start, 8)
    end += [0x50, 0x4b, 6, 7] + little(0, 4) + little(start + directory.count, 8) + little(1, 4)
  }
  let count = sizes.isWide ? 0xffff : files.count
  end += [0x50, 0x4b, 5, 6] + little(0, 4) + little(count, 2) + little(count, 2) + little(directory.count, 4)
  end += little(sizes.isWide ? narrow : start, 4) + little(0, 2)
  return Data(archive + directory + end)
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
