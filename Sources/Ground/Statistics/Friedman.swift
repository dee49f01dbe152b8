internal import Basics

/// Friedman's test: whether any of three or more schemes differs from the others, by their ranks in each recording.
///
/// Sources: Friedman, The use of ranks to avoid the assumption of normality, JASA 32 (1937); Demšar, Statistical comparisons of
/// classifiers over multiple data sets, JMLR 7 (2006), for the critical difference.
public struct FriedmanTest: Hashable, Sendable {
  /// Friedman's χ², corrected for equal errors.
  public let statistic: Double
  /// The probability of ranks that differ as much, if no scheme differed.
  public let p: Double
  /// Each scheme's mean rank over the recordings; 1 is best.
  public let meanRanks: [Double]
  /// How many recordings there were.
  public let count: Int
  /// Nemenyi's critical difference at 5 %: mean ranks that lie nearer together cannot be distinguished.
  public let criticalDifference: Double

  /// The test.
  ///
  /// - Parameter errors: For each scheme its error in each recording, all of the same recordings; infinite where it failed.
  /// - Returns: nil for fewer than three schemes or two recordings, for lists of different lengths, and where an error is not a
  ///   number.
  /// - Complexity: O(recordings · schemes log schemes).
  public init?(of errors: [[Double]]) {
    guard errors.count >= 3, let count = errors.first?.count, count >= 2,
      errors.allSatisfy({ $0.count == count && !$0.contains(where: \.isNaN) })
    else { return nil }
    let (k, n) = (Double(errors.count), Double(count))
    var sums = [Double](repeating: 0, count: errors.count)
    var ties = 0.0
    for recording in 0..<count {
      let values = errors.map { $0[recording] }
      for (scheme, rank) in Ranks.of(values).enumerated() { sums[scheme] += rank }
      ties += Ranks.tieSizes(of: values).reduce(0) { $0 + Double($1 * $1 * $1 - $1) }
    }
    let correction = 1 - ties / (n * k * (k * k - 1))
    let spread = sums.reduce(0) { $0 + ($1 - n * (k + 1) / 2) * ($1 - n * (k + 1) / 2) }
    // With all errors equal in every recording there is nothing to tell apart.
    statistic = correction > 1e-12 ? 12 * spread / (n * k * (k + 1)) / correction : 0
    p = Distributions.chiSquared(above: statistic, freedom: k - 1)
    meanRanks = sums.map { $0 / n }
    self.count = count
    let range = Distributions.normalRangeQuantile(above: 0.05, count: errors.count)
    criticalDifference = range / 2.0.squareRoot() * (k * (k + 1) / (6 * n)).squareRoot()
  }
}
