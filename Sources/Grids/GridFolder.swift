import Foundation
import Results
import Surroundings

/// The folder of a grid: `plan.json`, a folder for each point with its report and `point.json`, the database and the page.
package struct GridFolder: Sendable {
  package static let recordName = "point.json"

  package var path: String

  package init(_ path: String) { self.path = path }

  package func folder(of point: GridPlan.Point) -> String { "\(path)/\(point.folder)" }
  private func recordPath(_ point: GridPlan.Point) -> String { "\(folder(of: point))/\(Self.recordName)" }

  /// The record of a point; nil where there is none of this point that can be read, as after a kill or on another disk.
  package func record(of point: GridPlan.Point) -> PointRecord? {
    guard let data = FileManager.default.contents(atPath: recordPath(point)),
      let record = try? JSONDecoder().decode(PointRecord.self, from: data),
      record.format == PointRecord.currentFormat, record.id == point.id
    else { return nil }
    return record
  }

  /// Writes a point's record, last of all: it says that the report beside it is whole.
  ///
  /// - Throws: `GridError`.
  package func write(_ record: PointRecord, of point: GridPlan.Point) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      try FileManager.default.createDirectory(atPath: folder(of: point), withIntermediateDirectories: true)
      try WholeFile.write(try encoder.encode(record) + Data("\n".utf8), to: recordPath(point))
    } catch {
      throw GridError.unwritable(recordPath(point), SystemReason.words(error))
    }
  }

  /// Takes a point's record away, so that what is written beside it from now on is nobody's result yet.
  func removeRecord(of point: GridPlan.Point) { unlink(recordPath(point)) }
}
