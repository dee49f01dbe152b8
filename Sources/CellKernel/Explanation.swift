import CellCompiler
import Foundation
import Surroundings

/// Why a cell was compiled and run again, or was not.
package struct Explanation: Hashable, Sendable {
  /// What is explained: a cell's name, or the text between cells.
  package var subject: String
  /// For example “taken from the cache” or “compiled again: its code changed”.
  package var compilation: String
  /// For example “ran: a cell above ran”, or “kept: nothing that it depends on changed”.
  package var execution: String
}

/// What the units of a notebook were made from when it ran last: kept on disk, so that the next run can say what changed.
package struct RunRecord: Codable {
  /// By module, each ingredient's hash.
  package var units: [String: [String: String]]

  private static func path(_ notebook: String, _ cacheFolder: String) -> String {
    let absolute = URL(fileURLWithPath: notebook).standardizedFileURL.path
    return "\(cacheFolder)/records/\(ContentHash([absolute])).json"
  }

  package static func read(of notebook: String, in cacheFolder: String) -> RunRecord? {
    FileManager.default.contents(atPath: path(notebook, cacheFolder)).flatMap {
      try? JSONDecoder().decode(RunRecord.self, from: $0)
    }
  }

  package func write(of notebook: String, in cacheFolder: String) {
    let path = Self.path(notebook, cacheFolder)
    try? FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
    try? JSONEncoder().encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// Why this unit had to be compiled, in words; nil when it came from the cache.
  package func compilation(of compiled: CompiledUnit) -> String {
    guard compiled.seconds != nil else { return "taken from the cache" }
    guard let before = units[compiled.unit.module] else { return "compiled: it is new" }
    let changed = compiled.ingredients.filter { before[$0.key] != nil && before[$0.key] != $0.value }.map(\.key)
    let added = compiled.ingredients.keys.filter { before[$0] == nil }
    let reasons =
      changed.sorted().map { $0.hasPrefix("cell") ? "what \($0) defines changed" : "\($0) changed" }
      + added.sorted().map { "it now uses \($0)" }
    return reasons.isEmpty
      ? "compiled: it was not in the cache" : "compiled again: \(reasons.joined(separator: ", "))"
  }
}
