import Files
import Foundation
import Processes
import Reports

/// The folder of a book. It is changed whole or not at all; `book.json` lists its files with their hashes, and what is not as it
/// was written is somebody else's.
struct BookFolder {
  static let recordName = "book.json"

  /// What is known of the files.
  struct Record: Codable, Equatable {
    /// The hash of each file that was written, by its name.
    var files: [String: String] = [:]
    /// What decided files that take long to make, by their names.
    var made: [String: String] = [:]
  }

  private let folder: WholeFolder
  var path: String { folder.path }

  /// Makes the folder and makes sure that it can be written.
  ///
  /// - Throws: `OutputError`.
  init(_ path: String) throws { folder = try WholeFolder(path) }

  /// The record of the folder; nil where there is none.
  ///
  /// - Throws: `BookError` (`.brokenRecord`).
  private func record() throws -> Record? {
    let file = "\(path)/\(Self.recordName)"
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    guard let data = FileManager.default.contents(atPath: file),
      let record = try? JSONDecoder().decode(Record.self, from: data)
    else { throw BookError(.brokenRecord, file: file) }
    return record
  }

  /// What was written last.
  ///
  /// - Throws: `BookError`, `OutputError`.
  func earlier() throws -> Record { try folder.alone { try record() ?? Record() } }

  /// A file as it was written from this, if it still is.
  func kept(_ name: String, madeOf hash: String) throws -> Data? {
    let record = try earlier()
    guard record.made[name] == hash, FileOwner.isAsWritten("\(path)/\(name)", record.files[name]) else { return nil }
    return FileManager.default.contents(atPath: "\(path)/\(name)")
  }

  /// Makes sure that these files may be written.
  ///
  /// - Throws: `OwnershipError` for one that is somebody else's, `BookError`, `OutputError`.
  func requireOwn(_ names: some Sequence<String>, madeOf inputs: [String], force: Bool) throws {
    try folder.alone { try require(names.sorted(), try record(), inputs, force) }
  }

  private func require(_ names: [String], _ record: Record?, _ inputs: [String], _ force: Bool) throws {
    for name in names where name != Self.recordName || record == nil {
      try FileOwner.require("\(path)/\(name)", madeOf: inputs, written: record?.files[name], force: force)
    }
  }

  /// Puts these files in place of the earlier ones, and takes away what the book no longer has. What has this content
  /// already is not written.
  ///
  /// - Returns: The names of the files that were written, and of those that were taken away.
  /// - Throws: as `requireOwn`, `Interrupted`; the earlier book is then still there.
  func replace(
    with files: [String: Data], made: [String: String], madeOf inputs: [String], force: Bool, interrupt: Interrupt?
  ) throws -> (written: [String], removed: [String]) {
    try folder.alone(interrupt) {
      let before = try record()
      var files = files
      let record = Record(files: files.mapValues { "\(ContentHash($0))" }, made: made)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      files[Self.recordName] = try encoder.encode(record) + Data("\n".utf8)
      let changed = files.filter { FileManager.default.contents(atPath: "\(path)/\($0.key)") != $0.value }
      // What a file is made of is never ours, though it may hold the same.
      for name in files.keys.sorted() { try FileOwner.require("\(path)/\(name)", madeOf: inputs, force: true) }
      try require(changed.keys.sorted(), before, inputs, force)
      let removed = (before?.files ?? [:]).filter { name, hash in
        files[name] == nil && FileOwner.isAsWritten("\(path)/\(name)", hash)
      }.keys.sorted()
      try folder.put(changed, removing: removed, first: "index.html")
      return (changed.keys.filter { $0 != Self.recordName }.sorted(), removed)
    }
  }
}
