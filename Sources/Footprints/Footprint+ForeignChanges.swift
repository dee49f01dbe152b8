extension Footprint {
  /// Why files may have changed that the step's log does not tell of.
  private static let childProcess = "child process"

  /// Adds what other programs changed while this step ran, as far as the session knows the paths: a child process that the
  /// step started, the step itself where its log is incomplete, or the step through another name (a hard link) of the same file.
  ///
  /// Taken for a person's, such a change would make an earlier step run again, and this one after it, without end. What a
  /// person really changes while the step runs is taken for the step's work: the only exception to the rule of exactness, and
  /// only where a notebook starts programs.
  mutating func addForeignChanges(since started: Int64, earlier: [Footprint], files: some PresentFiles) {
    let letOthersWork = !isComplete || outside.contains { $0.hasPrefix(Self.childProcess) }
    let linked = changes.flatMap { [$0.signature, $0.after.signature] }.compactMap(\.self).filter { $0.links > 1 }
    guard letOthersWork || !linked.isEmpty else { return }
    let inodes = Set(linked.map(Inode.init))
    let surroundings = StepInputs(earlier + [self])
    for path in surroundings.strangePaths(in: files).sorted() {
      let present = files.version(of: path)
      let now = present.signature
      // What was written before the step began is a person's.
      if let now, now.changed <= started - FileSignature.tick { continue }
      if !letOthersWork {
        // The same file as ever, with other contents since then, and one that the step knows by another name.
        guard let now, inodes.contains(Inode(now)), now.modified > started - FileSignature.tick,
          surroundings.lastKnown(path)?.signature?.isSameFile(as: now) ?? false
        else { continue }
      }
      let index = changes.firstIndex { $0.path == path }
      let after = files.settledVersion(of: path)
      if let index {
        changes[index].after = after
      } else {
        let before = surroundings.lastKnown(path) ?? .absent
        changes.append(
          FileChange(
            path: path, before: before, after: after, signature: before.signature,
            image: letOthersWork ? .impossible("changed by another program") : .moved))
      }
    }
  }
}
