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

  /// A line of Markdown with its addresses as the report writes them: `](…)`, `[name]: …`, `src="…"` and `href="…"`, not
  /// inside code. `filling` gives an address its values, where it has any. O(length).
  package func rewriting(_ line: String, filling: (String) -> String? = { _ in nil }) -> String {
    guard line.holds("](") || line.holds("]:") || line.holds("=\"") else { return line }
    let bytes = Array(line.utf8)
    let code = Span.find(in: bytes).filter { $0.kind == .code }.map(\.whole)
    var result: [UInt8] = []
    var position = 0
    for start in Self.starts(bytes) where start >= position && !code.contains(where: { $0.contains(start) }) {
      let end = Self.end(of: bytes, from: start)
      result += bytes[position..<start]
      let written = String(decoding: bytes[start..<end], as: UTF8.self)
      result += address(filling(written).map(Self.encoded) ?? written).utf8
      position = end
    }
    return String(decoding: result + bytes[position...], as: UTF8.self)
  }

  /// The addresses of a line of Markdown, as they are written. O(length).
  package static func addresses(in line: String) -> [String] {
    guard line.holds("](") || line.holds("]:") || line.holds("=\"") else { return [] }
    let bytes = Array(line.utf8)
    return starts(bytes).map { start in String(decoding: bytes[start..<end(of: bytes, from: start)], as: UTF8.self) }
  }

  private static func end(of bytes: [UInt8], from start: Int) -> Int {
    let closing: Set<UInt8> = [UInt8(ascii: ")"), UInt8(ascii: ">"), UInt8(ascii: "\""), 32, 9]
    return bytes[start...].firstIndex { closing.contains($0) } ?? bytes.count
  }

  /// An address without what would end it, or mean something to Markdown.
  private static func encoded(_ address: String) -> String {
    address.addingPercentEncoding(
      withAllowedCharacters: .urlFragmentAllowed.union(["#", "%", "[", "]"]).subtracting(["(", ")", "*", "'"]))
      ?? address
  }

  /// Where addresses begin.
  private static func starts(_ bytes: [UInt8]) -> [Int] {
    var found: [Int] = []
    for opening in ["](", "src=\"", "href=\""] {
      let opening = Array(opening.utf8)
      var start = 0
      while let place = bytes.withUnsafeBufferPointer({ $0.position(of: opening, from: start) }) {
        start = place + opening.count
        found.append(start)
      }
    }
    // A definition: up to three spaces, a name in brackets, a colon.
    let indent = bytes.prefix { $0 == 32 }.count
    if indent < 4, indent < bytes.count, bytes[indent] == UInt8(ascii: "["),
      let end = bytes[indent...].firstIndex(of: UInt8(ascii: "]")), end + 1 < bytes.count,
      bytes[end + 1] == UInt8(ascii: ":"), bytes[indent + 1] != UInt8(ascii: "^")
    {
      found.append(end + 2)
    }
    return found.map { start in
      var start = start
      while start < bytes.count, bytes[start] == 32 || bytes[start] == UInt8(ascii: "<") { start += 1 }
      return start
    }.sorted()
  }

  /// A picture next to the notebook as an address that holds the picture itself, for a page that needs nothing else;
  /// nil for what is not a picture, is missing, or is reached by a link that leads out of the notebook's folder. The address is the notebook's own.
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
