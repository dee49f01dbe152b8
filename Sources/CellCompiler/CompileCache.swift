import Foundation
import NotebookDocument
import Surroundings

/// Compiled units on disk, by the hash of everything that they were made from.
///
/// An entry is a folder that appears whole, by a rename. Its manifest holds the hashes of its files: what is truncated or
/// damaged counts as missing and is made again.
package struct CompileCache: Sendable {
  package let folder: String

  /// What an entry says about itself.
  package struct Manifest: Codable {
    package var libraryHash: String
    package var interfaceHash: String
    /// The compiler's warnings.
    package var warnings: [Diagnostic<UnitPosition>]
  }

  /// A cache in this folder, or in the user's.
  package init(folder: String? = nil) {
    self.folder = CacheFolder.path(folder)
  }

  package func path(_ key: ContentHash) -> String { "\(folder)/units/\(key)" }

  /// The entry's manifest, if the entry is there and whole.
  package func entry(_ key: ContentHash, module: String) -> Manifest? {
    let path = path(key)
    guard let data = FileManager.default.contents(atPath: "\(path)/manifest.json"),
      let manifest = try? JSONDecoder().decode(Manifest.self, from: data),
      let library = FileManager.default.contents(atPath: "\(path)/\(module).so"),
      "\(ContentHash(library))" == manifest.libraryHash,
      let interface = FileManager.default.contents(atPath: "\(path)/\(module).swiftmodule"),
      "\(ContentHash(interface))" == manifest.interfaceHash
    else { return nil }
    return manifest
  }

  /// Makes a new entry: `fill` writes into a temporary folder, which then takes the entry's name.
  package func make(_ key: ContentHash, module: String, fill: (String) throws -> [Diagnostic<UnitPosition>]) throws
    -> Manifest
  {
    let temporary = "\(folder)/units/.\(key).\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    do {
      return try make(key, module: module, in: temporary, fill: fill)
    } catch let error as NotebookError {
      throw error
    } catch let stop as Interrupted {
      throw stop
    } catch {
      // Compilers fall silent or blame something else when the disk is full.
      if let failure = error as? CompileFailure {
        guard let why = SystemReason.unwritable(temporary) else { throw failure }
        throw NotebookError(.unwritableCache(why), file: folder)
      }
      throw NotebookError(.unwritableCache(SystemReason.words(error)), file: folder)
    }
  }

  private func make(
    _ key: ContentHash, module: String, in temporary: String, fill: (String) throws -> [Diagnostic<UnitPosition>]
  ) throws -> Manifest {
    let files = FileManager.default
    try files.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let warnings = try fill(temporary)
    let manifest = Manifest(
      libraryHash: "\(ContentHash(try Data(contentsOf: URL(fileURLWithPath: "\(temporary)/\(module).so"))))",
      interfaceHash: "\(ContentHash(try Data(contentsOf: URL(fileURLWithPath: "\(temporary)/\(module).swiftmodule"))))",
      warnings: warnings)
    try JSONEncoder().encode(manifest).write(to: URL(fileURLWithPath: "\(temporary)/manifest.json"))
    if rename(temporary, path(key)) != 0 {
      // Another run was first, and may be using its entry; or the entry there is damaged, and ours takes its place.
      if let theirs = entry(key, module: module) { return theirs }
      try? files.removeItem(atPath: path(key))
      guard rename(temporary, path(key)) == 0 || entry(key, module: module) != nil else {
        throw NotebookError(.unwritableCache(String(cString: strerror(errno))), file: folder)
      }
    }
    return manifest
  }
}
