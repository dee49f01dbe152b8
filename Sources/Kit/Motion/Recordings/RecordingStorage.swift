internal import Basics
import Foundation

/// The place where a recording's files are looked up: the disk, or files in memory.
enum RecordingStorage: Sendable {
  case disk
  /// Contents by path; folders are what is before a “/”.
  case memory([String: Data])

  enum Kind {
    case file, folder
  }

  /// What there is under a path.
  func kind(of path: String) -> Kind? {
    switch self {
    case .disk:
      if path == GivenFile.standardInput { return .file }
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
      return isFolder.boolValue ? .folder : .file
    case .memory(let files):
      if files[path] != nil { return .file }
      return files.keys.contains { $0.hasPrefix(path + "/") } ? .folder : nil
    }
  }

  /// The names of the files and folders in a folder, sorted.
  func names(in folder: String) -> [String] {
    switch self {
    case .disk: return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    case .memory(let files):
      let inside = files.keys.filter { $0.hasPrefix(folder + "/") }.map { $0.dropFirst(folder.count + 1) }
      return Set(inside.compactMap { $0.split(separator: "/").first.map(String.init) }).sorted()
    }
  }

  /// Opens a file.
  ///
  /// - Throws: `RecordingError.missingFile`, `.unreadableFile`.
  func open(_ path: String) throws -> TextFile {
    switch kind(of: path) {
    case .file: break
    case .folder: throw RecordingError.unreadableFile(path, reason: "it is a folder")
    case nil: throw RecordingError.missingFile(path)
    }
    switch self {
    case .disk: return try TextFile(path)
    case .memory(let files): return TextFile(path: path, data: files[path] ?? Data(), storage: self)
    }
  }
}
