import Foundation

/// What a folder holds, by paths relative to it: what a trial compares and makes again.
struct FolderImage: Equatable {
  enum Entry: Equatable, CustomStringConvertible {
    case file(Data, permissions: UInt32)
    case folder
    case link(String)
    case other

    var description: String {
      switch self {
      case .file(let data, let permissions):
        "file \(String(permissions, radix: 8)) “\(String(decoding: data, as: UTF8.self))”"
      case .folder: "folder"
      case .link(let target): "link to \(target)"
      case .other: "something else"
      }
    }
  }

  var entries: [String: Entry] = [:]

  init() {}

  /// What a folder holds now, the notebooks left out.
  init(of folder: String) {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for name in names where !name.hasSuffix(".md") {
      var status = stat()
      let path = "\(folder)/\(name)"
      guard lstat(path, &status) == 0 else { continue }
      entries[name] =
        switch status.st_mode & S_IFMT {
        case S_IFREG:
          .file(
            FileManager.default.contents(atPath: path) ?? Data("unreadable".utf8), permissions: status.st_mode & 0o777)
        case S_IFDIR: .folder
        case S_IFLNK: .link((try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? "")
        default: .other
        }
    }
  }

  /// Makes the folder hold this.
  func make(in folder: String) throws {
    for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
      let path = "\(folder)/\(name)"
      switch entry {
      case .file(let data, let permissions):
        try? FileManager.default.createDirectory(
          atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try data.write(to: URL(fileURLWithPath: path))
        chmod(path, permissions)
      case .folder: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      case .link(let target): try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      case .other: break
      }
    }
  }

  /// Takes over what differs between two images: what others did meanwhile.
  mutating func takeOver(from earlier: FolderImage, to now: FolderImage) {
    for name in Set(earlier.entries.keys).union(now.entries.keys) where earlier.entries[name] != now.entries[name] {
      entries[name] = now.entries[name]
      // With a folder goes what was in it, even where the notebook had taken it away already.
      if earlier.entries[name] == .folder, now.entries[name] == nil {
        entries = entries.filter { !$0.key.hasPrefix("\(name)/") }
      }
      // With what came into a folder the folder came, though the notebook had made it before.
      var folder = name
      while now.entries[name] != nil, let slash = folder.lastIndex(of: "/") {
        folder = String(folder[..<slash])
        entries[folder] = now.entries[folder]
      }
    }
  }

  /// Whether a folder has gone since the notebook left it out of which the notebook had taken something.
  func hasLost(to now: FolderImage, left: FolderImage) -> Bool {
    entries.contains { name, entry in
      entry == .folder && left.entries[name] == .folder && now.entries[name] == nil
        && below(name).keys.contains { left.entries[$0] == nil }
    }
  }

  /// The entry at a place and below it.
  func below(_ place: String) -> [String: Entry] {
    entries.filter { $0.key == place || $0.key.hasPrefix("\(place)/") }
  }

  /// How another image differs, in words; empty when it does not.
  func differences(to other: FolderImage) -> String {
    Set(entries.keys).union(other.entries.keys).sorted().filter { entries[$0] != other.entries[$0] }.map {
      "  \($0): \(entries[$0].map { "\($0)" } ?? "absent") instead of \(other.entries[$0].map { "\($0)" } ?? "absent")\n"
    }.joined()
  }
}
