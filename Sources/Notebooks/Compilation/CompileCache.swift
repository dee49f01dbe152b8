import Foundation

/// Compiled units on disk, by the hash of everything that they were made from.
///
/// An entry is a folder that appears whole, by a rename. Its manifest holds the hashes of its files: what is truncated or
/// damaged counts as missing and is made again.
struct CompileCache: Sendable {
  let folder: String

  /// What an entry says about itself.
  struct Manifest: Codable {
    var libraryHash: String
    var interfaceHash: String
    /// The compiler's warnings, by generated file.
    var warnings: [Warning]
    struct Warning: Codable {
      var file: String?
      var diagnostic: Diagnostic
    }
  }

  /// A cache in this folder, or in the user's: `$GIMBAL_CACHE`, `$XDG_CACHE_HOME/gimbal`, `~/.cache/gimbal`.
  init(folder: String? = nil) {
    let environment = ProcessInfo.processInfo.environment
    let caches = environment["XDG_CACHE_HOME"] ?? "\(environment["HOME"] ?? NSTemporaryDirectory())/.cache"
    self.folder = folder ?? environment["GIMBAL_CACHE"] ?? "\(caches)/gimbal"
  }

  func path(_ key: ContentHash) -> String { "\(folder)/units/\(key)" }

  /// The entry's manifest, if the entry is there and whole.
  func entry(_ key: ContentHash, module: String) -> Manifest? {
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
  func make(_ key: ContentHash, module: String, fill: (String) throws -> [Manifest.Warning]) throws -> Manifest {
    let temporary = "\(folder)/units/.\(key).\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    do {
      return try make(key, module: module, in: temporary, fill: fill)
    } catch let error as NotebookError {
      throw error
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
    _ key: ContentHash, module: String, in temporary: String, fill: (String) throws -> [Manifest.Warning]
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
      // Another run was first, or the entry there is damaged: put ours in its place.
      try? files.removeItem(atPath: path(key))
      guard rename(temporary, path(key)) == 0 || entry(key, module: module) != nil else {
        throw NotebookError(.unwritableCache(String(cString: strerror(errno))), file: folder)
      }
    }
    return manifest
  }
}
