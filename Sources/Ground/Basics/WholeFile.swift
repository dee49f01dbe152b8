import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that are there whole or not at all, also after a power cut and for those who read them on another machine.
///
/// What is written takes the place of the file that a path leads to: a symbolic link stays one, and the file behind it keeps
/// its mode and, where the system allows it, its owner. What is protected against writing stays as it is. Other hard links
/// to the file keep the earlier content.
package enum WholeFile {
  /// Writes a file. A pipe or a device takes the data as it comes. O(bytes).
  ///
  /// - Parameters:
  ///   - replacing: Whether a file that is there may be replaced; false: `EEXIST` is thrown then.
  ///   - mode: The permissions of a file that is not there yet; the process's usual ones when nil. One that is there keeps its
  ///     own, and at no moment can anyone else read what is written.
  /// - Throws: an error of the domain `NSPOSIXErrorDomain`; what was there is then as it was.
  package static func write(_ data: Data, to path: String, replacing: Bool = true, mode: mode_t? = nil) throws {
    var status = stat()
    if stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      return try PlainFile.write(data, to: path)
    }
    let mode = stat(path, &status) == 0 ? status.st_mode : mode
    try make(path, replacing: replacing) { scratch in
      if let mode {
        let descriptor = open(scratch, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0, fchmod(descriptor, mode & 0o777 | 0o600) == 0, close(descriptor) == 0 else {
          throw PlainFile.failure(path)
        }
      }
      try PlainFile.write(data, to: scratch)
    }
  }

  /// Makes a file of what `body` writes to another path next to it.
  ///
  /// - Throws: what `body` throws, or as `write`.
  package static func make(_ path: String, replacing: Bool = true, body: (_ scratch: String) throws -> Void) throws {
    let scratch = try self.scratch(for: path)
    defer { unlink(scratch) }
    try body(scratch)
    try place(scratch, at: path, replacing: replacing)
  }

  /// A path that nothing has, next to the file that a path leads to: what is made there can be put in its place.
  package static func scratch(for path: String) throws -> String {
    let target = try destination(of: path)
    guard let slash = target.lastIndex(of: "/") else { return ".\(UUID().uuidString).incoming" }
    return "\(target[...slash]).\(UUID().uuidString).incoming"
  }

  /// Puts a file that was made at `scratch(for:)` in its place.
  ///
  /// - Throws: as `write`.
  package static func place(_ scratch: String, at path: String, replacing: Bool = true) throws {
    let target = try destination(of: path)
    var status = stat()
    if stat(target, &status) == 0 {
      guard replacing else { throw PlainFile.failure(path, EEXIST) }
      guard status.st_mode & S_IFMT == S_IFREG else { throw PlainFile.failure(path, EISDIR) }
      guard access(target, W_OK) == 0 else { throw PlainFile.failure(path) }
      var made = stat()
      if stat(scratch, &made) == 0, (made.st_uid, made.st_gid) != (status.st_uid, status.st_gid) {
        _ = chown(scratch, status.st_uid, status.st_gid)
      }
      guard chmod(scratch, status.st_mode & 0o7777) == 0 else { throw PlainFile.failure(path) }
    }
    // A full disk may show only here.
    let descriptor = open(scratch, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, fsync(descriptor) == 0, close(descriptor) == 0 else { throw PlainFile.failure(path) }
    // A link is not made over a file that has appeared meanwhile; some file systems know none.
    if !replacing {
      if link(scratch, target) == 0 {
        unlink(scratch)
        return
      }
      if errno == EEXIST { throw PlainFile.failure(path, EEXIST) }
    }
    guard rename(scratch, target) == 0 else { throw PlainFile.failure(path) }
  }

  /// The path at the end of a chain of symbolic links, whether or not a file is there.
  private static func destination(of path: String, links: Int = 40) throws -> String {
    guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
    guard links > 0 else { throw PlainFile.failure(path, ELOOP) }
    let folder = next.hasPrefix("/") ? "" : path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return try destination(of: folder + next, links: links - 1)
  }
}
