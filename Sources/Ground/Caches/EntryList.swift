import Files
import Foundation

import enum Basics.PlainFile

/// The list of an entry's files with their sizes and hashes, and the entry's kind and key, so that an entry
/// which has come to another one's place is recognised. The time of the list is that of its last use.
struct EntryList: Codable {
  private static let name = "contents"

  private let title: String

  private struct File: Codable {
    var name: String
    var size: Int
    var hash: String
  }

  private var files: [File] = []

  var bytes: Int { files.reduce(0) { $0 + $1.size } }

  private static func title(_ kind: Store.Kind, _ key: ContentHash) -> String { "gimbal 3 \(kind.rawValue) \(key)" }

  /// The list of the files in a folder, without its folders, for an entry. O(bytes).
  init(of folder: String, for kind: Store.Kind, _ key: ContentHash) throws {
    title = Self.title(kind, key)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name != Self.name {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder), !isFolder.boolValue
      else { continue }
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
      files.append(File(name: name, size: data.count, hash: "\(ContentHash(data))"))
    }
  }

  /// The list that lies in a folder; nil when there is none of this entry that can be read.
  init?(in folder: String, of kind: Store.Kind, _ key: ContentHash) {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.name)"),
      let list = try? JSONDecoder().decode(EntryList.self, from: data), list.title == Self.title(kind, key)
    else { return nil }
    self = list
  }

  func write(in folder: String) throws {
    try PlainFile.write(JSONEncoder().encode(self), to: "\(folder)/\(Self.name)")
  }

  /// The files, each as the list says; nil when one is missing or another. O(bytes).
  func read(in folder: String) -> [String: Data]? {
    var contents: [String: Data] = [:]
    for file in files {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(file.name)"), data.count == file.size,
        "\(ContentHash(data))" == file.hash
      else { return nil }
      contents[file.name] = data
    }
    return contents
  }

  /// Notes that an entry was used, once an hour at most.
  static func noteUse(in folder: String) {
    guard let last = lastUse(of: folder), last.timeIntervalSinceNow < -3600 else { return }
    utimensat(AT_FDCWD, "\(folder)/\(name)", nil, 0)
  }

  /// When an entry was made or used last; nil for one without a list, which nobody can use.
  static func lastUse(of folder: String) -> Date? {
    FileSignature("\(folder)/\(name)").map { Date(timeIntervalSince1970: Double($0.modified) * 1e-9) }
  }
}
