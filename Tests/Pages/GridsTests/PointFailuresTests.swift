import Testing

@testable import Grids

@Suite("Failures of points")
struct PointFailuresTests {
  private func point(_ values: String...) -> GridPlan.Point { GridPlan.Point(id: "", values: values, folder: "") }

  @Test("Messages that differ in the points' own values alone are one mistake")
  func same() {
    var failures = PointFailures()
    failures.add("n.md:1:2: error: traces/a.csv: no data for 1.0, or 1", of: point("alpha=1", "trace=traces/a.csv"))
    failures.add("n.md:1:2: error: traces/b.csv: no data for 2.0, or 2", of: point("alpha=2", "trace=traces/b.csv"))
    failures.add("n.md:1:2: error: c.csv: no data for 1.0, or 1", of: point("alpha=1", "trace=traces/c.csv"))
    #expect(failures.mistakes.map(\.points.count) == [3])
    #expect(
      failures.mistakes[0].message.contains("a.csv")
        && failures.mistakes[0].words().hasPrefix("3 points failed with this error: alpha = 1"))
  }

  @Test("A value that happens to be a line, a column or part of another number makes no two mistakes one, nor one two")
  func places() {
    var failures = PointFailures()
    failures.add("n.md:1:2: error: x12 is 0.1", of: point("alpha=1"))
    failures.add("n.md:1:2: error: x12 is 0.1", of: point("alpha=2"))
    failures.add("n.md:1:2: error: x12 is 0.1", of: point("alpha=12"))
    #expect(failures.mistakes.map(\.points.count) == [3])
    failures.add("n.md:2:2: error: x12 is 0.1", of: point("alpha=2"))
    #expect(failures.mistakes.count == 2)
  }
}
