import Basics
import Files
import Foundation
import NotebookDocument

/// Links and pictures of the prose, seen from another folder than the notebook's.
///
/// The report lies in its own folder: `photo.png` next to the notebook is `../../notebooks/photo.png` from there. Only
/// relative addresses change; those of other sites, of the page itself and absolute paths stay.
package struct RelativeLinks: Sendable {
  /// The way from the folder of the report to the notebook's, `..` and names.
  private let way: [Substring]
  private let notebookFolder: String

  /// Links of a notebook in one folder for a report in another.
  package init(from notebookFolder: String, to reportFolder: String) {
    func parts(_ path: String) -> [Substring] {
      URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path.split(separator: "/")
    }
    let (source, target) = (parts(notebookFolder), parts(reportFolder))
    let shared = zip(source, target).prefix { $0 == $1 }.count
    way = Array(repeating: "..", count: target.count - shared) + source.dropFirst(shared)
    self.notebookFolder = notebookFolder
  }

  /// An address as the report writes it.
  package func address(_ address: String) -> String {
    guard Self.isRelative(address) else { return address }
    let end = address.firstIndex { $0 == "#" || $0 == "?" } ?? address.endIndex
    var parts = way
    for part in address[..<end].split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/") + (address[..<end].hasSuffix("/") ? "/" : "") + address[end...]
  }

  /// A picture next to the notebook as an address that holds the picture itself, for a page that needs nothing else;
  /// nil for what is not a picture, is missing, or is reached by a link that leads out of the
  /// notebook's folder. The address is the notebook's own.
  package func embedding(_ address: String) -> String? {
    guard Self.isRelative(address) else { return nil }
    let path = address.prefix { $0 != "#" && $0 != "?" }
    let place = "\(notebookFolder)/\(path.removingPercentEncoding ?? String(path))"
    guard let type = Self.pictureType(of: String(path)), !FolderBounds.areLeft(notebookFolder, by: place),
      let data = FileManager.default.contents(atPath: place)
    else { return nil }
    return "data:\(type);base64,\(data.base64EncodedString())"
  }

  /// What kind of picture a file is, by its ending; nil for one that no page holds.
  package static func pictureType(of path: String) -> String? {
    let types = [
      "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
      "svg": "image/svg+xml", "avif": "image/avif",
    ]
    return types[path.split(separator: ".").last.map { $0.lowercased() } ?? ""]
  }

  private static func isRelative(_ address: String) -> Bool {
    guard let first = address.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "#"),
      first != UInt8(ascii: "?")
    else { return false }
    // A scheme such as https: or mailto:.
    let scheme = address.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
    return scheme.count == address.utf8.count || address.utf8.dropFirst(scheme.count).first != UInt8(ascii: ":")
  }
}
