import Foundation

/// A Swift file.
struct SourceText {
  /// From the folder in which it was looked for.
  let file: String
  let text: String

  /// All Swift files below a folder, in the order of their paths.
  static func all(below folder: String, of project: URL) throws -> [SourceText] {
    let folder = project.appending(path: folder)
    let files = FileManager.default.enumerator(atPath: folder.path)
    return try (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted().map {
      SourceText(file: $0, text: try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
    }
  }
}
