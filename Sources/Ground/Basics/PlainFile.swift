import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that can be made again.
package enum PlainFile {
  /// Writes a file, over one that is there, and does not wait until the disk has it, as Foundation's `Data.write` does: a
  /// file that a power cut damages is made again.
  ///
  /// - Throws: an error of the domain `NSPOSIXErrorDomain`.
  package static func write(_ data: Data, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(path) }
    let written = data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Self.write(file, $0) }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
    let error = errno
    let closed = close(file)
    if !written { throw failure(path, error) }
    if closed != 0 { throw failure(path) }
  }

  /// Copies a file or a link, or a folder with all that is in it, to where nothing is. The copies of folders are this user's:
  /// Foundation refuses to copy a folder of another user or group. O(length).
  package static func copy(_ source: String, to target: String) throws {
    let files = FileManager.default
    guard try files.attributesOfItem(atPath: source)[.type] as? FileAttributeType == .typeDirectory else {
      return try files.copyItem(atPath: source, toPath: target)
    }
    try files.createDirectory(atPath: target, withIntermediateDirectories: false)
    for name in try files.contentsOfDirectory(atPath: source) {
      try copy("\(source)/\(name)", to: "\(target)/\(name)")
    }
  }

  private static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #endif
  }

  /// The error of the system, in its own words.
  static func failure(_ path: String, _ code: Int32 = errno) -> NSError {
    NSError(
      domain: NSPOSIXErrorDomain, code: Int(code),
      userInfo: [NSFilePathErrorKey: path, NSLocalizedDescriptionKey: String(cString: strerror(code))])
  }
}
