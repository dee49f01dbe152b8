import Foundation

/// Where everything is kept that can be made again.
package enum CacheFolder {
  /// The chosen folder, or the user's: `$GIMBAL_CACHE`, `$XDG_CACHE_HOME/gimbal`, `~/.cache/gimbal`.
  package static func path(_ chosen: String? = nil) -> String {
    let environment = ProcessInfo.processInfo.environment
    let caches = environment["XDG_CACHE_HOME"] ?? "\(environment["HOME"] ?? NSTemporaryDirectory())/.cache"
    return chosen ?? environment["GIMBAL_CACHE"] ?? "\(caches)/gimbal"
  }
}
