import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads files that a person names, and says why it cannot in words that fit what is there.
package enum GivenFile {
  /// Why a file is not read, after its name: “it is a folder”.
  package struct Refusal: Error, Hashable, CustomStringConvertible {
    package let description: String
    /// Whether no file of that name is there.
    package let isMissing: Bool
  }

  /// Bytes that are read at most: more is neither a notebook nor a list of strokes. A device may give any number.
  package static let most = 1 << 30

  /// The name that stands for the standard input, as in other programs; a file of this name is `./-`.
  package static let standardInput = "-"

  /// The standard input, which is read once and kept.
  private static let input = Result<Data, Refusal> { () throws(Refusal) in try read(descriptor: 0, most: most) }

  /// All bytes of a file, a pipe, or what a descriptor leads to; of the standard input for ``standardInput``. O(bytes).
  package static func read(_ path: String, most: Int = most) throws(Refusal) -> Data {
    if path == standardInput { return try input.get() }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw refusal(errno) }
    defer { close(file) }
    return try read(descriptor: file, most: most)
  }

  private static func read(descriptor file: Int32, most: Int) throws(Refusal) -> Data {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw refusal(errno) }
    if let kind = kind(status) { throw .init(description: kind, isMissing: false) }
    var data = Data()
    let piece = 1 << 18
    while true {
      var failure: Int32 = 0
      let before = data.count
      data.count += piece
      let count = data.withUnsafeMutableBytes { bytes in
        let count = Self.read(file, bytes.baseAddress! + before, piece)
        failure = errno
        return count
      }
      data.count = before + max(count, 0)
      if count < 0, failure == EINTR { continue }
      guard count >= 0 else { throw refusal(failure) }
      if count == 0 { return data }
      guard data.count <= most else {
        throw .init(description: "it has more than \(most >> 20) MB", isMissing: false)
      }
    }
  }

  /// Why nothing is read from what is there; nil for a file or a pipe.
  package static func kind(_ status: stat) -> String? {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: "it is a folder"
    case S_IFCHR, S_IFBLK: "it is a device, not a file"
    case S_IFSOCK: "it is a socket, not a file"
    default: nil
    }
  }

  private static func refusal(_ code: Int32) -> Refusal {
    let isMissing = code == ENOENT || code == ENOTDIR
    return .init(description: isMissing ? "there is no such file" : SystemReason.words(code), isMissing: isMissing)
  }

  private static func read(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(file, bytes, count)
    #else
      Darwin.read(file, bytes, count)
    #endif
  }
}
