import Foundation
import LocalServer

extension StrictReply {
  /// A file in the notebook's folder or below, as what it is; a sentence for everything else. The name is as addresses write it:
  /// a space is `%20`. Whatever it says, only a file below the folder is read, links followed, and none that is hidden.
  package static func file(_ name: String, in folder: String) -> StrictReply {
    guard let name = name.removingPercentEncoding, !name.utf8.contains(0), let root = realPath(folder),
      let file = realPath("\(folder)/\(name)")
    else { return StrictReply(404, "There is nothing here.") }
    let beginning = root == "/" ? "/" : root + "/"
    guard file.hasPrefix(beginning) else {
      return StrictReply(404, "This does not lie in the notebook's folder, and nothing else is shown.")
    }
    let isHidden = file.dropFirst(beginning.count).split(separator: "/").contains { $0.hasPrefix(".") }
    guard let size = size(ofRegular: file), !isHidden else { return StrictReply(404, "There is nothing here.") }
    guard size <= largest else {
      return StrictReply(413, "This is larger than \(largest >> 20) MB: open it from its folder.")
    }
    guard let data = FileManager.default.contents(atPath: file) else {
      return StrictReply(403, "This file cannot be read.")
    }
    let kind = URL(fileURLWithPath: file).pathExtension.lowercased()
    guard let type = types[kind] else {
      return StrictReply(
        200, data, type: "application/octet-stream",
        headers: ["Content-Disposition": "attachment; filename*=UTF-8''\(quoted(file))"])
    }
    // A browser shows such a paper by its own program, which a sandbox would keep out.
    let policy = kind == "pdf" ? "frame-ancestors 'none'" : filePolicy
    return StrictReply(200, data, type: type, headers: ["Content-Security-Policy": policy])
  }

  /// Bytes of a file that is handed out.
  private static let largest = 256 << 20

  /// What browsers show. All other files are kept on the disk by the one that asks for them.
  private static let types: [String: String] = {
    let plain = "text/plain; charset=utf-8"
    var types = [
      "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
      "avif": "image/avif", "svg": "image/svg+xml", "pdf": "application/pdf", "html": "text/html; charset=utf-8",
      "htm": "text/html; charset=utf-8", "mp4": "video/mp4", "webm": "video/webm", "mp3": "audio/mpeg",
      "ogg": "audio/ogg", "wav": "audio/wav",
    ]
    for kind in [
      "md", "txt", "csv", "tsv", "json", "jsonl", "ipynb", "yaml", "yml", "toml", "log", "swift", "py", "r", "c", "h",
      "js",
      "css", "tex", "bib", "gp", "xml",
    ] {
      types[kind] = plain
    }
    return types
  }()

  /// A file opened by itself is its own page: one that runs no script, loads nothing and is not a part of this site.
  private static let filePolicy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"

  private static func quoted(_ path: String) -> String {
    (path as NSString).lastPathComponent.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "file"
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Bytes of a regular file; nil for anything else: a pipe would be waited for, a device read without end.
  private static func size(ofRegular path: String) -> Int? {
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(information.st_size)
  }
}
