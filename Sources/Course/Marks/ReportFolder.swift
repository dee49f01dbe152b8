import Files
import Foundation

import enum Basics.SystemReason
import enum Basics.WholeFile

/// A folder of files that are made of marks: each is written whole, and one that somebody else has written or changed stays.
package struct ReportFolder {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Writes files by their paths in the folder. Nothing is written where one of them must stay.
  ///
  /// - Parameters:
  ///   - prunes: whether what an earlier call wrote and this one does not is deleted, if it is as it was written.
  ///   - force: whether files are replaced, whosever they are.
  /// - Throws: `OwnershipError`, or `MarksError` where a file cannot be written.
  package func write(_ files: [String: Data], prunes: Bool = false, force: Bool) throws {
    let known = written
    for (name, data) in files {
      try FileOwner.require("\(path)/\(name)", for: data, written: known[name], force: force)
    }
    var record = known
    do {
      for (name, data) in files.sorted(by: { $0.key < $1.key }) {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try WholeFile.write(data, to: file.path)
        record[name] = "\(ContentHash(data))"
      }
      for name in known.keys where prunes && files[name] == nil {
        if FileOwner.isAsWritten("\(path)/\(name)", known[name]) {
          try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
        record[name] = nil
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try WholeFile.write(encoder.encode(record), to: "\(path)/\(FileOwner.record)")
    } catch { throw MarksError(.unwritable(SystemReason.words(error)), file: path) }
  }

  /// The hashes of what was written last, by names.
  private var written: [String: String] {
    FileManager.default.contents(atPath: "\(path)/\(FileOwner.record)")
      .flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:]
  }
}
