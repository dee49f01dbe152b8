import Caches
import CellCompiler
import Files
import Foundation

/// The segments of a notebook whose libraries earlier runs have left, kept on disk: what is compiled of them is not compiled
/// again, and an explanation can say what has changed.
package enum SegmentRecord {
  private static func key(_ notebook: String) -> ContentHash {
    ContentHash([URL(fileURLWithPath: notebook).standardizedFileURL.path])
  }

  private static let file = "segments.json"

  package static func read(of notebook: String, in store: Store) -> [Segment] {
    let data = store.entry(.record, key(notebook))?.files[file]
    return data.flatMap { try? JSONDecoder().decode([Segment].self, from: $0) } ?? []
  }

  package static func write(_ segments: [Segment], of notebook: String, in store: Store) {
    let key = key(notebook)
    guard let data = try? JSONEncoder().encode(segments), store.entry(.record, key)?.files[file] != data else { return }
    store.keep(.record, key, [file: data])
  }
}

/// What of a program was compiled before, to say why a unit had to be compiled again.
struct EarlierCode {
  private var contexts: [ContentHash: Context] = [:]

  init(_ segments: [Segment]) {
    for segment in segments { for (unit, context) in zip(segment.units, segment.contexts) { contexts[unit] = context } }
  }

  /// How a unit came to its library, in words.
  func words(for unit: CodeUnit, _ placement: CompileQueue.Placement?) -> String {
    guard let placement else { return "not compiled" }
    guard placement.compiled.seconds != nil else { return "taken from the cache" }
    if contexts.isEmpty { return "compiled: nothing had been compiled before" }
    guard let before = contexts[unit.identity] else { return "compiled: its code is new" }
    let segment = placement.compiled.segment
    guard let now = segment.units.firstIndex(of: unit.identity).map({ segment.contexts[$0] }), now != before else {
      return "compiled again, together with cells that changed"
    }
    let changed = now.changes(since: before)
    return changed.isEmpty
      ? "compiled again: the imports or extensions above it changed"
      : "compiled again: what \(changed.joined(separator: ", ")) \(changed.count == 1 ? "means" : "mean") changed"
  }
}
