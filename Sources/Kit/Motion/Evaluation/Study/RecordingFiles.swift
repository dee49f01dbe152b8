import Foundation
import Recordings
import Traces

/// Which recordings paths and patterns name: files, archives, folders that are one recording, and the contents of other
/// folders.
public struct RecordingFiles: Sendable {
  /// The recordings, sorted, each once, without files that another one reads as its truth.
  public let paths: [String]

  /// The recordings that patterns of the shell name.
  ///
  /// A folder that holds the tables of one recording is one; of any other folder its files and folders are taken, hidden ones and those
  /// that no recording has the ending of left aside.
  ///
  /// - Throws: ``StudyError/noFile(pattern:)`` for a pattern that names nothing, and ``StudyError/emptyFolder(_:endings:)``.
  public init(matching patterns: [String]) throws {
    var found: [String] = []
    for pattern in patterns {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: pattern, isDirectory: &isFolder) {
        found += isFolder.boolValue ? try Self.recordings(in: pattern) : [pattern]
        continue
      }
      var matches = glob_t()
      defer { globfree(&matches) }
      guard glob(pattern, GLOB_BRACE | GLOB_TILDE, nil, &matches) == 0 else {
        throw StudyError.noFile(pattern: pattern)
      }
      found += (0..<Int(matches.gl_pathc)).compactMap { matches.gl_pathv[$0].map { String(cString: $0) } }
    }
    // A truth next to its recording is read with it.
    var seen = Set(found.compactMap { Trace.truthFile(besideRecording: $0) })
    paths = found.sorted { $0.compare($1, options: .numeric) == .orderedAscending }.filter { seen.insert($0).inserted }
  }

  /// The endings of files that can be recordings.
  private static let endings: Set<String> = ["csv", "txt", "zip", "gz", "json", "tsv", "xml", "dat"]

  private static func recordings(in folder: String) throws -> [String] {
    // Its tables belong together, or it could not be read.
    if (try? Trace(contentsOf: folder)) != nil { return [folder] }
    let place = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
    let inside = names.map { "\(place)/\($0)" }.filter { path in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      return isFolder.boolValue || endings.contains((path as NSString).pathExtension.lowercased())
    }
    guard !inside.isEmpty else { throw StudyError.emptyFolder(place, endings: endings.sorted()) }
    return inside
  }
}
