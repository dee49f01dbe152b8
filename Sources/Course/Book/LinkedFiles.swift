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
    find(in: Array(notebook.lines.dropFirst(notebook.frontMatterLength)), folder: notebook.folder)
  }

  /// The same in lines of a notebook of this folder.
  static func find(in lines: [String], folder: String) -> [Found] {
    var seen: Set<String> = []
    return lines.flatMap { line in
      line.matches(of: compiled(/\]\(\s*<?([^)>\s]+)|^\s{0,3}\[[^\]^][^\]]*\]:\s*<?([^>\s]+)|(?:src|href)="([^"]+)"/))
        .compactMap {
          $0.output.1 ?? $0.output.2 ?? $0.output.3
        }
    }.compactMap { address -> Found? in
      let path = String(address.prefix { $0 != "#" && $0 != "?" })
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
