import Foundation

import enum Basics.WholeFile

extension Store {
  /// The file by which a folder is known as a store. Programs that make backups pass such a folder over
  /// (bford.info/cachedir).
  private static let tag = (
    name: "CACHEDIR.TAG",
    text: "Signature: 8a477f597d28d172789f06886806bc55\n# This is a cache of Gimbal. It can be deleted at any time.\n"
  )

  /// Makes the folder known as a store, unless something of that name says something else.
  func mark() {
    let path = "\(folder)/\(Self.tag.name)"
    if access(path, F_OK) != 0 { try? WholeFile.write(Data(Self.tag.text.utf8), to: path, replacing: false) }
  }

  /// Whether the folder is known as a store.
  var isStore: Bool {
    FileManager.default.contents(atPath: "\(folder)/\(Self.tag.name)") == Data(Self.tag.text.utf8)
  }

  /// Why a folder cannot be this user's store: its contents are run, so that nobody else may have put it there. Nil
  /// when it can be, or when it is not there yet.
  static func refusal(of folder: String) -> StoreError? {
    var status = stat()
    if stat(folder, &status) == 0 {
      if status.st_mode & S_IFMT != S_IFDIR {
        return StoreError(.obstructedCache("take it away"), file: folder)
      }
      if status.st_uid != geteuid() {
        return StoreError(.foreignCache("belongs to another user"), file: folder)
      }
      if status.st_mode & 0o022 != 0 {
        let remedy = "may be written by others; forbid it with “chmod go-w '\(folder)'”"
        return StoreError(.foreignCache(remedy), file: folder)
      }
    }
    // Who may rename a folder above it can put another one in its place.
    var above = URL(fileURLWithPath: folder).resolvingSymlinksInPath()
    while above.path != "/" {
      above.deleteLastPathComponent()
      guard stat(above.path, &status) == 0 else { continue }
      if status.st_mode & 0o002 != 0, status.st_mode & S_ISVTX == 0 {
        return StoreError(.foreignCache("lies in \(above.path), where everyone may replace it"), file: folder)
      }
    }
    return nil
  }

  /// The folders that a store has.
  static let folders = Kind.allCases.map(\.rawValue) + [moduleKind, workshopKind, "scratch"]

  /// What is where folders of the store belong, and is not a folder.
  var obstacles: [String] {
    Self.folders.map { "\(folder)/\($0)" }.filter { path in
      var status = stat()
      guard lstat(path, &status) == 0 else { return false }
      return stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR
    }
  }

  /// Whether this store was removed while this program used it.
  package var hasVanished: Bool { Scratch.hasVanished(in: folder) }

  /// What keeps the store from being written, in words that say what to do.
  package func unwritable(_ why: String) -> StoreError {
    if let obstacle = obstacles.first {
      return StoreError(.obstructedCache("“gimbal clean” takes it away"), file: obstacle)
    }
    return StoreError(hasVanished ? .vanishedCache : .unwritableCache(why), file: folder)
  }

  /// Makes a folder that only this user can enter, and those above it.
  ///
  /// - Throws: `POSIXError`.
  static func makeFolder(_ path: String) throws {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path.contains("/") else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    try makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }
}
