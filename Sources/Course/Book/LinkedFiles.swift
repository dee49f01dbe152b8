import Basics
import Files
import Foundation
import NotebookDocument
import Reports

/// The files next to a notebook that its prose links to or shows.
struct LinkedFiles {
  struct Found {
    /// As the prose has it, without what is behind # and ?.
    var path: String
    /// Where it lies.
    var place: String
  }

  /// Those that are there, each once, in order. O(length).
  static func find(in notebook: Notebook) -> [Found] {
    find(in: Array(notebook.lines.dropFirst(notebook.frontMatterLength)), folder: notebook.folder)
  }

  /// The same in lines of a notebook of this folder.
  static func find(in lines: [String], folder: String) -> [Found] {
    var seen: Set<String> = []
    return lines.flatMap(RelativeLinks.addresses).compactMap { address -> Found? in
      let path = String(address.prefix { $0 != "#" && $0 != "?" })
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

  /// Where a relative address leads from a folder, as an absolute path without “..”.
  static func place(of path: String, in folder: String) -> String {
    let name = path.removingPercentEncoding ?? path
    return URL(fileURLWithPath: name, relativeTo: URL(fileURLWithPath: folder, isDirectory: true)).standardizedFileURL
      .path
  }
}
