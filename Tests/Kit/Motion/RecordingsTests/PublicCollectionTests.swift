import Foundation
import Inertial
import MotionBench
import Testing

/// docs/data.md promises for each collection that its files are read, and whether they have a truth.
@Suite("The public collections of docs/data.md")
struct PublicCollectionTests {
  static let rows: [[String]] = {
    let document = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../docs/data.md").standardized
    let lines = (try? String(contentsOf: document, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.dropFirst().map { line in
      line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    }
  }()

  /// A file of each collection, if the recordings are there.
  static let files = [
    "OxIOD": "oxiod/handheld_data1_imu2.csv", "EuRoC MAV": "apps/euroc/mav0",
    "BROAD": "broad/10_undisturbed_slow_translation_A.csv", "Gait": "gait/short_walk.csv",
  ]

  @Test func everyRowIsComplete() {
    #expect(Self.rows.count >= 6)
    for row in Self.rows {
      #expect(row.count == 5, "\(row)")
      #expect(row.allSatisfy { !$0.isEmpty }, "\(row)")
    }
    for name in Self.files.keys {
      #expect(Self.rows.contains { $0[0].hasPrefix(name) }, "“\(name)” has no row in docs/data.md")
    }
  }

  @Test(
    .enabled(if: SharedData.arePresent && SharedData.haveApps, "no recordings: set GIMBAL_DATA"),
    arguments: files.keys.sorted())
  func itsCommandReadsIt(name: String) throws {
    let row = try #require(Self.rows.first { $0[0].hasPrefix(name) })
    var options = Trace.ReadingOptions()
    if row[4].contains("--time-defects drop") { options.timeDefects = .drop }
    let trace = try Trace(contentsOf: SharedData.path(Self.files[name]!), options: options)
    #expect(trace.count > 1000)
    // What has a camera's or a tracker's truth has it in the trace: with gaps, too, which are bridged or marked.
    #expect((trace.truePosition != nil) == row[2].contains("position"), "\(row)")
    if row[2].contains("with gaps") {
      let isBridged = trace.notes.contains { $0.contains("short gap") && $0.contains("true positions") }
      #expect(isBridged || trace.isTruthKnown != nil, "\(trace.notes)")
    }
  }
}
