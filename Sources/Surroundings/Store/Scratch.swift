import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Folders for the time of a call. Each program has one folder for them, locked as long as it runs: what is not locked was
/// left by a program that was killed.
enum Scratch {
  private static let lock = NSLock()
  /// This program's folders, by the folder that they lie in; each with the descriptor that holds its lock.
  nonisolated(unsafe) private static var own: [String: (path: String, descriptor: Int32)] = [:]
  nonisolated(unsafe) private static var swept: Set<String> = []

  /// A new folder in a store, or in the system's temporary folder.
  ///
  /// - Throws: `POSIXError`.
  static func make(in store: String?) throws -> String {
    guard let store else {
      let made = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
      try Store.makeFolder(made)
      return made
    }
    let root = "\(store)/scratch"
    let path = try lock.withLock { () -> String in
      if let known = own[root], access(known.path, W_OK) == 0 { return known.path }
      try Store.makeFolder(root)
      let (path, descriptor) = try makeLocked(in: root)
      if let before = own.updateValue((path, descriptor), forKey: root) { close(before.descriptor) }
      return path
    }
    let made = "\(path)/\(UUID().uuidString)"
    try Store.makeFolder(made)
    return made
  }

  /// A new folder with the descriptor that holds its lock.
  private static func makeLocked(in root: String) throws -> (String, Int32) {
    while true {
      let path = "\(root)/\(getpid())-\(UUID().uuidString)"
      try Store.makeFolder(path)
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      // Whoever sweeps between the making and the locking has it, or has removed it.
      if case .held? = try? FileLock.take(descriptor) {} else if access(path, F_OK) == 0 { return (path, descriptor) }
      close(descriptor)
    }
  }

  /// Removes what programs that are no longer there have left in a store. Looks once in a program.
  static func sweep(in store: String) {
    guard lock.withLock({ swept.insert(store).inserted }) else { return }
    removeAbandoned(in: store)
  }

  /// Removes what programs that are no longer there have left in a store.
  static func removeAbandoned(in store: String) {
    let root = "\(store)/scratch"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: root), !names.isEmpty else { return }
    for name in names {
      let descriptor = open("\(root)/\(name)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      defer { if descriptor >= 0 { close(descriptor) } }
      guard descriptor >= 0, (try? FileLock.take(descriptor)) == .taken else { continue }
      try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
    }
  }
}
