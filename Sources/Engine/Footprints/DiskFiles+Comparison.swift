import Files

/// Whether the entry at a path is what was found or left there: the rules ask this.
extension DiskFiles {
  /// The entry at the path, with its contents' hash where the signature alone does not settle them.
  func settledVersion(of path: FilePath) -> FileVersion {
    let version = version(of: path)
    guard case .file(var contents) = version, !contents.isSettled else { return version }
    contents.digest = digest(of: contents, at: path)
    return .file(contents)
  }

  /// The hash of what was found earlier, when it is known.
  func recordedDigest(_ contents: FileContents) -> ContentHash? {
    contents.digest ?? (contents.isSettled ? knownDigest(of: contents.signature) : nil)
  }

  /// Whether the file at this path holds now what was found in it earlier. A file that was touched, or written again with
  /// the same bytes, does; the contents are read only when the signatures leave it open.
  package func isUnchanged(_ recorded: FileContents, present: FileContents, at path: FilePath) -> Bool {
    if recorded.signature == present.signature && recorded.isSettled { return true }
    if recorded.signature.size == 0 && present.signature.size == 0 { return true }
    guard recorded.signature.size == present.signature.size, let digest = recordedDigest(recorded) else { return false }
    return digest == self.digest(of: present, at: path)
  }

  /// Whether two things found at different moments of the same run are the same.
  ///
  /// Two equal signatures are enough here even when they aren't settled: nothing more can be found out about that moment.
  func isSame(_ first: FileContents, _ second: FileContents) -> Bool {
    if first.signature == second.signature {
      return first.digest == nil || second.digest == nil || first.digest == second.digest
    }
    if first.signature.size == 0 && second.signature.size == 0 { return true }
    guard first.signature.size == second.signature.size, let digest = recordedDigest(first) else { return false }
    return digest == recordedDigest(second)
  }

  /// Whether a path holds now what a step left there. Times don't count: they decide no result but through a status that
  /// somebody looked at, which is its own observation.
  package func holds(_ version: FileVersion, at path: FilePath, now present: FileVersion) -> Bool {
    guard case (.file(let old), .file(let new)) = (version, present) else {
      return Self.isSameKind(version, present)
    }
    return old.signature.permissions == new.signature.permissions && isUnchanged(old, present: new, at: path)
  }

  /// The same for two versions of the past.
  func isSame(_ first: FileVersion, _ second: FileVersion) -> Bool {
    guard case (.file(let old), .file(let new)) = (first, second) else { return Self.isSameKind(first, second) }
    return old.signature.permissions == new.signature.permissions && isSame(old, new)
  }

  private static func isSameKind(_ first: FileVersion, _ second: FileVersion) -> Bool {
    switch (first, second) {
    case (.absent, .absent): true
    case (.folder(let old), .folder(let new)): old == new
    case (.link(let old), .link(let new)): old == new
    case (.other(let old), .other(let new)): old.isSameFile(as: new) && old.mode == new.mode
    default: false
    }
  }
}
