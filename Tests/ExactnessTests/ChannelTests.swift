import MessageMutations
import Testing

/// A million of these: `make fuzz`.
@Suite("Channels of the host")
struct ChannelTests {
  @Test("Any bytes are read without a trap, and a message means the same wherever it stands")
  func mutants() {
    for seed in 0..<4_000 as Range<UInt64> {
      #expect(MessageMutant(seed: seed).fault() == nil, "seed \(seed)")
    }
  }
}
