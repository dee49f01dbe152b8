import CellKernel
import Foundation
import MessageMutations
import Testing

/// A million of these: `make fuzz`.
@Suite("Channels of the host")
struct ChannelTests {
  @Test("Any bytes are read without a trap, and a message means the same wherever it is")
  func mutants() {
    for seed in 0..<4_000 as Range<UInt64> {
      #expect(MessageMutant(seed: seed).fault() == nil, "seed \(seed)")
    }
  }

  @Test("Cells that write garbage wherever they can end, and the next ones run")
  func garbage() throws {
    let bench = try SessionBench { $0.keepGoing = true }
    for seed in 0..<30 {
      try bench.write("\(seed)", to: GarbageCell.seedFile)
      let execution = try bench.run([
        .code("import Foundation\nlet first = 1"), .code(GarbageCell.code, ["timeout": "20"]),
      ])
      #expect(execution.text(0) == "" && execution.outcomes[1].status != .notRun, "seed \(seed)")
    }
    #expect(try bench.run([.code("import Foundation\nlet first = 1"), .code("print(first)")]).text(1) == "1\n")
  }
}
