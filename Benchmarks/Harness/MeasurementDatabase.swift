import Display
import Foundation
import Results

/// The rows of several areas as a database like a grid's, in a folder `NAME` of the results: each area is a point, each row a
/// value. `gimbal results` lists it, compares it with that of another day and exports it.
public struct MeasurementDatabase {
  private let folder: String
  private let title: String
  private var points: [PointRecord] = []

  /// A database of this name; it is there from the first area on.
  public init(_ name: String, title: String, in results: String = "Benchmarks/results") {
    folder = "\(results)/\(name)"
    self.title = title
  }

  /// Adds an area and writes all: the file is whole at any moment.
  ///
  /// - Throws: `ResultsError` where it cannot be written.
  public mutating func add(_ area: String, _ rows: [Measurement], started: Date) throws {
    var point = PointRecord(
      id: area, status: .done, parameters: [.init("area", .text(area))], machine: ProcessInfo.processInfo.hostName,
      started: started.timeIntervalSince1970, seconds: Date().timeIntervalSince(started))
    for row in rows {
      point.values.append(RecordedValue(row.name, .number(row.ours.median), unit: row.unit))
      guard let peer = row.peer, let theirs = row.theirs else { continue }
      point.values.append(RecordedValue("\(row.name), \(peer)", .number(theirs.median), unit: row.unit))
    }
    points.append(point)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let name = folder.split(separator: "/").last.map(String.init) ?? folder
    let writer = try ResultsWriter(
      to: "\(folder)/\(GridResults.fileName)", .init(name: name, title: title, notebook: "", kit: "", version: ""))
    for (index, point) in points.enumerated() {
      try writer.add(index + 1, id: point.id, title: point.id, folder: "", varied: ["area"], point)
    }
    try writer.finish()
  }
}
