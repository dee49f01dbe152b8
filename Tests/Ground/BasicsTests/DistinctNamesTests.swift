import Basics
import Testing

@Suite struct DistinctNamesTests {
  @Test func shortNamesStayAsTheyAre() {
    let names = ["none", "exponential (0.50 s⁻¹)", "none"]
    #expect(DistinctNames.shortened(names) == names)
    #expect(DistinctNames.shortened([]) == [])
  }

  @Test func whatAllNamesShareGoesFirst() {
    #expect(
      DistinctNames.shortened([
        "alpha=0.50, trace=traces/walk-a.csv, window=2", "alpha=10, trace=traces/walk-a.csv, window=2",
        "alpha=2, trace=traces/walk-a.csv, window=2",
      ]) == ["alpha=0.50", "alpha=10", "alpha=2"])
    #expect(
      DistinctNames.shortened([
        "recordings/2024-03-01/handheld/walk-a.csv", "recordings/2024-03-01/handheld/walk-b.csv",
      ]) == ["walk-a", "walk-b"])
    #expect(
      DistinctNames.shortened([
        "participant 12 in the long corridor: first pass of three",
        "participant 12 in the long corridor: second pass of three",
      ]) == ["…first…", "…second…"])
  }

  @Test func settingsLoseWhatTheirValuesShareAndThenTheirNames() {
    let names = ["0.01", "0.1"].flatMap { alpha in
      ["ellipse", "circle"].map { "alpha=\(alpha), trace=traces/\($0).csv" }
    }
    // It was “…0.01, …=traces/ellipse”.
    #expect(
      DistinctNames.shortened(names) == [
        "alpha=0.01, trace=ellipse", "alpha=0.01, trace=circle", "alpha=0.1, trace=ellipse", "alpha=0.1, trace=circle",
      ])
    #expect(
      DistinctNames.shortened(names, to: 16) == ["0.01, ellipse", "0.01, circle", "0.1, ellipse", "0.1, circle"])
    let other = ["alpha=0.01, trace=a long name of a trace", "beta=0.01, trace=another long name of a trace"]
    #expect(DistinctNames.shortened(other).allSatisfy { $0.count <= 28 })
  }

  @Test func theMiddleOfANameGoesWhereNothingIsShared() {
    let names = ["a name that begins in one way and ends so", "quite another name, which also ends otherwise", "c"]
    let short = DistinctNames.shortened(names)
    #expect(short[0].hasPrefix("a name") && short[0].hasSuffix("ends so") && short[0].contains("…"))
    #expect(short[2] == "c" && short.allSatisfy { $0.count <= 28 })
    #expect(DistinctNames.shortened([names[0]]) == [short[0]])
  }

  @Test func numbersStayAsTheyWereGiven() {
    let names = ["-1.50", "-1.25", "1e-05", "0.1", "0.10"].map { "a very long name of a parameter = \($0) per second" }
    #expect(DistinctNames.shortened(names) == ["…-1.50…", "…-1.25…", "…1e-05…", "…0.1…", "…0.10…"])
    let small = ["1e-05", "1e-06", "2E+05"].map { "a very long name of a parameter = \($0) per second" }
    #expect(DistinctNames.shortened(small) == ["…1e-05…", "…1e-06…", "…2E+05…"])
    #expect(DistinctNames.shortened(Array(small.prefix(2))) == ["…1e-05…", "…1e-06…"])
  }

  @Test(arguments: 1...40)
  func differentNamesStayDifferentAndEqualOnesEqual(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let words = [
      "walk", "run", "0.5", "-2", "1e-3", "a", "trace", "lang/er", ".csv", "=", ", ", "/", " ", "é", "…", "x.y",
    ]
    for _ in 0..<60 {
      let names = (0..<Int(random.next() % 6)).map { _ in
        (0..<Int(random.next() % 14)).map { _ in words[Int(random.next() % UInt64(words.count))] }.joined()
      }
      let limit = 4 + Int(random.next() % 30)
      let short = DistinctNames.shortened(names, to: limit)
      #expect(short.count == names.count)
      for (a, b) in zip(names, short) {
        for (c, d) in zip(names, short) { #expect((a == c) == (b == d), "\(names) \(short)") }
        #expect(b.count <= a.count + 2)
      }
    }
  }
}
