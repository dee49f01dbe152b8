import Foundation

/// What the system says of a file without opening it: while that stays the same, the file need not be read again. Times are
/// nanoseconds since 1970.
package struct FileSignature: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  package var mode: UInt64
  package var size: UInt64
  package var modified: Int64
  /// When the contents or anything else of this signature changed last. No program can set it back, as it can `modified`.
  package var changed: Int64
  package var links: UInt64

  package init(
    device: UInt64, inode: UInt64, mode: UInt64, size: UInt64, modified: Int64, changed: Int64, links: UInt64
  ) {
    (self.device, self.inode, self.mode, self.size) = (device, inode, mode, size)
    (self.modified, self.changed, self.links) = (modified, changed, links)
  }

  /// A file that changed less than this before it was looked at may change again without showing it: the system's
  /// clock for files ticks every few milliseconds. Git waits in the same way. In nanoseconds.
  package static let tick: Int64 = 20_000_000

  package enum Kind: String, Hashable, Sendable { case file, folder, link, other }

  package var kind: Kind {
    switch mode & UInt64(S_IFMT) {
    case UInt64(S_IFREG): .file
    case UInt64(S_IFDIR): .folder
    case UInt64(S_IFLNK): .link
    default: .other
    }
  }

  /// The permission bits for reading, writing and running, with the set-id bits.
  package var permissions: UInt64 { mode & 0o7777 }

  /// Whether a look at that moment settles what the file held: a later change would show in the signature.
  package func isSettled(at moment: Int64, tick: Int64 = tick) -> Bool { changed <= moment &- tick }

  /// Whether both are of the same file on disk, whatever its contents.
  package func isSameFile(as other: FileSignature) -> Bool { device == other.device && inode == other.inode }
}

extension FileSignature {
  package init(_ status: stat) {
    self.init(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), mode: UInt64(status.st_mode),
      size: UInt64(max(0, status.st_size)), modified: Self.nanoseconds(status.st_mtim),
      changed: Self.nanoseconds(status.st_ctim), links: UInt64(status.st_nlink))
  }

  /// The signature of the entry at a path, through links; nil where there is nothing.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// The clock that files are stamped by.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }
}
