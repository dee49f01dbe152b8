import Basics
import Testing

@Suite("Quantiles")
struct QuantilesTests {
  @Test("The median of random values, of odd and even number, is that of the sorted ones", arguments: 1...40)
  func median(count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    // Rounded, so that values repeat.
    let values = (0..<count).map { _ in (random.normal() * 4).rounded() / 2 }
    let sorted = values.sorted()
    #expect(Basics.median(of: values) == (sorted[(count - 1) / 2] + sorted[count / 2]) / 2)
    for share in [0, 0.01, 0.25, 0.5, 0.75, 0.99, 1] {
      let found = quantile(share, of: values)
      let below = values.count { $0 <= found }
      #expect(Double(below) >= share * Double(count) - 1e-6)
      #expect(values.contains(found) && Double(values.count { $0 < found }) <= max(share * Double(count), 0))
    }
  }

  @Test(
    "The median of one and nine is five; without numbers, and with NaN, it is NaN; the largest numbers do not overflow"
  )
  func edges() {
    #expect(Basics.median(of: [1, 9]) == 5)
    #expect(Basics.median(of: []).isNaN && quantile(0.5, of: []).isNaN)
    #expect(Basics.median(of: [1, .nan, 3]).isNaN)
    let largest = Double.greatestFiniteMagnitude
    #expect(Basics.median(of: [largest, largest]) == largest)
    #expect(Basics.median(of: [.infinity, .infinity]) == .infinity)
    #expect(Basics.median(of: [1, .infinity, .infinity, 2]) == .infinity)
  }
}
