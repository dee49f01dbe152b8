import CHostLink
import Files
import Foundation

/// The files on disk, with a memory of what was found out about them: each file is hashed once.
///
/// One for a session; not for several threads at a time.
package final class DiskFiles {
  /// See `FileSignature.tick`. Smaller values trust signatures that may hide a change; tests do.
  private let tick: Int64
  private var digests: [FileSignature: ContentHash] = [:]
  /// What holds for one pass; nil outside of one, when anything may change at any time.
  private var pass: Pass?
  private var kernelFolders: [FilePath: Bool] = [:]
  private var listings: [FilePath: (signature: FileSignature, names: [FilePath])] = [:]

  package init(tick: Int64 = FileSignature.tick) { self.tick = tick }

  /// The entry at this canonical path: where a folder on the way is a link now, nothing does. Cheap: contents are not
  /// read for it.
  package func version(of path: FilePath) -> FileVersion {
    guard let signature = signature(of: path) else { return isOutOfReach(path) ? .unknown : .absent }
    switch signature.kind {
    case .file:
      return .file(FileContents(signature: signature, isSettled: isSettled(signature, at: now)))
    case .folder: return .folder(permissions: signature.permissions)
    case .link: return Self.target(of: path).map { .link($0) } ?? .unknown
    case .other: return .other(signature)
    }
  }

  /// The signature of the entry at this canonical path. A path that leads through a link is not canonical, though the
  /// system would follow it: what it finds there has another name, and is observed by that.
  package func signature(of path: FilePath) -> FileSignature? {
    if let last = pass?.last, path.isEntry(of: last.folder) { return last.isFolder ? FileSignature(at: path) : nil }
    let folder = path.parent
    let isFolder = isFolder(folder)
    pass?.last = (folder, isFolder)
    return isFolder ? FileSignature(at: path) : nil
  }

  /// Whether a folder on the way may not be searched, so that the entry there is unknown.
  private func isOutOfReach(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { lstat($0, &status) } != 0 && errno == EACCES
  }

  /// The moment of looking. That of the beginning of a pass serves for all of it: too early trusts too little.
  private var now: Int64 { pass?.started ?? FileSignature.now }

  private struct Pass {
    let started = FileSignature.now
    /// Whether these are folders, reached through no link.
    var folders: [FilePath: Bool] = [:]
    /// The one that was asked for last: paths come sorted.
    var last: (folder: FilePath, isFolder: Bool)?
  }

  /// Runs the body, while which nothing is expected to change on disk, so that what was found out about folders may serve
  /// for all that lies in them.
  package func inOnePass<Result>(_ body: () -> Result) -> Result {
    pass = Pass()
    defer { pass = nil }
    return body()
  }

  private func isFolder(_ path: FilePath) -> Bool {
    if path == "/" { return true }
    if let known = pass?.folders[path] { return known }
    let result = isFolder(path.parent) && FileSignature(at: path)?.kind == .folder
    pass?.folders[path] = result
    return result
  }

  package func isSettled(_ signature: FileSignature, at moment: Int64) -> Bool {
    signature.isSettled(at: moment, tick: tick)
  }

  /// The sorted names in a folder, nil where there is none.
  package func names(in folder: FilePath) -> [FilePath]? {
    guard let signature = signature(of: folder), signature.kind == .folder else { return nil }
    if let known = listings[folder], known.signature == signature { return known.names }
    // The moment before reading: what comes later changes the folder's signature.
    let settled = isSettled(signature, at: FileSignature.now)
    guard let names = Self.read(folder) else { return nil }
    listings[folder] = settled ? (signature, names) : nil
    return names
  }

  /// The hash of what a file holds now; nil when it can't be read.
  package func digest(of contents: FileContents, at path: FilePath) -> ContentHash? {
    if let known = digests[contents.signature] { return known }
    let digest = ContentHash(ofFileAt: path)
    if let digest, contents.isSettled, FileSignature(at: path) == contents.signature {
      digests[contents.signature] = digest
    }
    return digest
  }

  /// The hash of what a file held when it had this signature, when that is known.
  package func knownDigest(of signature: FileSignature) -> ContentHash? { digests[signature] }

  /// Whether a folder lies on a file system through which the kernel describes itself and processes (`/proc`, `/sys`,
  /// terminals), so that readings there come from no file. Where it is mounted decides nothing: `/dev/shm` holds
  /// files like any others.
  func isOfKernel(_ folder: FilePath) -> Bool {
    if let known = kernelFolders[folder] { return known }
    let answer = folder.withCString { gimbal_is_of_kernel($0) }
    // What is not there would lie where its folder does.
    if answer < 0 { return folder != "/" && isOfKernel(folder.parent) }
    kernelFolders[folder] = answer == 1
    return answer == 1
  }

  /// The error that opening the file for reading would meet, 0 for none.
  package func openingError(at path: FilePath) -> Int32 {
    path.withCString { access($0, R_OK) } == 0 ? 0 : errno
  }

  /// The hash of a text.
  package func digest(of text: String) -> ContentHash { ContentHash(Data(text.utf8)) }

  /// Notes what a file with this signature held. The signature must have been settled.
  package func note(_ digest: ContentHash, of signature: FileSignature) { digests[signature] = digest }

  /// Hashes files that were read or written but not hashed, as long as they still are what they were then, so that a later
  /// `touch` does not count as a change. For idle moments; returns the bytes that were read, and stops after `limit` of them.
  @discardableResult
  package func hashAhead(_ footprints: some Sequence<Footprint>, limit: UInt64) -> UInt64 {
    var total: UInt64 = 0
    func hash(_ contents: FileContents, _ path: FilePath) {
      guard total < limit, contents.digest == nil, contents.isSettled, digests[contents.signature] == nil,
        FileSignature(at: path) == contents.signature
      else { return }
      _ = digest(of: contents, at: path)
      total += contents.signature.size
    }
    for footprint in footprints {
      for case .contents(let path, let contents) in footprint.observations { hash(contents, path) }
      for change in footprint.changes {
        if case .file(let contents) = change.after { hash(contents, change.path) }
      }
    }
    return total
  }
}

// MARK: Reading links and folders

extension FileSignature {
  /// The signature of the entry at that path itself: a link is not followed. Nil where there is nothing, or where it
  /// can't be looked at.
  package init?(at path: FilePath) {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }
}

extension DiskFiles {
  static func target(of link: FilePath) -> FilePath? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
      let count = link.withCString { readlink($0, buffer.baseAddress!, buffer.count) }
      guard count >= 0, count < buffer.count else { return nil }
      return FilePath(bytes: UnsafeRawBufferPointer(buffer)[..<count])
    }
  }

  private static func read(_ folder: FilePath) -> [FilePath]? {
    guard let stream = folder.withCString({ opendir($0) }) else { return nil }
    defer { closedir(stream) }
    var names: [FilePath] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 1) {
          FilePath(
            bytes: UnsafeBufferPointer(
              start: $0, count: strlen(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))))
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
