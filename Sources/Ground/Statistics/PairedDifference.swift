import Foundation

/// How much two rows of numbers differ, pair by pair: the errors of two schemes in the same recordings.
public struct PairedDifference: Hashable, Sendable {
  /// What is taken of each pair.
  public enum Kind: String, Hashable, Sendable {
    /// The first over the second: for errors, which span decades between recordings.
    case ratio
    /// The first minus the second.
    case difference
  }

  /// What was taken of each pair.
  public let kind: Kind
  /// The geometric mean of the ratios, or the mean of the differences; the median where one is infinite.
  public let estimate: Estimate
  /// Whether that may be chance, in this comparison alone.
  public let test: PairedTest
  /// The test's probability, corrected for the number of comparisons that were made with it.
  public let p: Double
  /// In how many pairs the first is less.
  public let less: Int
  /// In how many pairs the two are equal.
  public let equal: Int
  /// Mean and standard deviation of the differences, or of the ratios' logarithms.
  let moments: (mean: Double, deviation: Double)

  /// How many pairs there are.
  public var count: Int { test.count }
  /// Whether the two differ at 5 %, all comparisons together.
  public var isShown: Bool { p <= 0.05 }

  /// The differences of pairs.
  ///
  /// - Parameters:
  ///   - first: Numbers, of which some may be infinite: where a scheme failed. Pairs with one that is not a number are left out.
  ///   - second: As many.
  ///   - kind: What is taken of each pair. Two zeros, and two infinite numbers, have the ratio 1.
  ///   - seed: Draws the resamples of the interval.
  /// - Complexity: O(2ⁿ) for up to 20 pairs.
  public init(of first: [Double], and second: [Double], as kind: Kind = .ratio, seed: UInt64 = 1) {
    let differences = zip(first, second).map { kind.value($0, $1) }.filter { !$0.isNaN }
    let estimate = Estimate(.mean, of: differences, seed: seed)
    self.kind = kind
    self.estimate = kind == .ratio ? estimate.mapped { exp($0) } : estimate
    test = PairedTest(of: differences)
    p = test.p
    less = differences.count { $0 < 0 }
    equal = differences.count { $0 == 0 }
    let mean = differences.reduce(0, +) / Double(differences.count)
    let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    moments = (mean, (squares / Double(max(1, differences.count - 1))).squareRoot())
  }

  private init(_ other: PairedDifference, p: Double) {
    (kind, estimate, test, self.p) = (other.kind, other.estimate, other.test, p)
    (less, equal, moments) = (other.less, other.equal, other.moments)
  }

  /// The same with another probability.
  func corrected(to p: Double) -> PairedDifference { PairedDifference(self, p: p) }

  /// The same the other way round: the second over the first.
  public var reversed: PairedDifference {
    let turned = kind == .ratio ? { 1 / $0 } : { (value: Double) in -value }
    let estimate = Estimate(
      turned(self.estimate.value),
      in: self.estimate.interval.map { turned($0.upperBound)...turned($0.lowerBound) }, count: self.estimate.count)
    return PairedDifference(self, estimate: estimate)
  }

  private init(_ other: PairedDifference, estimate: Estimate) {
    (kind, self.estimate, test, p) = (other.kind, estimate, other.test, other.p)
    (less, equal) = (other.count - other.less - other.equal, other.equal)
    moments = (-other.moments.mean, other.moments.deviation)
  }

  /// How many pairs would show a difference of this size in four studies of five, at 5 % with so many comparisons together; nil where
  /// the difference is 0 or not finite.
  ///
  /// By the normal approximation with its correction for few pairs (Guenther, The American Statistician 35 (1981)), and never
  /// fewer than the test needs to show anything.
  public func countNeeded(comparisons: Int) -> Int? {
    guard moments.mean != 0, moments.mean.isFinite, moments.deviation.isFinite else { return nil }
    let level = Distributions.normalQuantile(1 - 0.025 / Double(max(1, comparisons)))
    let ratio = (level + Distributions.normalQuantile(0.8)) * moments.deviation / moments.mean
    let needed = ratio * ratio + level * level / 2
    guard needed < 1e6 else { return nil }
    return max(Int(needed.rounded(.up)), Self.fewest(comparisons: comparisons))
  }

  /// The fewest pairs with which this many tests can show anything at 5 %: with six pairs that all point the same
  /// way, one comparison.
  public static func fewest(comparisons: Int) -> Int {
    (1...64).first { PairedTest.leastP(of: $0) * Double(max(1, comparisons)) <= 0.05 } ?? 64
  }

  /// Whether both say the same.
  public static func == (left: PairedDifference, right: PairedDifference) -> Bool {
    left.kind == right.kind && left.estimate == right.estimate && left.test == right.test && left.p == right.p
      && left.less == right.less && left.equal == right.equal
  }

  /// Feeds what tells differences apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(estimate)
    hasher.combine(p)
  }
}

extension PairedDifference.Kind {
  /// The difference of one pair, or its ratio's logarithm.
  func value(_ first: Double, _ second: Double) -> Double {
    // Equal ones differ by nothing, infinite ones too.
    if first == second { return 0 }
    switch self {
    case .ratio: return first < 0 || second < 0 ? .nan : log(first) - log(second)
    case .difference: return first - second
    }
  }
}
