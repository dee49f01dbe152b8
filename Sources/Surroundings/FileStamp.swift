import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// What the file system says of a file: while it stays the same, the file need not be read again.
package struct FileStamp: Hashable, Codable, Sendable, CustomStringConvertible {
  package var device: UInt64
  package var inode: UInt64
  package var size: Int64
  /// Nanoseconds since 1970. The second, unlike the first, cannot be set.
  package var modified: Int64
  package var changed: Int64

  /// The stamp of the file at a path, through links; nil when there is none.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
  }

  /// Whether both are of one file, under whatever name.
  package func isSameFile(as other: FileStamp) -> Bool { (device, inode) == (other.device, other.inode) }

  package var description: String { "\(device) \(inode) \(size) \(modified) \(changed)" }
}
