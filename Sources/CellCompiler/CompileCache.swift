import Foundation
import NotebookDocument
import Surroundings

import enum Basics.PlainFile

/// Compiled units in the store, by the hash of everything that they were made from.
package struct CompileCache: Sendable {
  package let store: Store
  /// The entries that were asked for or made: libraries of running states, and modules that later units are compiled with.
  package let leases: Leases

  /// What an entry says about itself.
  package struct Manifest: Codable {
    package var interfaceHash: String
    /// The compiler's warnings.
    package var warnings: [Diagnostic<UnitPosition>]
    static let name = "manifest.json"
  }

  /// A cache in this folder, or in the user's.
  package init(folder: String? = nil) {
    store = Store(folder)
    leases = store.leases()
    leases.takeModules()
  }

  package var folder: String { store.folder }

  package func path(_ key: ContentHash) -> String { store.path(.unit, key) }

  /// The entry's manifest, if the entry is there and whole.
  package func entry(_ key: ContentHash, module: String) -> Manifest? {
    leases.take(.unit, key)
    return store.entry(.unit, key).flatMap { Self.manifest($0, module) }
  }

  /// Makes a new entry: `fill` writes into a temporary folder, which then takes the entry's name. For the temporary files of
  /// compilers there is a folder `tmp` in it, which goes.
  package func make(_ key: ContentHash, module: String, fill: (String) throws -> [Diagnostic<UnitPosition>]) throws
    -> Manifest
  {
    let entry = try store.make(.unit, key) { folder in
      let temporary = "\(folder)/tmp"
      try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
      let warnings = try fill(folder)
      try? FileManager.default.removeItem(atPath: temporary)
      let interface = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(module).swiftmodule"))
      let manifest = Manifest(interfaceHash: "\(ContentHash(interface))", warnings: warnings)
      try PlainFile.write(JSONEncoder().encode(manifest), to: "\(folder)/\(Manifest.name)")
    }
    guard let manifest = Self.manifest(entry, module) else {
      throw NotebookError(.unwritableCache("what was written cannot be read again"), file: folder)
    }
    return manifest
  }

  /// Lets go of all modules but these: they may be pruned.
  package func keep(only modules: Set<String>) {
    leases.keep(only: Set(modules.map { ContentHash([$0]) }), of: .unit)
  }

  // MARK: What does not compile

  private static let verdict = "verdict.json"

  /// The compiler's messages about code that does not compile. It words them differently from one time to the next, and
  /// what does not change need not be asked about again.
  package func failure(_ key: ContentHash) -> [Diagnostic<UnitPosition>]? {
    store.entry(.unit, key)?.files[Self.verdict]
      .flatMap { try? JSONDecoder().decode([Diagnostic<UnitPosition>].self, from: $0) }
  }

  /// Remembers messages, if all errors stand in the code: others may come from a full disk.
  package func note(failure messages: [Diagnostic<UnitPosition>], _ key: ContentHash) {
    let errors = messages.filter { $0.severity == .error }
    guard !errors.isEmpty, errors.allSatisfy({ $0.position != nil }) else { return }
    if let data = try? JSONEncoder().encode(messages) { store.keep(.unit, key, [Self.verdict: data]) }
  }

  private static func manifest(_ entry: Store.Entry, _ module: String) -> Manifest? {
    guard entry.files["\(module).so"] != nil, entry.files["\(module).swiftmodule"] != nil else { return nil }
    return entry.files[Manifest.name].flatMap { try? JSONDecoder().decode(Manifest.self, from: $0) }
  }
}
