import CHostLink
import Files
import Foundation
import NotebookDocument
import Processes

/// The folder of a notebook's results. A report is changed in it whole or not at all.
///
/// The new files are prepared in a folder inside, which one rename declares complete; from then on they only have to be
/// moved to their places. A process that outlives this one does that, so that no kill leaves half of it; should the machine
/// itself stop there, the next run ends it. All this happens under a lock on the folder. The results say what was written,
/// with hashes: a file that is not as it was written is somebody else's (`FileOwner`), and is neither replaced nor removed.
package struct OutputFolder {
  package let path: String
  /// Seconds that one run waits while another one writes, which takes milliseconds.
  package var patience = 10.0

  /// New files while they are written, and once they are complete.
  private static let (incoming, complete) = (".gimbal-incoming", ".gimbal-complete")
  /// In the complete folder: the names of the files that the report no longer has.
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

  /// Puts these files and the results that name them in the place of the earlier ones, all or none, and removes what the
  /// earlier report had and this one has not. What has this content already stays as it is.
  ///
  /// - Parameters:
  ///   - force: Whether files that somebody else has written or changed are replaced, too.
  ///   - formats: The names of files that say the same as the report in another format: where the earlier report said the
  ///     same as this one, they stay.
  ///   - date: when something was last changed that such files hold and the report only names; nil for nothing.
  ///   - interrupt: The wish to stop that waiting for another run heeds.
  /// - Throws: `OutputError` that says why it cannot, `Interrupted`; the earlier report is then still there.
  package func replace(
    with files: [String: Data], of results: ResultsFile, force: Bool = false, keeping formats: Set<String> = [],
    newerThan date: Date? = nil, interrupt: Interrupt? = nil
  ) throws {
    // It may have been taken away since: a long run is not for nothing.
    _ = try OutputFolder(path)
    try withLock(interrupt) {
      try finishEarlier()
      let earlier = ResultsFile.read(path)
      let before = earlier?.written ?? [:]
      var (files, results) = (files, results)
      if let earlier, earlier.says(theSameAs: results),
        files.allSatisfy({ name, data in
          formats.contains(name) || before[name] == nil || before[name] == "\(ContentHash(data))"
        })
      {
        results.files += before.keys.filter { name in
          formats.contains(name) && !results.files.contains(name) && isFresh(name, before[name], date)
        }
        results.files.sort()
      }
      // What could not be made this time keeps its earlier file.
      results.written = before.filter { results.files.contains($0.key) }
        .merging(files.mapValues { "\(ContentHash($0))" }) { $1 }
      files[ResultsFile.name] = try results.json()
      let changed = files.filter { FileManager.default.contents(atPath: "\(path)/\($0.key)") != $0.value }
      try require(changed.keys, earlier, force)
      let removals = before.keys.filter { name in
        files[name] == nil && !results.files.contains(name) && !name.contains("/")
          && FileOwner.isAsWritten("\(path)/\(name)", before[name])
      }
      guard !changed.isEmpty || !removals.isEmpty else { return }
      try prepare(changed, removals.sorted())
      guard rename("\(path)/\(Self.incoming)", "\(path)/\(Self.complete)") == 0 else { throw failure(path) }
      try finishEarlier()
    }
  }

  /// Reads the contents of the folder while no run writes to it.
  ///
  /// - Throws: what the body throws; `OutputError` when a run writes for longer than `patience`.
  package func read<Result>(_ body: () throws -> Result) throws -> Result {
    try withLock(nil) {
      try finishEarlier()
      return try body()
    }
  }

  /// Makes sure, before a run of this notebook, that these files may be written.
  ///
  /// - Throws: `OutputError` that names the one that is somebody else's, or the notebook itself.
  package func requireOwn(_ names: [String], of notebook: String, force: Bool) throws {
    for name in names { try FileOwner.require("\(path)/\(name)", madeOf: [notebook], force: true) }
    try read { try require(names, ResultsFile.read(path), force) }
  }

  /// Whether a file is as it was written, and since this date.
  private func isFresh(_ name: String, _ hash: String?, _ date: Date?) -> Bool {
    let written = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.modificationDate] as? Date
    guard let written, FileOwner.isAsWritten("\(path)/\(name)", hash) else { return false }
    return date.map { written > $0 } ?? true
  }

  private func require(_ names: some Sequence<String>, _ earlier: ResultsFile?, _ force: Bool) throws {
    for name in names.sorted() where name != ResultsFile.name || earlier == nil {
      try FileOwner.require("\(path)/\(name)", written: earlier?.written?[name], force: force)
    }
  }

  private func prepare(_ files: [String: Data], _ removals: [String]) throws {
    let folder = "\(path)/\(Self.incoming)"
    var current = path
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      // The report itself first: it is what a message about a full disk should name.
      let order = files.keys.sorted { ($0 != "README.md" ? 1 : 0, $0) < ($1 != "README.md" ? 1 : 0, $1) }
      for name in order {
        current = "\(path)/\(name)"
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: current, isDirectory: &isFolder), isFolder.boolValue {
          throw POSIXError(.EISDIR)
        }
        try files[name]!.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      try Data(removals.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: "\(folder)/\(Self.removals)"))
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw OutputError(.unwritable(SystemReason.words(error)), file: current)
    }
  }

  /// Moves files that are complete to their places, this run's or those of one that was stopped there; what such a run had
  /// not completed goes.
  private func finishEarlier() throws {
    // Not complete: whoever wrote it is gone.
    try? FileManager.default.removeItem(atPath: "\(path)/\(Self.incoming)")
    let folder = "\(path)/\(Self.complete)"
    func waiting() -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { $0 != Self.removals }.map { "\(folder)/\($0)" }
    }
    guard access(folder, F_OK) == 0 else { return }
    let list = FileManager.default.contents(atPath: "\(folder)/\(Self.removals)") ?? Data()
    let moving = waiting()
    if !moving.isEmpty {
      let moves = moving.map { ($0, "\(path)/\($0.dropFirst(folder.count + 1))") }
      let code = try FileMover.move(moves, limit: patience)
      // The mover of a run that was killed may still have been at work: what it has moved is not a fault.
      guard waiting().isEmpty else { throw OutputError(.unwritable(SystemReason.words(code ?? EIO)), file: path) }
    }
    for name in String(decoding: list, as: UTF8.self).split(separator: "\n") { unlink("\(path)/\(name)") }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A lock on the folder itself leaves no file behind. File systems that know no locks have none.
  private func withLock<Result>(_ interrupt: Interrupt?, _ body: () throws -> Result) throws -> Result {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    if case .held(let holder) = try FileLock.take(descriptor, patience: patience, interrupt: interrupt) {
      throw OutputError(.busy(holder), file: path)
    }
    return try body()
  }

  private func failure(_ file: String) -> OutputError {
    OutputError(.unwritable(SystemReason.words(errno)), file: file)
  }
}
