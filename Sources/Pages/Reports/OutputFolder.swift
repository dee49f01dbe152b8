import Files
import Foundation
import NotebookDocument
import Processes

/// The folder of a notebook's results. A report is changed in it whole or not at all (``WholeFolder``).
///
/// The results say what was written, with hashes: a file that is not as it was written is somebody else's (`FileOwner`), and is
/// neither replaced nor removed.
package struct OutputFolder {
  private var folder: WholeFolder
  package var path: String { folder.path }
  /// Seconds that one run waits while another one writes.
  package var patience: Double {
    get { folder.patience }
    set { folder.patience = newValue }
  }

  /// Makes the folder and makes sure that it can be written.
  ///
  /// - Throws: `OutputError` that says why it cannot.
  package init(_ path: String) throws { folder = try WholeFolder(path) }

  /// Puts these files and the results that name them in place of the earlier ones, all or none, and removes what the
  /// earlier report had and this one has not. What has this content already stays as it is.
  ///
  /// - Parameters:
  ///   - force: Whether files that somebody else has written or changed are replaced, too.
  ///   - formats: The names of files that say the same as the report in another format: where the earlier report said the
  ///     same as this one, they stay.
  ///   - date: when something was last changed that such files hold and the report only names; nil for nothing.
  ///   - interrupt: Ends the wait for another run.
  /// - Throws: `OutputError` that says why it cannot, `Interrupted`; the earlier report is then still there.
  package func replace(
    with files: [String: Data], of results: ResultsFile, force: Bool = false, keeping formats: Set<String> = [],
    newerThan date: Date? = nil, interrupt: Interrupt? = nil
  ) throws {
    // It may have been taken away since: a long run is not for nothing.
    _ = try OutputFolder(path)
    try folder.alone(interrupt) {
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
      try folder.put(changed, removing: removals.sorted(), first: "README.md")
    }
  }

  /// Reads the contents of the folder while no run writes to it.
  ///
  /// - Throws: what the body throws; `OutputError` when a run writes for longer than `patience`.
  package func read<Result>(_ body: () throws -> Result) throws -> Result {
    try folder.alone(nil, body)
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
}
