public import Statistics

/// A share of successes, with the interval in which the true share lies with 95 % confidence.
public struct Proportion: Hashable, Codable, Sendable {
  /// How many succeeded, of how many.
  public let successes, trials: Int

  /// `successes` of `trials`.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` unless 0 ≤ successes ≤ trials and trials > 0.
  public init(successes: Int, trials: Int) throws(GestureError) {
    guard trials > 0, (0...trials).contains(successes) else {
      throw .outOfRange(
        quantity: "successes of \(trials) trials", value: Double(successes),
        expected: "from 0 to the number of trials, which is above 0")
    }
    (self.successes, self.trials) = (successes, trials)
  }

  /// successes / trials.
  public var value: Double { Double(successes) / Double(trials) }

  /// Wilson's score interval at 95 %: honest for small counts and near 0 and 1, where value ± 2σ leaves [0, 1].
  ///
  /// Source: Wilson, Probable inference, the law of succession, and statistical inference, JASA 22, 1927.
  public var interval: ClosedRange<Double> {
    let z = 1.959963984540054
    let n = Double(trials)
    let middle = (value + z * z / (2 * n)) / (1 + z * z / n)
    let reach = z / (1 + z * z / n) * (value * (1 - value) / n + z * z / (4 * n * n)).squareRoot()
    return max(0, middle - reach)...min(1, middle + reach)
  }
}

extension Proportion {
  /// Reads the two numbers, and checks them as ``init(successes:trials:)`` does.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      successes: container.decode(Int.self, forKey: .successes), trials: container.decode(Int.self, forKey: .trials))
  }
}

extension Proportion {
  /// Whether two shares of the same trials differ: McNemar's exact test of the trials in which one succeeded and the other did not.
  ///
  /// Intervals that overlap are no test: both hold the spread between trials, which the two have in common.
  ///
  ///     let test = try Proportion.difference(between: [true, true, false], and: [true, false, false])
  ///
  /// - Parameters:
  ///   - first: Whether the first succeeded, trial by trial.
  ///   - second: Whether the second did in the same trials, in the same order.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for lists of different lengths.
  /// - Complexity: O(trials).
  public static func difference(between first: [Bool], and second: [Bool]) throws(GestureError) -> PairedTest {
    guard first.count == second.count else {
      throw .outOfRange(
        quantity: "trials of the second share", value: Double(second.count),
        expected: "as many as of the first, \(first.count)")
    }
    let pairs = zip(first, second)
    return PairedTest(onlyFirst: pairs.count { $0 && !$1 }, onlySecond: pairs.count { !$0 && $1 })
  }
}
