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
