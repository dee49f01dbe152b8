import Files
import Foundation

@testable import Footprints

/// Writes the log that a cell host would, for operations done in this process.
final class Journal {
  private let saved: FilePath
  private var writer = EntryWriter()
  private var looked: Set<String> = []
  /// How often links were made and changed: paths may lead elsewhere then.
  private var linkChanges = 0
  /// Paths whose earlier version is in the log.
  private var kept: Set<String> = []
  /// Paths that were really changed: looking at them is looking at one's own work.
  private var changed: Set<String> = []
  /// Where a file that is still somewhere was saved as a hard link.
  private var hardLinks: [Inode: String] = [:]
  private static let number = Counter()

  init(saved: FilePath) { self.saved = saved }

  var log: RecordLog { RecordLog(writer.bytes[...]) }

  // MARK: Looks

  func failure(_ path: String, _ error: Int32) {
    once("failure", path) {
      writer.append(.failure(FilePath(path), error))
    }
  }

  /// False for a folder.
  func opened(_ path: String, _ descriptor: Int32) -> Bool {
    var found = Foundation.stat()
    fstat(descriptor, &found)
    guard found.st_mode & S_IFMT == S_IFREG else {
      status(path, follows: true)
      return false
    }
    once("contents", path) { writer.append(.contents(FilePath(path), FileSignature(found))) }
    return true
  }

  func status(_ path: String, follows: Bool) {
    var found = Foundation.stat()
    let error = (follows ? stat(path, &found) : lstat(path, &found)) == 0 ? 0 : errno
    once("status \(follows)", path, follows: follows) {
      writer.append(.status(FilePath(path), error: error, follows: follows, FileSignature(found)))
    }
  }

  func listing(_ path: String) {
    once("listing", path) { writer.append(.listing(FilePath(path))) }
  }

  /// Anything else that a host may write.
  func note(_ entry: RecordEntry) { writer.append(entry) }

  /// Once for each path, and not for your own files; but a link of yours may lead to another's file.
  private func once(_ kind: String, _ path: String, follows: Bool = true, _ append: () -> Void) {
    if changed.contains(canonical(path, follows: follows)) || !looked.insert("\(kind) \(linkChanges) \(path)").inserted
    {
      return
    }
    append()
  }

  // MARK: Changes

  /// The name of a file is about to change, or its attributes: a hard link keeps it.
  func willChange(_ path: String, follows: Bool = false) { keep(place(path, follows: follows), asCopy: false) }

  /// The contents of a file are about to change.
  func willWrite(_ path: String) { keep(place(path, follows: true), asCopy: true) }

  /// Where a change will happen; that links led there is something that was looked at.
  private func place(_ path: String, follows: Bool) -> String {
    let place = canonical(path, follows: follows)
    if place != path { status(path, follows: follows) }
    return place
  }

  func didChange(_ paths: [String], follows: Bool = false) {
    changed.formUnion(paths.map { canonical($0, follows: follows) })
    linkChanges += paths.count { DiskFiles.target(of: FilePath($0)) != nil }
  }

  private func keep(_ path: String, asCopy: Bool) {
    let signature = FileSignature(at: FilePath(path))
    if asCopy, let signature, let link = hardLinks.removeValue(forKey: Inode(signature)) { makeCopy(link) }
    // If there is no folder for it, nothing can be changed; that the attempt fails is noted with the failure.
    guard signature != nil || FileSignature(at: FilePath(path).parent)?.kind == .folder else { return }
    guard kept.insert(path).inserted || signature == nil || signature?.kind == .link else { return }
    var image = RecordedImage.absent
    switch signature?.kind {
    case nil: break
    case .folder: image = .folder
    case .link:
      image = .link(DiskFiles.target(of: FilePath(path))!)
      linkChanges += 1
    case .file, .other:
      let text = "\(saved)/\(Self.number.next())"
      link(path, text)
      if asCopy { makeCopy(text) } else { hardLinks[Inode(signature!)] = text }
      image = .saved(FilePath(text))
    }
    writer.append(.before(FilePath(path), image, signature ?? FileSignature(Foundation.stat())))
  }

  private func makeCopy(_ path: String) {
    let contents = FileManager.default.contents(atPath: path)
    _ = FileManager.default.createFile(atPath: path + ".copy", contents: contents)
    rename(path + ".copy", path)
  }

  /// Links followed as the system would at this moment.
  private func canonical(_ path: String, follows: Bool) -> String {
    var path = path
    for _ in 0..<40 {
      let parent = path.parentPath
      if let real = Foundation.realpath(parent, nil) {
        path = String(cString: real) + "/" + path.split(separator: "/").last!
        free(real)
      }
      guard follows, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      path = target.hasPrefix("/") ? target : path.parentPath + "/" + target
    }
    return path
  }
}

/// Different numbers for tests that run side by side.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  func next() -> Int {
    lock.withLock {
      value += 1
      return value
    }
  }
}
