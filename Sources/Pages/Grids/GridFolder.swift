import Files
import Foundation
import Reports
import Results

import enum Basics.WholeFile

/// The folder of a grid: `plan.json`, a folder for each point with its report and `point.json`, the database and the page.
package struct GridFolder: Sendable {
  package static let recordName = "point.json"

  package var path: String

  package init(_ path: String) { self.path = path }

  package func folder(of point: GridPlan.Point) -> String { "\(path)/\(point.folder)" }
  private func recordPath(_ point: GridPlan.Point) -> String { "\(folder(of: point))/\(Self.recordName)" }

  /// The record of a point; nil where there is none of this point that can be read, as after a kill or on another disk.
  package func record(of point: GridPlan.Point) -> PointRecord? {
    earlierRecord(of: point).flatMap { $0.id == point.id ? $0 : nil }
  }

  /// The record in a point's folder, which may be of another notebook or kit with the same values; nil where none can be read.
  func earlierRecord(of point: GridPlan.Point) -> PointRecord? {
    guard let data = FileManager.default.contents(atPath: recordPath(point)),
      let record = try? JSONDecoder().decode(PointRecord.self, from: data), record.format == PointRecord.currentFormat
    else { return nil }
    return record
  }

  /// Whether the report next to a point's record is of the same run.
  func hasReport(of point: GridPlan.Point, _ record: PointRecord) -> Bool {
    PointOptions.asksForReport(record.options)
      && FileManager.default.fileExists(atPath: "\(folder(of: point))/index.html")
  }

  /// Writes a point's record, last of all: it says that the report next to it is whole.
  ///
  /// - Throws: `GridError`.
  package func write(_ record: PointRecord, of point: GridPlan.Point) throws {
    try Self.write(record, to: recordPath(point))
  }

  /// Writes a value as JSON, whole or not at all, and makes the folder that it lies in.
  ///
  /// - Throws: `GridError`.
  static func write(
    _ value: some Encodable, to path: String, as form: JSONEncoder.OutputFormatting = .withoutEscapingSlashes
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = form.union(.sortedKeys)
    try write(try encoder.encode(value) + Data("\n".utf8), to: path)
  }

  /// The same for bytes.
  static func write(_ data: Data, to path: String) throws {
    do {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try WholeFile.write(data, to: path)
    } catch {
      throw GridError(.unwritable(SystemReason.words(error)), file: path)
    }
  }

  /// Takes a point's record away, so that what is written next to it from now on is nobody's result yet.
  ///
  /// - Throws: `OwnershipError` when a file of its name is there that is not a record, unless it is to be replaced.
  func removeRecord(of point: GridPlan.Point, force: Bool = false) throws {
    struct Head: Decodable { var format: Int, id: String }
    let path = recordPath(point)
    let data = FileManager.default.contents(atPath: path) ?? Data()
    // A record that was cut off begins as one and is no JSON any more.
    let isCutOff = data.first == UInt8(ascii: "{") && (try? JSONSerialization.jsonObject(with: data)) == nil
    if !isCutOff, (try? JSONDecoder().decode(Head.self, from: data)) == nil {
      try FileOwner.require(path, force: force)
    }
    unlink(path)
  }

  /// The hashes of what was gathered and exported, by name: of the last time, and of gathered files of the one before, should
  /// the last have been cut short.
  private static let listName = "gathered.json"
  private var list: String { "\(path)/\(Self.listName)" }
  /// What the list says; nil where there is none.
  private var written: [String: [String]]? {
    FileManager.default.contents(atPath: list).flatMap { try? JSONDecoder().decode([String: [String]].self, from: $0) }
  }

  /// The hash of a file that was exported from this grid, wherever it lies, if it is still as it was written.
  package func exportedHash(of file: String) -> String? {
    written?[exportKey(file)]?.first { FileOwner.isAsWritten(file, $0) }
  }

  /// Apart from the names of what was gathered.
  private func exportKey(_ file: String) -> String { "exported: \(Corpus.relative(file, to: path))" }

  /// Notes that a file was exported from this grid, so that the next export may replace it. Nothing is noted in a folder that
  /// holds a database alone.
  ///
  /// - Throws: `GridError`.
  package func noteExport(_ file: String) throws {
    guard var hashes = written, let data = FileManager.default.contents(atPath: file) else { return }
    hashes[exportKey(file)] = ["\(ContentHash(data))"]
    try Self.write(hashes, to: list, as: .prettyPrinted)
  }

  /// Puts these files of another folder in their places.
  ///
  /// - Throws: `OwnershipError` for one whose place has a file that is not as it was gathered, unless it is to be replaced;
  ///   `GridError`.
  func take(_ names: [String], from other: String, force: Bool) throws {
    if written == nil { try FileOwner.require(list, force: force) }
    let before = written ?? [:]
    var hashes = before
    for name in names {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(other)/\(name)"), options: .alwaysMapped)
      let present = before[name]?.first { FileOwner.isAsWritten("\(path)/\(name)", $0) }
      if present == nil { try FileOwner.require("\(path)/\(name)", for: data, force: force) }
      hashes[name] = ["\(ContentHash(data))"] + [present].compactMap { $0 }
    }
    try Self.write(hashes, to: list, as: .prettyPrinted)
    do {
      for name in names { try WholeFile.place("\(other)/\(name)", at: "\(path)/\(name)") }
    } catch {
      throw GridError(.unwritable(SystemReason.words(error)), file: path)
    }
  }

  /// What in the folder of a point is not known to be as a run wrote it.
  func foreignFile(in point: GridPlan.Point) -> String? {
    let place = folder(of: point)
    let written = ResultsFile.read(place)?.written ?? [:]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return names.sorted().first { name in
      ![Self.recordName, ResultsFile.name].contains(name) && !FileOwner.isAsWritten("\(place)/\(name)", written[name])
    }
  }
}
