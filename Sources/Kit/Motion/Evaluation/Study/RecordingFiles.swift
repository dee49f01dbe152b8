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
  /// A folder that holds the tables of one recording is one; of any other folder its files are taken, and those of the folders in it, hidden ones
  /// and those that no recording has the ending of left aside. A file that is named twice, in whatever way, is one.
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
    var seen = Set(found.compactMap { Trace.truthFile(besideRecording: $0) }.map(Self.place))
    paths = found.sorted { $0.compare($1, options: .numeric) == .orderedAscending }.filter {
      seen.insert(Self.place(of: $0)).inserted
    }
  }

  /// The endings of files that can be recordings.
  private static let endings: Set<String> = ["csv", "txt", "zip", "gz", "json", "tsv", "xml", "dat"]

  /// How far down folders are looked through.
  private static let deepest = 6

  private static func recordings(in folder: String, depth: Int = 0) throws -> [String] {
    let place = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
    let inside = names.map { place == "/" ? "/\($0)" : "\(place)/\($0)" }
    let folders = inside.filter(isFolder)
    let files = inside.filter { endings.contains(($0 as NSString).pathExtension.lowercased()) && !isFolder($0) }
    func deeper() -> [String] {
      depth == deepest ? [] : folders.flatMap { (try? recordings(in: $0, depth: depth + 1)) ?? [] }
    }
    // Its tables belong together, or it could not be read.
    if (try? Trace(contentsOf: folder)) != nil {
      // An app's folders within are no recordings, and a folder that consists of one is that one.
      return [folder] + (files.isEmpty ? [] : deeper().filter { (try? Trace(contentsOf: $0)) != nil })
    }
    let found = files + deeper()
    guard !found.isEmpty else { throw StudyError.emptyFolder(place, endings: endings.sorted()) }
    return found
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The path of a file without links and detours.
  private static func place(of path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}
