import Files
import Foundation

/// Puts the files of one step back as they were before it. It works for any order of the changes, in stages:
/// what a person changed is set aside; renamed folders go back; files that lie elsewhere are secured; what was not there is
/// removed, the deepest first; folders are made; files and links are set in their places.
struct FileRestoration {
  private(set) var left: [FilePath] = []
  private(set) var impossible: [String] = []
  /// Paths at which the work of undone steps still lies, because nothing is known to put in its place. An earlier step may
  /// know better: that there was nothing, or what it has saved.
  private(set) var unrestored: Set<FilePath>
  private var changes: [FileChange]
  /// Saved files, and more links to files that are needed at other places.
  private var sources: [FilePath: FilePath] = [:]
  /// The links that were made to files on their way, by the paths at which these are wanted.
  private var links: [FilePath: FilePath] = [:]
  private let files: DiskFiles
  private let journal: FilePath
  private let isOwn: (FilePath) -> Bool

  /// - Parameters:
  ///   - left: paths that a later step did not find as it had left them: they stay as they are.
  ///   - unrestored: paths at which the work of later steps still lies.
  ///   - isOwn: whether an earlier step made the entry at a path, so that nobody misses it.
  init(
    _ changes: [FileChange], left: [FilePath], unrestored: Set<FilePath>, files: DiskFiles, journal: FilePath,
    isOwn: @escaping (FilePath) -> Bool
  ) {
    (self.changes, self.left, self.files, self.journal) = (changes, left, files, journal)
    self.unrestored = unrestored
    self.isOwn = isOwn
    for change in changes {
      if case .saved(let saved) = change.image { sources[change.path] = saved }
    }
  }

  mutating func run() {
    unlockFolders()
    setAsideForeignWork()
    leaveWhatCannotGoBack()
    moveFoldersBack()
    secureFiles()
    removeWhatWasNotThere()
    changes.sort { $0.path.depth < $1.path.depth }
    // Files without an image last: they come back with others.
    for change in changes.filter({ !$0.isFileWithoutImage }) + changes.filter(\.isFileWithoutImage)
    where !isBlocked(change.path) {
      restore(change)
    }
    for change in changes.reversed() {
      if case .folder(let permissions) = change.before { setPermissions(permissions, of: change.path) }
    }
  }

  // MARK: Stages

  /// Opens the folders that the step locked, the outermost first, so that the contents of them can be put back. A
  /// folder that a person gave other permissions since is theirs. What lay in a locked one could not be seen when the
  /// step had ended, and nobody could change it since: as it is now, the step left it.
  private mutating func unlockFolders() {
    var opened: [FilePath] = []
    for (index, change) in changes.enumerated().sorted(by: { $0.element.path.depth < $1.element.path.depth }) {
      if change.after == .unknown, opened.contains(where: change.path.isBelow) {
        changes[index].after = files.settledVersion(of: change.path)
      }
      let left = changes[index].after
      guard case .folder(let permissions) = left, left.isLockedFolder, files.version(of: change.path) == left else {
        continue
      }
      setPermissions(permissions | 0o700, of: change.path)
      changes[index].after = .folder(permissions: permissions | 0o700)
      opened.append(change.path)
    }
  }

  /// Leaves out what is not as the step left it. Not even when it is as it was before: the person who brought it there
  /// means it to be so, and before an earlier step it may have been otherwise.
  private mutating func setAsideForeignWork() {
    let known = Set(left)
    changes = changes.filter { change in
      if known.contains(change.path) { return false }
      if unrestored.remove(change.path) != nil { return true }
      if files.holds(change.after, at: change.path, now: files.version(of: change.path)) { return true }
      left.append(change.path)
      return false
    }
  }

  /// A person's file that was moved out of a folder where a person put something else since stays where it is: nowhere would be worse.
  private mutating func leaveWhatCannotGoBack() {
    let homeless = changes.filter { $0.before.kind == .file && isBlocked($0.path) && !isOwn($0.path) }
      .compactMap(\.signature)
    if homeless.isEmpty { return }
    let inodes = Set(homeless.map(Inode.init))
    let kept = changes.map(\.path).filter { path in
      files.signature(of: path).map { inodes.contains(Inode($0)) } ?? false
    }
    left += kept
    changes.removeAll { kept.contains($0.path) }
  }

  /// A folder that has another name now gets its old one back, if all in it is this step's work: so it stays the same folder
  /// for processes that have it open. Otherwise its files go back one by one.
  private mutating func moveFoldersBack() {
    for change in changes.sorted(by: { $0.path.depth < $1.path.depth }) {
      guard case .folder = change.before, let signature = change.signature,
        !files.version(of: change.path).isPresent
      else { continue }
      let known = Set(changes.map(\.path))
      let now = changes.map(\.path).first { files.signature(of: $0)?.isSameFile(as: signature) ?? false }
      guard let now, entries(of: now).allSatisfy(known.contains) else { continue }
      removeNewEntries(of: now, on: change.path)
      _ = Self.rename(now, change.path)
    }
  }

  /// Removes what came into a folder and is not from there, so that it does not travel with it.
  private mutating func removeNewEntries(of folder: FilePath, on itsWayTo: FilePath) {
    let homes = Dictionary(changes.map { ($0.path, $0.signature) }, uniquingKeysWith: { first, _ in first })
    let entries = changes.map(\.path).filter { $0.isBelow(folder) }.sorted { $0.depth > $1.depth }
    for path in entries {
      guard let signature = files.signature(of: path) else { continue }
      let home = itsWayTo.appending(path.path(below: folder)!)
      if let old = homes[home] ?? nil, old.isSameFile(as: signature) { continue }
      if signature.kind == .folder {
        path.withCString { _ = rmdir($0) }
      } else {
        if let wanted = changes.first(where: { $0.isFile(signature) }) { secure(wanted, at: path) }
        unlink(path)
      }
    }
  }

