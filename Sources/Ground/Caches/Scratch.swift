import Files
import Foundation
import Synchronization

/// Folders for the time of a call. Each program has one folder for them, locked as long as it runs: what is not locked was
/// left by a program that was killed.
enum Scratch {
  private struct State {
    /// This program's folders, by the folder that they lie in; each with the descriptor that holds its lock.
    var own: [String: (path: String, descriptor: Int32)] = [:]
    var swept: Set<String> = []
    /// The stores from which this program's folder was taken away.
    var vanished: Set<String> = []
  }

  private static let state = Mutex(State())

  /// Whether a store was removed while this program had a folder in it.
  static func hasVanished(in store: String) -> Bool { state.withLock { $0.vanished.contains("\(store)/scratch") } }

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
    return try state.withLock { state in
      if let known = state.own[root], access(known.path, W_OK) == 0 { return known.path }
      try Store.makeFolder(root)
      let (path, descriptor) = try makeLocked(in: root)
      if let before = state.own.updateValue((path, descriptor), forKey: root) {
        FileLock.end(before.descriptor)
        state.vanished.insert(root)
      }
      return path
    }
  }

  /// A new folder with the descriptor that holds its lock.
  private static func makeLocked(in root: String) throws -> (String, Int32) {
    while true {
      let path = "\(root)/\(getpid())-\(UUID().uuidString)"
      try Store.makeFolder(path)
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      // A caller that sweeps between the making and the locking has it, or has removed it.
      if case .held? = try? FileLock.take(descriptor) {} else if access(path, F_OK) == 0 { return (path, descriptor) }
      FileLock.end(descriptor)
    }
  }

  /// Removes what programs that are no longer there have left in a store. Looks once in a program.
  static func sweep(in store: String) {
    guard state.withLock({ $0.swept.insert(store).inserted }) else { return }
    removeAbandoned(in: store)
  }

  /// Removes what programs that are no longer there have left in a store.
  static func removeAbandoned(in store: String) {
    let root = "\(store)/scratch"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: root), !names.isEmpty else { return }
    // What is not named as our folders are is somebody else's.
    for name in names where UUID(uuidString: String(name.drop { $0 != "-" }.dropFirst())) != nil {
      let descriptor = open("\(root)/\(name)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      defer { FileLock.end(descriptor) }
      guard descriptor >= 0, (try? FileLock.take(descriptor)) == .taken else { continue }
      try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
    }
  }

  /// If a file system knows no locks, there is none.
  ///
  /// - Throws: `StoreError` when another program has the lock for five minutes.
  static func withLock<Result>(on folder: String, _ body: () throws -> Result) throws -> Result {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { FileLock.end(descriptor) }
    if descriptor >= 0, case .held(let holder) = try FileLock.take(descriptor, patience: 300) {
      throw StoreError(.busy(holder), file: folder)
    }
    return try body()
  }
}
