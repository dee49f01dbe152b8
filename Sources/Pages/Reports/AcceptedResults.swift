import Files
import Foundation
import NotebookDocument

import enum Basics.WholeFile

/// What a person has accepted of a notebook's results, and what every later check compares with.
///
/// It is its own file next to the report: a run replaces the report and leaves this as it is; only accepting changes
/// it.
package struct AcceptedResults: Codable, Equatable {
  package static let name = "accepted.json"

  /// The results. The list of files and the footprint of the run belong to the report, and are left out.
  package var results: ResultsFile
  /// The figures as SVG, by label: scripts that are not the same may still draw the same lines.
  package var pictures: [String: String]

  /// The accepted results of a report.
  package init(_ results: ResultsFile, pictures: [String: String]) {
    self.results = results
    self.pictures = pictures
    (self.results.footprint, self.results.files, self.results.written) = (nil, [], nil)
  }

  /// What was accepted in a folder of results; nil where nothing was.
  ///
  /// - Throws: `OutputError` for a file in its place that is something else.
  package static func read(_ folder: String) throws -> AcceptedResults? {
    let path = "\(folder)/\(name)"
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    guard let accepted = try? JSONDecoder().decode(AcceptedResults.self, from: data) else {
      throw OutputError(.brokenAcceptance, file: path)
    }
    return accepted
  }

  /// Makes sure, before a run, that accepting will replace nothing but what was accepted before.
  ///
  /// - Throws: `OutputError`.
  package static func requireOwn(_ folder: String, force: Bool) throws {
    if !force { _ = try read(folder) }
  }

  /// Writes it into a folder of results, whole or not at all.
  ///
  /// - Throws: `OutputError`.
  package func write(to folder: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let path = "\(folder)/\(Self.name)"
    do {
      try WholeFile.write(try encoder.encode(self) + Data("\n".utf8), to: path)
    } catch {
      throw OutputError(.unwritable(SystemReason.words(error)), file: path)
    }
  }
}
