import Caches
import Files
import Foundation
import NotebookDocument

import enum Basics.PlainFile

/// Compiled units in the store, by the hash of everything that they were made from.
package struct CompileCache: Sendable {
  package let store: Store
  /// The entries that were asked for or made: libraries of running states, and modules that later units are compiled with.
  package let leases: Leases

  /// A cache in this folder, or in the user's.
  package init(folder: String? = nil) {
    store = Store(folder)
    leases = store.leases()
    leases.takeModules()
  }

  package var folder: String { store.folder }

  package func path(_ key: ContentHash) -> String { store.path(.unit, key) }

  /// The entry of a module, whose name holds the hash of all that it was made from: with its library, or alone.
  package static func key(of module: String, isModuleOnly: Bool = false) -> ContentHash {
    ContentHash([module] + (isModuleOnly ? ["alone"] : []))
  }
  /// The path of the library of a module, whose name contains the hash of everything that it was made from.
  package func path(ofModule module: String) -> String { path(Self.key(of: module)) }

  /// The compiler's warnings about a module, if its entry is there and whole.
  package func warnings(of module: String, isModuleOnly: Bool = false) -> [Diagnostic<UnitPosition>]? {
    let key = Self.key(of: module, isModuleOnly: isModuleOnly)
    leases.take(.unit, key)
    guard let files = store.entry(.unit, key)?.files, isModuleOnly || files["\(module).so"] != nil,
      files["\(module).swiftmodule"] != nil
    else { return nil }
    return Self.messages(files[Self.warnings])
  }

  /// Makes a new entry: `fill` writes into a temporary folder, which then takes the entry's name, and gives the compiler's
  /// warnings. For the temporary files of compilers there is a folder `tmp` in it, which goes.
  package func make(_ key: ContentHash, fill: (String) throws -> [Diagnostic<UnitPosition>]) throws {
    try store.make(.unit, key) { folder in
      let temporary = "\(folder)/tmp"
      try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
      let warnings = try fill(folder)
      try? FileManager.default.removeItem(atPath: temporary)
      try PlainFile.write(JSONEncoder().encode(warnings), to: "\(folder)/\(Self.warnings)")
    }
  }

  private static let warnings = "warnings.json"

  /// The names of the files that make up a module.
  package static func files(of module: String) -> [String] {
    ["\(module).so", "\(module).swiftmodule", "\(module).swiftdoc", warnings]
  }

  /// Makes the entry of a module from files that were compiled elsewhere; false where one is missing.
  package func take(_ module: String, _ files: [String: Data]) -> Bool {
    guard Self.files(of: module).allSatisfy({ files[$0] != nil }) else { return false }
    store.keep(.unit, Self.key(of: module), files)
    return warnings(of: module) != nil
  }

  /// Lets go of all modules but these: they may be pruned.
  package func keep(only modules: Set<String>) {
    let keys = modules.flatMap { [Self.key(of: $0), Self.key(of: $0, isModuleOnly: true)] }
    leases.keep(only: Set(keys), of: .unit)
  }

  // MARK: What does not compile

  private static let verdict = "verdict.json"

  /// The compiler's messages about code that does not compile. It words them differently from one time to the next, and
  /// what does not change need not be asked about again.
  package func failure(_ key: ContentHash) -> [Diagnostic<UnitPosition>]? {
    Self.messages(store.entry(.unit, key)?.files[Self.verdict])
  }

  /// Remembers messages, if all errors are in the code: others may come from a full disk.
  package func note(failure messages: [Diagnostic<UnitPosition>], _ key: ContentHash) {
    let errors = messages.filter { $0.severity == .error }
    guard !errors.isEmpty, errors.allSatisfy({ $0.position != nil }) else { return }
    if let data = try? JSONEncoder().encode(messages) { store.keep(.unit, key, [Self.verdict: data]) }
  }

  private static func messages(_ file: Data?) -> [Diagnostic<UnitPosition>]? {
    file.flatMap { try? JSONDecoder().decode([Diagnostic<UnitPosition>].self, from: $0) }
  }
}
