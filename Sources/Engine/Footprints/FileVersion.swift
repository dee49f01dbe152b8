import Files
import Foundation

/// The entry at a path, as far as a notebook's results can depend on it.
package enum FileVersion: Hashable, Sendable {
  case absent
  case file(FileContents)
  /// A folder; the entries in it have their own paths. Its size and times follow from those, and are left out.
  case folder(permissions: UInt64)
  /// A symbolic link, with its target as it is written there.
  case link(FilePath)
  /// A pipe, a socket, a device: known by being the same one.
  case other(FileSignature)
  /// It could not be found out. It is the same as nothing, not even itself.
  case unknown

  package var isPresent: Bool { self != .absent }

  /// Whether it is a folder whose owner may not see or change its contents. Root may, always.
  var isLockedFolder: Bool {
    guard case .folder(let permissions) = self else { return false }
    return permissions & 0o700 != 0o700 && geteuid() != 0
  }
}

/// What a file held at one moment.
package struct FileContents: Hashable, Sendable {
  package var signature: FileSignature
  /// The contents' hash, where it had to be computed.
  package var digest: ContentHash?
  /// Whether the signature alone identifies the contents: see `FileSignature.isSettled`.
  package var isSettled: Bool
}

/// What a program learns that asks for a file's status without reading it.
///
/// Compared are kind, permissions, and of a file size and time of change, because a program can print each of them. Left
/// out are:
/// - of a folder, size and time: they change with every entry, and entries are observed by themselves;
/// - the time of change when the same unit also read the file: Foundation asks for the status of a path when it makes a
///   URL of it (`lstat`, to see whether it is a folder), so nearly every reader would run again after a mere `touch`;
/// - inode, owner, number of links, and the times of access and of change of the status.
package struct FileStatus: Hashable, Sendable {
  package var kind: FileSignature.Kind
  package var permissions: UInt64
  package var size: UInt64?
  package var modified: Int64?

  package init(_ kind: FileSignature.Kind, permissions: UInt64, size: UInt64?, modified: Int64?) {
    (self.kind, self.permissions, self.size, self.modified) = (kind, permissions, size, modified)
  }

  package init(_ signature: FileSignature, withTime: Bool = true) {
    kind = signature.kind
    permissions = signature.permissions
    size = kind == .file ? signature.size : nil
    modified = kind == .file && withTime ? signature.modified : nil
  }
}

extension FileVersion {
  /// A file's.
  var signature: FileSignature? {
    guard case .file(let contents) = self else { return nil }
    return contents.signature
  }

  var kind: FileSignature.Kind? {
    switch self {
    case .absent, .unknown: nil
    case .file: .file
    case .folder: .folder
    case .link: .link
    case .other: .other
    }
  }

  /// The status that a program meets here; nil where there is nothing.
  func status(withTime: Bool) -> FileStatus? {
    switch self {
    case .absent, .unknown, .link: nil
    case .file(let contents): FileStatus(contents.signature, withTime: withTime)
    case .other(let signature): FileStatus(signature, withTime: withTime)
    case .folder(let permissions):
      FileStatus(
        FileSignature(
          device: 0, inode: 0, mode: 0o040000 | permissions, size: 0, modified: 0, changed: 0, links: 0))
    }
  }
}
