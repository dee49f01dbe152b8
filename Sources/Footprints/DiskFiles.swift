import Foundation

/// The files on disk, with a memory of what was found out about them: each file is hashed once.
///
/// One for a session; not for several threads at a time.
package final class DiskFiles: PresentFiles {
  private let hasher: ContentHasher
  /// See `FileSignature.tick`. Smaller values trust signatures that may hide a change; tests do.
  private let tick: Int64
  private var digests: [FileSignature: ContentDigest] = [:]
  private var listings: [FilePath: (signature: FileSignature, names: [FilePath])] = [:]

  package init(tick: Int64 = FileSignature.tick, hasher: @escaping ContentHasher) {
    (self.tick, self.hasher) = (tick, hasher)
  }

  package func version(of path: FilePath) -> FileVersion {
    guard let signature = FileSignature(at: path) else { return .absent }
    switch signature.kind {
    case .file:
      return .file(FileContents(signature: signature, isSettled: isSettled(signature, at: FileSignature.now)))
    case .folder: return .folder(permissions: signature.permissions)
    case .link: return Self.target(of: path).map { .link($0) } ?? .unknown
    case .other: return .other(signature)
    }
  }

  package func isSettled(_ signature: FileSignature, at moment: Int64) -> Bool {
    signature.isSettled(at: moment, tick: tick)
  }

  package func names(in folder: FilePath) -> [FilePath]? {
    guard let signature = FileSignature(at: folder) else { return nil }
    if let known = listings[folder], known.signature == signature { return known.names }
    // The moment before reading: what comes later changes the folder's signature.
    let settled = isSettled(signature, at: FileSignature.now)
    guard let names = Self.read(folder) else { return nil }
    listings[folder] = settled ? (signature, names) : nil
    return names
  }

  package func digest(of contents: FileContents, at path: FilePath) -> ContentDigest? {
    if let known = digests[contents.signature] { return known }
    let digest = ContentDigest(ofFileAt: path, hasher: hasher)
    if let digest, contents.isSettled, FileSignature(at: path) == contents.signature {
      digests[contents.signature] = digest
    }
    return digest
  }

  package func knownDigest(of signature: FileSignature) -> ContentDigest? { digests[signature] }

  package func openingError(at path: FilePath) -> Int32 {
    path.withCString { access($0, R_OK) } == 0 ? 0 : errno
  }

  /// The hash of any file, such as a saved copy.
  package func digest(ofFileAt path: FilePath) -> ContentDigest? { ContentDigest(ofFileAt: path, hasher: hasher) }

  /// Notes what a file with this signature held. The signature must have been settled.
  package func note(_ digest: ContentDigest, of signature: FileSignature) { digests[signature] = digest }

  /// Hashes files that were read but not hashed, as long as they still are what was read, so that a later `touch` is not
  /// taken for a change. For idle moments; returns the bytes that were read, and stops after `limit` of them.
  @discardableResult
  package func hashAhead(_ footprints: some Sequence<Footprint>, limit: UInt64) -> UInt64 {
    var total: UInt64 = 0
    for case .contents(let path, let contents) in footprints.lazy.flatMap(\.observations) {
      guard total < limit else { break }
      guard contents.digest == nil, contents.isSettled, digests[contents.signature] == nil,
        FileSignature(at: path) == contents.signature
      else { continue }
      _ = digest(of: contents, at: path)
      total += contents.signature.size
    }
    return total
  }
}

// MARK: Reading links and folders

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
          let length = strlen(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
          return FilePath(bytes: UnsafeBufferPointer(start: $0, count: length))
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
