import Foundation

/// Which files belong to a folder that somebody else may have filled. A symbolic link in it can name any file of the machine, also
/// one that its maker must not read: no link is followed out of the folder.
package enum FolderBounds {
  /// Whether a path is, or goes through, a symbolic link that leads out of a folder. A path that goes up from the folder, by “..”, must
  /// stay in the folder to which that leads. False where nothing is there.
  ///
  /// - Parameter path: absolute, or seen from the folder.
  package static func areLeft(_ folder: String, by path: String) -> Bool {
    let path = path.hasPrefix("/") ? path : "\(folder.isEmpty ? "." : folder)/\(path)"
    guard let real = resolved(path) else { return false }
    let shared = zip(parts(folder), parts(path)).prefix { $0 == $1 }.map(\.0)
    guard let bounds = resolved("/" + shared.joined(separator: "/")), bounds != "/" else { return false }
    return !(real + "/").hasPrefix(bounds + "/")
  }

  /// Whether the entry at a path is itself a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The names on the way from the root, without “.” and “..”; links stay what they are.
  private static func parts(_ path: String) -> [Substring] {
    let whole = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    return whole.split(separator: "/").reduce(into: []) { parts, part in
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
