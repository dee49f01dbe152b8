import Foundation

/// The answer of a test that asks whether differences between pairs are systematic, or as chance alone would make them.
public struct PairedTest: Hashable, Sendable {
  /// Which test.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// All 2ⁿ ways to swap the two members of pairs are tried: how many give a mean difference that is as far from 0?
    case signFlip = "exact sign-flip test"
    /// Wilcoxon's signed ranks, with all 2ⁿ ways counted: where a difference is infinite, and for 21 to 50 pairs.
    case exactSignedRank = "Wilcoxon's signed-rank test, exact"
    /// Wilcoxon's signed ranks by the normal approximation: for more than 50 pairs.
    case signedRank = "Wilcoxon's signed-rank test"
    /// McNemar's test, exact: of the pairs in which one succeeded and the other did not, half should favour each.
    case mcNemar = "McNemar's exact test"
  }

  /// Which test gave the answer.
  public let method: Method
  /// The probability of differences at least as far from 0 on either side, if swapping the members of a pair changed nothing.
  public let p: Double
  /// How many pairs were asked.
  public let count: Int

  init(_ method: Method, p: Double, count: Int) {
    (self.method, self.p, self.count) = (method, min(1, p), count)
  }

  /// Tests differences, one for each pair: the exact sign-flip test of their mean up to 20 pairs, Wilcoxon's signed-rank test
  /// above, and of differences of which one is infinite.
  ///
  /// - Parameter differences: Numbers, of which some may be 0 or infinite. Those that are not a number are left out.
  /// - Complexity: O(2ⁿ) up to 20 pairs, O(n³) up to 50, O(n log n) above.
  public init(of differences: [Double]) {
    let numbers = differences.filter { !$0.isNaN }
    if numbers.count <= Self.mostFlipped, numbers.allSatisfy(\.isFinite) {
      self.init(.signFlip, p: Self.signFlip(numbers), count: numbers.count)
    } else {
      self = Self.wilcoxon(numbers)
    }
  }

  /// Up to how many pairs every way to swap their members is tried.
  public static let mostFlipped = 20
  /// Up to how many pairs the signed ranks are counted exactly.
  static let mostCounted = 50

  /// The share of all ways to choose signs for which the sum of the differences is at least as far from 0. O(2ⁿ).
  ///
  /// Source: Fisher, The Design of Experiments (1935), section 21.
  private static func signFlip(_ differences: [Double]) -> Double {
    let sizes = differences.map(\.magnitude).filter { $0 > 0 }
    guard let largest = sizes.max() else { return 1 }
    // Halves of a large number never overflow.
    let scaled = sizes.map { $0 / largest }
    let observed = differences.reduce(0) { $0 + $1 / largest }.magnitude
    // Equal sums that rounding has parted count as equal.
    let least = observed - 1e-11 * scaled.reduce(0, +)
    // One sign may stay: turning all of them changes the sum's sign alone. Each step of Gray's code turns one.
    let free = scaled.count - 1
    var (sum, reached) = (scaled.reduce(0, +), 0)
    var isNegative = [Bool](repeating: false, count: scaled.count)
    for step in 0..<(1 << free) {
      if step > 0 {
        let place = step.trailingZeroBitCount
        sum += isNegative[place] ? 2 * scaled[place] : -2 * scaled[place]
        isNegative[place].toggle()
      }
      if sum.magnitude >= least { reached += 1 }
    }
    return Double(reached) / Double(1 << free)
  }

  /// Wilcoxon's test of the signed ranks; differences of 0 are left out, equal ones share their ranks.
  ///
  /// Source: Wilcoxon, Individual comparisons by ranking methods, Biometrics Bulletin 1 (1945); for the variance with ties
  /// Lehmann, Nonparametrics (1975), section 3.2.
  private static func wilcoxon(_ numbers: [Double]) -> PairedTest {
    let differences = numbers.filter { $0 != 0 }
    let n = differences.count
    guard n > 0 else { return PairedTest(.exactSignedRank, p: 1, count: numbers.count) }
    let ranks = Ranks.of(differences.map(\.magnitude))
    let positive = zip(differences, ranks).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    let expected = Double(n * (n + 1)) / 4
    guard n > mostCounted else {
      // Doubled, ranks are whole numbers even where they are shared.
      let doubled = ranks.map { Int(2 * $0) }
      var ways = [1.0]
      for rank in doubled {
        var next = ways + [Double](repeating: 0, count: rank)
        for (sum, count) in ways.enumerated() { next[sum + rank] += count }
        ways = next.map { $0 / 2 }
      }
      let distance = (2 * positive - 2 * expected).magnitude
      let p = ways.enumerated().reduce(0) {
        (Double($1.offset) - 2 * expected).magnitude >= distance ? $0 + $1.element : $0
      }
      return PairedTest(.exactSignedRank, p: p, count: numbers.count)
    }
    let ties = Ranks.tieSizes(of: differences.map(\.magnitude)).reduce(0.0) { $0 + Double($1 * $1 * $1 - $1) }
    let variance = Double(n * (n + 1) * (2 * n + 1)) / 24 - ties / 48
    let z = (positive - expected) / variance.squareRoot()
    return PairedTest(.signedRank, p: 2 * Distributions.normal(below: -z.magnitude), count: numbers.count)
  }

  /// McNemar's exact test of two answers to the same questions.
  ///
  /// Source: McNemar, Note on the sampling error of the difference between correlated proportions, Psychometrika 12 (1947); the
  /// exact form is the sign test.
  ///
  /// - Parameters:
  ///   - first: How often only the first succeeded.
  ///   - second: How often only the second succeeded.
  /// - Complexity: O(first + second).
  package init(onlyFirst first: Int, onlySecond second: Int) {
    let all = first + second
    self.init(.mcNemar, p: all == 0 ? 1 : 2 * Distributions.fairCoin(atMost: min(first, second), of: all), count: all)
  }

  /// The least `p` that this many pairs can give: below it no test of theirs gets.
  static func leastP(of count: Int) -> Double { count < 1 ? 1 : min(1, exp2(1 - Double(count))) }
}

/// Places in rising order, from 1; equal values share the mean of theirs.
enum Ranks {
  /// A rank for each value. O(n log n).
  static func of(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    var first = 0
    while first < order.count {
      var last = first
      while last + 1 < order.count, values[order[last + 1]] == values[order[first]] { last += 1 }
      for place in first...last { ranks[order[place]] = Double(first + last) / 2 + 1 }
      first = last + 1
    }
    return ranks
  }

  /// How many values each group of equal ones has.
  static func tieSizes(of values: [Double]) -> [Int] {
    values.reduce(into: [Double: Int]()) { $0[$1, default: 0] += 1 }.values.map { $0 }
  }
}

extension PairedTest {
  /// Corrects the p-values of several comparisons, so that with none of them true a single one falls below 5 % in 5 % of all studies.
  ///
  /// Source: Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6 (1979).
  ///
  /// - Returns: In the order given. Complexity: O(n log n).
  public static func corrected(_ p: [Double]) -> [Double] {
    let order = p.indices.sorted { p[$0] < p[$1] }
    var adjusted = p
    var largest = 0.0
    for (place, index) in order.enumerated() {
      largest = max(largest, min(1, Double(p.count - place) * p[index]))
      adjusted[index] = largest
    }
    return adjusted
  }
}
