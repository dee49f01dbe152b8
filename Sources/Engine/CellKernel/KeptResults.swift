import Foundation

/// Whether results that were kept on disk still hold in the surroundings of now: what a session asks of its steps, asked of
/// footprints that were written down. Each file is hashed once. Not for several threads at a time.
package final class KeptResults {
  private let folder: FilePath
  private let files = DiskFiles()
  private let environment: [String: String]

  /// For the results of notebooks in this folder.
  package init(folder: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    (self.folder, self.environment) = (Self.canonical(folder), environment)
  }

  /// Why results with this footprint do not hold; empty when they do. For results without a footprint it is unknown.
  package func inputChanges(since footprint: WrittenFootprint?) -> [InputChange] {
    footprint?.inputChanges(from: folder, in: files, environment: environment) ?? [.unknown]
  }

  /// A reason in words, with files named from the notebook's folder.
  package func words(_ change: InputChange) -> String { change.words(in: folder) }

  /// A path as it is seen from the notebook's folder, as `WrittenFootprint.inputs` names it.
  package func name(_ path: FilePath) -> String { path.seen(from: folder).description }

  /// The path of a folder through no link, as footprints tell places.
  static func canonical(_ folder: String) -> FilePath {
    guard let path = realpath(folder.isEmpty ? "." : folder, nil) else { return FilePath(folder) }
    defer { free(path) }
    return FilePath(String(cString: path))
  }
}
