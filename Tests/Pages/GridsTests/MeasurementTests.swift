import BenchmarkHarness
import Results
import Testing

import struct Foundation.Date

/// Accuracy and speed are kept like the results of a grid.
@Suite("Measurements in a database")
struct MeasurementTests {
  @Test("Each area is a point, each figure and each peer's a value, and two databases can be compared")
  func areas() throws {
    let bench = try GridBench()
    func database(_ name: String, _ error: Double) throws -> GridResults {
      var database = MeasurementDatabase(name, title: "Accuracy", in: bench.folder)
      let timing = { (value: Double) in Timing(minimum: value, median: value) }
      try database.add(
        "walking", [.init("error", unit: "m", ours: timing(error), peer: "theirs", theirs: timing(2))], started: Date())
      #expect(try GridResults(contentsOf: "\(bench.folder)/\(name)").table.rows.count == 1)
      try database.add("fusion", [.init("heading", unit: "°", ours: timing(1.5))], started: Date())
      return try GridResults(contentsOf: "\(bench.folder)/\(name)")
    }
    let (before, after) = (try database("before", 1), try database("after", 1.25))
    #expect(try before.table.rows.count == 2)
    #expect(try before.values("error").first == 1 && after.values("error").first == 1.25)
    #expect(try before.values("error, theirs").first == 2)
    #expect(try ResultsDifferences(before, after).lines.count == 1)
    #expect(try ResultsDifferences(before, after, tolerance: 0.3).lines.isEmpty)
  }
}
