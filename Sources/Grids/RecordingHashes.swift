import Foundation
import NotebookDocument
import Surroundings

import enum Basics.Parallel

/// The contents of recordings as hashes; a file that the file system says is the same is not read again.
struct RecordingHashes {
  let store: Store

  private struct Known: Codable {
    var stamp: FileStamp
    var hash: String
  }

  private static let file = "recordings.json"

  /// The hash of each path's contents: of a folder, the names and contents of all that is in it.
  ///
  /// - Throws: `GridError` where one cannot be read.
  func hashes(of paths: [String], in folder: String) throws -> [String: String] {
    let key = ContentHash(["recordings", URL(fileURLWithPath: folder.isEmpty ? "." : folder).standardizedFileURL.path])
    let known =
      store.entry(.tool, key)?.files[Self.file].flatMap { try? JSONDecoder().decode([String: Known].self, from: $0) }
      ?? [:]
    let results = Parallel.map(paths.count, threads: Parallel.processors) { index -> Known? in
      let path = paths[index]
      let place = Corpus.place(path, from: folder)
      guard let stamp = FileStamp(place) else { return nil }
      if let before = known[path], before.stamp == stamp { return before }
      return Self.hash(place).map { Known(stamp: stamp, hash: $0) }
    }
    var found: [String: Known] = [:]
    for (path, result) in zip(paths, results) {
      guard let result else {
        throw GridError.brokenPlan(Corpus.place(path, from: folder), "the recording cannot be read")
      }
      found[path] = result
    }
    var isFolder: ObjCBool = false
    // A folder's stamp does not tell of its files.
    let kept = found.filter {
      FileManager.default.fileExists(atPath: Corpus.place($0.key, from: folder), isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    if kept.contains(where: { known[$0.key]?.hash != $0.value.hash || known[$0.key]?.stamp != $0.value.stamp }),
      let data = try? JSONEncoder().encode(known.merging(kept) { $1 })
    {
      store.keep(.tool, key, [Self.file: data])
    }
    return found.mapValues(\.hash)
  }

  private static func hash(_ path: String) -> String? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    guard isFolder.boolValue else {
      return (try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)).map { "\(ContentHash($0))" }
    }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }.sorted() ?? []
    var parts: [String] = []
    for name in names {
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"), options: .alwaysMapped) else {
        continue
      }
      parts += [name, "\(ContentHash(data))"]
    }
    return "\(ContentHash(parts))"
  }
}
