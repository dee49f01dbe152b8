import Foundation

/// Decides whose a file is before it is overwritten or deleted. A file that is not known to be as we wrote it belongs
/// to somebody else.
///
/// In a folder of results, the hashes of the files as last written lie next to them, so that they hold on every
/// machine. A single file, written with `-o`, has no hash: it is replaced only with `--force`.
package enum FileOwner {
  /// The file in a folder that says how what we wrote there was, by names.
  package static let record = ".written.json"

  /// Makes sure that a file may be written: nothing is there that could be lost, or it is as we wrote it, or the person asks
  /// for it to be replaced.
  ///
  /// - Parameters:
  ///   - data: What will be written; a file that holds just this need not be replaced.
  ///   - inputs: The files and folders that it is made of, which are not written over even by force.
  ///   - hash: The hash of the file as we last wrote it; nil when it is unknown.
  ///   - force: Whether a person asks for the file to be replaced, whosever it is.
  /// - Throws: `OwnershipError` (`.isInput`, `.alreadyThere`).
  package static func require(
    _ path: String, for data: Data? = nil, madeOf inputs: [String] = [], written hash: String? = nil,
    force: Bool = false
  ) throws(OwnershipError) {
    guard let target = FileSignature(path) else { return }
    for input in inputs {
      let folder = URL(fileURLWithPath: input).resolvingSymlinksInPath().path + "/"
      if FileSignature(input)?.isSameFile(as: target) == true
        || URL(fileURLWithPath: path).resolvingSymlinksInPath().path.hasPrefix(folder)
      {
        throw OwnershipError(.isInput, file: path)
      }
    }
    if force || isAsWritten(path, hash) { return }
    // A pipe or a device loses nothing.
    guard [.file, .folder].contains(target.kind) else { return }
    guard let data, FileManager.default.contents(atPath: path) == data else {
      throw OwnershipError(.alreadyThere, file: path)
    }
  }

  /// Whether a file is as we wrote it, so that it may be replaced or deleted without asking: a file of this hash. A link in
  /// its place was made by somebody else. O(bytes).
  package static func isAsWritten(_ path: String, _ hash: String?) -> Bool {
    var status = stat()
    guard let hash, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return FileManager.default.contents(atPath: path).map { "\(ContentHash($0))" } == hash
  }
}
