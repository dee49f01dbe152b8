import Files
import Foundation

extension ContentHash {
  /// Contents are hashed in pieces of this many bytes, and then the pieces' hashes: memory stays bounded, and a file that is
  /// cut short meanwhile gives another hash. A mapped file would end the process instead.
  private static let piece = 1 << 20

  /// The hash of the contents of the file at that path, nil when it can't be read. O(its size).
  package init?(ofFileAt path: FilePath) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    // One piece is enough for most; its buffer is as large as the file and one byte, which shows that it ended.
    let room = min(Self.piece, max(0, Int(status.st_size)) + 1)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 16)
    defer { buffer.deallocate() }
    var digests: [UInt64] = []
    while true {
      guard let count = Self.fill(buffer, from: descriptor) else { return nil }
      if count > 0 || digests.isEmpty {
        let digest = ContentHash(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        digests += [digest.high, digest.low, UInt64(count)]
      }
      if count < room { break }
    }
    self = digests.withUnsafeBytes { ContentHash($0) }
  }

  /// Reads until the buffer is full or the file ends; nil on an error.
  private static func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int? {
    var count = 0
    while count < buffer.count {
      let got = read(descriptor, buffer.baseAddress! + count, buffer.count - count)
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { return nil }
      if got == 0 { break }
      count += got
    }
    return count
  }
}