  /// Links to files that are wanted at one place and lie at another, so that removing the latter does not lose them.
  private mutating func secureFiles() {
    var places: [Inode: FilePath] = [:]
    for path in changes.map(\.path) {
      if let signature = files.signature(of: path), signature.kind == .file { places[Inode(signature)] = path }
    }
    for change in changes {
      if case .file = change.before, let wanted = change.signature, let place = places[Inode(wanted)] {
        secure(change, at: place)
      }
    }
    // All are linked before the first is put back: two may have changed places. If contents were saved as a copy, they
    // are written into the file when it is back under its name.
    for (path, link) in links {
      let isPlace = files.signature(of: path.parent)?.kind == .folder
      if !(isPlace && Self.rename(link, path)), sources[path] == nil { sources[path] = link }
    }
  }

  private mutating func secure(_ change: FileChange, at place: FilePath) {
    guard let wanted = change.signature, place != change.path, links[change.path] == nil, !isHere(wanted, change.path)
    else { return }
    if let saved = sources[change.path], isHere(wanted, saved) { return }
    let link = journal.appending(FilePath("moved-\(links.count)"))
    unlink(link)
    if Self.link(place, link) {
      links[change.path] = link
    } else if sources[change.path] == nil, FileImage.copy(place, to: link, flags: O_WRONLY | O_CREAT | O_TRUNC) {
      // No link leads to another file system, as from memory to the disk.
      sources[change.path] = link
    }
  }

  private mutating func removeWhatWasNotThere() {
    for change in changes.sorted(by: { $0.path.depth > $1.path.depth }) {
      guard let signature = files.signature(of: change.path) else { continue }
      if signature.kind == .folder {
        if case .folder = change.before { continue }
        // A folder that isn't empty holds a person's files.
        if change.path.withCString({ rmdir($0) }) != 0 { left.append(change.path) }
      } else {
        if case .folder = change.before { unlink(change.path) }
        if change.before == .absent { unlink(change.path) }
      }
    }
  }

  private mutating func restore(_ change: FileChange) {
    switch change.before {
    case .absent, .unknown: return
    case .folder(let permissions):
      if files.signature(of: change.path)?.kind == .folder { return }
      if change.path.withCString({ mkdir($0, mode_t(permissions)) }) != 0 { fail(change.path) }
    case .link(let target):
      if files.version(of: change.path) == change.before { return }
      let new = change.path.beside
      unlink(new)
      let made = target.withCString { target in new.withCString { symlink(target, $0) == 0 } }
      if !made || !Self.rename(new, change.path) { fail(change.path) }
    case .other(let signature):
      if isHere(signature, change.path) { return }
      if sources[change.path].map({ Self.rename($0, change.path) }) != true { fail(change.path) }
    case .file(let contents):
      let image = FileImage(path: change.path, signature: contents.signature, source: sources[change.path])
      if !image.restore() { fail(change.path) }
      note(change)
    }
  }

  /// Remembers that the file holds what it held before: its signature is a new one, for its links were changed or its bytes
  /// written, and the steps that read it know it by the old one.
  private func note(_ change: FileChange) {
    guard case .file(let contents) = change.before, contents.isSettled, contents.digest == nil,
      files.knownDigest(of: contents.signature) == nil, let digest = ContentHash(ofFileAt: change.path)
    else { return }
    files.note(digest, of: contents.signature)
  }

  // MARK: Small things

  private mutating func fail(_ path: FilePath) {
    impossible.append("\(path) could not be put back")
    unrestored.insert(path)
  }

  private func isHere(_ signature: FileSignature, _ path: FilePath) -> Bool {
    files.signature(of: path)?.isSameFile(as: signature) ?? false
  }

  /// Whether a person took away the folder in which the path was.
  private func isBlocked(_ path: FilePath) -> Bool {
    left.contains { path.isBelow($0) && files.signature(of: $0)?.kind != .folder }
  }

  private func entries(of folder: FilePath) -> [FilePath] {
    (files.names(in: folder) ?? []).map(folder.appending).flatMap { path -> [FilePath] in
      files.signature(of: path)?.kind == .folder ? [path] + entries(of: path) : [path]
    }
  }

  private func setPermissions(_ permissions: UInt64, of path: FilePath) {
    guard let now = files.signature(of: path), now.kind == .folder, now.permissions != permissions else { return }
    path.withCString { _ = chmod($0, mode_t(permissions)) }
  }

  private func unlink(_ path: FilePath) { path.withCString { _ = Foundation.unlink($0) } }

  static func rename(_ old: FilePath, _ new: FilePath) -> Bool {
    old.withCString { old in new.withCString { Foundation.rename(old, $0) == 0 } }
  }

  private static func link(_ old: FilePath, _ new: FilePath) -> Bool {
    old.withCString { old in new.withCString { Foundation.link(old, $0) == 0 } }
  }
}

extension FilePath {
  /// A name in the same folder for a file on its way into its place.
  var beside: FilePath { parent.appending(FilePath(bytes: Array(".gimbal-".utf8) + name.bytes.prefix(200))) }
}

extension FileChange {
  /// Whether that file was at the path before.
  fileprivate func isFile(_ signature: FileSignature) -> Bool {
    before.kind == .file && self.signature?.isSameFile(as: signature) ?? false
  }

  fileprivate var isFileWithoutImage: Bool {
    guard case .file = before, case .saved = image else { return before.kind == .file }
    return false
  }
}
