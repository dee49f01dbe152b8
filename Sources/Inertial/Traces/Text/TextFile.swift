import Foundation

/// A file's bytes, mapped rather than copied where the system can, and reported to `FileObservation`.
struct TextFile {
  let path: String
  let data: Data

  /// - Throws: `TraceError.missingFile`, `.unreadableFile`.
  init(_ path: String) throws(TraceError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .missingFile(path) }
    guard !isFolder.boolValue else { throw .unreadableFile(path, reason: "it is a folder") }
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw .unreadableFile(path, reason: (error as NSError).localizedDescription)
    }
    self.path = path
    FileObservation.report(path, data)
  }

  init(path: String, data: Data) {
    self.path = path
    self.data = data
  }

  /// The file's name without folder and extension.
  var stem: String { URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }
}
