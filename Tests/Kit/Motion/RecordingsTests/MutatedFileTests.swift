import Inertial
import RecordingMutations
import Testing

@Suite("Mutated files")
struct MutatedFileTests {
  @Test("Seeded mutations of every format give a recording or an error, and no trap", arguments: TraceFormat.allCases)
  func mutations(format: TraceFormat) throws {
    var refused = 0
    let count = 300
    for seed in 0..<UInt64(count) {
      guard let defect = Mutant(seed: seed, format: format).read() else {
        refused += 1
        continue
      }
      #expect(defect.isEmpty, "seed \(seed)")
    }
    // Neither does every mutation matter nor none.
    #expect(refused > count / 4 && refused < count)
  }

  @Test("Times whose differences are too large for a number are refused: what a million mutations found")
  func overflowingTime() {
    #expect(Mutant(seed: 817_669).read() == nil)
  }

  @Test("Readings too large for their unit are refused: what mutations of the apps' files found")
  func overflowingReading() {
    #expect(Mutant(seed: 20_031_062).read().map { $0.isEmpty } ?? true)
  }
}
