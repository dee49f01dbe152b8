import Basics
import Statistics
import Testing

/// The numbers are SciPy's and statsmodels'; `Benchmarks/peers/statistics_scipy.py` asks them for 200 random tables.
@Suite struct PairedTestTests {
  static let twelve = [0.31, -0.12, 0.55, 0.02, 0.77, -0.4, 0.18, 0.9, 0.26, -0.05, 0.33, 0.61]
  static let thirty = [
    2.290919, -2.305665, 0.668099, -0.31777, -0.202649, 0.034403, -1.769986, 0.018068, -0.615213, 3.573, 0.475787,
    -0.102631, -0.031287, -0.418046, -0.805151, -0.140801, 0.731945, 0.011446, 1.207759, 0.050198, 0.27426, 1.795821,
    0.795106, -0.255229, 0.067161, 0.790525, 2.185088, -0.01962, 0.006441, 1.252314,
  ]
  static let eighty = [
    -0.7, -0.1, 1.0, 0.7, 0.2, 0.8, -2.7, 1.2, -0.8, -1.5, 0.4, 0.9, -0.3, -0.9, 0.2, 0.1, 1.6, 0.9, 0.3, 1.3, -0.1,
    -0.8, 0.7, 0.7, -0.1, -0.6, 0.4, -2.3, 0.8, 0.6, -1.5, 0.2, -0.8, 0.9, -1.9, -0.8, 0.9, 1.3, -2.0, -0.3, 0.5, -0.5,
    1.7, -1.0, 0.5, -0.9, 1.6, 0.1, -0.2, -1.6, 1.8, 0.9, 0.9, 1.3, 0.5, -0.5, -0.7, -0.7, 1.5, -1.3, -0.4, -0.2, 0.4,
    0.7, -1.1, -1.6, 0.1, 1.4, 0.9, 0.4, -0.2, 0.4, -0.1, 1.0, -0.6, 0.3, 0.0, 0.7, 0.4, 2.7,
  ]

  @Test func `up to 20 pairs every way to choose signs is tried`() {
    let test = PairedTest(of: Self.twelve)
    #expect(test.method == .signFlip)
    #expect(test.p == 0.0302734375)
    // All of 20 pairs point the same way: two ways of 2²⁰.
    #expect(PairedTest(of: (1...20).map(Double.init)).p == 2 * 0x1p-20)
  }

  @Test func `above, Wilcoxon's test is exact up to 50 pairs`() {
    let test = PairedTest(of: Self.thirty)
    #expect(test.method == .exactSignedRank)
    #expect((test.p - 0.22855282202363014).magnitude < 1e-14)
  }

  @Test func `with more than 50 pairs it is approximated, with ties and zeros`() {
    let test = PairedTest(of: Self.eighty)
    #expect(test.method == .signedRank)
    #expect((test.p - 0.28417559955812166).magnitude < 1e-13)
    #expect(test.count == 80)
  }

  @Test func `an infinite difference is the largest, and its size does not matter`() {
    let infinite = PairedTest(of: Self.twelve.map { $0 == 0.9 ? .infinity : $0 })
    let large = PairedTest(of: Self.twelve.map { $0 == 0.9 ? 1e9 : $0 } + [.nan])
    #expect(infinite.method == .exactSignedRank)
    #expect(large.method == .signFlip)
    #expect((infinite.p - 0.04248046875).magnitude < 1e-15)  // SciPy, exact
    #expect(large.count == 12)
  }

  @Test func `the sign of all differences changes no answer, and neither does their unit`() {
    for values in [Self.twelve, Self.thirty, Self.eighty] {
      let p = PairedTest(of: values).p
      #expect(PairedTest(of: values.map { -$0 }).p == p)
      #expect((PairedTest(of: values.map { $0 * 1e200 }).p - p).magnitude < 1e-12)
    }
  }

  @Test func `no difference at all is no difference`() {
    #expect(PairedTest(of: [0, 0, 0]).p == 1)
    #expect(PairedTest(of: []).p == 1)
    #expect(PairedTest(of: [Double](repeating: 0, count: 60)).p == 1)
  }

  @Test(arguments: [(3, 17, 0.0025768280029296875), (5, 5, 1), (0, 11, 0.0009765625), (0, 0, 1)])
  func `McNemar's exact test is statsmodels'`(first: Int, second: Int, expected: Double) {
    #expect((PairedTest(onlyFirst: first, onlySecond: second).p - expected).magnitude < 1e-13)
  }

  @Test func `Holm's correction is statsmodels'`() {
    #expect(
      zip(PairedTest.corrected([0.01, 0.04, 0.03, 0.005, 0.2]), [0.04, 0.09, 0.09, 0.025, 0.2])
        .allSatisfy { ($0 - $1).magnitude < 1e-15 })
  }

  @Test func `Friedman's test is SciPy's`() throws {
    let errors = [
      [2.1, 2.1, 0.4, 0.8, 0.7, 1.3, 0.3, 1.8, 1.7], [0.5, 0.6, 0.7, 1.0, 1.4, 2.8, 0.9, 1.5, 1.1],
      [2.4, 1.4, 2.0, 0.6, 0.9, 0.7, 2.1, 1.4, 0.9], [0.8, 1.3, 0.7, 0.6, 1.3, 3.4, 0.9, 0.8, 0.6],
    ]
    let test = try #require(FriedmanTest(of: errors))
    #expect((test.statistic - 0.8620689655172512).magnitude < 1e-12)
    #expect((test.p - 0.8345704222251498).magnitude < 1e-12)
    // Demšar's table 5: q = 2.569 for four.
    #expect((test.criticalDifference - 2.569 * (20.0 / 54).squareRoot()).magnitude < 1e-3)
    #expect(FriedmanTest(of: Array(errors.prefix(2))) == nil)
    #expect(FriedmanTest(of: [[1, 1], [1, 1], [1, 1]])?.p == 1)
  }

  @Test func `systematic differences are found in 5 percent of tables that have none`() {
    var random = SeededRandom(seed: 5)
    for count in [6, 9, 14] {
      let found = (0..<2000).count { _ in PairedTest(of: (0..<count).map { _ in random.normal() }).p <= 0.05 }
      // Three standard deviations of 2000 throws above 5 %.
      #expect(found <= 130, "\(count) pairs")
      #expect(found >= 40, "\(count) pairs")
    }
  }
}
