import Basics
import Foundation
import NotebookDocument

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
        !leadsOut(place, of: folder)
      else { return nil }
      return Found(path: path, place: place)
    }
  }

  /// Whether a path within a folder is, or goes through, a symbolic link that leads out of it. Such a link is not
  /// followed: the author of the files may have no right to read its target.
  static func leadsOut(_ place: String, of folder: String) -> Bool {
    let folder = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL
    guard place.hasPrefix(folder.path + "/") else { return false }
    let real = URL(fileURLWithPath: place).resolvingSymlinksInPath().path
    return !real.hasPrefix(folder.resolvingSymlinksInPath().path + "/")
  }

  /// The absolute path, without “..”, of a relative address in a folder.
  static func place(of path: String, in folder: String) -> String {
    let name = path.removingPercentEncoding ?? path
    return URL(fileURLWithPath: name, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)).standardizedFileURL
      .path
  }
}
