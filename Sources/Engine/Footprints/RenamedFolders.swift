import Files
import Foundation

/// What follows for the entries of folders that a unit renamed. The log mentions only the folder; for the rules, each
/// path below its old name is gone and each below its new name has come.
struct RenamedFolders {
  private(set) var changes: LoggedChanges
  /// The paths of the changes that were derived.
  private(set) var added: [FilePath] = []
  private let files: DiskFiles

  init(changes: LoggedChanges, files: DiskFiles) {
    (self.changes, self.files) = (changes, files)
  }

  /// Derives the changes. Returns reasons why something is unknown.
  mutating func derive() -> [String] {
    let inodes = Dictionary(
      changes.values.filter { $0.change.isFolderBefore }.map { ($0.change.inodeBefore, $0.change.path) },
      uniquingKeysWith: { first, _ in first })
    for entry in changes.values.sorted(by: { $0.change.path < $1.change.path }) {
      guard case .folder = entry.change.after, let now = files.signature(of: entry.change.path) else { continue }
      let new = entry.change.path
      if let old = inodes[Inode(now)] {
        // The attempt before this one may have failed: the later of both is nearer to the move.
        if old != new { move(from: old, to: new, moment: max(entry.moment, changes[old]!.moment)) }
      } else {
        appear(at: new, moment: entry.moment)
      }
    }
    return unexplained()
  }

  /// The folder lay at `old` before the unit, and lies at `new`.
  private mutating func move(from old: FilePath, to new: FilePath, moment: Int) {
    let there = Set(descendants(of: new))
    let loggedLater = changes.filter { $0.key.isBelow(new) && $0.value.moment > moment }.map(\.key)
    for path in there.union(loggedLater).sorted() {
      let origin = old.appending(path.path(below: new)!)
      // Entries about the path from before the move concern whatever was at this place then.
      let earlier = changes[path].flatMap { $0.moment < moment ? $0 : nil }
      let known = earlier == nil ? changes[path]?.change : nil
      let before = known?.before ?? files.settledVersion(of: path)
      // What the unit made in the folder after the move was nowhere before; and what it made after it under the old name is
      // not what was there at first.
      if before.isPresent && changes[origin]?.moment ?? .max > moment {
        var change =
          known ?? FileChange(path: origin, before: before, after: .absent, signature: files.signature(of: path))
        if known == nil { change.image = .moved }
        change.path = origin
        change.after = files.settledVersion(of: origin)
        add(change, moment: moment)
      }
      var change = earlier?.change ?? FileChange(path: path, before: .absent, after: .absent)
      change.after = files.settledVersion(of: path)
      add(change, moment: earlier?.moment ?? moment)
    }
  }

  /// The unit made the folder, at a place where there was none or another, under this name or under another, which may stand for another folder by now: what it made in it
  /// by that name came along.
  private mutating func appear(at new: FilePath, moment: Int) {
    let made = changes.values.map(\.change).filter { $0.before == .absent && $0.path != new }.map(\.path)
    for path in descendants(of: new) where changes[path] == nil {
      let name = path.path(below: new)!
      guard made.contains(where: { changes[$0.appending(name)]?.change.before == .absent }) else { continue }
      add(FileChange(path: path, before: .absent, after: files.settledVersion(of: path)), moment: moment)
    }
  }

  /// Something can't have been in a folder that was not there: it came with a folder that was renamed more than once.
  private func unexplained() -> [String] {
    let isOdd = changes.values.contains { entry in
      guard entry.change.before.isPresent, let parent = changes[entry.change.path.parent]?.change else { return false }
      if case .folder = parent.before { return false }
      return parent.before != .unknown
    }
    return isOdd ? ["a folder was renamed more than once"] : []
  }

  private mutating func add(_ change: FileChange, moment: Int) {
    if changes[change.path] == nil { added.append(change.path) }
    changes[change.path] = (change, moment)
  }

  private func descendants(of folder: FilePath) -> [FilePath] {
    (files.names(in: folder) ?? []).map(folder.appending).flatMap { path -> [FilePath] in
      if case .folder = files.version(of: path) { return [path] + descendants(of: path) }
      return [path]
    }
  }
}

/// Changes by path, each with the place in the log where it began.
typealias LoggedChanges = [FilePath: (change: FileChange, moment: Int)]

/// What tells one file of the system from all others.
struct Inode: Hashable {
  var device: UInt64
  var number: UInt64

  init(_ signature: FileSignature) { (device, number) = (signature.device, signature.inode) }
}

extension FileChange {
  fileprivate var isFolderBefore: Bool {
    if case .folder = before { signature != nil } else { false }
  }

  fileprivate var inodeBefore: Inode { Inode(signature!) }
}
