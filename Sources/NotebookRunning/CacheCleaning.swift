import Foundation
import NotebookDocument
import Surroundings

#if canImport(Glibc)
  import Glibc
#endif

/// Removes what runs have left in the cache.
package enum CacheCleaning {
  /// The folders of the cache that hold entries, each of which can be made again.
  private static let kinds = ["units", "figures", "known-figures", "formulas", "clang-modules"]

  /// Removes the entries whose files nobody has made or read for so many days, all of them for 0. Nothing else in the
  /// folder is touched.
  ///
  /// - Returns: The number of entries that were removed, and of bytes that they took.
  /// - Throws: `NotebookError` when an entry cannot be removed.
  package static func clean(cacheFolder: String? = nil, olderThanDays days: Double = 0) throws -> (
    entries: Int, bytes: Int
  ) {
    let files = FileManager.default
    let folder = CacheFolder.path(cacheFolder)
    let limit = Date(timeIntervalSinceNow: -days * 86_400)
    var (entries, bytes) = (0, 0)
    for kind in kinds {
      for name in (try? files.contentsOfDirectory(atPath: "\(folder)/\(kind)")) ?? [] {
        let path = "\(folder)/\(kind)/\(name)"
        let (size, latest) = measure(path)
        if days > 0, latest > limit { continue }
        do {
          try files.removeItem(atPath: path)
        } catch {
          throw NotebookError(.unwritable(SystemReason.words(error)), file: path)
        }
        entries += 1
        bytes += size
      }
    }
    return (entries, bytes)
  }

  /// The bytes of an entry, and when one of its files was last read or written.
  private static func measure(_ path: String) -> (bytes: Int, latest: Date) {
    var (bytes, latest) = (0, Date.distantPast)
    let inner = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }) ?? []
    for file in [path] + inner.map({ "\(path)/\($0)" }) {
      var information = stat()
      guard stat(file, &information) == 0 else { continue }
      bytes += Int(information.st_size)
      let times = [information.st_atim.tv_sec, information.st_mtim.tv_sec]
      latest = max(latest, Date(timeIntervalSince1970: Double(times.max() ?? 0)))
    }
    return (bytes, latest)
  }
}
