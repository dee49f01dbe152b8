import Basics
import Foundation
import Synchronization
import Testing

@Suite struct SeededRandomTests {
  @Test("Every draw in the project comes from its own distributions, which stay what they are")
  func noOtherDistributions() throws {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
    for folder in ["Sources", "Benchmarks"] {
      let files = try #require(FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path))
      for case let file as String in files where file.hasSuffix(".swift") {
        let text = try String(contentsOf: root.appendingPathComponent("\(folder)/\(file)"), encoding: .utf8)
        let draws = text.matches(of: /\.random\(in:[^\n]*using|Bool\.random|\.shuffled?\(using|\.randomElement\(/)
        #expect(draws.isEmpty, "\(file): \(draws.map { $0.output })")
      }
    }
  }

  @Test("Any generator has them: its highest 53 bits, and the order of Fisher and Yates")
  func distributionsOfAnyGenerator() {
    struct Counter: RandomNumberGenerator {
      var value: UInt64 = 0
      mutating func next() -> UInt64 {
        value &+= 0x4000_0000_0000_0000
        return value
      }
    }
    var counter = Counter()
    #expect((0..<4).map { _ in counter.uniform() } == [0.25, 0.5, 0.75, 0])
    #expect(counter.uniform(-1...3) == 0)
    var again = Counter()
    // A quarter of four, half of three, three quarters of two: 3 and 1 change places, then 2 and 1.
    #expect(again.permutation(4) == [0, 2, 3, 1])
  }

  @Test func theSameSeedAndStreamGiveTheSameNumbersAndOthersDoNot() {
    var (a, b) = (SeededRandom(seed: 7), SeededRandom(seed: 7))
    var (other, stream) = (SeededRandom(seed: 8), SeededRandom(seed: 7, stream: 1))
    let numbers = (0..<100).map { _ in a.next() }
    #expect(numbers == (0..<100).map { _ in b.next() })
    #expect(Set(numbers).isDisjoint(with: (0..<100).map { _ in other.next() }))
    #expect(Set(numbers).isDisjoint(with: (0..<100).map { _ in stream.next() }))
  }

  @Test func logarithmAndTurnAgreeWithTheMathematicalLibrary() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<10_000 {
      let x = random.uniform()
      #expect(abs(Portable.logarithm(1 - x) - log(1 - x)) <= 4e-16 * max(1, abs(log(1 - x))))
      let (sine, cosine) = Portable.turn(x)
      #expect(abs(sine - sin(2 * .pi * x)) < 2e-15 && abs(cosine - cos(2 * .pi * x)) < 2e-15)
    }
    #expect(Portable.logarithm(0x1p-53) == -53 * 0.6931471805599453)
    #expect(Portable.turn(0.25).cosine == 0 && Portable.turn(0.5).sine == 0)
  }

  @Test func normalNumbersHaveTheMomentsOfTheNormalDistribution() {
    var random = SeededRandom(seed: 3)
    let values = (0..<200_000).map { _ in random.normal() }
    func moment(_ power: Double) -> Double { values.reduce(0) { $0 + pow($1, power) } / Double(values.count) }
    #expect(abs(moment(1)) < 0.01 && abs(moment(2) - 1) < 0.02 && abs(moment(3)) < 0.04 && abs(moment(4) - 3) < 0.1)
  }

  @Test func aShuffleIsAPermutationAndEveryPlaceIsEquallyLikely() {
    var random = SeededRandom(seed: 4)
    var places = [Int](repeating: 0, count: 5)
    for _ in 0..<5000 {
      let order = random.permutation(5)
      #expect(order.sorted() == [0, 1, 2, 3, 4])
      places[order[0]] += 1
    }
    #expect(places.allSatisfy { abs($0 - 1000) < 150 })
    #expect(random.permutation(0).isEmpty)
  }
}

@Suite struct SpellingTests {
  @Test func findsWhatWasMeantAndNothingWhereNothingIsNear() {
    let names = ["acceleration", "rotation", "x", "attitude"]
    #expect(Spelling.nearest(to: "Acelleration", among: names) == "acceleration")
    #expect(Spelling.nearest(to: "rotatoin", among: names) == "rotation")
    #expect(Spelling.nearest(to: "gyroscope", among: names) == nil)
    #expect(Spelling.nearest(to: "a", among: []) == nil)
  }
}

@Suite struct ParallelTests {
  @Test(arguments: [1, 2, 7]) func everyIndexOnceInOrderWhateverTheThreads(threads: Int) {
    let visits = Mutex([Int](repeating: 0, count: 100))
    let squares = Parallel.map(100, threads: threads) { index in
      visits.withLock { $0[index] += 1 }
      return index * index
    }
    #expect(squares == (0..<100).map { $0 * $0 })
    #expect(visits.withLock { $0.allSatisfy { $0 == 1 } })
    #expect(Parallel.map(0, threads: threads) { $0 } == [])
  }

  @Test func throwsWhatTheFirstIndexThrows() {
    struct Odd: Error, Equatable { var index: Int }
    #expect(throws: Odd(index: 1)) {
      try Parallel.map(10, threads: 2) { (index) throws(Odd) in
        if index % 2 == 1 { throw Odd(index: index) }
      }
    }
  }
}
