extension Footprint {
  /// Why files may have changed that the step's log does not tell of.
  private static let childProcess = "child process"

  /// Adds what other programs changed while this step ran, as far as the session knows the paths: a child process that the
  /// step started, or the step itself through another name (a hard link) of the same file.
  ///
  /// Taken for a person's, such a change would make an earlier step run again, and this one after it, without end. What a
  /// person really changes in these moments is taken for the step's work: the only exception to the rule of exactness, and
  /// only where a notebook starts programs.
  mutating func addForeignChanges(earlier: [Footprint], files: some PresentFiles) {
    let letOthersWork = outside.contains { $0.hasPrefix(Self.childProcess) }
    let wroteLinkedFile = changes.contains { ($0.signature?.links ?? 1) > 1 }
    guard letOthersWork || wroteLinkedFile else { return }
    let linked = Set(changes.compactMap { $0.signature.map(Inode.init) })
    let surroundings = StepInputs(earlier + [self])
    for path in surroundings.strangePaths(in: files).sorted() {
      let present = files.version(of: path)
      if !letOthersWork {
        guard case .file(let contents) = present, linked.contains(Inode(contents.signature)) else { continue }
      }
      let index = changes.firstIndex { $0.path == path }
      let after = files.settledVersion(of: path)
      if let index {
        changes[index].after = after
      } else {
        changes.append(
          FileChange(
            path: path, before: surroundings.lastKnown(path) ?? .absent, after: after,
            image: .impossible(letOthersWork ? Self.childProcess : "another name of the file was written")))
      }
    }
  }
}
