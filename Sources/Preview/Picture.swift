import Foundation
import StrictHTTP

extension StrictReply {
  /// A picture in this folder or below; nil for everything else. The name is as addresses write it: a space is
  /// `%20`. Whatever it says, only a file below the folder is read, links followed.
  package static func picture(_ name: String, in folder: String) -> StrictReply? {
    let types = [
      "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
      "svg": "image/svg+xml",
    ]
    guard let name = name.removingPercentEncoding, !name.utf8.contains(0),
      let root = realPath(folder), let file = realPath("\(folder)/\(name)"),
      file.hasPrefix(root == "/" ? "/" : root + "/"),
      let type = types[URL(fileURLWithPath: file).pathExtension.lowercased()], isRegular(file),
      let data = FileManager.default.contents(atPath: file)
    else { return nil }
    return StrictReply(200, data, type: type, headers: ["Content-Security-Policy": picturePolicy])
  }

  /// A picture opened by itself is a page of its own: one that runs no script, loads nothing and is no part of this site.
  private static let picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// A pipe would be waited for, a device read without end.
  private static func isRegular(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
  }
}
