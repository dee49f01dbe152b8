import Files
import Foundation
import Synchronization

/// The entries of a store that somebody uses for longer than a call: no program removes them, until this is let go of or the
/// program has ended.
///
/// Each is an empty file, named after the entry, in a scratch folder of this program. It is made, and asked for before an
/// entry is removed, under one lock.
package final class Leases: Sendable {
  private static let ending = ".leases"
  private let store: Store
  private let folder: String?
  private let names = Mutex<Set<String>>([])

  init(in store: Store) {
    self.store = store
    let made = store.refusal == nil ? try? store.scratchPath() + Self.ending : nil
    folder = made.flatMap { mkdir($0, 0o700) == 0 ? $0 : nil }
  }

  deinit { if let folder { try? FileManager.default.removeItem(atPath: folder) } }

  private static func name(_ kind: String, _ entry: String) -> String { "\(kind)-\(entry)" }

  /// Takes an entry into use, whether it is there or will be.
  package func take(_ kind: Store.Kind, _ key: ContentHash) { take(Self.name(kind.rawValue, "\(key)")) }

  /// Takes what the compiler keeps for itself into use.
  package func takeModules() { take(Self.name(Store.moduleKind, "")) }

  /// Takes a workshop into use, whether it is there or will be.
  func takeWorkshop(_ key: ContentHash) { take(Self.name(Store.workshopKind, "\(key)")) }

  private func take(_ name: String) {
    guard let folder, names.withLock({ $0.insert(name).inserted }) else { return }
    _ = try? Scratch.withLock(on: "\(store.folder)/scratch") {
      close(open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    }
  }

  /// Lets go of the entries of a kind except for these.
  package func keep(only keys: Set<ContentHash>, of kind: Store.Kind) {
    let wanted = Set(keys.map { Self.name(kind.rawValue, "\($0)") })
    let others = Self.name(kind.rawValue, "")
    names.withLock { names in
      for name in names.subtracting(wanted) where name.hasPrefix(others) {
        names.remove(name)
        if let folder { unlink("\(folder)/\(name)") }
      }
    }
  }

  /// Whether a program uses an entry. To be asked under the lock of the scratch folders.
  static func areOn(_ kind: String, _ entry: String, in store: String) -> Bool {
    let root = "\(store)/scratch"
    func list(_ folder: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
    return list(root).contains { program in
      list("\(root)/\(program)").contains { folder in
        folder.hasSuffix(ending)
          && [name(kind, entry), name(kind, "")].contains {
            access("\(root)/\(program)/\(folder)/\($0)", F_OK) == 0
          }
      }
    }
  }
}
