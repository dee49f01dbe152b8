import Files

extension Footprint {
  /// Why files may have changed without an entry in the step's log.
  private static let childProcess = "child process"

  /// Why nobody can say whether a run from the top would still meet what this step met; nil where the record says it.
  package var unseenInputs: String? {
    if !isComplete { return "it read more files than are recorded" }
    return letOthersWork ? "it starts another program, and what that program reads is not seen" : nil
  }

  private var letOthersWork: Bool { !isComplete || outside.contains { $0.hasPrefix(Self.childProcess) } }

  /// Adds what other programs changed while this step ran, as far as the session knows the paths: a child process that the
  /// step started, the step itself where its log is incomplete, or the step through another name (a hard link) of a file.
  ///
  /// Counted as a person's, such a change would make an earlier step run again, and this one after it, without end.
  /// What a person really changes while the step runs counts as the step's work: the only exception to the rule of
  /// exactness, and only where a notebook starts programs.
  mutating func addForeignChanges(since started: Int64, earlier: [Footprint], files: DiskFiles) {
    let inodes = namedTwice(earlier)
    guard letOthersWork || !inodes.isEmpty else { return }
    let known = StepInputs(earlier)
    takeBackLinkedChanges(known, among: inodes, since: started)
    let all = StepInputs(earlier + [self])
    for path in all.strangePaths(in: files).sorted() {
      let now = files.settledVersion(of: path)
      // What was written before the step began is a person's.
      if let signature = now.signature, signature.changed <= started - FileSignature.tick { continue }
      // What this step saw may be from before or from after. If only a listing mentions the path, it came if it is
      // there, and was something else if it is not.
      let seen = all.lastKnown(path).flatMap { files.holds($0, at: path, now: now) ? nil : $0 }
      let before = known.lastKnown(path) ?? seen ?? (now.isPresent ? .absent : .unknown)
      guard letOthersWork || Self.isWritten(before, now, among: inodes, since: started) else { continue }
      add(
        FileChange(
          path: path, before: before, after: now, signature: before.signature,
          image: letOthersWork ? .impossible("changed by another program") : .moved), files)
    }
  }

  /// The changed files that have another name, not counting those by which they are saved.
  private func namedTwice(_ earlier: [Footprint]) -> Set<Inode> {
    let (before, after) = (changes.compactMap(\.signature), changes.compactMap(\.after.signature))
    if (before + after).allSatisfy({ $0.links < 2 }) { return [] }
    let savedBefore = Self.savedLinks(earlier)
    let saved = savedBefore.merging(Self.savedLinks([self]), uniquingKeysWith: +)
    return Set(before.filter { $0.links > 1 + savedBefore[Inode($0), default: 0] }.map(Inode.init))
      .union(after.filter { $0.links > 1 + saved[Inode($0), default: 0] }.map(Inode.init))
  }

  /// By how many links each file is saved.
  private static func savedLinks(_ steps: [Footprint]) -> [Inode: UInt64] {
    var links: [Inode: UInt64] = [:]
    for case .saved(let path) in steps.lazy.flatMap(\.changes).map(\.image) {
      if let signature = FileSignature(at: path) { links[Inode(signature), default: 0] += 1 }
    }
    return links
  }

  /// A file that the step changed by one name and then by another is logged for the second as the first change left it. Before
  /// the step it was what is known of it.
  private mutating func takeBackLinkedChanges(_ known: StepInputs, among inodes: Set<Inode>, since started: Int64) {
    for (index, change) in changes.enumerated() {
      guard let before = known.lastKnown(change.path),
        Self.isWritten(before, change.before, among: inodes, since: started)
      else { continue }
      changes[index].before = before
      changes[index].signature = before.signature
    }
  }

  /// Whether it is the same file as ever, with other contents or permissions since the step began, and one that the step
  /// knows by another name.
  private static func isWritten(
    _ before: FileVersion, _ now: FileVersion, among inodes: Set<Inode>, since started: Int64
  ) -> Bool {
    guard let old = before.signature, let new = now.signature, old.isSameFile(as: new) else { return false }
    return inodes.contains(Inode(new)) && (new.modified > started - FileSignature.tick || new.mode != old.mode)
  }

  private mutating func add(_ change: FileChange, _ files: DiskFiles) {
    if let index = changes.firstIndex(where: { $0.path == change.path }) {
      changes[index].after = change.after
      return
    }
    changes.append(change)
    // What the step saw of the path after it had changed is not an input.
    observations.removeAll { $0.path == change.path && !files.shows($0, change.before, at: change.path, isPast: true) }
    observations = observations.map {
      guard case .listing(change.path.parent, var names) = $0 else { return $0 }
      names.removeAll { $0 == change.path.name }
      if change.before.isPresent { names.append(change.path.name) }
      return .listing(change.path.parent, names.sorted())
    }
  }
}
