import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Many recordings")
struct RecordingSetTests {
  @Test("One broken recording among many is named, with its line, and left out")
  func brokenRecordings() throws {
    let good = try SimulatedTrace.square.trace()[0..<50]
    let table = good.table
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
    let broken = (lines[..<20] + ["0.17,x,0"] + lines[21...]).joined(separator: "\n")
    try withFile(table, named: "good.csv") { good in
      try withFile(broken, named: "broken.csv") { broken in
        let set = RecordingSet(contentsOf: [broken, good, good + ".none"])
        #expect(set.traces.count == 1 && set.omitted.count == 2)
        #expect(set.omitted[0].description.contains("broken.csv:21"))
        #expect(set.omitted[1].description.contains("no such file"))
      }
    }
  }
}
