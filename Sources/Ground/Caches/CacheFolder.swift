import Foundation

/// Where everything is kept that can be made again.
package enum CacheFolder {
  /// The chosen folder, or the user's: `$GIMBAL_CACHE`, `$XDG_CACHE_HOME/gimbal`, `~/.cache/gimbal`; absolute, and never
  /// one whose name others can guess and whose place they can write to.
  ///
  /// What is empty counts as not chosen; a relative `XDG_CACHE_HOME` does, too, as its specification asks. Without `HOME`
  /// the home folder is that of the list of users; without any, a fresh folder serves until this program ends.
  package static func path(
    _ chosen: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment,
    home: String? = homeOfUser
  ) -> String {
    for named in [chosen, environment["GIMBAL_CACHE"]] {
      if let named, !named.isEmpty { return absolute(named) }
    }
    if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") { return absolute("\(caches)/gimbal") }
    for folder in [environment["HOME"], home] {
      if let folder, folder.hasPrefix("/") { return absolute("\(folder)/.cache/gimbal") }
    }
    return fresh
  }

  /// A path from the root on.
  private static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    return URL(fileURLWithPath: whole).standardizedFileURL.path
  }

  /// The home folder in the list of users.
  package static var homeOfUser: String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
    return entry.pw_dir.map { String(cString: $0) }
  }

  /// A folder of this program alone, gone when it ends.
  private static let fresh: String = {
    var name = Array("\(NSTemporaryDirectory())gimbal-cache-XXXXXX".utf8CString)
    // The random name and the mode 0700 are what keep others out.
    guard let path = mkdtemp(&name) else { return "/dev/null/gimbal" }
    atexit { try? FileManager.default.removeItem(atPath: CacheFolder.fresh) }
    return String(cString: path)
  }()
}
