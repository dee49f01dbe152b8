import Basics
import Foundation
import Testing

@Suite struct ForesightTests {
  private struct Failed: Error {}

  @Test func aPendingValueIsThereForAllWhoAskAndSoIsItsError() throws {
    let value = Pending<Int> { Thread.isMainThread ? 0 : 42 }
    #expect(try value.get() == 42 && value.get() == 42)
    let failure = Pending<Int> { throw Failed() }
    for _ in 0..<2 { #expect(throws: Failed.self) { try failure.get() } }
  }

  @Test func aMemoMakesEachTextOnceAndForgetsBeyondItsBytes() {
    let memo = Memo<Int>(bytes: 10)
    var made: [String] = []
    func count(_ text: String) -> Int {
      memo(text) {
        made.append($0)
        return $0.count
      }
    }
    let first = [count("four"), count("four"), count("sixsix"), count("four")]
    #expect(first == [4, 4, 6, 4])
    #expect(made == ["four", "sixsix"])
    #expect(count("x") == 1 && count("four") == 4, "eleven bytes are too many: all are forgotten")
    #expect(made == ["four", "sixsix", "x", "four"])
    let long = String(repeating: "a", count: 11)
    #expect(count(long) == 11 && count(long) == 11, "what is longer than all may be is not kept")
    #expect(Array(made.suffix(2)) == [long, long] && count("x") == 1)
  }
}
