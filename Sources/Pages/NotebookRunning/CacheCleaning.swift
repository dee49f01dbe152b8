import Caches
import Foundation

/// Removes what runs have left in the cache.
package enum CacheCleaning {
  /// Removes the entries that were neither made nor used for this many days; all of them for 0. Nothing else in the
  /// folder is touched.
  ///
  /// - Returns: The number of entries that were removed, and of bytes that they took.
  /// - Throws: `StoreError` when an entry cannot be removed, or the folder is not the user's own.
  package static func clean(cacheFolder: String? = nil, olderThanDays days: Double = 0) throws -> (
    entries: Int, bytes: Int
  ) {
    try Store(cacheFolder).clean(unusedSince: days > 0 ? Date(timeIntervalSinceNow: -days * 86_400) : nil)
  }
}
