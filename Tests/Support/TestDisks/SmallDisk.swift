import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A file system in memory with room for this many bytes, which lasts as long as this object.
package final class SmallDisk: Sendable {
  package let folder = "\(NSTemporaryDirectory())gimbal-disk-\(UUID().uuidString)"

  package init(bytes: Int) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard mount("tmpfs", folder, "tmpfs", 0, "size=\(bytes),mode=700") == 0 else { throw Self.failure }
  }

  deinit {
    // Also when a file of it is still open.
    umount2(folder, Int32(MNT_DETACH))
    rmdir(folder)
  }

  /// Leaves this many bytes free.
  package func fill(leaving bytes: Int) throws {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { throw Self.failure }
    let free = Int(status.f_bavail) * Int(status.f_frsize)
    try Data(count: max(0, free - bytes)).write(to: URL(fileURLWithPath: "\(folder)/filling"))
  }

  package func clear() { unlink("\(folder)/filling") }

  /// Whether this machine lets a test mount.
  package static let isPossible = (try? SmallDisk(bytes: 4096)) != nil

  private static var failure: NSError { NSError(domain: NSPOSIXErrorDomain, code: Int(errno)) }
}
