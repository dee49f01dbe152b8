import Files
import Foundation

@testable import Footprints

/// A folder's contents as values, and ways to make and copy folders.
enum Tree {
  /// The entries below the folder, by relative path.
  static func snapshot(_ folder: String) -> [String: String] {
    var result: [String: String] = [:]
    func walk(_ prefix: String) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + prefix)) ?? []
      for name in names {
        let path = prefix.isEmpty ? name : prefix + "/" + name
        result[path] = describe(folder + "/" + path)
        if FileSignature(at: FilePath(folder + "/" + path))?.kind == .folder { walk(path) }
      }
    }
    walk("")
    return result
  }

  static func describe(_ path: String) -> String? {
    guard let signature = FileSignature(at: FilePath(path)) else { return nil }
    let mode = String(signature.permissions, radix: 8)
    switch signature.kind {
    case .file:
      return "file \(mode) " + String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    case .folder: return "folder \(mode)"
    case .link: return "link " + ((try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? "?")
    case .other: return "other"
    }
  }

  static func temporary(_ name: String = "tree") -> String {
    let real = Foundation.realpath(NSTemporaryDirectory(), nil)!
    defer { free(real) }
    var template = Array("\(String(cString: real))/gimbal-\(name)-XXXXXX".utf8CString)
    return String(cString: mkdtemp(&template)!)
  }

  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Makes `path` in one folder as it is in another, whatever is there; absent included.
  static func transfer(_ path: String, from source: String, to target: String) {
    remove(target + "/" + path)
    let (old, new) = (source + "/" + path, target + "/" + path)
    guard let signature = FileSignature(at: FilePath(old)) else { return }
    switch signature.kind {
    case .folder: mkdir(new, 0o755)
    case .link: symlink((try? FileManager.default.destinationOfSymbolicLink(atPath: old)) ?? "", new)
    default: _ = FileManager.default.createFile(atPath: new, contents: FileManager.default.contents(atPath: old))
    }
    if signature.kind != .link { chmod(new, mode_t(signature.permissions)) }
  }

  static func copy(_ source: String, to target: String) {
    mkdir(target, 0o755)
    for path in snapshot(source).keys.sorted() { transfer(path, from: source, to: target) }
  }
}

extension String {
  /// The path without its last name, empty when it has one only. Foundation's own traps for `d`.
  var parentPath: String { lastIndex(of: "/").map { String(self[..<$0]) } ?? "" }
}
