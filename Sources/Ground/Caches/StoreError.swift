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
      "\(holder) is still at work in the cache; stop it, or choose another folder with --cache"
    case .unwritableCache(let why):
      "the cache of compiled cells cannot be written: \(why); make room (“gimbal clean” empties the cache), or choose another folder with --cache"
    case .foreignCache(let why):
      "the cache of compiled cells \(why), so Gimbal does not run its contents; "
        + "or choose your own folder with --cache or GIMBAL_CACHE"
    case .obstructedCache(let remedy):
      "this is not a folder, and the cache of compiled cells needs one here; \(remedy), or choose another folder with --cache or GIMBAL_CACHE"
    case .vanishedCache:
      "the cache of compiled cells was removed while the notebook ran, and later cells need what it held; run the notebook again"
    case .notACache:
      "this may not be a cache of Gimbal (it has no CACHEDIR.TAG), so nothing in it was removed; name the cache's folder with --cache, or delete a cache of an earlier version by hand"
    }
  }
}
