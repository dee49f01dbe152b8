import Foundation

import enum Basics.PlainFile

#if canImport(Glibc)
  import Glibc
#endif

/// The list of an entry's files with their sizes and hashes: a line each, below the entry's kind and key, so that an entry
/// which has come to another one's place is not taken for it. The time of the list is that of its last use.
struct EntryList {
  private static let name = "contents"

  private let title: String

  private var lines: [(hash: String, size: Int, name: String)] = []

  var bytes: Int { lines.reduce(0) { $0 + $1.size } }

  private static func title(_ kind: Store.Kind, _ key: ContentHash) -> String { "gimbal 2 \(kind.rawValue) \(key)" }

  /// The list of the files in a folder, without its folders, for an entry. O(bytes).
  init(of folder: String, for kind: Store.Kind, _ key: ContentHash) throws {
    title = Self.title(kind, key)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name != Self.name {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder), !isFolder.boolValue
      else { continue }
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
      lines.append(("\(ContentHash(data))", data.count, name))
    }
  }

  /// The list that lies in a folder; nil when there is none of this entry that can be read.
  init?(in folder: String, of kind: Store.Kind, _ key: ContentHash) {
    title = Self.title(kind, key)
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.name)") else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    // Without the empty line at its end, the list has been cut off.
    guard rest.popFirst() == title[...], rest.popLast() == "" else { return nil }
    for line in rest {
      let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard parts.count == 3, let size = Int(parts[1]) else { return nil }
      lines.append((parts[0], size, parts[2]))
    }
  }

  func write(in folder: String) throws {
    let text = ([title] + lines.map { "\($0.hash) \($0.size) \($0.name)" }).joined(separator: "\n") + "\n"
    try PlainFile.write(Data(text.utf8), to: "\(folder)/\(Self.name)")
  }

  /// The files, each as the list says; nil when one is missing or another. O(bytes).
  func read(in folder: String) -> [String: Data]? {
    var files: [String: Data] = [:]
    for line in lines {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(line.name)"), data.count == line.size,
        "\(ContentHash(data))" == line.hash
      else { return nil }
      files[line.name] = data
    }
    return files
  }

  /// Notes that an entry was used, once an hour at most.
  static func noteUse(in folder: String) {
    guard let last = lastUse(of: folder), last.timeIntervalSinceNow < -3600 else { return }
    utimensat(AT_FDCWD, "\(folder)/\(name)", nil, 0)
  }

  /// When an entry was made or used last; nil for one without a list, which nobody can use.
  static func lastUse(of folder: String) -> Date? {
    FileStamp("\(folder)/\(name)").map { Date(timeIntervalSince1970: Double($0.modified) * 1e-9) }
  }
}
