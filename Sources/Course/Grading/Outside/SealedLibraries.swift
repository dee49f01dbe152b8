import Basics
import CellCompiler
import Files
import Foundation
import Sandboxes

/// The libraries of a submission, as a compiler in one sandbox has written them: the bytes that are inspected here are the ones that are
/// loaded in another, which can read this folder and cannot write it.
struct SealedLibraries {
  let folder: String
  /// In the order in which units need them.
  private(set) var modules: [String] = []
  private(set) var data: [String: Data] = [:]
  private var hashes: [String: ContentHash] = [:]

  /// Bytes of one library at most.
  private static let limit = 64 << 20

  /// Copies the libraries of units out of the cache in which they were compiled; one that is not there, or is a link, is no library.
  ///
  /// - Parameters:
  ///   - folder: is made.
  ///   - watch: the table of calls that are watched.
  init(_ units: [CompiledUnit], from cache: String, to folder: String, watch: Data?) throws {
    self.folder = folder
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let cache = CompileCache(folder: cache)
    for module in units.compactMap(\.module) where data[module] == nil {
      guard let bytes = ScratchFolder.read("\(cache.path(ofModule: module))/\(module).so", limit: Self.limit) else {
        continue
      }
      modules.append(module)
      data[module] = bytes
      hashes[module] = ContentHash(bytes)
      try PlainFile.write(bytes, to: "\(folder)/\(module).so")
    }
    if let watch { try PlainFile.write(watch, to: watchFile) }
  }

  var watchFile: String { "\(folder)/calls.watch" }

  /// Whether the libraries are still those that were inspected.
  var areUnchanged: Bool {
    modules.allSatisfy { module in
      ScratchFolder.read("\(folder)/\(module).so", limit: Self.limit).map { ContentHash($0) } == hashes[module]
    }
  }

  func remove() { ScratchFolder.remove(folder) }
}
