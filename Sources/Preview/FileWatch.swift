import CellKernel
import Display
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Notices changed files by what they hold: editors save in many ways, and file times are coarse.
///
/// Files are looked at every 50 ms, which costs microseconds. A small file (the notebook) is read each time; a large one
/// (a recording) when its node, size or change time differ.
package struct FileWatch {
  /// What identifies a version of a file without reading it.
  private struct Signature: Hashable {
    var device: UInt
    var node: UInt
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init?(_ path: String) {
      var information = stat()
      guard stat(path, &information) == 0 else { return nil }
      (device, node, size) = (UInt(information.st_dev), UInt(information.st_ino), Int(information.st_size))
      (seconds, nanoseconds) = (information.st_ctim.tv_sec, information.st_ctim.tv_nsec)
    }
  }

  private let path: String
  private var content: Data?
  private var inputs: [InputFile] = []
  private var signatures: [String: Signature?] = [:]

  /// Watches a notebook. Its present content counts as new.
  package init(_ path: String) { self.path = path }

  /// The notebook's content, if it differs from the last one; nil also while the file is away, as it is for a moment when
  /// an editor puts a new file in its place.
  package mutating func newContent() -> Data? {
    guard let data = FileManager.default.contents(atPath: path), data != content else { return nil }
    content = data
    return data
  }

  /// The files that cells have read from now on; `folder` is where relative paths start.
  package mutating func watch(_ inputs: [InputFile], in folder: String) {
    self.inputs = inputs.map { input in
      InputFile(
        path: input.path.hasPrefix("/") ? input.path : "\(folder)/\(input.path)", contentHash: input.contentHash)
    }
    // A file that changed while the cell ran differs from what the cell read: look at its content once.
    signatures = [:]
  }

  /// Whether a file that a cell read holds something else now. Says it once for each change.
  package mutating func inputsHaveChanged() -> Bool {
    var changed = false
    for index in inputs.indices {
      let signature = Signature(inputs[index].path)
      if let known = signatures[inputs[index].path], known == signature { continue }
      signatures[inputs[index].path] = .some(signature)
      let hash = FileManager.default.contents(atPath: inputs[index].path).map(InputHash.hash) ?? ""
      if hash != inputs[index].contentHash {
        inputs[index].contentHash = hash
        changed = true
      }
    }
    return changed
  }
}
