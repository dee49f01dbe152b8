import Basics
import Foundation
import Testing

@Suite struct CompiledPatternTests {
  @Test func aPatternIsReadOnceForEachPlaceAndPlacesDoNotMix() {
    var reads = 0
    func read(_ pattern: Regex<Substring>) -> Regex<Substring> {
      reads += 1
      return pattern
    }
    var found: [Bool] = []
    for text in ["a1", "b", "22"] {
      found += [text.contains(compiled(read(/[a-z]/))), text.contains(compiled(read(/[0-9]/)))]
    }
    #expect(found == [true, true, true, false, false, true])
    #expect(reads == 2, "two places on one line, three times each")
  }

  @Test func threadsUseOnePatternAtOnce() {
    let texts = (0..<400).map { "\($0): \($0 * 7)" }
    let sums = LockedValue([Int](repeating: 0, count: texts.count))
    DispatchQueue.concurrentPerform(iterations: texts.count) { index in
      let match = texts[index].wholeMatch(of: compiled(/(\d+): (\d+)/))
      let sum = match.map { Int($0.output.1)! + Int($0.output.2)! } ?? -1
      sums.withLock { $0[index] = sum }
    }
    #expect(sums.withLock { $0 } == (0..<400).map { $0 * 8 })
  }
}

private final class LockedValue<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value
  init(_ value: Value) { self.value = value }
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
