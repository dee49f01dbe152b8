import NotebookMutations
import Testing

@Suite("Mutated notebooks")
struct NotebookFuzzTests {
  @Test("Seeded mutations are read or refused, and set, without a trap; `make fuzz` tries a million")
  func mutations() {
    var refused = 0
    let count = 1000
    for seed in 0..<UInt64(count) {
      guard let defect = NotebookMutant(seed: seed, sets: 0.2).read() else {
        refused += 1
        continue
      }
      #expect(defect.isEmpty, "seed \(seed)")
    }
    // Brackets in each other, for which the Swift parser takes twice the time each.
    #expect(NotebookMutant(seed: 118_268, sets: 1).read() == "")
    // A million spaces in front matter that is broken: advice on it took a square of them.
    #expect(NotebookMutant(seed: 50_630_169, sets: 1).read() == nil)
    // Neither does every mutation matter nor none.
    #expect(refused > count / 20 && refused < count * 3 / 4)
  }
}
