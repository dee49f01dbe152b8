import Basics
import Files
import Foundation
import NotebookDocument
import Reports

/// The files next to a notebook that its prose links to or shows.
struct LinkedFiles {
  struct Found {
    /// The path as written in the prose, up to `#` or `?`.
    var path: String
    /// Where it lies.
    var place: String
  }

  /// Those that are there, each once, in order. O(length).
  static func find(in notebook: Notebook) -> [Found] {
    let folder = notebook.folder
    var seen: Set<String> = []
    return notebook.document.targets.compactMap { target in
      let path = target.path
      guard !path.isEmpty, !path.hasPrefix("/"), path.wholeMatch(of: compiled(/[A-Za-z][A-Za-z0-9+.-]*:.*/)) == nil,
        seen.insert(path).inserted
      else { return nil }
      let place = Self.place(of: path, in: folder)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), !isFolder.boolValue,
        !FolderBounds.areLeft(folder, by: place)
      else { return nil }
      return Found(path: path, place: place)
    }
  }

  /// The absolute path, without “..”, of a relative address in a folder.
  static func place(of path: String, in folder: String) -> String {
    let name = path.removingPercentEncoding ?? path
    return URL(fileURLWithPath: name, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)).standardizedFileURL
      .path
  }
}
