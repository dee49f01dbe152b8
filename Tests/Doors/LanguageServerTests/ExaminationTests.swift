import Foundation
import NotebookMutations
import Testing

/// The messages about a notebook before it runs is what a run says of it. `make lsp` compares a thousand.
@Suite struct ExaminationTests {
  @Test(arguments: [true, false])
  func saysWhatARunSays(keepsGoing: Bool) throws {
    let trial = try ExaminationTrial(keepsGoing: keepsGoing)
    var (texts, silent) = (0, 0)
    for seed in 0..<6 {
      let result = try trial.compare(seed: UInt64(seed) * 2 + (keepsGoing ? 0 : 1))
      #expect(result.difference == nil, "\(result.difference ?? "")")
      (texts, silent) = (texts + result.texts, silent + result.silent)
    }
    // A generator that makes no mistakes would prove nothing.
    #expect(silent * 2 < texts)
  }
}
