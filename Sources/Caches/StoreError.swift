import struct Basics.Fault
import protocol Basics.FaultReason

/// Why a cache cannot be used.
package typealias StoreError = Fault<StoreReason>

/// The reasons of ``StoreError``.
package enum StoreReason: FaultReason {
  case busy(String)
  case unwritableCache(String)
  case foreignCache(String)
  /// What to do about it.
  case obstructedCache(String)
  case vanishedCache
  case notACache

  package var message: String {
    switch self {
    case .busy(let holder):
      "\(holder) is at work in the cache and does not end; stop it, or choose another folder with --cache"
    case .unwritableCache(let why):
      "the cache of compiled cells cannot be written: \(why); make room (“gimbal clean” empties the cache), or choose another folder with --cache"
    case .foreignCache(let why):
      "the cache of compiled cells \(why), so that what it holds is not run; or choose a folder of your own with --cache or GIMBAL_CACHE"
    case .obstructedCache(let remedy):
      "this is no folder, and the cache of compiled cells has one here; \(remedy), or choose another folder with --cache or GIMBAL_CACHE"
    case .vanishedCache:
      "the cache of compiled cells was removed while the notebook ran, and with it what later cells are compiled with; run the notebook again"
    case .notACache:
      "this is not known to be a cache of Gimbal (its CACHEDIR.TAG is missing), so that nothing in it is removed; name the cache's folder with --cache, and remove one that an earlier version made by hand"
    }
  }
}
