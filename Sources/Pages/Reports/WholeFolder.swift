import Files
import Foundation
import NotebookDocument
import Processes

/// A folder whose files change all at once or not at all.
///
/// The new files are prepared in a folder inside, which one rename declares complete; from then on they only have to be
/// moved to their places. A process that outlives this one does that, so that no kill leaves half of it; should the machine
/// itself stop there, the next look at the folder ends it. All this happens under a lock on the folder. Names may have folders in
/// them: `figures/drift.svg`.
package struct WholeFolder {
  package let path: String
  /// Seconds that one program waits while another one writes, which takes milliseconds: more only on a very busy machine.
  package var patience = 300.0
  /// Seconds for moving files, however long this program waits for others.
  private static let limitOfMoving = 300.0

  /// New files while they are written, and once they are complete.
  private static let (incoming, complete) = (".gimbal-incoming", ".gimbal-complete")
  /// In the complete folder: the names of the files that are no longer there.
  private static let removals = ".removals"

  /// Makes the folder and makes sure that it can be written.
  ///
  /// - Throws: `OutputError` that says why it cannot.
  package init(_ path: String) throws {
    self.path = path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw OutputError(.unwritable(SystemReason.words(error)), file: path)
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw OutputError(.unwritable(SystemReason.words(errno)), file: path)
    }
  }

  /// Calls the body while nobody else writes, and with nothing half done. File systems that know no locks have none.
  ///
  /// - Throws: what the body throws; `OutputError` when somebody writes for longer than `patience`; `Interrupted`.
  package func alone<Result>(_ interrupt: Interrupt? = nil, _ body: () throws -> Result) throws -> Result {
    // A lock on the folder itself leaves no file behind.
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw OutputError(.unwritable(SystemReason.words(errno)), file: path) }
    defer { FileLock.end(descriptor) }
    if case .held(let holder) = try FileLock.take(descriptor, patience: patience, interrupt: interrupt) {
      throw OutputError(.busy(holder), file: path)
    }
    try finishEarlier()
    return try body()
  }

  /// Puts these files in their places and takes others away, inside of ``alone(_:_:)``.
  ///
  /// - Parameter first: The file that a message about a full disk should name.
  /// - Throws: `OutputError` that says why it cannot; what was there is then still there.
  package func put(_ files: [String: Data], removing removals: [String], first: String) throws {
    guard !files.isEmpty || !removals.isEmpty else { return }
    try prepare(files, removals, first)
    guard rename("\(path)/\(Self.incoming)", "\(path)/\(Self.complete)") == 0 else {
      throw OutputError(.unwritable(SystemReason.words(errno)), file: path)
    }
    try finishEarlier()
  }

  private func prepare(_ files: [String: Data], _ removals: [String], _ first: String) throws {
    let folder = "\(path)/\(Self.incoming)"
    var current = path
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      for name in files.keys.sorted(by: { ($0 != first ? 1 : 0, $0) < ($1 != first ? 1 : 0, $1) }) {
        current = "\(path)/\(name)"
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: current, isDirectory: &isFolder), isFolder.boolValue {
          throw POSIXError(.EISDIR)
        }
        try Self.makeFolder(of: "\(folder)/\(name)", for: name)
        try Self.makeFolder(of: current, for: name)
        try files[name]!.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      try Data(removals.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: "\(folder)/\(Self.removals)"))
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw OutputError(.unwritable(SystemReason.words(error)), file: current)
    }
  }

  private static func makeFolder(of path: String, for name: String) throws {
    guard name.contains("/") else { return }
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  /// Moves files that are complete to their places, this program's or those of one that was stopped there; what such a one had
  /// not completed goes.
  private func finishEarlier() throws {
    // An incomplete folder: the process that wrote it is gone.
    try? FileManager.default.removeItem(atPath: "\(path)/\(Self.incoming)")
    let folder = "\(path)/\(Self.complete)"
    guard access(folder, F_OK) == 0 else { return }
    let list = FileManager.default.contents(atPath: "\(folder)/\(Self.removals)") ?? Data()
    let moving = Self.files(in: folder)
    if !moving.isEmpty {
      let moves = moving.map { ("\(folder)/\($0)", "\(path)/\($0)") }
      let code = try FileMover.move(moves, limit: Self.limitOfMoving)
      // The mover of a program that was killed may still have been at work: what it has moved is not a fault.
      guard Self.files(in: folder).isEmpty else {
        throw OutputError(.unwritable(SystemReason.words(code ?? EIO)), file: path)
      }
    }
    for name in String(decoding: list, as: UTF8.self).split(separator: "\n") {
      unlink("\(path)/\(name)")
      removeEmptyFolders(of: name)
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The names of the files that wait in a folder.
  private static func files(in folder: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.filter { name in
      var isFolder: ObjCBool = false
      return name != removals
        && !(FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder) && isFolder.boolValue)
    }
  }

  /// Folders in which nothing is left go with the last file.
  private func removeEmptyFolders(of name: Substring) {
    var rest = name
    while let slash = rest.lastIndex(of: "/") {
      rest = rest[..<slash]
      guard rmdir("\(path)/\(rest)") == 0 else { return }
    }
  }
}
