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
    let made = "\(try ownFolder(in: store))/\(UUID().uuidString)"
    try Store.makeFolder(made)
    return made
  }

  /// This program's folder in a store.
  private static func ownFolder(in store: String) throws -> String {
    let root = "\(store)/scratch"
    return try lock.withLock {
      if let known = own[root], access(known.path, W_OK) == 0 { return known.path }
      try Store.makeFolder(root)
      // Nobody sweeps between the making and the locking.
      return try withLock(on: root) {
        let path = "\(root)/\(getpid())-\(UUID().uuidString)"
        try Store.makeFolder(path)
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        if let before = own.updateValue((path, descriptor), forKey: root) { close(before.descriptor) }
        return path
      }
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
    try? withLock(on: root) {
      // What is not named as our folders are is somebody else's.
      for name in names where UUID(uuidString: String(name.drop { $0 != "-" }.dropFirst())) != nil {
        let descriptor = open("\(root)/\(name)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
        try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
      }
    }
  }

  /// Where a file system knows no locks, there is none.
  static func withLock<Result>(on folder: String, _ body: () throws -> Result) throws -> Result {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }
    defer { if descriptor >= 0 { close(descriptor) } }
    return try body()
  }
}
